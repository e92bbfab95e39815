import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneOperations } from './index.ts';

test('operations have names and paths of their own', () => {
  const names = oneOperations.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  const places = oneOperations.map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(places).size, places.length);
});
