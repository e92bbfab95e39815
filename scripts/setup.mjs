// Before `npm start` and `npm test`: installs what package-lock.json requires, if that is not installed. Plain
// JavaScript that runs on Node 18, because it may run before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Makes node_modules match the lockfile; returns whether it does. If it already did, only reads both lists. */
export async function setup() {
  if (isStale() && !(await install())) return false;
  linkOwnCommand();
  return true;
}

/**
 * Compares the installed with the required packages by content: file times mean nothing in a copied folder. Optional
 * packages may be missing on other platforms, and development packages when they were left out.
 */
function isStale() {
  const asked = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return true;
  const hasDevelopment = Object.values(installed).some(({ dev }) => dev);
  return Object.entries(asked ?? {}).some(([path, { version, integrity, dev, optional, devOptional }]) => {
    if (path === '') return false;
    const found = installed[path];
    if (found) return found.version !== version || found.integrity !== integrity;
    return !(optional || devOptional || (dev && !hasDevelopment));
  });
}

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function install() {
  const count = Object.keys(packagesOf(join(root, 'package-lock.json')) ?? {}).length - 1;
  console.error(`tefo: installing ${count} packages (npm ci); the first time they are downloaded ...`);
  // Uses the npm that runs this; standard output belongs to the command that follows.
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  const child = spawn(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: !npm && process.platform === 'win32',
  });
  const progress = showProgress();
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(`: ${error.message}`));
    child.once('exit', (code) => resolve(code === 0 ? undefined : ''));
  });
  progress.end();
  if (failure === undefined) {
    progress.showSize();
    return true;
  }
  console.error(
    [
      '',
      `tefo: npm ci failed${failure}, so nothing was started.`,
      '  - Is the npm registry within reach? Check with `npm ping`; behind a proxy: `npm config set proxy <url>`.',
      '  - Is package-lock.json as it was committed? `git checkout package-lock.json package.json` restores it.',
      '  - Otherwise delete node_modules and run the command again; the reason is in the lines above.',
    ].join('\n'),
  );
  return false;
}

/** Shows the time: each second at a terminal, and every 15 seconds elsewhere. */
function showProgress() {
  const began = Date.now();
  const isTerminal = process.stderr.isTTY === true;
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const show = (text) => process.stderr.write(isTerminal ? `\r${text}` : `${text}\n`);
  const timer = setInterval(() => show(`tefo: installing: ${seconds()} s`), isTerminal ? 1_000 : 15_000);
  return {
    end: () => clearInterval(timer),
    showSize: () => {
      const megabytes = Math.round(bytesIn(join(root, 'node_modules')) / 1e6);
      show(`tefo: installed in ${seconds()} s, ${megabytes} MB on disk`);
      if (isTerminal) process.stderr.write('\n');
    },
  };
}

/** The disk space of a folder. The disk's free space would also count the npm cache and the files of other programs. */
function bytesIn(folder, counted = new Set()) {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sum += bytesIn(path, counted);
    if (!entry.isFile()) continue;
    const { ino, blocks, size } = statSync(path);
    // The names of a hard link share their space.
    if (!counted.has(ino)) sum += blocks === undefined ? size : blocks * 512;
    counted.add(ino);
  }
  return sum;
}

/**
 * npm links the commands of dependencies, not the package's own, where `npx tefo` looks. As a `bin` of package.json it
 * would be installed again, into a folder of npx, at its first call in every clone.
 */
function linkOwnCommand() {
  const link = join(root, 'node_modules', '.bin', 'tefo');
  if (process.platform === 'win32' || existsSync(link)) return;
  try {
    symlinkSync('../../bin/tefo.mjs', link);
  } catch {
    // In a read-only install `node bin/tefo.mjs` still works.
  }
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1] && !(await setup()))
  process.exit(1);
