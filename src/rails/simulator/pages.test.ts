import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fastify from 'fastify';
import { capitec, openBank } from '../../../test/support/setup/simulator.ts';
import { acceptForms } from '../../kernel/http/bodies.ts';
import { newId } from '../../kernel/ids.ts';
import { payerAccounts } from './accounts.ts';

const shop = 'http://localhost:8420/pay/return';

async function openBranch() {
  const bank = await openBank();
  const app = fastify();
  app.removeAllContentTypeParsers();
  acceptForms(app);
  await app.register(bank.routes);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return {
    ...bank,
    get: (id: string, page = '') => app.inject({ url: `/bank/orders/${id}${page}` }),
    post: (id: string, page: string, fields: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: `/bank/orders/${id}${page}`,
        headers,
        payload: new URLSearchParams(fields).toString(),
      }),
  };
}

describe("the bank's pages", () => {
  test('lead from a filled-in log-in over one approval back to the shop', async () => {
    const bank = await openBranch();
    const id = await bank.begin(123450n);
    const login = await bank.get(id);
    assert.equal(login.statusCode, 200);
    assert.equal(login.headers['cache-control'], 'no-store');
    assert.match(login.body, /TEST BANK/);
    assert.match(login.body, /name="user"[^>]*value="demo"/);
    const approval = await bank.post(id, '', { user: 'demo', pin: '12345' });
    assert.equal(approval.statusCode, 303);
    assert.equal(approval.headers.location, `/bank/orders/${id}/approve`);
    const page = await bank.get(id, '/approve');
    for (const text of ['TEST BANK', 'R\u00a01\u00a0234,50', 'Thabo &amp; Sons', 'INV 17'])
      assert.ok(page.body.includes(text));
    const [everyday, savings] = payerAccounts(capitec);
    for (const { number } of [everyday, savings]) assert.ok(page.body.includes(number));
    const back = await bank.post(id, '/approve', { decision: 'approve', account: savings.number });
    assert.equal(back.statusCode, 303);
    assert.equal(back.headers.location, shop);
    assert.equal((await bank.rail.enquire(id)).payerAccount, savings.number);
  });

  test('bear going back, reloading and sending a form again', async () => {
    const bank = await openBranch();
    const id = await bank.begin(2500n);
    assert.equal((await bank.get(id, '/approve')).headers.location, `/bank/orders/${id}`);
    assert.equal(
      (await bank.post(id, '/approve', { decision: 'approve' })).headers.location,
      `/bank/orders/${id}/approve`,
    );
    assert.equal(await bank.outcome(id), 'waiting');
    await Promise.all([bank.post(id, '', {}), bank.post(id, '', {})]);
    assert.equal((await bank.get(id)).headers.location, `/bank/orders/${id}/approve`);
    const clicks = await Promise.all(
      ['approve', 'approve', 'approve'].map((decision) => bank.post(id, '/approve', { decision })),
    );
    assert.ok(clicks.every((click) => click.headers.location === shop));
    assert.equal((await bank.post(id, '/approve', { decision: 'decline' })).headers.location, shop);
    for (const page of ['', '/approve']) {
      const ended = await bank.get(id, page);
      assert.match(ended.body, /You paid/);
      assert.ok(ended.body.includes(`href="${shop}"`));
      assert.ok(!ended.body.includes('<form'));
    }
    assert.equal((await bank.statement()).length, 1);
  });

  for (const [decision, outcome] of [
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
  ] as const) {
    test(`${decision} at the payer's wish`, async () => {
      const bank = await openBranch();
      const id = await bank.begin(2500n);
      await bank.post(id, '', {});
      assert.equal((await bank.post(id, '/approve', { decision })).headers.location, shop);
      assert.equal(await bank.outcome(id), outcome);
    });
  }

  test('let the payer cancel instead of logging in', async () => {
    const bank = await openBranch();
    const id = await bank.begin(2500n);
    assert.equal((await bank.post(id, '/approve', { decision: 'cancel' })).headers.location, shop);
    assert.equal(await bank.outcome(id), 'cancelled');
  });

  test('take no decision and no account they did not offer', async () => {
    const bank = await openBranch();
    const id = await bank.begin(2500n);
    await bank.post(id, '', {});
    const wrong: Record<string, string>[] = [
      {},
      { decision: 'authenticate' },
      { decision: 'approve', account: '1234567890' },
    ];
    for (const fields of wrong) {
      assert.equal((await bank.post(id, '/approve', fields)).headers.location, `/bank/orders/${id}/approve`);
    }
    assert.equal(await bank.outcome(id), 'authenticated');
  });

  test('lose the payer of .93 on arrival', async () => {
    const bank = await openBranch();
    const id = await bank.begin(193n);
    const page = await bank.get(id);
    assert.equal(page.statusCode, 200);
    assert.ok(page.body.includes(`href="${shop}"`));
    assert.equal(await bank.outcome(id), 'abandoned');
  });

  test('are busy for .99, with the shop as the only way on, and find the payment 5 seconds later', async () => {
    const bank = await openBranch();
    const id = await bank.begin(199n);
    await bank.post(id, '', {});
    assert.equal(
      (await bank.post(id, '/approve', { decision: 'approve' })).headers.location,
      `/bank/orders/${id}/approve`,
    );
    const busy = await bank.get(id, '/approve');
    assert.equal(busy.statusCode, 503);
    assert.equal(busy.headers['retry-after'], '5');
    assert.deepEqual(busy.body.match(/(?:href|action)="[^"]*"/g), [`href="${shop}"`]);
    bank.clock.advance(5_000);
    assert.match((await bank.get(id)).body, /You paid/);
  });

  test('do not redirect when the response gets lost, and show nothing while the bank is down', async () => {
    const bank = await openBranch();
    const id = await bank.begin(100n);
    await bank.post(id, '', {});
    bank.setFaults({ timeoutAfterCommit: true });
    assert.equal(
      (await bank.post(id, '/approve', { decision: 'approve' })).headers.location,
      `/bank/orders/${id}/approve`,
    );
    bank.setFaults({ down: true });
    assert.equal((await bank.get(id)).statusCode, 503);
    bank.setFaults({});
    assert.equal(await bank.outcome(id), 'paid');
  });

  test('report an unknown address', async () => {
    const bank = await openBranch();
    for (const id of ['nonsense', '%27', newId(bank.clock)]) {
      const page = await bank.get(id);
      assert.equal(page.statusCode, 404);
      assert.match(page.body, /TEST BANK/);
    }
  });
});
