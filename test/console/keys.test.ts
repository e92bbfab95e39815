// API keys of the One API and new sites, at the console and at the endpoints that enforce them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openService } from '../support/opening.ts';
import { until } from '../support/until.ts';
import { plain, type Shown, strangerOf, type Visitor, visitorsOf } from './support.ts';

const service = await openService();
const [admin, developer, operator] = await visitorsOf(service, 'admin', 'developer', 'operator-admin');
const other = await strangerOf(service, 'admin');

const path = '/console/keys';
const pathOf = (id: string, ...more: string[]) => [path, id, ...more].join('/');

/** Returns the secret and the id that a page shows. */
function shownIn({ text, status }: Shown): { id: string; secret: string } {
  assert.equal(status, 200, text);
  const codes = [...text.matchAll(/<code>([^<]*)<\/code>/g)];
  assert.equal(codes.length, 1);
  return { secret: plain(codes[0]![1]!), id: /data-field="client-id" data-value="([^"]*)"/.exec(text)![1]! };
}

const create = async (visitor: Visitor, fields: Record<string, string>) =>
  shownIn(await visitor.act(`${path}/new`, `${path}/new`, fields));

async function tokenOf({ id, secret }: { id: string; secret: string }) {
  const response = await fetch(`${service.base}/one/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** Returns the status of a request for a payment that is not there: 404 with the scope, 403 without it. */
const call = async (token: string, what = 'payments') =>
  (
    await fetch(`${service.base}/one/v1/${what}/${crypto.randomUUID()}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

test('a key is created with scopes, shown once, listed with its last use, and audited', async () => {
  const key = await create(developer, { name: 'Shop server', scopes: 'refunds' });
  const { body } = await tokenOf(key);
  assert.equal(body.scope, 'refunds');
  assert.deepEqual([await call(body.access_token!, 'refunds'), await call(body.access_token!)], [404, 403]);
  const page = (await admin.get(pathOf(key.id))).text;
  assert.ok(!page.includes(key.secret) && page.includes('Shop server'));
  assert.match(page, /<dt>Last used<\/dt><dd><time/);
  assert.match((await admin.get(path)).text, /Shop server/);
  const audit = (await admin.get('/console/audit.csv?action=client.create')).text;
  assert.ok(audit.includes(key.id) && !audit.includes(key.secret));
});

test('several scopes are ticked boxes of one name', async () => {
  const body = new URLSearchParams({ form: crypto.randomUUID(), name: 'Two' });
  for (const scope of ['payments', 'webhooks']) body.append('scopes', scope);
  const response = await fetch(`${service.base}${path}/new`, {
    method: 'POST',
    headers: { cookie: admin.cookie, 'sec-fetch-site': 'same-origin' },
    body,
  });
  const key = shownIn({ status: response.status, text: await response.text() } as Shown);
  assert.equal((await tokenOf(key)).body.scope, 'payments webhooks');
});

test('invalid input names its field, and the input stays', async () => {
  const wrong: Record<string, string>[] = [
    { name: '', scopes: 'payments' },
    { name: 'Tills', scopes: '' },
    { name: 'Tills', scopes: 'everything' },
    { name: 'Tills', scopes: 'payments', networks: '10.0.0.0/33' },
    { name: 'Tills', scopes: 'payments', networks: 'shop.example' },
    { name: 'Tills', scopes: 'payments', expires: '2020-01-01' },
    { name: 'Tills', scopes: 'payments', expires: 'soon' },
  ];
  for (const fields of wrong) {
    const { status, text } = await admin.act(`${path}/new`, `${path}/new`, fields);
    assert.equal(status, 422, JSON.stringify(fields));
    assert.ok(text.includes(`value="${fields.name}"`));
  }
});

test('a key for other networks gets no token, and its tokens are refused once it is narrowed', async () => {
  const away = await create(admin, {
    name: 'Away',
    scopes: 'payments',
    networks: '203.0.113.0/24, 2001:db8::/32',
  });
  const refused = await tokenOf(away);
  assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_client']);
  const here = await create(admin, { name: 'Here', scopes: 'payments', networks: '127.0.0.1 ::1' });
  const { body } = await tokenOf(here);
  assert.equal(await call(body.access_token!), 404);
  const narrowed = await admin.act(pathOf(here.id), pathOf(here.id, 'edit'), {
    name: 'Here',
    scopes: 'payments',
    networks: '203.0.113.7',
  });
  assert.equal(narrowed.to, pathOf(here.id), narrowed.text);
  await until(async () => (await call(body.access_token!)) === 403);
  assert.equal((await tokenOf(here)).status, 401);
});

test('a scope that is taken away is refused within seconds', async () => {
  const key = await create(admin, { name: 'Wide', scopes: 'payments refunds' });
  const { body } = await tokenOf(key);
  assert.equal(await call(body.access_token!), 404);
  await admin.act(pathOf(key.id), pathOf(key.id, 'edit'), { name: 'Wide', scopes: 'refunds', networks: '' });
  await until(async () => (await call(body.access_token!)) === 403);
});

test('a rolled key works together with its successor for the chosen time, once per form', async () => {
  const key = await create(admin, { name: 'Rolled', scopes: 'payments' });
  const rolled = shownIn(await admin.act(pathOf(key.id), pathOf(key.id, 'roll'), { overlap: '1' }));
  assert.equal(rolled.id, key.id);
  assert.deepEqual([(await tokenOf(key)).status, (await tokenOf(rolled)).status], [200, 200]);
  service.clock.advance(60 * 60_000);
  assert.deepEqual([(await tokenOf(key)).status, (await tokenOf(rolled)).status], [401, 200]);
  const page = (await admin.get(pathOf(key.id))).text;
  const seen = /name="seen" value="([0-9a-f-]{36})"/.exec(page)![1]!;
  const again = () => admin.post(pathOf(key.id, 'roll'), { form: crypto.randomUUID(), seen, overlap: '0' });
  const answers = await Promise.all(Array.from({ length: 10 }, again));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(9).fill(409)]);
  assert.equal((await tokenOf(rolled)).status, 401);
});

test('a revoked key is refused within five seconds, and cannot be rolled', async () => {
  const key = await create(admin, { name: 'Lost', scopes: 'payments' });
  const { body } = await tokenOf(key);
  assert.equal(await call(body.access_token!), 404);
  const revoked = await developer.act(pathOf(key.id), pathOf(key.id, 'revoke'));
  assert.equal(revoked.to, pathOf(key.id));
  await until(async () => (await call(body.access_token!)) === 401);
  assert.equal((await tokenOf(key)).status, 401);
  assert.equal((await admin.post(pathOf(key.id, 'roll'), { form: crypto.randomUUID() })).status, 409);
});

test('a key that expires ends by itself', async () => {
  const day = new Date(service.clock.now().getTime() + 26 * 60 * 60_000).toISOString().slice(0, 10);
  const key = await create(admin, { name: 'Until tomorrow', scopes: 'payments', expires: day });
  assert.equal((await tokenOf(key)).status, 200);
  service.clock.advance(48 * 60 * 60_000);
  await until(async () => (await tokenOf(key)).status === 401);
  assert.match((await admin.get(pathOf(key.id))).text, /Expired/);
});

test('another merchant sees and changes nothing', async () => {
  const key = await create(admin, { name: 'Mine', scopes: 'payments' });
  assert.equal((await other.get(pathOf(key.id))).status, 404);
  assert.ok(!(await other.get(path)).text.includes('Mine'));
  for (const form of ['edit', 'roll', 'revoke'])
    assert.equal(
      (await other.post(pathOf(key.id, form), { form: crypto.randomUUID(), name: 'x', scopes: 'payments' }))
        .status,
      404,
    );
  assert.equal((await operator.get(pathOf(key.id))).status, 200);
  assert.equal((await operator.post(pathOf(key.id, 'revoke'), { form: crypto.randomUUID() })).status, 403);
  assert.equal((await tokenOf(key)).status, 200);
});

const newSite = '/console/settings/sites/new';

test('an admin adds a site, which has the fees of the first one, and reads its keys once', async () => {
  await service.db`update sites set fee_bps = 150, fee_cents = 100 where code = ${service.merchant.siteCode}`;
  const form = await admin.act(newSite, newSite, { name: 'Second till' });
  assert.equal(form.status, 200, form.text);
  assert.equal([...form.text.matchAll(/<code>/g)].length, 3);
  const [site] = await service.db`select code, fee_bps, fee_cents from sites where name = 'Second till'`;
  assert.deepEqual([site!.feeBps, site!.feeCents], [150, 100n]);
  const page = await admin.get(`/console/settings/${site!.code}`);
  assert.match(page.text, /Second till/);
  assert.ok(!(await admin.get(newSite)).text.includes('name="feeBps"'));
  const fees = await admin.act(newSite, newSite, { name: 'Free', feeBps: '0' });
  assert.equal(fees.status, 403);
});

test('an operator adds a site with its fees, and does not read its keys', async () => {
  const { code } = service.merchant.merchant;
  const made = await operator.act(newSite, newSite, {
    merchant: code,
    name: 'Third till',
    feeBps: '95',
    feeCents: '50',
  });
  assert.equal(made.status, 303, made.text);
  const [site] = await service.db`select code, fee_bps, fee_cents from sites where name = 'Third till'`;
  assert.deepEqual([made.to, site!.feeBps, site!.feeCents], [`/console/settings/${site!.code}`, 95, 50n]);
  for (const [fields, field] of [
    [{ merchant: code, name: '' }, 'name'],
    [{ merchant: code, name: 'Till', feeBps: '10001' }, 'feeBps'],
    [{ merchant: code, name: 'Till', feeCents: '1,5' }, 'feeCents'],
    [{ merchant: 'NONE', name: 'Till' }, 'merchant'],
    [{ merchant: '', name: 'Till' }, 'merchant'],
  ] as const) {
    const { status, text } = await operator.act(newSite, newSite, fields);
    assert.equal(status, 422, field);
    assert.match(text, new RegExp(`name="${field}"[^>]*aria-invalid="true"`));
  }
});
