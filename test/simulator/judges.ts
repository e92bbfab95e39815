// Judges of a history: what the service shows equals the model, and the database's own rules hold. While time passes, open objects
// may take the steps that banks decide; everything else stays as the model has it.
import { createHmac } from 'node:crypto';
import type { DomainError } from '../../src/core/errors.ts';
import { enableWebhook } from '../../src/core/notifications/webhooks.ts';
import { waitingReason } from '../../src/core/refunds/jobs.ts';
import { everything } from '../../src/core/viewer.ts';
import { checkEverything } from '../../src/reports/checks/all.ts';
import { lists } from '../../src/reports/lists/all.ts';
import type { Turn } from './action.ts';
import { compareAttempts, judgeAttempts } from './actions/attempts.ts';
import { judgeJobs } from './actions/bulk.ts';
import { compareMandates, judgeMandates } from './actions/debits.ts';
import { compareLinks } from './actions/links.ts';
import { compareBank, judgeBank } from './bank-judge.ts';
import {
  floatOf,
  isOpenRefund,
  type Model,
  type Payment,
  type Payout,
  paidOf,
  type Refund,
  refundable,
  sumOf,
} from './model.ts';
import { compareVault, judgeVault } from './vault-judge.ts';
import type { Delivery, World } from './world.ts';

const dayMs = 86_400_000;

/** The steps of refunds that need no request. */
const onItsOwn: Record<Refund['status'], readonly Refund['status'][]> = {
  Pending: ['Pending', 'Submitted', 'Complete'],
  Submitted: ['Submitted', 'Complete'],
  Complete: ['Complete'],
  Failed: ['Failed'],
  Cancelled: ['Cancelled'],
  Returned: ['Returned'],
};

/** Reads the states that time decides, and compares all others; of objects that have ended, only a few, chosen by the seed. */
export async function readStates(turn: Turn): Promise<void> {
  const { model, random } = turn;
  const isOpen = ({ status, refunds }: Payment): boolean =>
    status === 'Created' || refunds.some(isOpenRefund);
  await readAll(turn, {
    payments: model.payments.filter((payment) => isOpen(payment) || random.chance(endedShare)),
    payouts: model.payouts.filter(({ state }) => state === 'pending' || random.chance(endedShare)),
  });
  await compareBank(turn);
  await compareLinks(turn);
  await compareVault(turn);
  await compareAttempts(turn, model.attempts);
  await compareMandates(turn);
}

/** The share of ended objects that are compared each time. */
const endedShare = 0.1;

async function readAll(
  turn: Turn,
  { payments, payouts }: Pick<Model, 'payments' | 'payouts'>,
): Promise<void> {
  for (const payment of payments) {
    await readPayment(turn, payment);
    if (payment.transactionId) await readRefunds(turn, payment);
  }
  for (const payout of payouts) await readPayout(turn, payout);
}

async function readPayment({ world, expect, reach }: Turn, payment: Payment): Promise<void> {
  const { status, text, body } = await world.merchant.one(`/payments/${payment.id}`);
  const isOver = world.service.clock.now().getTime() >= payment.expiresAt;
  if (payment.status === 'Created' && isOver && body?.status === 'Expired') {
    payment.status = 'Expired';
    reach('payment expired');
  }
  const isSame = body?.status === payment.status && Math.round(body.amount.value * 100) === payment.cents;
  expect(
    status === 200 && isSame && body.merchantReference === payment.reference,
    () =>
      `${payment.reference} of ${payment.cents} cents is ${payment.status}, and is shown as ${status}: ${text}`,
  );
}

async function readRefunds({ world, expect, reach }: Turn, payment: Payment): Promise<void> {
  const { transactionId, refunds, reference } = payment;
  const { status, text, body } = await world.merchant.one(`/transactions/${transactionId}/refunds?limit=500`);
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers.
  const shown = new Map<string, any>(body?.results?.map((refund: any) => [refund.id, refund]));
  expect(
    status === 200 && shown.size === refunds.length,
    () => `${reference} has ${refunds.length} refunds, and ${status}: ${text} is shown`,
  );
  for (const refund of refunds) {
    const seen = shown.get(refund.id);
    const next = seen?.status;
    expect(
      onItsOwn[refund.status].includes(next) && Math.round(seen.amount.value * 100) === refund.cents,
      () => `a refund of ${refund.cents} cents is ${refund.status}, and is shown as ${JSON.stringify(seen)}`,
    );
    if (next && next !== refund.status) {
      refund.status = next;
      reach(`refund became ${next}`);
    }
  }
}

async function readPayout({ world, expect, reach }: Turn, payout: Payout): Promise<void> {
  const { merchant, shop } = world;
  const path = `/getpayout?siteCode=${shop.siteCode}&payoutId=${payout.id}`;
  const { status, text, body } = await merchant.payouts(shop.siteCode, path, undefined);
  const [group, detail] = [body?.payoutStatus?.status, body?.payoutStatus?.subStatus];
  const seen = group <= 3 ? 'pending' : group === 5 ? 'complete' : 'failed';
  if (payout.state === 'pending' && seen === 'complete') {
    payout.state = 'complete';
    reach('payout completed by its bank');
  }
  expect(
    status === 200 && seen === payout.state,
    () => `${payout.reference} is ${payout.state}, and is shown as ${group}/${detail}: ${text}`,
  );
}

/** Does all work of a month without faults, after which nothing is left open. */
export async function passMonth(worlds: readonly World[]): Promise<void> {
  const [{ service }] = worlds as [World];
  // A webhook whose attempts all failed for five days is disabled; then its merchant enables it, and gets the missed events.
  for (const id of worlds.flatMap(({ webhooks }) => webhooks))
    await enableWebhook(service.ctx, everything, id).catch((error: DomainError) => {
      if (error.code !== 'DoneAlready') throw error;
    });
  for (let day = 0; day < 30; day += 1) {
    service.clock.advance(dayMs);
    await service.drain();
  }
}

/** Judges a history after the month: all is as the model says, and nothing is left open. */
export async function judgeEnd(turn: Turn): Promise<void> {
  const { world, model, expect } = turn;
  const { service } = world;
  await world.signIn();
  await readAll(turn, model);
  for (const payment of model.payments) {
    expect(payment.status !== 'Created', () => `${payment.reference} is still open after a month`);
  }
  for (const { state, reference } of model.payouts)
    expect(state !== 'pending', () => `${reference} is still pending after a month`);
  // A refund whose site has been paid out waits for the site's next payments.
  const waiting = await service.db<{ id: string; state: string }[]>`
    select id, state from refunds where state in ('pending', 'approved', 'submitted')
      and not (state in ('pending', 'approved') and state_reason = ${waitingReason})`;
  for (const { id, state } of waiting) expect(false, () => `refund ${id} is still ${state} after a month`);
  await judgeBooks(turn);
  await judgeSubscriptions(turn);
  await judgeSettlements(turn);
  await judgeDeliveries(turn);
  await judgeBank(turn);
  await compareLinks(turn);
  await judgeVault(turn);
  await judgeAttempts(turn);
  await judgeJobs(turn);
  await judgeMandates(turn);
  const count = await lists.payments.count(service.db, everything, { siteId: world.shop.id, words: {} });
  expect(
    count === model.payments.length,
    () => `the console counts ${count} of ${model.payments.length} payments`,
  );
  for (const { rule, object, detail } of await checkEverything(service.db, { simulatedBank: true }))
    expect(false, () => `${rule} ${object}: ${detail}`);
}

/** The ledger equals the model: the float, and the refunded amount of each payment. */
async function judgeBooks({ world, model, expect }: Turn): Promise<void> {
  const { db } = world.service;
  const { available, pending } = floatOf(model);
  const [float] = await db<{ cents: bigint }[]>`
    select coalesce(-sum(entry.amount_cents), 0)::bigint as cents
    from ledger_accounts account join ledger_entries entry on entry.account_id = account.id
    where account.site_id = ${world.shop.id} and account.kind in ('float', 'payouts_in_flight')`;
  expect(
    Number(float!.cents) === available + pending,
    () => `the ledger's float is ${float!.cents}; it should be ${available + pending}`,
  );
  for (const payment of model.payments.filter(({ transactionId }) => transactionId)) {
    const [row] = await db<{ refundedCents: bigint }[]>`
      select refunded_cents from transactions where id = ${payment.transactionId!}`;
    const refunded = payment.cents - refundable(payment);
    expect(
      Number(row!.refundedCents) === refunded,
      () =>
        `${payment.reference}: ${row!.refundedCents} cents are claimed by refunds; it should be ${refunded}`,
    );
  }
  const paid = sumOf(paidOf(model));
  const [booked] = await db<{ cents: bigint }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from transactions
    where site_id = ${world.shop.id} and counts and state in ('successful', 'refunded')`;
  expect(Number(booked!.cents) === paid, () => `${booked!.cents} cents were collected; it should be ${paid}`);
}

/** Each subscription ended as it had to, and each occurrence was charged once. */
async function judgeSubscriptions({ world, model, expect }: Turn): Promise<void> {
  for (const { id, cents, occurrences, state } of model.subscriptions) {
    const { body } = await world.merchant.one(`/subscriptions/${id}`);
    const wanted = { active: ['Completed'], failed: ['Failed'], cancelled: ['Canceled', 'Completed'] }[state];
    expect(
      wanted.includes(body?.status),
      () => `subscription ${id} is ${state}, and is shown as ${body?.status}`,
    );
    const { body: page } = await world.merchant.one(`/subscriptions/${id}/transactions?limit=500`);
    const charges: { occurrence?: number; status: string; amount: { value: number } }[] = page?.results ?? [];
    const most = state === 'failed' ? 0 : occurrences;
    expect(
      charges.length <= most && (state !== 'active' || charges.length === occurrences),
      () => `subscription ${id} of ${occurrences} charges has ${JSON.stringify(charges)}`,
    );
    for (const charge of charges)
      expect(
        Math.round(charge.amount.value * 100) === cents,
        () => `a charge of ${cents}: ${JSON.stringify(charge)}`,
      );
  }
}

/** Settlements by the API and the merchant's balance add up to the payments less the refunds. */
async function judgeSettlements({ world, model, expect }: Turn): Promise<void> {
  const { merchant, shop, service } = world;
  const [from, to] = [-120, 1].map((days) =>
    new Date(service.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10),
  );
  const { body } = await merchant.one(
    `/settlements?fromDate=${from}&toDate=${to}&siteCode=${shop.siteCode}&limit=500`,
  );
  const settled = (body?.results ?? []).reduce(
    (sum: number, { totalSettlement }: { totalSettlement: { value: number } }) =>
      sum + Math.round(totalSettlement.value * 100),
    0,
  );
  const [row] = await service.db<{ cents: bigint }[]>`
    select coalesce(-sum(entry.amount_cents), 0)::bigint as cents
    from ledger_accounts account join ledger_entries entry on entry.account_id = account.id
    where account.site_id = ${shop.id} and account.kind in ('merchant', 'fees')`;
  const refunded = sumOf(
    model.payments.flatMap(({ refunds }) => refunds.filter(({ status }) => holdsMoney.has(status))),
  );
  const left = Number(row!.cents);
  const expected = sumOf(paidOf(model)) - refunded - settled;
  expect(
    left === expected,
    () => `${settled} cents are settled and ${left} are left; ${expected} should be left`,
  );
}

const holdsMoney: ReadonlySet<Refund['status']> = new Set(['Submitted', 'Complete']);

/** Each outcome was delivered, under one id, however often; or all its attempts have failed, and the merchant can have it resent. */
async function judgeDeliveries(turn: Turn): Promise<void> {
  const { world, model, expect } = turn;
  const ids = new Map<string, Set<string>>();
  const secrets = await readSecrets(turn);
  for (const delivery of world.deliveries) {
    const { id, body } = delivery;
    expect(
      secrets.some((secret) => isSignedWith(secret, delivery)),
      () => `a notification is signed with another secret: ${body}`,
    );
    const { type, data } = JSON.parse(body);
    const key = `${type} ${data.id}`;
    ids.set(key, (ids.get(key) ?? new Set()).add(id));
  }
  // An attempt that had failed and was paid late has two outcomes.
  const paidLate = new Set<string | undefined>([
    ...model.payments.filter(({ hasFailed }) => hasFailed).map(({ transactionId }) => transactionId),
    ...(world.merchant.repeatedOutcomes ?? []),
  ]);
  const others = await readEnds(turn);
  for (const [what, { size }] of ids) {
    const [type, id] = what.split(' ') as [string, string];
    const most = others.get(id) ?? (type === 'transaction.complete' && !paidLate.has(id) ? 1 : 2);
    expect(size <= most, () => `${what} was delivered under ${size} ids`);
  }
  const failed = await world.service.db<{ what: string }[]>`
    select event_type || ' ' || object_id as what from deliveries where status = 'failed'`;
  const exhausted = new Set(failed.map(({ what }) => what));
  for (const payment of model.payments.filter(({ surface }) => surface === 'one'))
    for (const what of outcomesOf(payment))
      expect(ids.has(what) || exhausted.has(what), () => `${payment.reference}: ${what} was not delivered`);
}

/** How often other sites' transactions and refunds have ended: money can come late, or go back. */
async function readEnds({ world }: Turn): Promise<Map<string, number>> {
  const rows = await world.service.db<{ id: string; times: number }[]>`
    select object_id as id, count(*)::integer as times from transitions
    where verb in ('pay', 'payLate', 'decline', 'cancel', 'abandon', 'fail', 'expire', 'reverse', 'complete', 'return', 'refuse')
      and object_id in (select id from transactions where site_id = any (${[world.club.id, world.vault.id]}::uuid[])
        union all select id from refunds where site_id = any (${[world.club.id, world.vault.id]}::uuid[]))
    group by 1`;
  return new Map(rows.map(({ id, times }) => [id, times]));
}

/** The secrets of the merchant's webhooks. */
async function readSecrets({ world }: Turn): Promise<string[]> {
  const secrets: string[] = [];
  for (const id of world.webhooks) {
    const { body } = await world.merchant.one(`/webhooks/${id}/secret`);
    secrets.push(body?.secret);
  }
  return secrets;
}

function isSignedWith(secret: string, { id, timestamp, signature, body }: Delivery): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return signature.split(' ').includes(`v1,${wanted}`);
}

/** The webhooks that a payment must have caused. */
function outcomesOf({ transactionId, refunds }: Payment): string[] {
  const paid = refunds.filter(({ status }) => status === 'Complete').map(({ id }) => `refund.complete ${id}`);
  return transactionId === undefined ? paid : [`transaction.complete ${transactionId}`, ...paid];
}
