import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { budget } from '../../../test/support/budget.ts';
import { assertError, openOne } from '../../../test/support/setup/one-api.ts';
import { demoBankId } from '../../core/banks.ts';
import { newId } from '../../kernel/ids.ts';

const one = await openOne();

const payment = {
  siteCode: one.merchant.siteCode,
  region: 'ZA',
  amount: { currency: 'ZAR', value: 150.5 },
  variableAmount: { minimumValue: 100, maximumValue: 200 },
  merchantReference: 'ORDER-1',
  beneficiaryReference: 'KAROO',
  payerReference: 'me',
  payer: {
    id: 'C-9',
    name: 'Naledi',
    identity: { type: 'said', country: 'ZA', identifier: '8001015009087' },
    cellphone: '0821234567',
    email: 'naledi@example.co.za',
  },
  returnUrl: 'https://karoo.example/back',
  notifyUrl: 'https://karoo.example/notify',
  expireAt: '2026-11-21T10:00:00Z',
};
const subscription = {
  siteCode: one.merchant.siteCode,
  amount: { currency: 'ZAR', value: 150.5 },
  amountConstraints: { minimumValue: 100, maximumValue: 200 },
  payableNow: { currency: 'ZAR', value: 25 },
  maxAdhocCharges: 4,
  maxAdhocTotal: { currency: 'ZAR', value: 300 },
  description: 'Book club',
  merchantReference: 'CLUB-1',
  bankReference: 'KAROO',
  frequency: 'Monthly',
  firstPaymentDate: '2026-12-01',
  occurrences: 12,
  returnUrl: 'https://karoo.example/back',
  notifyUrl: 'https://karoo.example/notify',
  customer: { name: 'Naledi', email: 'naledi@example.co.za', cellphone: '0821234567' },
};
const adHoc = {
  amount: { currency: 'ZAR', value: 150.5 },
  merchantReference: 'EXTRA-1',
  description: 'extra',
};
const detail = { paymentType: 'redirect', details: { institutionId: demoBankId } };
const step = { step: 'selectInstitution', institutionId: demoBankId, data: { otp: '1' } };

const optional =
  /\/(region|variableAmount|amountConstraints|payableNow|maxAdhocCharges|maxAdhocTotal|description|bankReference|customer|beneficiaryReference|payerReference|payer|id|name|identity|country|cellphone|email|returnUrl|notifyUrl|details|institutionId|data|otp)$/;

/** Returns every place in a document with its value. */
function places(value: unknown, path: string[] = []): { path: string[]; value: unknown }[] {
  const members = value !== null && typeof value === 'object' ? Object.entries(value) : [];
  return [{ path, value }, ...members.flatMap(([name, member]) => places(member, [...path, name]))];
}

type Mutation = { label: string; raw: string | undefined };

const numbers = ['1e-20', '-0', '9007199254740993', '10.005', '1E400', '0.00000000000000001'];
const texts = ['"10.5"', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', `"${'x'.repeat(3000)}"`];
const others = ['null', 'true', '[]', '[1]', '[{}]'];
const mutations: Mutation[] = [
  ...[...numbers, ...texts, ...others].map((raw) => ({ label: raw.slice(0, 20), raw })),
  { label: 'missing', raw: undefined },
];

function mutate(body: object, path: string[], raw: string | undefined): string {
  if (path.length === 0) return raw ?? '';
  const copy = structuredClone(body);
  const parent = path.slice(0, -1).reduce((at, name) => at[name] as never, copy as Record<string, unknown>);
  const name = path.at(-1)!;
  if (raw === undefined) delete parent[name];
  else parent[name] = '@here@';
  return JSON.stringify(copy).replace('"@here@"', () => raw ?? '');
}

const operations = [
  { path: '/payments', body: payment },
  { path: '/transactions', body: { paymentRequest: payment, paymentDetail: detail } },
  { path: `/payments/${(await one.payment()).id}/transactions`, body: detail },
  { path: `/transactions/${newId(one.clock)}`, body: step },
  { path: '/subscriptions', body: subscription },
  { path: `/subscriptions/${newId(one.clock)}/transactions`, body: adHoc },
];

for (const { path, body } of operations) {
  const all = places(body).flatMap((place) =>
    mutations.map(({ label, raw }) => ({ at: place.path, was: place.value, label, raw })),
  );
  // Still valid: an optional member that is missing, and free text in place of free text.
  const isBad = ({ at, was, label, raw }: (typeof all)[number]): boolean => {
    const pointer = at.map((name) => `/${name}`).join('');
    if (raw === undefined) return at.length === 0 || !optional.test(pointer);
    if (pointer.startsWith('/data/'))
      return (
        raw.includes('\\u0000') || raw.includes('\\ud800') || (numbers.includes(raw) && raw !== '10.005')
      );
    return !(
      label === '"10.5"' &&
      typeof was === 'string' &&
      /(Reference|\/id|\/name|\/identifier|\/description)$/.test(pointer)
    );
  };
  const bad = all.filter(isBad);

  test(`POST ${path.replace(/[0-9a-f-]{36}/, '{id}')} answers every bad value with a 400 whose pointer resolves (${bad.length} of them)`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bad), async ({ at, raw }) => {
        const answer = await one.post(path, mutate(body, at, raw) || undefined);
        const pointer = at.map((name) => `/${name}`).join('');
        assertError(answer, { status: 400, code: 'BadRequest', source: { pointer } });
      }),
      { numRuns: budget(40, 400) },
    );
  });
}

test('the body itself is blamed when it is no object', async () => {
  for (const text of ['', '1', '"x"', 'null', '[]', '1e3', 'true']) {
    const answer = await one.post('/payments', text === '' ? undefined : text);
    assertError(answer, { status: 400, code: 'BadRequest', source: { pointer: '' } });
  }
});

test('a body that is no JSON says so', async () => {
  for (const text of ['{', '{"a":1,}', "{'a':1}", 'grant_type=x', '{"__proto__": {}}', '\u0000']) {
    const answer = await one.post('/payments', text);
    assertError(answer, { status: 400, code: 'BadRequest', source: { pointer: '' } });
    assert.match(answer.body.detail, /^the body is not JSON: /);
  }
});

test('a body nested without end is refused', async () => {
  for (const depth of [30, 5_000, 100_000]) {
    const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const text = JSON.stringify(one.newPayment({ more: '@' })).replace('"@"', deep);
    const answer = await one.post('/payments', text);
    assert.equal(answer.status, 400);
    assert.match(answer.body.source.pointer, depth === 30 ? /^\/more\/a\/a/ : /^/);
  }
});

test('members that are not known are passed over', async () => {
  await one.payment({ shoeSize: 42, constructor: 'x' });
});

test('names with "/" and "~" are escaped in pointers', async () => {
  const answer = await one.post(
    '/payments',
    JSON.stringify(one.newPayment({ 'a/b~c': '@' })).replace('"@"', '-0'),
  );
  assertError(answer, { status: 400, code: 'BadRequest', source: { pointer: '/a~1b~0c' } });
});
