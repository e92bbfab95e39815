// How the filters of a list are read from its address: what they mean, and what is refused.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lists } from './all.ts';
import { type ParsedFilters, parseFilters, type Scope } from './filters.ts';

const now = new Date('2026-11-20T10:00:00Z');

describe('filters', () => {
  const scope: Scope = {
    viewer: { merchants: ['m'] },
    sites: [{ id: 's', code: 'DEM1', merchantId: 'm' }],
    merchants: [],
  };
  const judged = (query: Record<string, unknown>): ParsedFilters =>
    parseFilters(lists.payments, query, scope, now);

  test('without dates it is the last thirty days, today included', () => {
    const { filters } = judged({ site: '', from: '' });
    assert.deepEqual(filters?.from, new Date('2026-10-21T22:00:00Z'));
    assert.deepEqual(filters?.to, new Date('2026-11-20T22:00:00Z'));
    assert.deepEqual(filters?.words, {});
  });

  test('a day is a South African one, and a word stays a word', () => {
    const { filters } = judged({ from: '2026-11-01', to: 'yesterday' });
    assert.deepEqual(filters?.from, new Date('2026-10-31T22:00:00Z'));
    assert.deepEqual(filters?.to, new Date('2026-11-19T22:00:00Z'));
    assert.deepEqual(filters?.words, { from: '2026-11-01', to: 'yesterday' });
    assert.equal(judged({ to: '2026-11-01' }).filters?.from, undefined);
    assert.equal(judged({ from: '7d' }).filters?.from?.toISOString(), '2026-11-13T22:00:00.000Z');
    const quarter = judged({ from: 'last-quarter', to: 'last-quarter' }).filters;
    assert.equal(quarter?.from?.toISOString(), '2026-06-30T22:00:00.000Z');
    assert.equal(quarter?.to?.toISOString(), '2026-09-30T22:00:00.000Z');
    assert.equal(judged({ from: 'quarter' }).filters?.from?.toISOString(), '2026-09-30T22:00:00.000Z');
  });

  test('amounts are rands, with a comma or a point', () => {
    const { filters } = judged({ min: '50,25', max: '50.25' });
    assert.equal(filters?.minCents, 5_025n);
    assert.equal(filters?.maxCents, 5_025n);
  });

  const refused: [query: Record<string, unknown>, status: number, parameter: string, says: RegExp][] = [
    [{ colour: 'blue' }, 400, 'colour', /no filter colour/],
    [{ merchant: 'KAROO' }, 400, 'merchant', /no filter merchant/],
    [{ site: 'OTHER' }, 400, 'site', /No site with the code “OTHER”/],
    [{ state: 'successful' }, 422, 'state', /not one of created, complete/],
    [{ state: ['created', 'complete'] }, 422, 'state', /more than once/],
    [{ from: '2026-02-30' }, 422, 'from', /is not a date/],
    [{ from: '__proto__' }, 422, 'from', /is not a date/],
    [{ from: '2026-11-02', to: '2026-11-01' }, 422, 'to', /before the first/],
    [{ outcome: 'successful' }, 422, 'outcome', /not one of open, paid/],
    [{ min: '1.234,50' }, 422, 'min', /is not an amount/],
    [{ min: '-5' }, 422, 'min', /is not an amount/],
    [{ min: '2', max: '1' }, 422, 'max', /less than/],
    [{ bank: 'nobank' }, 422, 'bank', /no bank/],
    [{ after: 'x' }, 422, 'after', /no place/],
    [{ reference: 'a\0b' }, 422, 'reference', /characters that are not allowed/],
    [{ reference: 'a'.repeat(201) }, 422, 'reference', /more than 200/],
    [{ toString: 'x' }, 400, 'toString', /no filter/],
  ];
  for (const [query, status, parameter, says] of refused) {
    test(`${JSON.stringify(query)} is refused`, () => {
      const { refused: because } = judged(query);
      assert.equal(because?.status, status);
      assert.equal(because?.problems[0]?.parameter, parameter);
      assert.match(because?.problems[0]?.message ?? '', says);
    });
  }

  test('the farthest days are days', () => {
    const { filters } = judged({ from: '0000-01-01', to: '9999-12-31' });
    assert.equal(filters?.from?.toISOString(), '0001-01-01T00:00:00.000Z');
    assert.equal(filters?.to?.getUTCFullYear(), 9999);
  });
});
