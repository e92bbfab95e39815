// Support: remarks on payments, and who is named to whom.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Role, roles } from '../../src/core/users/permissions.ts';
import { withoutTriggers } from '../support/console-rows.ts';
import { clientOf, openService } from '../support/opening.ts';
import { waitingRows } from '../support/waiting-rows.ts';
import { ask, plain, strangerOf, type Visitor, visitorOf, visitorsOf } from './support.ts';

const service = await openService();
const [support, admin, operator] = await visitorsOf(service, 'support', 'admin', 'operator-support');
const foreign = await strangerOf(service, 'admin');
const shop = clientOf(service);
const { body } = await shop.createPayments({ amount: '25.00', transactionReference: 'ORDER-1' });
const path = `/console/payments/${body.paymentRequestId}`;

const timelineOf = (page: string): string =>
  plain(/<ol class="timeline"[\s\S]*?<\/ol>/.exec(page)?.[0] ?? '');

test('a remark is in the timeline with its author, and in the audit log', async () => {
  const text = 'She called: <b>paid</b> twice from 62001234567.';
  const left = await support.act(path, `${path}/note`, { text });
  assert.equal(left.status, 303, left.text);
  const shown = (await admin.get(path)).text;
  assert.ok(!shown.includes('<b>paid'));
  assert.match(timelineOf(shown), /Note: She called: <b>paid<\/b> twice from \*+4567/);
  assert.ok(timelineOf(shown).includes(`by ${support.email}`));
  const audit = (await admin.get('/console/audit.csv?action=payment.note')).text;
  assert.ok(audit.includes(path.split('/').at(-1)!), audit);
  const empty = await support.act(path, `${path}/note`, { text: ' ' });
  assert.equal(empty.status, 422);
  assert.equal((await foreign.post(`${path}/note`, { form: crypto.randomUUID(), text })).status, 404);
});

test('a payment accepts a hundred remarks of its merchant, and others of the operator', async () => {
  const { body } = await shop.createPayments({ transactionReference: 'ORDER-2' });
  const own = `/console/payments/${body.paymentRequestId}`;
  const leave = (visitor: Visitor) =>
    visitor.post(`${own}/note`, { form: crypto.randomUUID(), text: 'A remark.' });
  const statuses = await Promise.all(Array.from({ length: 105 }, () => leave(support)));
  assert.equal(statuses.filter(({ status }) => status === 303).length, 100);
  const refused = await leave(admin);
  assert.equal(refused.status, 429);
  assert.match(refused.text, /This payment has 100 notes, which is the limit/);
  assert.equal((await leave(operator)).status, 303);
  assert.equal(timelineOf((await support.get(own)).text).split('Note: ').length - 1, 100);
});

test('only the operator sees the operator’s remarks', async () => {
  const left = await operator.act(path, `${path}/note`, { text: 'Ask the bank on Monday.' });
  assert.equal(left.status, 303, left.text);
  const shown = timelineOf((await operator.get(path)).text);
  assert.match(shown, /Note: Ask the bank on Monday/);
  assert.match(shown, /Note: She called/);
  assert.ok(shown.includes(`by ${operator.email}`));
  assert.doesNotMatch(timelineOf((await support.get(path)).text), /Monday/);
  assert.doesNotMatch((await admin.get('/console/audit')).text, /Monday/);
});

test('a merchant is notified once a day that an operator acted and looked, without the operator’s name', async () => {
  const cancelled = await operator.act(path, `${path}/cancel`);
  assert.equal(cancelled.status, 303, cancelled.text);
  const steps = timelineOf((await support.get(path)).text);
  assert.match(steps, /by Tefo operator/);
  assert.ok(!steps.includes(operator.userId) && !steps.includes(operator.email));
  assert.ok(timelineOf((await operator.get(path)).text).includes(`by ${operator.email}`));
  const audit = await admin.get('/console/audit');
  assert.match(audit.text, /Tefo operator/);
  assert.ok(!audit.text.includes(operator.email));
  const looked = (await admin.get('/console/audit.csv?action=merchant.see')).text;
  assert.equal(looked.match(/Tefo operator/g)?.length, 1);
  // The response does not confirm their addresses either.
  const asked = await admin.get(`/console/audit?who=${encodeURIComponent(operator.email)}`);
  assert.doesNotMatch(asked.text, /Tefo operator/);
});

test('an operator is shown to be one; a merchant’s own are not noted as looking', async () => {
  assert.match((await operator.get('/console')).text, />Operator</);
  assert.doesNotMatch((await admin.get('/console')).text, />Operator</);
  const looked = (await admin.get('/console/audit.csv?action=merchant.see')).text;
  assert.ok(!looked.includes(admin.email));
  assert.equal((await ask(service, path)).status, 303);
});

test('the number of a tile at home is that of the list behind it, for every role', async () => {
  const [attempt] = await service.db<{ id: string; merchantId: string; siteId: string }[]>`
    select gen_random_uuid() as id, merchant_id, id as site_id from sites where merchant_id = ${service.merchant.merchant.id}`;
  const { id: transactionId, merchantId, siteId } = attempt!;
  const longAgo = new Date(service.ctx.clock.now().getTime() - 5 * 86_400_000);
  const rows = waitingRows({ merchantId, siteId, transactionId, at: longAgo, payouts: 3 });
  for (const make of Object.values(rows))
    await withoutTriggers(service.db, async (tx) => void (await make(tx)));
  const seen = new Set<string>();
  const known: Partial<Record<Role, Visitor>> = { support, admin, 'operator-support': operator };
  for (const role of roles) {
    const visitor = known[role] ?? (await visitorOf(service, role));
    const { text } = await visitor.get('/console');
    const tiles = [...text.matchAll(/data-tile="([^"]+)" data-count="(\d+)" href="([^"]+)"/g)];
    for (const [, tile, count, href] of tiles) {
      seen.add(tile!);
      const list = await visitor.get(plain(href!));
      assert.equal(list.status, 200, `${role} ${href}`);
      assert.match(list.text, new RegExp(`<caption>${count} `), `${role} ${href}`);
    }
  }
  assert.deepEqual(
    [...seen].sort(),
    'beneficiaries,bulk,deliveries,deposits,lines,payouts,refunds,webhooks'.split(','),
  );
});
