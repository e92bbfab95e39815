// The first step of `npm start` and `npm test`: install when, and only when, the installed packages differ from the
// lock file.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openFolder } from './support/opening.ts';

type Packages = Record<string, object>;

const asked = {
  '': { name: 'tefo' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/other-platform': { version: '1.0.0', integrity: 'sha512-o', optional: true },
  'node_modules/tool': { version: '1.0.0', integrity: 'sha512-t', dev: true },
};
const { 'node_modules/a': a, 'node_modules/tool': tool } = asked;

/** Whether setting up runs npm where these packages are installed. */
const installs = async (installed?: Packages): Promise<boolean> => (await setUp(installed)).ran !== undefined;

/** Sets up a folder with these packages installed; returns what npm was called with, and the last line that was shown. */
async function setUp(installed?: Packages) {
  const home = await openFolder('setup');
  await mkdir(join(home, 'node_modules', '.bin'), { recursive: true });
  await cp(new URL('../scripts/setup.mjs', import.meta.url), join(home, 'scripts', 'setup.mjs'));
  await writeFile(join(home, 'package-lock.json'), JSON.stringify({ packages: asked }));
  if (installed) {
    const list = JSON.stringify({ packages: installed });
    await writeFile(join(home, 'node_modules', '.package-lock.json'), list);
  }
  // In npm's place, something that leaves a trace.
  const npm = join(home, 'npm.mjs');
  await writeFile(
    npm,
    `import { linkSync, writeFileSync } from 'node:fs';
    writeFileSync('ran', process.argv[2]);
    writeFileSync('node_modules/large', Buffer.alloc(3_000_000, 'x'));
    linkSync('node_modules/large', 'node_modules/same');`,
  );
  const { stderr } = await promisify(execFile)(process.execPath, [join(home, 'scripts', 'setup.mjs')], {
    env: { ...process.env, npm_execpath: npm },
  });
  const ran = await readFile(join(home, 'ran'), 'utf8').catch(() => undefined);
  assert.ok(ran === undefined || ran === 'ci');
  return { ran, shown: stderr.trim().split('\n').at(-1) };
}

test('packages that differ from the lock file are installed, whatever the times of the files', async () => {
  assert.equal(await installs(), true);
  assert.equal(await installs({}), true);
  assert.equal(
    await installs({ 'node_modules/a': { ...a, version: '1.0.1' }, 'node_modules/tool': tool }),
    true,
  );
  assert.equal(
    await installs({ 'node_modules/a': { ...a, integrity: 'sha512-x' }, 'node_modules/tool': tool }),
    true,
  );
  assert.equal(
    await installs({ 'node_modules/a': a, 'node_modules/b': { version: '1.0.0', dev: true } }),
    true,
  );
});

test('packages that match the lock file are left alone, also without tools or other platforms’ packages', async () => {
  assert.equal(await installs({ 'node_modules/a': a, 'node_modules/tool': tool }), false);
  assert.equal(await installs({ 'node_modules/a': a }), false);
});

test('after an install the disk space of node_modules is shown, once for the names of one file', async () => {
  assert.match((await setUp()).shown ?? '', /^tefo: installed in \d+ s, 3 MB on disk$/);
});
