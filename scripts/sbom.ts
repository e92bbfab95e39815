// `npm run sbom`: writes docs/sbom.cdx.json, the bill of materials of a production install, by npm. Values that change
// at every run (serial number, time, npm version) are left out, so that differences mean something.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const read = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

// In a folder without development dependencies: npm's --omit dev drops packages that are needed for both.
const folder = await mkdtemp(join(tmpdir(), 'tefo-sbom-'));
const { devDependencies: _tools, ...manifest } = await read('package.json');
const lock = await read('package-lock.json');
const packages = Object.entries(lock.packages as Record<string, { dev?: boolean }>)
  .filter(([, { dev }]) => !dev)
  .map(([path, entry]) => [path, path === '' ? { ...entry, devDependencies: undefined } : entry]);
await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
await writeFile(
  join(folder, 'package-lock.json'),
  JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }),
);
try {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  const { serialNumber: _serial, metadata, ...rest } = JSON.parse(stdout);
  const { timestamp: _at, tools: _npm, component } = metadata;
  const document = { ...rest, metadata: { component: { ...component, name: 'tefo' } } };
  await writeFile('docs/sbom.cdx.json', `${JSON.stringify(document, null, 2)}\n`);
  console.log('wrote docs/sbom.cdx.json');
} finally {
  await rm(folder, { recursive: true });
}
