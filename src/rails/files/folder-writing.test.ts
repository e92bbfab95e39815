import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writeWhole } from './placing.ts';

const folder = await mkdtemp(join(tmpdir(), 'tefo-folder-'));
after(() => rm(folder, { recursive: true }));

test('a file that the service and a user write at once is there, whole, and nothing else', async () => {
  const content = 'x'.repeat(100_000);
  await Promise.all(Array.from({ length: 20 }, () => writeWhole(join(folder, 'TEFO1.xml'), content)));
  assert.equal(await readFile(join(folder, 'TEFO1.xml'), 'utf8'), content);
  assert.deepEqual(await readdir(folder), ['TEFO1.xml']);
});
