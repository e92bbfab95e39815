import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { productionDependencies } from '../scripts/licences.ts';

test('docs/sbom.cdx.json lists exactly the packages of production (npm run sbom)', async () => {
  const { bomFormat, components } = JSON.parse(await readFile('docs/sbom.cdx.json', 'utf8')) as {
    bomFormat: string;
    components: { name: string; version: string; hashes?: unknown[] }[];
  };
  assert.equal(bomFormat, 'CycloneDX');
  const listed = components.map(({ name, version }) => `${name}@${version}`);
  const installed = (await productionDependencies()).map(({ name, version }) => `${name}@${version}`);
  assert.deepEqual([...new Set(listed)].sort(), [...new Set(installed)].sort());
  assert.ok(components.every(({ hashes }) => hashes && hashes.length > 0));
});

test('every licence of production packages permits everyone to use it', async () => {
  const free =
    /^(Apache-2\.0|MIT(-0)?|ISC|\(MIT OR CC0-1\.0\)|BSD-[023]-Clause|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|PSF-2\.0|PostgreSQL)$/;
  const others = (await productionDependencies()).filter(({ licence }) => !free.test(licence));
  assert.deepEqual(
    others.map(({ name, licence }) => `${name}: ${licence}`),
    [],
  );
});
