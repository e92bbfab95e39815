import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { type Answer, assertError, openOne } from '../../../test/support/setup/one-api.ts';
import { webhookEventTypes } from '../../core/events.ts';

const one = await openOne();
const { token: otherToken } = await one.stranger();

const body = (given: object = {}) => ({
  endpoint: 'https://shop.example/hook',
  eventType: 'transaction.complete',
  ...given,
});
const put = (id: string, given?: object, token?: string) =>
  one.call('PUT', `/webhooks/${id}`, { body: body(given), ...(token && { token }) });
const remove = (id: string, token?: string) =>
  one.call('DELETE', `/webhooks/${id}`, { ...(token && { token }) });
const all = async (): Promise<Answer['body'][]> => (await one.get('/webhooks')).body.results;

/** Creates a webhook, does `work` with it and removes it. */
async function withWebhook(work: (webhook: Answer['body']) => Promise<void>, given?: object): Promise<void> {
  const { body: webhook, status } = await one.post('/webhooks', body(given));
  assert.equal(status, 201);
  await work(webhook);
  assert.equal((await remove(webhook.id)).status, 204);
}

describe('a webhook', () => {
  test('is made, thin where nothing else is said, and read, listed, changed and removed by its id', async () => {
    const answer = await one.post('/webhooks', body());
    assert.equal(answer.status, 201);
    const { id } = answer.body;
    assert.deepEqual(answer.body, { id, ...body(), messageType: 'thin' });
    assert.equal(answer.headers.location, `${one.config.oneUrl}/webhooks/${id}`);
    assert.deepEqual((await one.get(`/webhooks/${id}`)).body, answer.body);
    assert.deepEqual(await all(), [answer.body]);
    const changed = { endpoint: 'http://b.example/', eventType: 'refund.complete', messageType: 'full' };
    const put200 = await put(id, changed);
    assert.deepEqual([put200.status, put200.body], [200, { id, ...changed }]);
    assert.equal(put200.headers.location, undefined);
    assert.deepEqual((await one.get(`/webhooks/${id.toUpperCase()}`)).body, { id, ...changed });
    const gone = await remove(id);
    assert.deepEqual([gone.status, gone.text], [204, '']);
    assert.equal((await remove(id)).status, 204);
    assertError(await one.get(`/webhooks/${id}`), { status: 404, code: 'NotFound' });
    assert.deepEqual(await all(), []);
  });

  for (const eventType of webhookEventTypes)
    test(`is for ${eventType}`, () =>
      withWebhook(async (webhook) => assert.equal(webhook.eventType, eventType), { eventType }));

  test('of a list is on exactly one page, also if others are removed in between', async () => {
    for (let count = 0; count < 9; count++) {
      await one.post('/webhooks', body());
      one.clock.advance(count % 2);
    }
    const ids: string[] = (await all()).map(({ id }) => id);
    const idsOf = (page: Answer['body']) => page.results.map(({ id }: { id: string }) => id);
    const pages: Answer['body'][] = [];
    // After each page, some webhooks that were already shown are removed, and at the end one that was not.
    for (const gone of [[1], [3], [4, 7], []]) {
      pages.push((await one.get(pages.at(-1)?.links.next ?? '/webhooks?limit=2')).body);
      for (const index of gone) await remove(ids[index]!);
    }
    assert.deepEqual(
      pages.map(idsOf),
      [
        [0, 1],
        [2, 3],
        [4, 5],
        [6, 8],
      ].map((page) => page.map((index) => ids[index])),
    );
    assert.equal(pages.at(-1).meta.hasMore, false);
    assert.deepEqual(idsOf((await one.get(pages.at(-1).links.prev)).body), [ids[2], ids[5]]);
    for (const id of ids) await remove(id);
  });

  test('is created by PUT under an unknown id, and under a removed one again, with another secret', async () => {
    const id = randomUUID();
    const made = await put(id);
    assert.deepEqual([made.status, made.body.id], [201, id]);
    assert.equal(made.headers.location, `${one.config.oneUrl}/webhooks/${id}`);
    const { secret } = (await one.get(`/webhooks/${id}/secret`)).body;
    assert.equal((await put(id)).status, 200);
    assert.equal((await one.get(`/webhooks/${id}/secret`)).body.secret, secret);
    await remove(id);
    assert.equal((await put(id)).status, 201);
    assert.notEqual((await one.get(`/webhooks/${id}/secret`)).body.secret, secret);
    await remove(id);
  });

  test('is created once by simultaneous PUTs of one id', async () => {
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(id)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(19).fill(200), 201]);
    assert.equal((await all()).length, 1);
    const secrets = await one.db`select 1 from webhook_secrets where webhook_id = ${id}`;
    assert.equal(secrets.length, 1);
    await remove(id);
  });

  test('of another merchant is a 404', async () => {
    await withWebhook(async ({ id }) => {
      const sent = { token: otherToken };
      for (const answer of [
        await one.call('GET', `/webhooks/${id}`, sent),
        await one.call('GET', `/webhooks/${id}/secret`, sent),
        await put(id, {}, otherToken),
        await remove(id, otherToken),
        await one.call('POST', `/webhooks/${id}/replay`, sent),
      ]) {
        assertError(answer, { status: 404, code: 'NotFound' });
      }
      assert.deepEqual((await one.call('GET', '/webhooks', sent)).body.results, []);
      assert.equal((await all()).length, 1);
    });
  });

  test('has a secret that every token of its merchant reads', async () => {
    await withWebhook(async ({ id }) => {
      for (const scope of ['payments', 'refunds', 'settlements']) {
        const token = await one.tokenFor(one.merchant, scope);
        const { status, body: answer } = await one.call('GET', `/webhooks/${id}/secret`, { token });
        assert.equal(status, 200);
        assert.match(answer.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
        assert.equal(Object.keys(answer).length, 1);
      }
    });
  });

  test('is at rest without its secret in the clear', async () => {
    await withWebhook(async ({ id }) => {
      const { secret } = (await one.get(`/webhooks/${id}/secret`)).body;
      const [row] = await one.db<
        { sealed: string }[]
      >`select sealed from webhook_secrets where webhook_id = ${id}`;
      assert.ok(!row!.sealed.includes(secret.slice(6)));
      assert.equal(one.ctx.keyring.open(row!.sealed), secret);
    });
  });

  test('is created once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => one.post('/webhooks', body(), headers)));
    const ids = new Set(answers.map((answer) => answer.body.id));
    assert.equal(ids.size, 1);
    assert.equal((await all()).length, 1);
    assertError(await one.post('/webhooks', body({ endpoint: 'https://c.example/' }), headers), {
      status: 409,
      code: 'Conflict',
      source: { header: 'Idempotency-Key' },
    });
    await remove([...ids][0]);
  });
});

describe('a merchant has 20 webhooks', () => {
  test('and not one more, however many ask at once, by POST and by PUT', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 ? one.post('/webhooks', body()) : put(randomUUID()),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    assert.equal(made.length, 20);
    for (const answer of answers.filter(({ status }) => status !== 201))
      assertError(answer, { status: 409, code: 'WebhookLimitReached' });
    assert.equal((await all()).length, 20);
    assert.equal((await one.get('/webhooks?limit=15')).body.meta.hasMore, true);
    // Changing one needs no free place, and removing one frees a place.
    assert.equal((await put(made[0]!.body.id, { eventType: 'refund.complete' })).status, 200);
    await remove(made[0]!.body.id);
    assert.equal((await one.post('/webhooks', body())).status, 201);
    assertError(await one.post('/webhooks', body()), { status: 409, code: 'WebhookLimitReached' });
    assert.equal((await one.call('POST', '/webhooks', { body: body(), token: otherToken })).status, 201);
    await Promise.all((await all()).map(({ id }) => remove(id)));
  });
});

describe('a request for a webhook', () => {
  // biome-ignore format: a table
  const broken: [given: object, pointer: string][] = [
    [{ endpoint: undefined }, '/endpoint'],
    [{ endpoint: '' }, '/endpoint'],
    [{ endpoint: 7 }, '/endpoint'],
    [{ endpoint: 'shop.example/hook' }, '/endpoint'],
    [{ endpoint: 'ftp://shop.example/hook' }, '/endpoint'],
    [{ endpoint: 'https://' }, '/endpoint'],
    [{ endpoint: 'https://user:word@shop.example/hook' }, '/endpoint'],
    [{ endpoint: ' https://shop.example/hook' }, '/endpoint'],
    [{ endpoint: 'https://shop.example/a b' }, '/endpoint'],
    [{ endpoint: `https://shop.example/${'x'.repeat(2000)}` }, '/endpoint'],
    [{ endpoint: 'javascript:alert(1)' }, '/endpoint'],
    [{ eventType: undefined }, '/eventType'],
    [{ eventType: 'transaction.pending' }, '/eventType'],
    [{ eventType: ['transaction.complete'] }, '/eventType'],
    [{ messageType: 'fat' }, '/messageType'],
    [{ messageType: null }, '/messageType'],
  ];
  for (const [given, pointer] of broken) {
    test(`${JSON.stringify(given)} is a 400 that names ${pointer}`, async () => {
      for (const answer of [await one.post('/webhooks', body(given)), await put(randomUUID(), given)]) {
        assertError(answer, { status: 400, code: 'BadRequest', source: { pointer } });
      }
    });
  }

  test('to PUT under an id that is not a uuid is a 400, to read it a 404', async () => {
    assertError(await put('my-hook'), { status: 400, code: 'BadRequest', source: { parameter: 'id' } });
    for (const answer of [await one.get('/webhooks/my-hook'), await remove('my-hook')])
      assertError(answer, { status: 404, code: 'NotFound' });
  });

  test('in production names an https address', async () => {
    one.config.mode = 'production';
    try {
      const plain = body({ endpoint: 'http://shop.example/hook' });
      assertError(await one.post('/webhooks', plain), {
        status: 400,
        code: 'BadRequest',
        source: { pointer: '/endpoint' },
      });
      await withWebhook(async () => {});
    } finally {
      one.config.mode = 'staging';
    }
  });

  test('to replay has times in their order and messages that are the webhook’s', async () => {
    await withWebhook(async ({ id }) => {
      const replay = (given?: object) => one.post(`/webhooks/${id}/replay`, given);
      for (const given of [undefined, {}, { since: '2026-11-01T00:00:00Z', until: '2026-11-02T00:00:00Z' }]) {
        const answer = await replay(given);
        assert.deepEqual([answer.status, answer.text], [202, '']);
      }
      // biome-ignore format: a table
      const wrong: [object, string][] = [
        [{ since: 'yesterday' }, '/since'],
        [{ since: '2026-11-02T00:00:00Z', until: '2026-11-01T00:00:00Z' }, '/until'],
        [{ messageIds: [] }, '/messageIds'],
        [{ messageIds: ['x'] }, '/messageIds/0'],
        [{ messageIds: [randomUUID()] }, '/messageIds/0'],
      ];
      for (const [given, pointer] of wrong)
        assertError(await replay(given), { status: 400, code: 'BadRequest', source: { pointer } });
    });
    assertError(await one.post(`/webhooks/${randomUUID()}/replay`), { status: 404, code: 'NotFound' });
  });
});
