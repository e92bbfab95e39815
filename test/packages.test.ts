// The content of `npm pack`, without packing: compiled, complete, and only runtime files. `npm run packages` installs it.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { access, cp, glob, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { compile, packed, packedManifest } from '../scripts/package.ts';
import { openFolder } from './support/opening.ts';
import { publish } from './support/registry.ts';

const run = promisify(execFile);
const root = resolve('.');
const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'));

// In a separate folder: packing in the checkout would change package.json under the other tests.
const folder = await openFolder('package');
const manifest = packedManifest(await read('package.json'));
await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
for (const name of [...packed, 'README.md', 'LICENSE'])
  await cp(join(root, name), join(folder, name), { recursive: true });
await mkdir(join(folder, 'node_modules'));
for (const name of ['postgres', 'undici'])
  await cp(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
await compile(join(folder, 'dist'));

test('it has the program as JavaScript, its data files, the patched packages, and no tests', async () => {
  const env = { ...process.env, npm_config_loglevel: 'silent' };
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
    env,
  });
  const reported = JSON.parse(stdout);
  const { files, filename, bundled, size } = Array.isArray(reported) ? reported[0] : reported.tefo;
  const paths: string[] = files.map((file: { path: string }) => file.path);
  assert.equal(filename, `tefo-${manifest.version}.tgz`);
  assert.deepEqual(bundled.toSorted(), ['postgres', 'undici']);
  const own = paths.filter((path) => !path.startsWith('node_modules/'));
  assert.deepEqual(
    own.filter((path) => /\.ts$|\.test\.|^(test|src|scripts|sdk|bench)\//.test(path)),
    ['sdk/README.md'],
  );
  const sources = await Array.fromAsync(glob('**/*', { cwd: 'src', withFileTypes: true }));
  const needed = sources
    .filter((entry) => entry.isFile() && !/\.(test|d)\.ts$/.test(entry.name))
    .map(({ parentPath, name }) => join('dist', parentPath.slice(join(root, 'src').length), name))
    .map((path) => path.replace(/\.ts$/, '.js'));
  const missing = [...needed, 'bin/tefo.mjs', 'migrations/0001_payments.sql', 'README.md', 'LICENSE'];
  assert.deepEqual(
    missing.filter((path) => !paths.includes(path)),
    [],
  );
  assert.match(
    await readFile(join(folder, 'node_modules/postgres/src/connection.js'), 'utf8'),
    /function lost/,
  );
  assert.ok(size < 2_500_000, `${size} bytes`);
});

test('npm publishes the tarball, for everyone, and never the checkout', async () => {
  await run('npm', ['pack', '--ignore-scripts', '--loglevel=error'], { cwd: folder });
  const { access, manifest: published } = await publish(join(folder, `tefo-${manifest.version}.tgz`), folder);
  assert.equal(access, 'public');
  const { private: isPrivate, license, bin, engines } = published;
  assert.deepEqual([isPrivate, license, bin], [undefined, 'Apache-2.0', { tefo: 'bin/tefo.mjs' }]);
  assert.deepEqual(engines, { node: '>=26' });
  assert.equal((await read('package.json')).private, true);
});

test('no file in it names a source, or a development package', async () => {
  const { dependencies, optionalDependencies } = manifest as Record<string, object>;
  const installed = Object.keys({ ...dependencies, ...optionalDependencies });
  for await (const file of glob('dist/**/*.js', { cwd: folder })) {
    const source = await readFile(join(folder, file), 'utf8');
    assert.doesNotMatch(source, /new URL\('[^':]*\.ts'|(?:from |import\()'\.[^']*\.ts'/, file);
    for (const [, name] of source.matchAll(
      /^(?:import|export)\b[^'"(]* from '((?:@[^/']+\/)?[^'./][^'/]*)[^']*'/gm,
    ))
      assert.ok(name!.startsWith('node:') || installed.includes(name!), `${file} imports ${name}`);
  }
});

test('every document that it shows is in it', async () => {
  const { findSources } = await import(join(folder, 'dist/pages/docs/sources.js'));
  const missing: string[] = [];
  for (const { file } of findSources()) await access(join(folder, file)).catch(() => missing.push(file));
  assert.deepEqual(missing, []);
});

test('its command runs; on an older Node it says which one it needs', async () => {
  const bin = join(folder, 'bin/tefo.mjs');
  await rm(join(folder, 'node_modules'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { stdout } = await run(process.execPath, [bin, '--version']);
  assert.equal(stdout, `${manifest.version}\n`);
  const older = `Object.defineProperty(process.versions, 'node', { value: '22.1.0' })`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(older)}`, bin, 'start'],
    { encoding: 'utf8' },
  );
  assert.deepEqual([status, stderr], [1, 'tefo: needs Node 26 or later, and this is Node 22.1.0.\n']);
});
