import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fastify from 'fastify';
import { capitec, minute, openBank } from '../../../test/support/setup/simulator.ts';
import { type MandateOrder, simulatorAccount } from '../../core/rails.ts';
import { acceptForms } from '../../kernel/http/bodies.ts';
import { newId } from '../../kernel/ids.ts';
import { payerAccounts } from './accounts.ts';

const shop = 'http://localhost:8420/subscribe/return';

async function openBranch() {
  const bank = await openBank();
  const app = fastify();
  app.removeAllContentTypeParsers();
  acceptForms(app);
  await app.register(bank.routes);
  return {
    ...bank,
    /** A mandate of R 99,00 on the 31st of three months, which may be decided within the hour. */
    ask: async (more: Partial<MandateOrder> = {}) => {
      const mandateId = newId(bank.clock);
      await bank.rail.authorise({
        account: simulatorAccount,
        id: mandateId,
        merchantId: null,
        bankId: capitec.id,
        payee: 'Thabo & Sons',
        reference: 'CLUB 17',
        amount: 9_900n,
        maximum: 25_000n,
        payableNow: null,
        frequency: 'Monthly',
        firstPaymentDate: '2026-12-31',
        occurrences: 3,
        expiresAt: new Date(bank.clock.now().getTime() + 60 * minute),
        returnUrl: shop,
        ...more,
      });
      return mandateId;
    },
    get: (id: string, page = '') => app.inject({ url: `/bank/mandates/${id}${page}` }),
    post: (id: string, page: string, fields: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: `/bank/mandates/${id}${page}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      }),
    stands: async (id: string) => (await bank.rail.enquireMandate(id)).outcome,
  };
}

describe("the bank's pages of a mandate", () => {
  test('lead from a filled-in log-in over the whole terms and one approval back to the shop', async () => {
    const bank = await openBranch();
    const id = await bank.ask();
    const login = await bank.get(id);
    assert.equal(login.headers['cache-control'], 'no-store');
    assert.match(login.body, /TEST BANK[\s\S]*name="user"[^>]*value="demo"/);
    assert.equal((await bank.post(id, '')).headers.location, `/bank/mandates/${id}/approve`);
    const { body } = await bank.get(id, '/approve');
    const terms = [
      'Thabo &amp; Sons',
      'R\u00a099,00',
      'every month',
      '31 Dec 2026',
      '28 Feb 2027',
      '<dd>3</dd>',
    ];
    for (const said of ['TEST BANK', ...terms, 'R\u00a0250,00 in one payment', 'CLUB 17', 'Capitec'])
      assert.ok(body.includes(said), said);
    const [, savings] = payerAccounts(capitec);
    const approved = await bank.post(id, '/approve', { decision: 'approve', account: savings.number });
    assert.equal(approved.headers.location, shop);
    const { outcome, payerAccount } = await bank.rail.enquireMandate(id);
    assert.deepEqual([outcome, payerAccount], ['approved', savings.number]);
  });

  test('let the customer decline instead of logging in', async () => {
    const bank = await openBranch();
    const id = await bank.ask();
    assert.match((await bank.get(id)).body, /name="decision" value="decline"/);
    assert.equal((await bank.post(id, '/approve', { decision: 'decline' })).headers.location, shop);
    assert.equal(await bank.stands(id), 'declined');
  });

  test('show its status once it is over, with the shop as the only way on', async () => {
    const bank = await openBranch();
    const ends = {
      'You approved': (id: string) => bank.post(id, '/approve', { decision: 'approve' }),
      'You declined': (id: string) => bank.post(id, '/approve', { decision: 'decline' }),
      'was cancelled': (id: string) => bank.rail.revoke(id),
      'The time to decide is over': async () => bank.clock.advance(60 * minute),
    };
    for (const [said, end] of Object.entries(ends)) {
      const id = await bank.ask();
      await end(id);
      const before = await bank.stands(id);
      for (const page of ['', '/approve']) {
        const { body, statusCode } = await bank.get(id, page);
        assert.equal(statusCode, 200);
        assert.ok(body.includes(said), said);
        assert.deepEqual(body.match(/(?:href|action)="[^"]*"/g), [`href="${shop}"`]);
      }
      await bank.post(id, '/approve', { decision: before === 'approved' ? 'decline' : 'approve' });
      assert.equal(await bank.stands(id), before);
    }
  });

  test('show nothing while the bank is down, and report an unknown mandate', async () => {
    const bank = await openBranch();
    const id = await bank.ask();
    bank.setFaults({ down: true });
    assert.equal((await bank.get(id)).statusCode, 503);
    assert.equal((await bank.post(id, '/approve', { decision: 'approve' })).statusCode, 503);
    bank.setFaults({});
    assert.equal(await bank.stands(id), 'waiting');
    for (const unknown of ['nonsense', '%27', newId(bank.clock)])
      assert.equal((await bank.get(unknown)).statusCode, 404);
  });

  test('show the amount taken right away, before and after the response, if there is one', async () => {
    const bank = await openBranch();
    const shown = /<dt>Once, right away<\/dt><dd>R\u00a070,00<\/dd>/;
    const id = await bank.ask({ payableNow: 7_000n });
    assert.match((await bank.get(id, '/approve')).body, shown);
    await bank.post(id, '/approve', { decision: 'approve' });
    assert.match((await bank.get(id)).body, shown);
    const without = await bank.get(await bank.ask(), '/approve');
    assert.doesNotMatch(without.body, /right away/);
  });

  test('name one payment as one', async () => {
    const bank = await openBranch();
    const { body } = await bank.get(await bank.ask({ occurrences: 1 }), '/approve');
    assert.match(body, /one time/);
    assert.doesNotMatch(body, /every month/);
  });
});
