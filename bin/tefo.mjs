#!/usr/bin/env node
// The command `tefo`, for any installed Node from 18. In a checkout it starts the Node that npm installed; the package
// contains the program as JavaScript and needs a recent Node.
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
  if (!(await setup())) process.exit(1);
} else if (major < neededMajor) {
  console.error(`tefo: needs Node ${neededMajor} or later, and this is Node ${process.versions.node}.`);
  process.exit(1);
}

// The compile cache halves the start time of a command.
const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node');

// A recent Node runs the program directly, because starting a second process takes as long as the command.
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

  // Ctrl-C reaches both processes, and the child decides when to exit. Other signals are forwarded.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
  }
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1));
  });
}

/** Returns the path of a Node that runs TypeScript: npm's, or this one if it is recent. Exits without one. */
function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const places = [join(root, 'node_modules', 'node', 'bin', name)];
  try {
    const manifest = nodeModule.createRequire(import.meta.url).resolve('node/package.json');
    places.push(join(dirname(manifest), 'bin', name));
  } catch {
    // The package `node` is not installed.
  }
  const found = places.find((place) => existsSync(place));
  if (found) return found;
  if (major >= 24) return process.execPath;
  console.error('tefo: needs Node 24 or later. Delete node_modules and run `npm ci`, which brings its own.');
  process.exit(1);
}
