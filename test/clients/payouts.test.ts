// A payouts rail: it reads pages of search results from 1, names its search fields as text, and searches before it
// pays again where a response was lost.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { changeSite } from '../../src/core/merchants/actions.ts';
import { withHash } from '../contract/signatures.ts';
import { type Answer, ask } from '../support/merchant.ts';
import { openService } from '../support/opening.ts';

const service = await openService();
const { base, merchant } = service;
const { siteCode, apiKey } = merchant;

type Post = (path: string, body: string) => Promise<Answer>;
const post: Post = (path, body) =>
  ask(base + path, {
    method: 'POST',
    headers: { ApiKey: apiKey, SiteCode: siteCode, 'content-type': 'application/json' },
    body,
  });
/** Loses the first responses: of requests that arrive, or of requests that do not. */
const losing = (lost: ('answer' | 'request')[]): Post => {
  return async (path, body) => {
    const what = lost.shift();
    if (what === 'request') throw new Error('ECONNRESET');
    const answer = await post(path, body);
    if (what === 'answer') throw new Error('ETIMEDOUT');
    return answer;
  };
};

const bankingDetails = {
  bankGroupId: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80',
  accountNumber: '51000000001',
  branchCode: '678910',
};

/** A request, with its amount as the client writes it. */
function written(cents: number, merchantReference: string, customerBankReference: string, amount: string) {
  const fields = { siteCode, merchantReference, customerBankReference, isRtc: false, bankingDetails };
  const signed = withHash('payouts requestPayout', { ...fields, amount: cents / 100 }, merchant);
  return JSON.stringify({ ...signed, amount: '@' }).replace('"@"', amount);
}

/** Everything under a reference, page by page. */
async function found(field: '1' | '2', searchString: string, pageSize = 2): Promise<string[]> {
  const ids: string[] = [];
  for (let pageIndex = 1; ; pageIndex += 1) {
    const search = { pageSize, pageIndex, searchFields: [field], searchString };
    const { status, body } = await post('/payouts/v1/getpayoutbyreference', JSON.stringify(search));
    assert.equal(status, 200);
    ids.push(...body.map(({ id }: { id: string }) => id));
    if (body.length < pageSize) return ids;
  }
}

/** Pays once for any number of lost responses; returns the payout's id and the number of its requests. */
async function pay(send: Post, reference: string, amount = '100'): Promise<{ id: string; asked: number }> {
  for (let asked = 1; ; asked += 1) {
    try {
      const { body } = await send('/payouts/v1/requestpayout', written(10_000, reference, 'WAGES', amount));
      assert.equal(body.payoutStatus.status, 1, JSON.stringify(body));
      return { id: body.payoutId, asked };
    } catch (error) {
      if (!/ECONNRESET|ETIMEDOUT/.test(String(error))) throw error;
      const [id] = await found('1', reference);
      if (id) return { id, asked };
    }
  }
}

const floatLeft = async (): Promise<number> => {
  const headers = { apiKey };
  return (await ask(`${base}/external/Secure/FloatTopUp/GetFloatBalanceInfo`, { headers })).body.available;
};

before(async () => {
  await changeSite(service.ctx, siteCode, { allowPlainAccountNumbers: true });
  const topUp = await post('/external/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest', '');
  const deposit = { reference: topUp.body.beneficiaryReference, amount: '10000.00' };
  assert.equal((await post('/sandbox/deposits', JSON.stringify(deposit))).status, 200);
  await service.drain();
});

test('finds its payout when the response was lost, and does not pay again', async () => {
  const before = await floatLeft();
  const lost = await pay(losing(['answer']), 'LOST ANSWER');
  assert.equal(lost.asked, 1);
  assert.deepEqual(await found('1', 'LOST ANSWER'), [lost.id]);
  const never = await pay(losing(['request', 'request']), 'LOST REQUEST');
  assert.equal(never.asked, 3);
  assert.deepEqual(await found('1', 'LOST REQUEST'), [never.id]);
  assert.equal(before - (await floatLeft()), 200);
});

test('finds each payout of a reference of its bank once, page by page from 1', async () => {
  const ids: string[] = [];
  for (const number of [1, 2, 3, 4, 5]) ids.push((await pay(post, `PAGE ${number}`)).id);
  const wages = await found('2', 'WAGES');
  assert.deepEqual(new Set(wages).size, wages.length);
  assert.ok(ids.every((id) => wages.includes(id)));
});

test('writes amounts as its language writes numbers', async () => {
  for (const amount of ['1E+2', '1.0e2', '100.00', '10000E-2']) {
    const { id } = await pay(post, `AMOUNT ${amount}`.replace(/[+.]/g, ' '), amount);
    assert.match(id, /^[0-9a-f-]{36}$/, amount);
  }
  const refused = await post('/payouts/v1/requestpayout', written(0, 'TOO FINE', 'WAGES', '1E-3'));
  assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['message']]);
});
