import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { generated } from '../scripts/generated.ts';

for (const { file, content } of generated) {
  test(`${file} matches the code (npm run docs)`, async () => {
    assert.equal(await readFile(file, 'utf8'), await content());
  });
}
