// A suspended merchant: refused on every surface, while payments in progress go on.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { demoBank } from '../../src/core/banks.ts';
import { findSiteByCode } from '../../src/core/merchants/actions.ts';
import { createPayment } from '../../src/core/payments/actions.ts';
import type { Rails } from '../../src/core/rails.ts';
import { authoriseAtBank, findAnySubscription } from '../../src/core/subscriptions/actions.ts';
import { atCommandLine, type UserActor } from '../../src/core/users/signed-in-user.ts';
import { resumeMerchant } from '../../src/core/users/suspension.ts';
import { createUser } from '../../src/core/users/users.ts';
import { only } from '../../src/core/viewer.ts';
import { mandateConsentVersion } from '../../src/pages/messages/index.ts';
import { openSubscriptions } from '../support/subscribing.ts';
import { until } from '../support/until.ts';
import { visitorsOf } from './support.ts';

const service = await openSubscriptions();
const { ctx, merchant } = service;
const [operator, admin] = await visitorsOf(service, 'operator-admin', 'admin');
after(() => service.end());

const path = `/console/merchants/${merchant.merchant.id}`;
const site = async () => (await findSiteByCode(ctx.db, merchant.siteCode))!;
const payment = async () => {
  const made = await createPayment(ctx, {
    site: await site(),
    contract: 'one',
    amount: 10_000n,
    merchantReference: crypto.randomUUID().slice(0, 20),
    details: {},
  });
  assert.ok('payment' in made);
  return made.payment;
};
const token = () =>
  fetch(`${service.base}/one/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: merchant.clientId,
      client_secret: merchant.clientSecret,
    }),
  });

test('a suspended merchant is refused everywhere, and accepted again once it is resumed', async () => {
  const open = await payment();
  const { subscriptionId } = await service.made();
  const { access_token } = (await (await token()).json()) as { access_token: string };
  const regions = () =>
    fetch(`${service.base}/one/v1/regions`, { headers: { authorization: `Bearer ${access_token}` } });
  const float = () =>
    fetch(`${service.base}/payouts/getfloat`, {
      headers: { apikey: merchant.apiKey, sitecode: merchant.siteCode },
    });
  assert.equal((await regions()).status, 200);
  assert.equal((await operator.act(path, `${path}/suspend`, { reason: '' })).status, 422);
  assert.equal((await admin.post(`${path}/suspend`, { form: crypto.randomUUID(), reason: 'x' })).status, 403);
  const suspended = await operator.act(path, `${path}/suspend`, { reason: 'Chargebacks' });
  assert.equal(suspended.to, path, suspended.text);
  assert.equal(
    (await operator.post(`${path}/suspend`, { form: crypto.randomUUID(), reason: 'again' })).status,
    409,
  );
  const shown = (await operator.get(path)).text;
  assert.ok(shown.indexOf('Chargebacks') < shown.indexOf('Setup'), 'the state is above the steps');
  assert.match((await operator.get('/console/merchants')).text, /suspended/);
  await until(async () => (await regions()).status === 403);
  assert.equal((await token()).status, 401);
  assert.notEqual((await float()).status, 200);
  await assert.rejects(payment(), /suspended/);
  const checkout = await (await fetch(`${service.base}/pay/${open.id}`)).text();
  assert.match(checkout, /can’t pay this shop here right now/);
  await assertNoMandate(subscriptionId);
  for (const page of ['/console', '/console/payments'])
    assert.match((await admin.get(page)).text, / is suspended: API requests/, page);
  assert.doesNotMatch((await operator.get('/console')).text, / is suspended: API requests/);
  assert.match((await operator.get('/console/audit.csv?action=merchant.suspend')).text, /Chargebacks/);
  const resumed = await operator.act(path, `${path}/resume`, { reason: 'Resolved' });
  assert.equal(resumed.to, path, resumed.text);
  await until(async () => (await regions()).status === 200);
  await payment();
  assert.doesNotMatch((await admin.get('/console')).text, / is suspended: API requests/);
  assert.equal((await service.authorize(subscriptionId, 'approved')).status, 200);
});

/** The customer is not offered a bank, and a form that was open already leads to none. */
async function assertNoMandate(id: string): Promise<void> {
  const page = `${service.base}/subscribe/${id}`;
  assert.match(await (await fetch(page)).text(), /can’t pay this shop here right now/);
  const sent = await fetch(`${page}/choose`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ bank: demoBank.id, consent: mandateConsentVersion }),
  });
  assert.notEqual(sent.status, 303);
  const bank = { ...demoBank, available: true, unavailableReason: null, account: 'simulator' };
  const subscription = (await findAnySubscription(ctx.db, id))!;
  const consent = {
    textVersion: mandateConsentVersion,
    language: 'en',
    address: '',
    userAgent: null,
    givenAt: '',
  };
  await assert.rejects(authoriseAtBank(ctx, {} as Rails, subscription, bank, consent, page), {
    code: 'MerchantSuspended',
  });
}

test('in production the operator who suspended a merchant, or granted the other’s role, cannot resume it', async () => {
  const boss = {
    id: operator.userId,
    rights: { held: [{ role: 'operator-admin', merchantId: null }], isStaging: true },
  };
  const named = (email: string, by: UserActor) =>
    createUser(ctx, by, { email, role: 'operator-admin', merchantId: null });
  const granted = await named('granted@test.example', boss as UserActor);
  const second = await named('second@test.example', atCommandLine('test', true));
  const { id } = merchant.merchant;
  const resume = (userId: string) => resumeMerchant({ ...ctx, actor: `user:${userId}` }, only(id), id, false);
  const suspended = await operator.act(path, `${path}/suspend`, { reason: 'Chargebacks' });
  assert.equal(suspended.status, 303, suspended.text);
  for (const userId of [operator.userId, granted.userId])
    await assert.rejects(resume(userId), { code: 'MakerMayNotDecide' });
  assert.match((await operator.get(path)).text, /Chargebacks/);
  await resume(second.userId);
  assert.doesNotMatch((await operator.get(path)).text, /Chargebacks/);
});
