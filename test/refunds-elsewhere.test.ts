// Refunds to an account other than the payer's: requested, verified, approved by a second person, paid, declined.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changeSite } from '../src/core/merchants/actions.ts';
import { requestRefund } from '../src/core/refunds/actions.ts';
import { newFormId } from '../src/core/users/forms.ts';
import { newId } from '../src/kernel/ids.ts';
import { type Visitor, visitorOf, visitorsOf } from './console/support.ts';
import { mailbox } from './support/mailbox.ts';
import { movements, openRefunds, zar } from './support/refunding.ts';

const shop = await openRefunds();
const { ctx, db, merchant } = shop;
const fnb = '4816019c-3314-4c80-8b6b-b2cd16dcc4ec';
const tyme = 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80';
const beneficiary = { name: 'Thabo Mokoena', institutionId: tyme, accountNumber: '51000000001' };

const [maker, checker, viewer] = await visitorsOf(shop, 'support', 'finance', 'viewer');
const stranger = await visitorOf(shop, 'admin', (await shop.stranger()).merchant.id);

const pathOf = (id: string) => `/console/refunds/${id}`;
const request = (transactionId: string, rand: number, more: object = {}) =>
  shop.refund(transactionId, rand, { beneficiary, ...more });
const decide = (who: Visitor, id: string, fields: Record<string, string>) =>
  who.act(pathOf(id), `${pathOf(id)}/decide`, fields);
const rowOf = async (id: string) =>
  (
    await db`select state, state_reason, approved_by, account_sealed, payee_check from refunds where id = ${id}`
  )[0]!;
/** Posts a decision as a form that was opened before. */
const post = (who: Visitor, id: string, fields: Record<string, string>) =>
  who.post(`${pathOf(id)}/decide`, { form: newFormId(), ...fields });
const transferOf = async (id: string) =>
  (await db`select account_sealed, account_holder, bank_id from transfers where object_id = ${id}`)[0];

describe('a refund to another account', () => {
  test('waits for a second person, is paid to that account, and its payer is notified of the account', async () => {
    const payer = { name: 'Lerato', email: 'lerato@payer.example' };
    const transactionId = await shop.pay(200, { payer });
    const { id, status, reason, paidTo } = await request(transactionId, 120, {
      notifyUrl: shop.receiver.url,
    });
    assert.deepEqual([status, reason], ['Pending', 'it waits for a second person']);
    assert.deepEqual(
      [paidTo.institutionId, paidTo.branchCode, paidTo.accountNumber],
      [tyme, '678910', '*******0001'],
    );
    await shop.pass(24 * 3_600_000);
    assert.equal((await rowOf(id)).state, 'approval');
    const [payment] = await db`select payment_id from transactions where id = ${transactionId}`;
    assert.match((await checker.get('/console')).text, /refund to another account to approve/);

    const wrong = await decide(checker, id, { amount: '12,00', do: 'approve' });
    assert.match(wrong.text, /The refund is R\s120,00. Enter exactly that amount./);
    const done = await decide(checker, id, { amount: '120,00', do: 'approve' });
    assert.equal(done.status, 303, done.text);
    assert.equal((await rowOf(id)).state, 'approved');
    await shop.pay(200);
    await shop.sandbox(`/refunds/${id}/outcome`, { outcome: 'complete' });
    await shop.drain();
    const { state, approvedBy } = await rowOf(id);
    assert.deepEqual([state, approvedBy], ['complete', `user:${checker.userId}`]);
    const transfer = await transferOf(id);
    assert.equal(ctx.keyring.open(transfer!.accountSealed), beneficiary.accountNumber);
    assert.deepEqual([transfer!.accountHolder, transfer!.bankId], [beneficiary.name, tyme]);
    assert.deepEqual(await movements(db, id), [-12_000n]);
    const rows = await mailbox(shop);
    const mail = rows.find(({ kind }) => kind === 'refund')!;
    assert.equal(mail.to, payer.email);
    assert.match(mail.text, /TymeBank, account ending in\s0001/);
    assert.doesNotMatch(mail.text, /51000000001/);
    assert.ok(rows.some(({ kind, to }) => kind === 'refund-approval' && to === checker.email));
    const timeline = (await viewer.get(`/console/payments/${payment!.paymentId}`)).text;
    assert.match(timeline, /not the payer’s account/);
    await shop.assertSound();
  });

  test('is requested at the console with a reason, and the audit log has no account number', async () => {
    const transactionId = await shop.pay(90);
    const [row] = await db`select payment_id from transactions where id = ${transactionId}`;
    const page = `/console/payments/${row!.paymentId}/refund-elsewhere`;
    const typed = { payee: 'Naledi Botha', bank: fnb, account: '62001234567', branch: '', amount: '50' };
    assert.equal((await maker.act(page, page, { ...typed, reason: ' ' })).status, 422);
    const failing = await maker.act(page, page, { ...typed, account: '62001234568', reason: 'closed' });
    assert.match(failing.text, /fails its check digit/);
    assert.match(failing.text, /value="Naledi Botha"/);
    const asked = await maker.act(page, page, { ...typed, account: '62001234567', reason: 'account closed' });
    assert.equal(asked.status, 303, asked.text);
    const id = asked.to!.split('/').at(-1)!;
    assert.equal((await rowOf(id)).state, 'approval');
    const [entry] = await db`select after, why from console.audit where action = 'refund.elsewhere'`;
    assert.doesNotMatch(JSON.stringify(entry), /62001234567/);
    assert.equal(entry!.why, 'account closed');

    assert.equal((await post(maker, id, { amount: '50', do: 'approve' })).status, 403);
    assert.equal((await viewer.get(page)).status, 403);
    assert.equal((await post(viewer, id, { amount: '50', do: 'approve' })).status, 403);
    assert.equal((await stranger.get(pathOf(id))).status, 404);
    assert.equal((await post(stranger, id, { amount: '50', do: 'approve' })).status, 404);
    assert.equal((await stranger.get(page)).status, 404);
    assert.equal((await rowOf(id)).state, 'approval');
  });

  test('that is declined ends as refused with its reason, once, and the amount can be refunded again', async () => {
    const transactionId = await shop.pay(70);
    const { id } = await request(transactionId, 70, { notifyUrl: shop.receiver.url });
    const declined = await decide(checker, id, { do: 'decline', reason: 'unknown person' });
    assert.equal(declined.status, 303, declined.text);
    const { state, stateReason } = await rowOf(id);
    assert.deepEqual([state, stateReason], ['refused', 'a second person declined it: unknown person']);
    const shown = await shop.read(id);
    assert.deepEqual([shown.status, shown.reason], ['Cancelled', stateReason]);
    await shop.drain();
    assert.ok(shop.notificationsOf(id).some(({ body }) => body.includes('Cancelled')));
    const twice = await post(checker, id, { do: 'approve', amount: '70' });
    assert.equal(twice.status, 409);
    await shop.refund(transactionId, 70);
    const listed = await shop.one('GET', '/refunds?status=Cancelled&fromDate=2026-01-01&toDate=2027-12-31');
    assert.ok(listed.body.results.some((one: { id: string }) => one.id === id));
    await shop.assertSound();
  });

  test('is cancelled by its requester while it waits', async () => {
    const transactionId = await shop.pay(30);
    const { id } = await request(transactionId, 30);
    assert.equal((await shop.one('POST', `/refunds/${id}/cancel`)).status, 200);
    assert.equal((await rowOf(id)).state, 'cancelled');
    assert.equal((await post(checker, id, { do: 'approve', amount: '30' })).status, 409);
  });

  test('is not approved by a user whose role the requester granted', async () => {
    const granter = await visitorOf(shop, 'admin');
    const transactionId = await shop.pay(40);
    const { id } = await requestRefund(ctx, {
      ...{ merchantId: merchant.merchant.id, transactionId, amount: 4_000n, reason: 'account closed' },
      elsewhere: { name: 'Granter', bankId: tyme, branchCode: '678910', accountNumber: '51000000002' },
      ...{ realTime: false, contract: 'one', createdBy: `user:${granter.userId}` },
    });
    await db`
      insert into console.grants (id, user_id, kind, merchant_id, granted_by, granted_at)
      values (${newId(ctx.clock)}, ${checker.userId}, 'role', ${merchant.merchant.id}, ${granter.userId}, ${ctx.clock.now()})`;
    assert.match((await checker.get(pathOf(id))).text, /granted by the creator of this refund/);
    const refused = await post(checker, id, { do: 'approve', amount: '40' });
    assert.equal(refused.status, 403);
    assert.equal((await rowOf(id)).state, 'approval');
    await db`delete from console.grants where granted_by = ${granter.userId}`;
  });

  for (const [what, given, pointer] of [
    ['no reason', { reason: ' ' }, '/reason'],
    [
      'a wrong check digit',
      { beneficiary: { ...beneficiary, institutionId: fnb, accountNumber: '62001234568' } },
      '/beneficiary/accountNumber',
    ],
    [
      'letters as its account',
      { beneficiary: { ...beneficiary, accountNumber: '51000x00001' } },
      '/beneficiary/accountNumber',
    ],
    [
      'an unknown bank',
      { beneficiary: { ...beneficiary, institutionId: newId(ctx.clock) } },
      '/beneficiary/institutionId',
    ],
    [
      'a branch of another bank',
      { beneficiary: { ...beneficiary, branchCode: '250655' } },
      '/beneficiary/branchCode',
    ],
    ['a blank name', { beneficiary: { ...beneficiary, name: ' ' } }, '/beneficiary/name'],
  ] as const)
    test(`with ${what} is rejected, and claims nothing`, async () => {
      const transactionId = await shop.pay(10);
      const body = { amount: zar(10), reason: 'account closed', beneficiary, ...given };
      const answer = await shop.one('POST', `/transactions/${transactionId}/refunds`, { body });
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.body.source.pointer, pointer);
      await shop.refund(transactionId, 10);
    });

  test('pays a deposit back whose payer is not known, which no other refund can', async () => {
    const transactionId = await shop.pay(60);
    await db`update transactions set payer_account_sealed = null, payer_account = null where id = ${transactionId}`;
    const body = { amount: zar(60), reason: 'sent twice' };
    const plain = await shop.one('POST', `/transactions/${transactionId}/refunds`, { body });
    assert.match(plain.text, /refund it to another account/);
    const { id } = await request(transactionId, 60);
    assert.equal((await rowOf(id)).state, 'approval');
  });

  test('is offered where the last refund failed because the account was closed', async () => {
    const transactionId = await shop.pay(80);
    const { id } = await shop.refund(transactionId, 80);
    await shop.sandbox(`/refunds/${id}/outcome`, { outcome: 'failed' });
    assert.equal((await rowOf(id)).state, 'failed');
    const [row] = await db`select payment_id from transactions where id = ${transactionId}`;
    const page = (await maker.get(`/console/payments/${row!.paymentId}`)).text;
    assert.match(page, /The last refund failed.*refund-elsewhere/s);
  });

  test('of 200 at once, never more than was paid', async () => {
    const transactionId = await shop.pay(50);
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, () =>
        requestRefund(ctx, {
          ...{ merchantId: merchant.merchant.id, transactionId, amount: 1_000n, reason: 'account closed' },
          elsewhere: { name: 'Thabo', bankId: tyme, branchCode: '678910', accountNumber: '51000000001' },
          ...{ realTime: false, contract: 'one', createdBy: 'client:test' },
        }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 5);
    await shop.assertSound();
  });
});

describe('the bank of the account', () => {
  for (const [rule, accountNumber, state, outcome] of [
    ['warn', '51000000001', 'approval', 'verified'],
    ['warn', '51000000094', 'approval', 'not_verified'],
    ['refuse', '51000000001', 'approval', 'verified'],
    ['refuse', '51000000094', 'refused', 'not_verified'],
  ] as const)
    test(`is queried where the site says ${rule}: ${outcome} leads to ${state}`, async () => {
      await changeSite(ctx, merchant.siteCode, { verifyPayees: rule });
      const transactionId = await shop.pay(20);
      const { id } = await request(transactionId, 20, { beneficiary: { ...beneficiary, accountNumber } });
      await shop.drain();
      const row = await rowOf(id);
      assert.deepEqual([row.state, row.payeeCheck?.outcome], [state, outcome]);
      if (state === 'refused') {
        assert.equal(row.stateReason, 'the payee was not verified: the account is in another name');
        await shop.refund(transactionId, 20);
      } else if (outcome === 'not_verified')
        assert.match((await checker.get(pathOf(id))).text, /Payee not verified.*in another name/);
      await changeSite(ctx, merchant.siteCode, { verifyPayees: 'off' });
    });

  test('that does not respond is queried four times; then the refund is refused', async () => {
    await changeSite(ctx, merchant.siteCode, { verifyPayees: 'refuse' });
    const transactionId = await shop.pay(20);
    const { id } = await request(transactionId, 20, {
      beneficiary: { ...beneficiary, accountNumber: '51000000099' },
    });
    await shop.drain();
    assert.equal((await rowOf(id)).state, 'payee_check');
    for (const ms of [5_000, 30_000, 120_000]) await shop.pass(ms);
    const { state, stateReason } = await rowOf(id);
    assert.deepEqual(
      [state, stateReason],
      ['refused', 'the payee was not verified: the bank did not respond'],
    );
    await changeSite(ctx, merchant.siteCode, { verifyPayees: 'off' });
    await shop.assertSound();
  });
});
