// Unmatched deposits at the console: the possible owners of each, and one decision about it, only as shown.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { demoBank } from '../../src/core/banks.ts';
import {
  createSingleReference,
  createTopUpReference,
  receiveDeposit,
} from '../../src/core/deposits/actions.ts';
import { findSiteByCode } from '../../src/core/merchants/actions.ts';
import { simulatorAccount } from '../../src/core/rails.ts';
import { newId } from '../../src/kernel/ids.ts';
import { openService } from '../support/opening.ts';
import { hiddenOf, visitorsOf } from './support.ts';

const service = await openService();
const { ctx, db, merchant } = service;

const [finance, support, own] = await visitorsOf(service, 'operator-finance', 'operator-support', 'finance');

const site = async () => (await findSiteByCode(db, merchant.siteCode))!;
const payer = {
  bankId: demoBank.id,
  branchCode: '999999',
  accountNumber: '1234567890',
  holder: 'N. Example',
};

async function arrived(reference: string, amount = 10_050n): Promise<string> {
  const id = newId(ctx.clock);
  await receiveDeposit(ctx, {
    ...{ account: simulatorAccount, id, amount, reference },
    ...{ receivedAt: ctx.clock.now(), bookedOn: null, payer },
  });
  return `/console/deposits/${id}`;
}

const single = async (amount = 10_050n, merchantReference = `ORDER-${newId(ctx.clock)}`) =>
  createSingleReference(ctx, { site: await site(), account: simulatorAccount, amount, merchantReference });

const stateOf = async (path: string) =>
  (await db`select state, state_reason from deposits where id = ${path.split('/').at(-1)!}`)[0]!;
const parts = async (path: string) =>
  (await db`select from deposit_parts where deposit_id = ${path.split('/').at(-1)!}`).count;
/** The reference with its last character another one. */
const mistyped = (text: string) => `${text.slice(0, -1)}${text.endsWith('7') ? '8' : '7'}`;

describe('an unmatched deposit', () => {
  test('shows its possible owners with reasons, and is a 404 for a merchant', async () => {
    const { reference } = await single();
    const path = await arrived(mistyped(reference));
    const page = await finance.get(path);
    assert.match(page.text, new RegExp(reference));
    assert.match(page.text, /the reference differs in 1 place, the amount is equal/);
    assert.equal((await own.get(path)).status, 404);
    assert.match((await finance.get('/console/deposits?state=waiting')).text, /1 deposit/);
  });

  test('is allocated once by twenty clicks at once, to the chosen payment', async () => {
    const { reference, paymentId } = await single();
    const path = await arrived(mistyped(reference));
    const forms = [
      hiddenOf((await finance.get(path)).text, path),
      hiddenOf((await finance.get(path)).text, path),
    ];
    const clicks = Array.from({ length: 20 }, (_, index) =>
      finance.post(path, { ...forms[index % 2]!, to: reference, note: '', do: 'allocate' }),
    );
    const statuses = (await Promise.all(clicks)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [303, ...Array(19).fill(409)]);
    assert.deepEqual([(await stateOf(path)).state, await parts(path)], ['allocated', 1]);
    assert.equal((await db`select state from payments where id = ${paymentId}`)[0]!.state, 'complete');
    assert.match((await finance.get(path)).text, / allocated to/);
  });

  for (const [what, to, words] of [
    ['no target', '', /must be a reference/],
    ['an unknown reference', 'TZNOSUCH99', /no deposit reference TZNOSUCH99/],
    ['an unknown site', 'float:NOPE', /no site NOPE/],
    ['an unknown payment', '018f0000-0000-7000-8000-00000000000a', /no payment 018f0000/],
  ] as const) {
    test(`stays unallocated with ${what}, and the typed values stay`, async () => {
      const path = await arrived('who knows');
      const answer = await finance.act(path, path, { to, note: 'kept words', do: 'allocate' });
      assert.equal(answer.status, 422);
      assert.match(answer.text, words);
      assert.match(answer.text, /value="kept words"/);
      assert.equal((await stateOf(path)).state, 'waiting');
    });
  }

  test('is decided as shown: a candidate whose expected amount has changed is refused', async () => {
    const { reference, paymentId } = await single();
    const path = await arrived(mistyped(reference));
    const shown = hiddenOf((await finance.get(path)).text, path);
    assert.equal(shown[`seen:${reference}`], `${paymentId} 100.50`);
    const stale = { ...shown, [`seen:${reference}`]: `${paymentId} 99.00` };
    const answer = await finance.post(path, { ...stale, to: reference, do: 'allocate' });
    assert.equal(answer.status, 409);
    assert.match(answer.text, /asked was/i);
    assert.equal((await stateOf(path)).state, 'waiting');
  });

  test('is parked with a note by support, who cannot allocate or see anything else', async () => {
    const path = await arrived('who knows');
    const page = await support.get(path);
    assert.doesNotMatch(page.text, />Allocate|>Return|>Split/);
    assert.equal((await support.act(path, path, { note: '', do: 'park' })).status, 422);
    const refused = await support.act(path, path, { to: 'x', note: 'n', do: 'allocate' });
    assert.equal(refused.status, 403);
    assert.equal((await stateOf(path)).state, 'waiting');
    const parked = await support.act(path, path, { note: 'asked the bank', do: 'park' });
    assert.equal(parked.status, 303, parked.text);
    assert.deepEqual({ ...(await stateOf(path)) }, { state: 'parked', stateReason: 'asked the bank' });
    const [entry] = await db`select action, why from console.audit order by position desc limit 1`;
    assert.deepEqual({ ...entry }, { action: 'deposit.park', why: 'asked the bank' });
  });

  test('is split between a payment and a float, to the cent', async () => {
    const { reference } = await single(4_000n);
    await createTopUpReference(ctx, await site());
    const path = await arrived('two things');
    const lines = (rest: string) => `${reference}=40.00\r\nfloat:${merchant.siteCode}=${rest}\r\n`;
    const wrong = await finance.act(path, `${path}/split`, { parts: lines('60.49'), splitNote: '' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /add up to 100\.49/);
    assert.match(wrong.text, /=60\.49/);
    const done = await finance.act(path, `${path}/split`, { parts: lines('60,50'), splitNote: '' });
    assert.equal(done.status, 303, done.text);
    assert.deepEqual([(await stateOf(path)).state, await parts(path)], ['allocated', 2]);
  });

  test('is returned to its sender when the user types the amount', async () => {
    const path = await arrived('not ours');
    const to = `${path}/return`;
    assert.equal((await finance.act(path, to, { amount: '100.49', returnNote: '' })).status, 422);
    assert.deepEqual([(await stateOf(path)).state, await parts(path)], ['waiting', 0]);
    assert.equal((await finance.act(path, to, { amount: '100,50', returnNote: 'wrong' })).status, 303);
    assert.deepEqual([(await stateOf(path)).state, await parts(path)], ['returning', 1]);
  });
});
