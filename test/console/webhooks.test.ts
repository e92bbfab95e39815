import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { answering } from '../support/receiver.ts';
import { openWebhookReceiver, openWebhookShop } from '../support/webhook-shop.ts';
import { hiddenOf, plain, strangerOf, visitorsOf } from './support.ts';

const shop = await openWebhookShop();
const receiver = await openWebhookReceiver();
const [developer, admin, support] = await visitorsOf(shop.service, 'developer', 'admin', 'support');
const foreign = await strangerOf(shop.service, 'admin');
let path: string;

const make = (endpoint: string) =>
  developer.act('/console/webhooks/new', '/console/webhooks/new', {
    endpoint,
    eventType: 'transaction.complete',
    messageType: 'thin',
  });

test('a developer creates a webhook, and a bad address is refused with the typed values', async () => {
  // No recipient gets these.
  for (let count = 0; count < 3; count += 1) await shop.pay({ merchantReference: `ORDER-${count}` });
  const refused = await make('http://10.0.0.1/hook?a=b');
  assert.equal(refused.status, 422);
  assert.match(refused.text, /must be reachable from the internet/);
  assert.ok(refused.text.includes('value="http://10.0.0.1/hook?a=b"'));
  const made = await make(receiver.endpoint);
  assert.equal(made.status, 303, made.text);
  path = made.to!;
  assert.match((await developer.get(path)).text, /Webhook created/);
});

test('a user without permission to change it sees no form, and another merchant’s user gets a 404', async () => {
  const shown = await support.get(path);
  assert.equal(shown.status, 200);
  assert.doesNotMatch(shown.text, /<h2 id="replay">|<button[^>]*>(?:Save|Delete)/);
  assert.equal((await support.get('/console/webhooks/new')).status, 403);
  for (const action of ['', '/delete', '/enable', '/replay', '/secret', '/stop'])
    assert.equal((await support.post(`${path}${action}`, {})).status, 403, action);
  assert.equal((await foreign.get(path)).status, 404);
  assert.equal((await foreign.get(`${path}/replay?since=1d`)).status, 404);
  for (const action of ['', '/delete', '/enable', '/replay', '/secret', '/stop']) {
    const form = { form: crypto.randomUUID(), messages: '1', since: '1d' };
    assert.equal((await foreign.post(`${path}${action}`, form)).status, 404, action);
  }
});

test('a running replay is stopped before any delivery is sent', async () => {
  const page = `${path}/replay?since=4d&until=`;
  assert.equal((await developer.act(page, `${path}/replay`)).status, 303);
  assert.match((await support.get(path)).text, /Replay in progress/);
  assert.doesNotMatch((await support.get(path)).text, /Stop replay<\/button>/);
  const stop = hiddenOf((await developer.get(path)).text, `${path}/stop`);
  assert.equal((await developer.post(`${path}/stop`, stop)).status, 303);
  const again = await developer.post(`${path}/stop`, { ...stop, form: crypto.randomUUID() });
  assert.equal(again.status, 409);
  assert.match(again.text, /The replay has ended/);
  const reported = receiver.received.length;
  await shop.drain();
  assert.equal(receiver.received.length, reported);
});

test('its secret is shown by its tail, and a new one once', async () => {
  const id = path.split('/').at(-1)!;
  const old = await shop.secretOf(id);
  const page = (await developer.get(path)).text;
  assert.match(page, new RegExp(`Ends in <strong>${old.slice(-4)}</strong>`));
  assert.ok(!page.includes(old));
  const shown = await developer.act(path, `${path}/secret`);
  assert.equal(shown.status, 200, shown.text);
  const secret = await shop.secretOf(id);
  assert.notEqual(secret, old);
  assert.ok(shown.text.includes(`<code>${secret}</code>`));
  const after = (await developer.get(path)).text;
  assert.match(after, new RegExp(`${old.slice(-4)}</strong>, created[\\s\\S]*expires`));
  assert.ok(!after.includes(secret));
  const stale = await developer.post(`${path}/secret`, {
    ...hiddenOf(page, `${path}/secret`),
    form: crypto.randomUUID(),
  });
  assert.equal(stale.status, 409);
  const audit = (await admin.get('/console/audit.csv?action=key.rotate')).text;
  assert.ok(audit.includes(`webhook ${id}`), audit);
  assert.ok(!audit.includes(secret));
});

test('a test event is signed, has its own type, and shows the endpoint’s response', async () => {
  const before = receiver.received.length;
  const sent = await support.act(path, `${path}/test`);
  assert.equal(sent.to, path, sent.text);
  assert.match((await support.get(path)).text, /Test event delivered: HTTP 200 in \d+ ms/);
  const { body, headers } = receiver.received.at(-1)!;
  assert.equal(receiver.received.length, before + 1);
  const secret = await shop.secretOf(path.split('/').at(-1)!);
  const message = new Webhook(secret).verify(body, headers as Record<string, string>) as object;
  assert.partialDeepStrictEqual(message, { type: 'webhook.test', data: { id: path.split('/').at(-1) } });
  receiver.behave(answering(503));
  const refused = await support.act(path, `${path}/test`);
  receiver.behave(answering(200));
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Test event failed: HTTP 503 in \d+ ms/);
  const trail = (await admin.get('/console/audit.csv?action=webhook.test')).text;
  assert.match(trail, /HTTP 200 in \d+ ms/);
});

test('the page begins with the health and the last error, and filters and resends its deliveries', async () => {
  receiver.behave(answering(500));
  await shop.pay({ merchantReference: 'ORDER-8' });
  await shop.drain();
  const ill = plain((await support.get(path)).text);
  assert.match(ill, /failing<\/span><\/span> since/);
  assert.match(ill, /Last error: HTTP 500/);
  assert.ok(ill.indexOf('Endpoint health') < ill.indexOf('Deliveries</h2>'));
  assert.doesNotMatch((await developer.get('/console')).text, /has failed since/);
  receiver.behave(answering(200));
  const [, delivery] = /action="(\/console\/deliveries\/[0-9a-f-]+)\/resend"/.exec(ill)!;
  assert.ok((await support.get(`${path}?state=pending`)).text.includes(delivery!));
  assert.ok(!(await support.get(`${path}?state=skipped`)).text.includes(`${delivery}/resend`));
  assert.equal((await support.get(`${path}?state=lost`)).status, 400);
  assert.equal((await support.act(path, `${delivery}/resend`)).status, 303);
  await shop.drain();
  assert.match((await support.get(path)).text, /healthy<\/span>/);
});

test('a webhook that fails for a day raises an alert, also when it is disabled', async () => {
  const id = path.split('/').at(-1)!;
  const now = shop.clock.now();
  const day = 24 * 60 * 60 * 1000;
  await shop.db`
    insert into receivers (id, merchant_id, webhook_id, url, failures, failing_since, last_failed_at)
    values (${id}, ${shop.service.merchant.merchant.id}, ${id}, ${receiver.endpoint}, 9, ${new Date(now.getTime() - 2 * day)}, ${now})`;
  for (const page of ['/console', '/console/webhooks', '/console/deliveries'])
    assert.match((await developer.get(page)).text, /has failed since[\s\S]*is disabled on/, page);
  assert.doesNotMatch((await foreign.get('/console')).text, /has failed since/);
  await shop.db`update receivers set disabled_at = ${now}, disabled_reason = 'every attempt has failed for 5 days' where id = ${id}`;
  assert.match((await developer.get('/console')).text, /was disabled[\s\S]*View webhook/);
  assert.match((await developer.get(path)).text, /Re-enable webhook<\/button>/);
  assert.equal((await support.act(path, `${path}/test`)).to, path);
  assert.equal((await developer.act(path, `${path}/enable`)).to, path);
});

test('missed notifications are counted before one replay', async () => {
  await shop.pass('P2D');
  const reported = receiver.received.length;
  const wrong = await developer.get(`${path}/replay?since=yesteryear`);
  assert.equal(wrong.status, 422);
  assert.ok(wrong.text.includes('value="yesteryear"'));
  const page = `${path}/replay?since=4d&until=`;
  const counted = await developer.get(page);
  assert.match(counted.text, /Resend 3 events<\/button>/);
  assert.match(counted.text, /2 days ago/);
  const replayed = await developer.act(page, `${path}/replay`);
  assert.equal(replayed.status, 303, replayed.text);
  assert.equal((await developer.act(page, `${path}/replay`)).status, 409);
  await shop.drain();
  assert.equal(receiver.received.length, reported + 3);
  assert.match((await developer.get(page)).text, /No events from/);
});

test('a notification shows its attempts, and responses only to permitted users', async () => {
  receiver.behave(answering(500, {}, 'out of order'));
  await shop.pay({ merchantReference: 'ORDER-9' });
  await shop.drain();
  receiver.behave(answering(200));
  const list = await support.get('/console/deliveries');
  assert.doesNotMatch(list.text, /notices?</);
  const [, deliveryPath] = /href="(\/console\/deliveries\/[0-9a-f-]+)"/.exec(list.text)!;
  const shown = plain((await support.get(deliveryPath!)).text);
  assert.match(shown, /Attempt 1: HTTP 500/);
  for (const old of ['notices', 'notifications']) {
    const moved = await support.get(deliveryPath!.replace('deliveries', old));
    assert.deepEqual([moved.status, moved.to], [301, deliveryPath]);
  }
  const oldList = await support.get('/console/notices?state=failed');
  assert.deepEqual([oldList.status, oldList.to], [301, '/console/deliveries?state=failed']);
  assert.match(shown, /<details[\s\S]*out of order/);
  assert.equal((await foreign.get(deliveryPath!)).status, 404);
  assert.equal((await foreign.post(`${deliveryPath}/resend`, { form: crypto.randomUUID() })).status, 404);
  const before = receiver.received.length;
  assert.equal((await support.act(deliveryPath!, `${deliveryPath}/resend`)).to, deliveryPath);
  await shop.drain();
  assert.equal(receiver.received.length, before + 1);
});

test('the page shows its server’s responses, hour by hour', async () => {
  const shown = plain((await support.get(path)).text);
  assert.match(shown, /data-label="Attempts">\d+<\/td><td class="money" data-label="Delivered">\d+ %/);
  assert.match(shown, /No pending deliveries|pending deliver/);
});

test('it is changed only as shown, and deleted', async () => {
  const change = { endpoint: `${receiver.endpoint}/2`, eventType: 'refund.complete', messageType: 'full' };
  assert.equal((await developer.act(path, path, change)).to, path);
  const stale = await developer.act(path, path, { ...change, seenEndpoint: receiver.endpoint });
  assert.equal(stale.status, 409);
  assert.equal((await developer.act(path, `${path}/delete`)).to, '/console/webhooks');
  assert.equal((await developer.get(path)).status, 404);
});
