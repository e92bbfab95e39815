import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdToContract } from './declared.test.ts';
import { oneOperations } from './index.ts';

test('operations have names and paths of their own', () => {
  const names = oneOperations.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  const places = oneOperations.map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(places).size, places.length);
});

test('an answer with an undeclared member or status is caught', () => {
  const region = { code: 'ZA', name: 'South Africa', currency: 'ZAR' };
  const list = (one: object) => ({
    links: { self: 'http://a/', first: 'http://a/' },
    results: [one],
    meta: { limit: 1, offset: 0, count: 1, hasMore: false },
  });
  const hold = (status: number, body: unknown) =>
    holdToContract('GET', '/one/v1/regions', { status, text: JSON.stringify(body), body });
  hold(200, list(region));
  assert.throws(() => hold(200, list({ ...region, more: 1 })));
  assert.throws(() => hold(202, list(region)));
});
