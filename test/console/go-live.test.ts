// Going live: a merchant requests it when every requirement is met, and two of the operator's users approve
// it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount, readPayability } from '../../src/core/accounts/actions.ts';
import { banks } from '../../src/core/banks.ts';
import { createMerchant } from '../../src/core/merchants/actions.ts';
import { atCommandLine } from '../../src/core/users/signed-in-user.ts';
import { createUser } from '../../src/core/users/users.ts';
import { only } from '../../src/core/viewer.ts';
import { measureGoLive } from '../../src/reports/go-live/points.ts';
import { answering } from '../support/receiver.ts';
import { openWebhookReceiver, openWebhookShop } from '../support/webhook-shop.ts';
import { enter, hiddenOf, type Visitor, visitorsOf } from './support.ts';

const shop = await openWebhookShop();
const receiver = await openWebhookReceiver(answering(200));
const path = '/console/go-live';
const code = shop.service.merchant.merchant.code;

const [admin, first] = await visitorsOf(shop.service, 'admin', 'operator-admin');
const given = { email: 'second@test.example', role: 'operator-admin', merchantId: null } as const;
const second = await enter(shop.service, await createUser(shop.ctx, atCommandLine('test', true), given));
const pointOf = async (name: string) =>
  (await measureGoLive(shop.db, only(shop.service.merchant.merchant.id), shop.clock.now(), true)).find(
    (point) => point.name === name,
  )!.state;

test('a notification that is accepted on its second attempt meets its requirement', async () => {
  await shop.webhook(receiver.endpoint);
  const transaction = await shop.pay();
  await shop.drain();
  assert.equal(await pointOf('notice'), 'met');
  assert.equal(await pointOf('duplicate'), 'open');
  const [payment] = await shop.db`select payment_id from transactions where id = ${transaction}`;
  const page = `/console/payments/${payment!.paymentId}`;
  assert.equal((await admin.act(page, `${page}/resend`)).status, 303);
  await shop.drain();
  assert.equal(await pointOf('duplicate'), 'met');
});

test('two users approve a request, and one user never does so twice', async () => {
  // Another test meets every requirement; here the request bypasses the page.
  const asked = await admin.post(path, { form: crypto.randomUUID(), merchant: code });
  assert.equal(asked.status, 409);
  const { id } = shop.service.merchant.merchant;
  await shop.db`insert into console.go_live (merchant_id, asked_by, asked_at) values (${id}, ${`user:${admin.userId}`}, now())`;
  await shop.db`update merchants set is_live = false where id = ${id}`;
  const page = `${path}?merchant=${code}`;
  const switchOn = (visitor: Visitor) => visitor.act(page, `${path}/switch`, { do: 'agree' });
  const stale = hiddenOf((await second.get(page)).text, `${path}/switch`);
  assert.equal((await switchOn(first)).status, 303);
  assert.doesNotMatch((await first.get(page)).text, /enable production<\/button>/);
  const again = { form: crypto.randomUUID(), merchant: code, agreed: '1', do: 'agree' };
  assert.equal((await first.post(`${path}/switch`, again)).status, 409);
  assert.equal((await second.post(`${path}/switch`, { ...stale, do: 'agree' })).status, 409);
  assert.equal((await admin.post(`${path}/switch`, again)).status, 403);
  // The database holds it too.
  await assert.rejects(
    shop.db`update console.go_live set second_by = first_by, second_at = now() where merchant_id = ${id}`.execute(),
  );
  assert.equal((await switchOn(second)).status, 303);
  const shown = (await admin.get(path)).text;
  assert.match(shown, /Second approval by Tefo operator/);
  assert.ok(!shown.includes(first.email));
  const [merchant] = await shop.db`select is_live from merchants where id = ${id}`;
  assert.equal(merchant!.isLive, true);
  const late = { ...again, form: crypto.randomUUID() };
  assert.equal((await second.post(`${path}/switch`, late)).status, 409);
  assert.match((await admin.get('/console/audit.csv?action=go-live.switch')).text, /live: true/);
});

test('an operator and one whom they let in do not count as two, in either order', async () => {
  const other = await createMerchant(shop.ctx, { name: 'Of Two', isLive: false });
  const { id, code: theirs } = other.merchant;
  const doer = { ...atCommandLine('test', true), id: first.userId };
  const given = { email: 'third@test.example', role: 'operator-admin', merchantId: null } as const;
  const third = await enter(shop.service, await createUser(shop.ctx, doer, given));
  const page = `${path}?merchant=${theirs}`;
  for (const [one, two] of [
    [first, third],
    [third, first],
  ] as const) {
    await shop.db`delete from console.go_live where merchant_id = ${id}`;
    await shop.db`insert into console.go_live (merchant_id, asked_by, asked_at) values (${id}, ${`user:${admin.userId}`}, now())`;
    assert.equal((await one.act(page, `${path}/switch`, { do: 'agree' })).status, 303);
    const shown = (await two.get(page)).text;
    assert.match(shown, /count as one person, because one granted the other’s permission/);
    assert.doesNotMatch(shown, /enable production<\/button>/);
    const answer = { form: crypto.randomUUID(), merchant: theirs, agreed: '1', do: 'agree' };
    assert.equal((await two.post(`${path}/switch`, answer)).status, 409);
  }
  assert.equal((await second.act(page, `${path}/switch`, { do: 'agree' })).status, 303);
  assert.equal((await shop.db`select is_live from merchants where id = ${id}`)[0]!.isLive, true);
});

test('at real banks no customer is asked to pay a merchant that waits for production', async () => {
  const ctx = { ...shop.ctx, policy: { ...shop.ctx.policy, hasBanks: false } };
  const waiting = await createMerchant(shop.ctx, { name: 'Waiting', isLive: false });
  const live = await createMerchant(shop.ctx, { name: 'Live At Once' });
  await addAccount(ctx, {
    ...{ id: 'main', rail: 'statements', abilities: ['deposits'], bankId: banks[0]!.id, merchantId: null },
    ...{ branchCode: '470010', number: '1301234567', holder: 'Tefo', statementProfile: 'camt' },
    ...{ statementDescription: null, paymentProfile: null, opening: 0n, cutOff: '16:00', limit: null },
    ...{ releases: 1, customer: null, settings: null },
  });
  const isPayable = await readPayability(ctx);
  assert.equal(isPayable(live.merchant.id), true);
  assert.equal(isPayable(waiting.merchant.id), false);
});
