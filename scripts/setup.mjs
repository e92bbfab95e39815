// Before `npm start` and `npm test`: installs what package-lock.json asks for, when it is not what is installed.
// Plain JavaScript that runs on Node 18, because it may run before anything else is there.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Makes node_modules match the lockfile and answers whether it does. Costs the reading of both lists when it already does. */
export function setup() {
  if (isStale() && !install()) return false;
  linkOwnCommand();
  return true;
}

/**
 * What is installed against what is asked for, by content: the times of files say nothing in a copied folder. An optional
 * package may be missing because it is for another platform, and development's where it was left out altogether.
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

function install() {
  console.error('tefo: installing dependencies (npm ci) ...');
  // Run by npm itself, the same npm does it; standard output belongs to the command that follows.
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  const result = spawnSync(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: !npm && process.platform === 'win32',
  });
  if (result.status === 0) return true;
  console.error(
    [
      '',
      `tefo: npm ci failed${result.error ? `: ${result.error.message}` : ''}, so nothing was started.`,
      '  - Is the npm registry within reach? `npm ping` tells; behind a proxy: `npm config set proxy <url>`.',
      '  - Is package-lock.json as it was committed? `git checkout package-lock.json package.json` restores it.',
      '  - Otherwise delete node_modules and run the command again; the reason is in the lines above.',
    ].join('\n'),
  );
  return false;
}

/**
 * npm links the commands of dependencies, not the package's own; `npx tefo` looks for it there. As a `bin` of package.json it
 * would be installed once more, into a folder of npx, at its first call in every clone.
 */
function linkOwnCommand() {
  const link = join(root, 'node_modules', '.bin', 'tefo');
  if (process.platform === 'win32' || existsSync(link)) return;
  try {
    symlinkSync('../../bin/tefo.mjs', link);
  } catch {
    // A read-only install: `node bin/tefo.mjs` still works.
  }
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1] && !setup()) process.exit(1);
