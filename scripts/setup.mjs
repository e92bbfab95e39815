// Before `npm start` and `npm test`: installs what package-lock.json asks for, when it is not what is installed.
// Plain JavaScript that runs on Node 18, because it may run before anything else is there.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Makes node_modules match the lockfile and answers whether it does. Costs a few file stats when it already does. */
export function setup() {
  if (isStale() && !install()) return false;
  linkOwnCommand();
  return true;
}

function isStale() {
  const installed = modified(join(root, 'node_modules', '.package-lock.json'));
  return installed === undefined || (modified(join(root, 'package-lock.json')) ?? 0) > installed;
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

/** npm links the commands of dependencies, not the package's own; `npx tefo` looks for it there. */
function linkOwnCommand() {
  const link = join(root, 'node_modules', '.bin', 'tefo');
  if (process.platform === 'win32' || existsSync(link)) return;
  try {
    symlinkSync('../../bin/tefo.mjs', link);
  } catch {
    // A read-only install: `node bin/tefo.mjs` still works.
  }
}

function modified(path) {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1] && !setup()) process.exit(1);
