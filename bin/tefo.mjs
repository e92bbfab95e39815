#!/usr/bin/env node
// The command `tefo`, for whatever Node (18 or later) is installed. In a checkout it hands over to the Node that npm
// installed; the package has the program as JavaScript and needs a Node that is recent enough.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [major] = process.versions.node.split('.').map(Number);

const isCheckout = existsSync(join(root, 'src', 'cli', 'main.ts'));
const neededMajor = 26;

if (isCheckout) {
  const { setup } = await import('../scripts/setup.mjs');
  if (!setup()) process.exit(1);
} else if (major < neededMajor) {
  console.error(`tefo: needs Node ${neededMajor} or later, and this is Node ${process.versions.node}.`);
  process.exit(1);
}

// What was compiled once is not compiled again: a command begins in half the time.
const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node');

// A Node as recent as npm's own runs it by itself: a second process would take as long as the command.
if (major >= neededMajor) {
  nodeModule.enableCompileCache(compiled);
  await import(isCheckout ? '../src/cli/main.ts' : '../dist/cli/main.js');
} else handOver();

function handOver() {
  const child = spawn(findNode(), [join(root, 'src', 'cli', 'main.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  child.on('error', (error) => {
    console.error(`tefo: ${error.message}`);
    process.exit(1);
  });

  // Ctrl-C reaches both processes; the child decides when it is done. What is sent to us alone is passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
  }
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1));
  });
}

/** The Node that runs TypeScript: the one npm brought, else this one where it is recent enough. */
function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const places = [join(root, 'node_modules', 'node', 'bin', name)];
  try {
    const manifest = nodeModule.createRequire(import.meta.url).resolve('node/package.json');
    places.push(join(dirname(manifest), 'bin', name));
  } catch {
    // Installed without it.
  }
  const found = places.find((place) => existsSync(place));
  if (found) return found;
  if (major >= 24) return process.execPath;
  console.error('tefo: needs Node 24 or later. Delete node_modules and run `npm ci`, which brings its own.');
  process.exit(1);
}
