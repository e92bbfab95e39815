// Sites, keys, merchants and going live, over HTTP.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSite, type Merchant, openSiteSecrets } from '../../src/core/merchants/actions.ts';
import { openMerchant } from '../../src/core/users/merchant-opening.ts';
import { openService } from '../support/opening.ts';
import { ask, plain, visitorsOf } from './support.ts';

const service = await openService();
const code = service.merchant.siteCode;
const foreign = (await openMerchant(service.ctx, { name: 'Other Shop' })).siteCode;
const [admin, viewer, operator] = await visitorsOf(service, 'admin', 'viewer', 'operator-admin');

const keysPath = '/console/settings/keys';
const secrets = async () => {
  const [site] = await service.db`select id from sites where code = ${code}`;
  return openSiteSecrets(service.ctx, site!.id);
};
/** Returns the hidden fields of the form that rotates a key. */
async function formOf(kind: string): Promise<Record<string, string>> {
  const { text } = await admin.get(keysPath);
  const form = text.split('<form ').find((one) => one.includes(`value="${kind}"`))!;
  const fields = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name, value]) => [name!, plain(value!)]));
}

describe('a key', () => {
  const kinds = { apiKey: 'apiKeys', privateKey: 'privateKeys', webhookSecret: 'webhookSecrets' } as const;
  const names = { ...kinds, payoutAccessToken: 'payoutAccessTokens' } as const;

  for (const [kind, held] of Object.entries(names) as [
    keyof typeof names,
    keyof Awaited<ReturnType<typeof secrets>>,
  ][])
    test(`${kind} is rotated, shown once, and the old one ends a day later`, async () => {
      const [old] = (await secrets())[held];
      const answer = await admin.post(keysPath, await formOf(kind));
      assert.equal(answer.status, 200, answer.text);
      const shown = [...answer.text.matchAll(/<code>([^<]*)<\/code>/g)].map(([, text]) => plain(text!));
      assert.deepEqual((await secrets())[held], [shown[0], old]);
      assert.equal(shown.length, 1);
      assert.match(answer.text, /<time class="when" datetime="2026-11-21T10:00:00.000Z"/);
      const page = await admin.get(keysPath);
      assert.ok(!page.text.includes(shown[0]!) && page.text.includes(shown[0]!.slice(-4)));
      const audit = (await admin.get('/console/audit.csv?action=key.rotate')).text;
      assert.ok(audit.includes(`key.rotate,key ${kind} ${code}`));
      assert.ok(!audit.includes(shown[0]!) && !audit.includes(old!));
    });

  test('is rotated once by a form, and not where another is current by then', async () => {
    const form = await formOf('privateKey');
    assert.equal((await admin.post(keysPath, form)).status, 200);
    assert.equal((await admin.post(keysPath, form)).status, 409);
    const stale = { ...form, form: crypto.randomUUID() };
    assert.equal((await admin.post(keysPath, stale)).status, 409);
  });

  test('ends at once on request', async () => {
    assert.equal((await admin.post(keysPath, { ...(await formOf('apiKey')), now: 'true' })).status, 200);
    assert.equal((await secrets()).apiKeys.length, 1);
  });

  test('of another merchant, or without permission, stays', async () => {
    const form = { ...(await formOf('apiKey')), seen: '' };
    assert.equal((await admin.post(keysPath, { ...form, site: foreign })).status, 400);
    assert.equal((await viewer.post(keysPath, form)).status, 403);
    assert.equal((await operator.post(keysPath, form)).status, 403);
    assert.ok(!(await viewer.get(keysPath)).text.includes('Roll key'));
    assert.equal((await admin.get(`${keysPath}?site=${foreign}`)).status, 400);
    assert.equal((await admin.get(`/console/settings/${foreign}`)).status, 404);
  });
});

describe('a site', () => {
  const page = () => `/console/settings/${code}`;

  test('is listed, and changed by who may, with before and after in the audit', async () => {
    assert.ok((await viewer.get('/console/settings')).text.includes(`href="${page()}"`));
    assert.ok(!(await viewer.get(page())).text.includes('<button class="act-button'));
    const changed = await admin.act(page(), `${page()}/money`, {
      approvalAbove: '10 000,50',
      consoleRefundLimit: '1000.00',
      allowPlainAccountNumbers: 'false',
    });
    assert.equal(changed.to, page(), changed.text);
    assert.match((await admin.get(page())).text, /Updated: approvalAbove\./);
    const audit = (await admin.get('/console/audit.csv?action=settings.change')).text;
    assert.match(audit, /approvalAbove: 10000\.50 \(was none\)/);
  });

  test('that changed since it was shown stays, and the typed values stay', async () => {
    const to = `${page()}/site`;
    const shown = { allowDuplicateReferences: 'true', allowTest: '', holidayRule: 'none' };
    const seen = JSON.stringify({ name: 'Another name' });
    const stale = await admin.act(page(), to, { ...shown, name: 'Karoo Books & Co', seen });
    assert.equal(stale.status, 409);
    assert.match(plain(stale.text), /value="Karoo Books & Co"/);
    const wrong = await admin.act(page(), to, { ...shown, colour: '#ffffff' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /name="colour"[^>]*value="#ffffff"[^>]*aria-invalid="true"/);
  });

  test('has its fees from the operator', async () => {
    const refused = await admin.post(`${page()}/fees`, { form: crypto.randomUUID(), feeBps: '1' });
    assert.equal(refused.status, 403);
    const changed = await operator.act(page(), `${page()}/fees`, {
      feeBps: '150',
      feeCents: '100',
      verificationFee: '0.00',
    });
    assert.equal(changed.to, page(), changed.text);
    const [site] = await service.db`select fee_bps from sites where code = ${code}`;
    assert.equal(site!.feeBps, 150);
    assert.match(plain((await admin.get(page())).text), /Fee per payment: 1[.,]50 % \+ R.1,00/);
  });
});

describe('a merchant', () => {
  test('is created by an operator with its admin’s invitation, and without a secret on the page', async () => {
    const fields = { name: 'Protea Wines', siteName: '', email: 'thabo@protea.example' };
    assert.equal((await admin.get('/console/merchants')).status, 403);
    const made = await operator.act('/console/merchants', '/console/merchants', fields);
    assert.equal(made.status, 200, made.text);
    const [, path] = /<code>[^<]*(\/console\/invitations\/[\w-]+)<\/code>/.exec(made.text)!;
    const [merchant] = await service.db`select id, code from merchants where name = 'Protea Wines'`;
    const password = 'seven quiet herons at dusk';
    assert.equal((await ask(service, path!, { fields: { password } })).status, 303);
    const page = await operator.get(`/console/merchants/${merchant!.id}`);
    assert.match(page.text, /thabo@protea\.example/);
    assert.match(page.text, /1 site/);
    const toNew = '/console/settings/sites/new';
    const site = { name: 'Farm stall', feeBps: '150', feeCents: '100' };
    assert.equal((await operator.act(toNew, toNew, { ...site, merchant: 'protea wine' })).status, 422);
    const added = await operator.act(toNew, toNew, { ...site, merchant: 'protea wines' });
    assert.match(added.to ?? '', /^\/console\/settings\/PRO/, added.text);
    const filter = plain((await operator.get('/console/payments')).text);
    assert.ok(filter.includes(`>Protea Wines (${merchant!.code})</option>`));
    const listed = (await operator.get('/console/merchants')).text;
    assert.ok(listed.includes(`href="/console/merchants/${merchant!.id}"`));
  });

  test('has its steps measured, and each leads to where it is done', async () => {
    const fields = { name: 'New Here', siteName: '', email: 'new-admin@test.example' };
    await operator.act('/console/merchants', '/console/merchants', fields);
    const [made] = await service.db<Merchant[]>`select * from merchants where name = 'New Here'`;
    const path = `/console/merchants/${made!.id}`;
    const [site] = await service.db<
      { code: string }[]
    >`select code from sites where merchant_id = ${made!.id}`;
    const before = (await operator.get(path)).text;
    assert.match(before, /Setup: 6 steps left/);
    assert.match(before, /Invited, not signed up yet/);
    const settings = `/console/settings/${site!.code}`;
    assert.ok(
      before.includes(`href="${settings}#account"`) && before.includes(`href="${settings}#addresses"`),
    );
    const account = {
      ...{ bank: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80', account: '51000000001', branch: '' },
      holder: 'New Here',
    };
    assert.equal((await operator.act(settings, `${settings}/account`, account)).to, settings);
    const addresses = { notifyUrl: 'https://shop.example/n', returnUrl: 'https://shop.example/r' };
    assert.equal((await operator.act(settings, `${settings}/addresses`, addresses)).to, settings);
    assert.match((await operator.get(path)).text, /Setup: 3 steps left/);
    for (const name of ['Second', 'Third', 'Fourth', 'Fifth']) await createSite(service.ctx, made!, name);
    const many = (await operator.get(path)).text;
    assert.match(many, /\w+, \w+, \w+ and 2 more<\/td>/);
    assert.match(many, /and 1 more site</);
    assert.equal((await admin.get(path)).status, 403);
  });

  test('with invalid details is not created', async () => {
    const fields = { name: 'Half Made', siteName: '', email: 'nobody' };
    const refused = await operator.act('/console/merchants', '/console/merchants', fields);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /value="Half Made"/);
    assert.equal((await service.db`select from merchants where name = 'Half Made'`).count, 0);
  });
});

describe('going live', () => {
  const openPoint = (text: string, name: string) =>
    new RegExp(`id="point-${name}".*?</tr>`, 's').exec(text)![0].includes('>To do<');

  test('is measured: a point is met when the rows say so', async () => {
    const before = (await admin.get('/console/go-live')).text;
    for (const name of ['notice', 'duplicate', 'return', 'refund', 'admins', 'account', 'late'])
      assert.ok(openPoint(before, name), name);
    assert.ok(!openPoint(before, 'mistakes'));
    const returnUrl = 'https://shop.example/back';
    const page = `/console/settings/${code}`;
    assert.equal((await admin.act(page, `${page}/addresses`, { returnUrl })).to, page);
    assert.ok(!openPoint((await admin.get('/console/go-live')).text, 'return'));
  });

  test('can be requested only when every requirement is met', async () => {
    const refused = await admin.post('/console/go-live', { form: crypto.randomUUID() });
    assert.equal(refused.status, 409);
    assert.match(refused.text, /Requirements are open:/);
    assert.equal((await viewer.get('/console/go-live')).status, 403);
    assert.equal((await operator.post('/console/go-live', { form: crypto.randomUUID() })).status, 403);
  });
});
