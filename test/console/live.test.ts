// Live pages over HTTP: the messages of a stream, its recipients, and its end.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startBulkAction } from '../../src/core/bulk-actions/actions.ts';
import { atCommandLine } from '../../src/core/users/signed-in-user.ts';
import { disableUser } from '../../src/core/users/users.ts';
import { limits } from '../../src/pages/console/live/hub.ts';
import { operatorHeader } from '../../src/sandbox/operator.ts';
import { openRefunds } from '../support/refunding.ts';
import { until } from '../support/until.ts';
import { ask, type Visitor, visitorOf } from './support.ts';

const shop = await openRefunds();
const support = await visitorOf(shop, 'support');

const address = (page: string) => `/console/live?page=${encodeURIComponent(page)}`;

interface Report {
  response: Response;
  /** The bytes sent so far. */
  text(): string;
  until(words: RegExp): Promise<void>;
  ended: Promise<unknown>;
  leave(): void;
}

/** Listens to a page. */
async function listen(visitor: Visitor, page: string): Promise<Report> {
  const controller = new AbortController();
  const { cookie } = visitor;
  const response = await fetch(new URL(address(page), shop.base), {
    headers: { cookie },
    signal: controller.signal,
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
  let text = '';
  const take = async (): Promise<void> => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  };
  const ended = take().catch(() => {});
  return {
    response,
    ended,
    text: () => text,
    leave: () => controller.abort(),
    until: async (words) => {
      await until(() => words.test(text)).catch(() => assert.fail(`${words} did not come: ${text}`));
    },
  };
}

const order = async (): Promise<string> => {
  shop.clock.set(new Date(shop.clock.now().getTime() + 1_000));
  return shop.pay(10);
};

/** As the operator, who alone has the snapshots of several merchants. */
async function control(path: string, body: object = {}): Promise<void> {
  const operator = await operatorHeader(shop.ctx.keyring, shop.clock);
  const headers = { ...operator, apikey: shop.merchant.apiKey, 'content-type': 'application/json' };
  const { status, text } = await shop.send('POST', `/sandbox${path}`, headers, JSON.stringify(body));
  assert.ok(status < 300, `${path}: ${status} ${text}`);
}

test('only viewers in their scope receive new rows', async () => {
  await order();
  const stranger = await visitorOf(shop, 'support', (await shop.stranger()).merchant.id);
  const [own, foreign] = await Promise.all([
    listen(support, '/console/payments?state=complete'),
    listen(stranger, '/console/payments'),
  ]);
  await order();
  await order();
  await own.until(/href="\/console\/payments\?state=complete">2 newer</);
  assert.match(own.text(), /hx-target="#live-said"[^\n]*\d newer payments?\./);
  assert.doesNotMatch(own.text(), /<tr/, 'no row is sent');
  assert.doesNotMatch(foreign.text(), /newer/);
  for (const one of [own, foreign]) one.leave();
});

test('a user without permission for a page receives none of its updates', async () => {
  const statusOf = async (page: string) => (await support.get(address(page))).status;
  assert.equal((await ask(shop, address('/console/payments'))).status, 401);
  assert.equal(await statusOf('/console/users'), 403);
  assert.equal(await statusOf('/console/payments/0193c8a0-0000-7000-8000-000000000000'), 404);
  assert.equal(await statusOf('/console/nothing'), 404);
  for (const rubbish of [
    '',
    'https://example.com/console',
    '/console/%zz',
    '/console/payments?colour=red',
    '//x/console',
  ])
    assert.equal(await statusOf(rubbish), 400, rubbish);
  assert.equal(await statusOf('/console/payments.csv'), 404, 'an export is no page');
});

test('the timeline grows with events, and a restored snapshot makes every client reload', async () => {
  const transaction = await order();
  const [paid] = await shop.db<
    { id: string }[]
  >`select payment_id as id from transactions where id = ${transaction}`;
  const received = await listen(support, `/console/payments/${paid!.id}`);
  const shown = received.text().length;
  await shop.refund(transaction, 2.5);
  await received.until(/hx-target="#live-timeline"[\s\S]*refund/i);
  assert.ok(received.text().length > shown);
  await control('/snapshots', { name: 'live' });
  await control('/snapshots/live/restore');
  await received.ended;
  assert.match(received.text(), /event: back\n/);
});

test('a stream ends with the session, on a change of role, and of who is disabled', async () => {
  const [visitor, left] = [await visitorOf(shop, 'developer'), await visitorOf(shop, 'viewer')];
  const [signedIn, changed, disabled] = await Promise.all([
    listen(visitor, '/console'),
    listen(await visitorOf(shop, 'finance'), '/console'),
    listen(left, '/console/payments'),
  ]);
  const stays = await listen(support, '/console');
  await visitor.post('/console/sign-out', {});
  await shop.db`update console.held set role = 'admin' where role = 'finance'`;
  await disableUser(shop.ctx, atCommandLine('test', true), left.userId);
  await Promise.all([signedIn.ended, changed.ended, disabled.ended]);
  assert.match(signedIn.text(), /event: signed-out\n/);
  assert.match(changed.text(), /event: back\n/);
  assert.match(disabled.text(), /event: signed-out\n/);
  assert.doesNotMatch(stays.text(), /event: (?:back|signed-out)\n/);
  // The sandbox's time moves: every client reloads, and shows the new state.
  shop.clock.set(new Date(shop.clock.now().getTime() + 3_600_000));
  await stays.ended;
  assert.match(stays.text(), /event: back\n/);
});

test('a row that is committed after newer ones were seen is announced as well', async () => {
  const [first] = await shop.db<{ id: string; createdAt: Date }[]>`
    select id, created_at from payments order by created_at desc, id desc limit 1`;
  const received = await listen(support, '/console/payments');
  await order();
  await received.until(/>1 newer</);
  // As if its transaction had started before that of the newest row on the page, and ended only now.
  await shop.db`
    insert into payments select (jsonb_populate_record(payment, jsonb_build_object(
      'id', ${'0193c8a0-0000-7000-8000-00000000a1a1'}::text, 'merchant_reference', 'LATE',
      'created_at', payment.created_at - interval '1 millisecond'))).*
    from payments payment where id = ${first!.id}`;
  await received.until(/>2 newer</);
  received.leave();
});

test('a task continues automatically on its page, until it has ended', async () => {
  const { id: merchantId } = shop.merchant.merchant;
  const payments = await shop.db<{ paymentId: string; reference: string; amountCents: bigint }[]>`
    select id as payment_id, merchant_reference as reference, amount_cents from payments
    where merchant_id = ${merchantId} and state = 'complete' and merchant_reference <> 'LATE' order by created_at desc limit 3`;
  const task = await startBulkAction(
    { ...shop.ctx, actor: `user:${support.userId}` },
    { merchants: [merchantId] },
    { kind: 'resend', filters: '', payments: payments.map((payment) => ({ ...payment, merchantId })) },
  );
  const page = `/console/payments/tasks/${task.id}`;
  assert.match((await support.get(page)).text, /hx-sse:connect/);
  const received = await listen(support, page);
  await received.until(/0 of 3 payments/);
  assert.doesNotMatch(received.text(), /<table/, 'the list of its payments stays as it is');
  await shop.drain();
  await received.until(/3 of 3 payments: 3 resent[\s\S]*Show the outcome of each payment/);
  assert.doesNotMatch((await support.get(page)).text, /hx-sse:connect/, 'the page no longer updates');
  received.leave();
});

test('a user has at most six streams, and a seventh replaces no stream of another user', async () => {
  const { merchant } = await shop.stranger();
  const [viewer, admin] = [
    await visitorOf(shop, 'viewer', merchant.id),
    await visitorOf(shop, 'admin', merchant.id),
  ];
  const open = await Promise.all(Array.from({ length: 6 }, () => listen(viewer, '/console')));
  const { status, headers, text } = await viewer.get(address('/console'));
  assert.deepEqual([status, headers.get('retry-after')], [503, '30']);
  assert.match(text, /You have 6 live pages open[^.]*\. This page works without live updates/);
  assert.equal((await viewer.get('/console')).status, 200);
  const another = await listen(admin, '/console');
  limits.ofMerchant = 1;
  const beyond = await admin.get(address('/console'));
  limits.ofMerchant = 60;
  assert.equal(beyond.status, 503);
  assert.match(beyond.text, /users of this merchant have 1 live pages open/);
  // The server ends the streams of those who sign out.
  for (const visitor of [viewer, admin]) await visitor.post('/console/sign-out', {});
  await Promise.all([...open, another].map(({ ended }) => ended));
});

test('streams beyond the limit are refused with a request to reload later', async () => {
  limits.streams = 1;
  const first = await listen(support, '/console');
  const { status, headers } = await support.get(address('/console'));
  assert.deepEqual([status, headers.get('retry-after')], [503, '30']);
  limits.streams = 200;
  // A server that waited for its streams would never close.
  await shop.server.close();
  await first.ended;
  assert.match(first.text(), /event: back\n/);
});

after(() => {
  limits.streams = 200;
});
