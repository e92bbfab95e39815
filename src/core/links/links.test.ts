// Payment links: their states, their payments and the references of these, one at a time and fifty at once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openWorld } from '../../../test/support/world.ts';
import { checkLinks } from '../../reports/checks/links.ts';
import { createSite, findSiteByCode } from '../merchants/actions.ts';
import { countPaidOfLinks, findPaymentForCustomer, type Payment } from '../payments/actions.ts';
import { cancelPayment } from '../transactions/cancellation.ts';
import { decide } from '../transactions/decisions.ts';
import { moveTransaction } from '../transactions/transitions.ts';
import { only } from '../viewer.ts';
import {
  createLink,
  disableLink,
  editLink,
  findAnyLink,
  findLinkForCustomer,
  getLink,
  type Link,
  linkStateAt,
  listLinks,
  type NewLink,
} from './actions.ts';
import { createLinkSweep } from './jobs.ts';
import { findSharedPayment, payByLink } from './paying.ts';

const world = await openWorld();
const { ctx, db, clock, site } = world;
const { rails } = world.simulator;
const viewer = only(site.merchantId);
const customer = { ...ctx, actor: 'customer' as const };
const sweep = createLinkSweep(ctx, rails);
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(clock.now().getTime() + days * dayMs);

let made = 0;
function create(given: Partial<NewLink> = {}): Promise<Link> {
  made += 1;
  return createLink(ctx, {
    site,
    amount: 10_000n,
    merchantReference: `LINK ${made}`,
    uses: 'single',
    ...given,
  });
}
const visit = (link: Link, amount?: bigint, at = site) => payByLink(customer, at, link, amount);
const now = async ({ id }: Link) => (await findAnyLink(db, id))!;
const stateOf = async (link: Link) => (await now(link)).state;
const pay = async (payment: Payment) => world.take(await world.goToBank(payment), 'authenticate', 'approve');
const isSound = async () => assert.deepEqual(await checkLinks(db), []);

describe('a link', () => {
  test('has a code that cannot be guessed, and a reference if the merchant gives none', async () => {
    const [one, other] = [await create({ merchantReference: undefined }), await create()];
    assert.match(one.code, /^[0-9a-z]{25}$/);
    assert.notEqual(one.code, other.code);
    assert.match(one.merchantReference, /^PL-[2-9A-HJ-NP-Z]{8}$/);
    assert.equal((await findLinkForCustomer(ctx.db, one.code))?.id, one.id);
    assert.equal(await findLinkForCustomer(ctx.db, one.code.slice(1)), undefined);
  });

  test('has an amount or limits, an expiry in the future, and a reference with room for a number', async () => {
    const band = { minimum: 200n, maximum: 100n };
    for (const [given, field] of [
      [{ band: { minimum: 1n, maximum: 2n } }, 'amount'],
      [{ amount: undefined }, 'amount'],
      [{ amount: undefined, band }, 'variable'],
      [{ expiresAt: clock.now() }, 'expiresAt'],
      [{ uses: 'many', merchantReference: 'R'.repeat(41) }, 'merchantReference'],
    ] as const) {
      await assert.rejects(
        create(given),
        (error: { code: string; details: { field: string } }) =>
          error.code === 'InvalidField' && error.details.field === field,
        JSON.stringify(Object.keys(given)),
      );
    }
  });

  test('belongs to its merchant', async () => {
    const link = await create();
    const stranger = '0198c000-0000-7000-8000-000000000000';
    await assert.rejects(getLink(ctx, stranger, link.id), { code: 'PaymentLinkNotFound' });
    await assert.rejects(disableLink(ctx, only(stranger), link.id), { code: 'PaymentLinkNotFound' });
    const changes = { description: null, expiresAt: null };
    await assert.rejects(editLink(ctx, only(stranger), link.id, changes), { code: 'PaymentLinkNotFound' });
    const page = { limit: 10, offset: 0 };
    assert.deepEqual((await listLinks(db, { merchantId: stranger }, page)).rows, []);
    assert.equal((await getLink(ctx, site.merchantId, link.id)).state, 'active');
  });

  test("creates an ordinary payment with the merchant's description", async () => {
    const payer = { name: 'Thandi Mokoena', email: 'thandi@payer.example' };
    const link = await create({
      description: 'Two tickets',
      customer: payer,
      returnUrl: 'https://shop.example/back',
      notifyUrl: 'https://shop.example/notify',
    });
    const payment = await visit(link);
    assert.equal(payment.contract, 'one');
    assert.equal(payment.amountCents, 10_000n);
    assert.equal(payment.merchantReference, link.merchantReference);
    assert.equal(payment.notifyUrl, 'https://shop.example/notify');
    assert.deepEqual(payment.details, {
      returnUrl: 'https://shop.example/back',
      description: 'Two tickets',
      payer,
      region: 'ZA',
    });
    assert.equal(payment.expiresAt.getTime(), clock.now().getTime() + 7 * dayMs);
    const shorter = await visit(await create({ expiresAt: inDays(1) }));
    assert.equal(shorter.expiresAt.getTime(), inDays(1).getTime());
  });

  test('takes the amount that the payer types, within its limits', async () => {
    const link = await create({
      amount: undefined,
      band: { minimum: 5_000n, maximum: 20_000n },
      uses: 'many',
    });
    for (const amount of [undefined, 4_999n, 20_001n])
      await assert.rejects(visit(link, amount), { code: 'InvalidField' });
    assert.equal((await visit(link, 5_000n)).amountCents, 5_000n);
    assert.equal((await visit(link, 20_000n)).amountCents, 20_000n);
    const fixed = await create();
    assert.equal((await visit(fixed, 1n)).amountCents, 10_000n);
  });
});

describe('a single link', () => {
  test('has one open payment, also for fifty visits at once, and is paid with it', async () => {
    const link = await create();
    const visits = await Promise.all(Array.from({ length: 50 }, () => visit(link)));
    const [first] = visits;
    assert.equal(new Set(visits.map(({ id }) => id)).size, 1);
    await pay(first!);
    assert.equal(await stateOf(link), 'paid');
    await assert.rejects(visit(await now(link)), { code: 'PaymentLinkClosed' });
    assert.equal((await countPaidOfLinks(ctx.db, site.merchantId, [link.id])).get(link.id), 1);
    assert.equal((await disableLink(ctx, viewer, link.id)).state, 'paid');
    await isSound();
  });

  test('creates another payment once the first has ended unpaid, with the same reference', async () => {
    const strict = { ...site, allowDuplicateReferences: false };
    const link = await create({ site: strict });
    const first = await visit(link, undefined, strict);
    await cancelPayment(customer, rails, first, 'cancelled by the customer');
    const second = await visit(link, undefined, strict);
    assert.notEqual(second.id, first.id);
    assert.equal(second.merchantReference, first.merchantReference);
    await pay(second);
    assert.equal(await stateOf(link), 'paid');
  });

  test('shares a payment that its bank has not decided, although its time has run out', async () => {
    const link = await create({ amount: 10_095n });
    const payment = await visit(link);
    await pay(payment);
    clock.advance(8 * dayMs);
    assert.equal((await findSharedPayment(ctx, await now(link)))?.id, payment.id);
    assert.equal((await visit(link)).id, payment.id);
  });

  test('that late money pays has no other payment open afterwards', async () => {
    const link = await create({ amount: 10_096n });
    const first = await visit(link);
    const attempt = await world.goToBank(first);
    await cancelPayment(customer, rails, first, 'cancelled by the customer');
    const second = await visit(link);
    assert.notEqual(second.id, first.id);
    await decide({ ...ctx, actor: 'bank' }, attempt.id, (work, both) =>
      moveTransaction(work, both.payment, both.transaction, 'payLate', null),
    );
    assert.equal(await stateOf(link), 'paid');
    assert.ok((await sweep.run()) >= 1);
    assert.equal((await world.paymentNow(second)).state, 'cancelled');
    assert.equal((await now(link)).dueAt, null);
    await isSound();
  });

  test('is disabled when its bank reverses the payment', async () => {
    const link = await create();
    const transaction = await pay(await visit(link));
    await decide({ ...ctx, actor: 'bank' }, transaction.id, (work, both) =>
      moveTransaction(work, both.payment, both.transaction, 'reverse', 'the deposit was reversed'),
    );
    const { state, stateReason } = await now(link);
    assert.deepEqual([state, stateReason], ['disabled', 'the bank returned the money']);
    await isSound();
  });

  test('is refused if its reference belongs to another payment of a strict site', async () => {
    const strict = { ...site, allowDuplicateReferences: false };
    const link = await create({ site: strict });
    await assert.rejects(create({ site: strict, merchantReference: link.merchantReference }), {
      code: 'DuplicateReference',
    });
    await world.ask({ site: strict, merchantReference: link.merchantReference });
    await assert.rejects(visit(link, undefined, strict), { code: 'DuplicateReference' });
    assert.equal((await now(link)).lastNumber, 0);
  });
});

describe('a link for many uses', () => {
  test('numbers its payments, fifty visits at once without a repetition', async () => {
    const link = await create({ uses: 'many' });
    const visits = await Promise.all(Array.from({ length: 50 }, () => visit(link)));
    assert.deepEqual(
      visits.map(({ merchantReference }) => merchantReference).toSorted(),
      Array.from({ length: 50 }, (_, index) => `${link.merchantReference}-${index + 1}`).toSorted(),
    );
    await Promise.all(visits.slice(0, 3).map(pay));
    assert.equal(await stateOf(link), 'active');
    assert.equal((await countPaidOfLinks(ctx.db, site.merchantId, [link.id])).get(link.id), 3);
    await isSound();
  });

  test('skips numbers that the site has, if it forbids duplicates', async () => {
    const { siteCode } = await createSite(ctx, world.merchant.merchant, 'Strict');
    const own = { ...(await findSiteByCode(db, siteCode))!, allowDuplicateReferences: false };
    await world.ask({ site: own, merchantReference: 'TICKET-1' });
    const link = await create({ site: own, uses: 'many', merchantReference: 'TICKET' });
    assert.equal((await visit(link, undefined, own)).merchantReference, 'TICKET-2');
  });
});

describe('the end of a link', () => {
  test('is its expiry to the second, which the sweep records', async () => {
    const link = await create({ expiresAt: inDays(1) });
    clock.advance(dayMs - 1);
    assert.equal(await sweep.run(), 0);
    assert.equal(linkStateAt(link, clock.now()), 'active');
    clock.advance(1);
    assert.equal(linkStateAt(link, clock.now()), 'expired');
    await assert.rejects(visit(link), { code: 'PaymentLinkClosed' });
    assert.equal(await sweep.nextDue!(new Date(0)).then(Boolean), true);
    assert.ok((await sweep.run()) >= 1);
    assert.equal(await stateOf(link), 'expired');
    await isSound();
  });

  test('is extended by a later expiry, which opens an expired link again', async () => {
    const link = await create({ expiresAt: inDays(1) });
    clock.advance(2 * dayMs);
    await sweep.run();
    const changes = { description: 'Still there', expiresAt: inDays(3) };
    const { before, link: changed } = await editLink(ctx, viewer, link.id, changes);
    assert.deepEqual(before, { description: null, expiresAt: link.expiresAt });
    assert.equal(changed.state, 'active');
    const { state, description, dueAt } = await now(link);
    assert.deepEqual([state, description, dueAt], ['active', 'Still there', inDays(3)]);
    await editLink(ctx, viewer, link.id, { description: null, expiresAt: null });
    assert.deepEqual([(await now(link)).expiresAt, (await now(link)).dueAt], [null, null]);
    await assert.rejects(editLink(ctx, viewer, link.id, { description: null, expiresAt: inDays(-1) }), {
      code: 'InvalidField',
    });
  });

  test('is its merchant’s word, once, and leaves its payments as they are', async () => {
    const link = await create();
    const payment = await visit(link);
    assert.equal((await disableLink(ctx, viewer, link.id)).state, 'disabled');
    assert.equal((await disableLink(ctx, viewer, link.id)).state, 'disabled');
    await assert.rejects(disableLink(ctx, viewer, link.id, { state: 'active' }), { code: 'DoneAlready' });
    await assert.rejects(visit(link), { code: 'PaymentLinkClosed' });
    const changes = { description: 'x', expiresAt: null };
    await assert.rejects(editLink(ctx, viewer, link.id, changes), { code: 'PaymentLinkClosed' });
    assert.equal((await findPaymentForCustomer(ctx.db, payment.id))?.state, 'created');
    // Who had it open may still pay it.
    await pay(payment);
    assert.equal(await stateOf(link), 'paid');
    await isSound();
  });
});
