import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

test('every complaint of docs/promises.md, U1 to U21, names a test that is there', async () => {
  const rows = (await readFile('docs/promises.md', 'utf8'))
    .split('\n')
    .filter((line) => /\(U\d+\) \|/.test(line));
  assert.deepEqual(
    rows.map((row) => Number(/\(U(\d+)\) \|/.exec(row)![1])),
    Array.from({ length: 21 }, (_, index) => index + 1),
  );
  for (const row of rows) {
    const [, file, name] = /`([^`]+\.test\.ts)`: (.+) \|$/.exec(row) ?? [];
    assert.ok(file && name, row);
    const text = await readFile(file, 'utf8');
    assert.ok(text.includes(name), `${file} has no test of the words "${name}"`);
  }
});
