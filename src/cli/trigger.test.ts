// K2, U20: every trigger acts on real objects through the running service, with every outcome it has.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openReceiver } from '../../test/support/receiver.ts';
import { startService } from '../../test/support/running.ts';
import { type EventType, eventRegistry } from '../core/events.ts';
import { changeSite, findSiteByCode } from '../core/merchants/actions.ts';
import { listMessages } from '../core/notifications/messages.ts';
import { openSession, until } from '../devtools/session.ts';
import { shiftedClock, systemClock } from '../kernel/clock.ts';
import { resend } from './resend.ts';
import { recipes, trigger } from './trigger.ts';

const service = await startService({ clock: shiftedClock(0), started: true });
after(() => service.end());
const { ctx, config, db, merchant } = service;
await changeSite(ctx, merchant.siteCode, { allowPlainAccountNumbers: true });
const session = await openSession(ctx, config, (await findSiteByCode(db, merchant.siteCode))!);

// biome-ignore lint/suspicious/noExplicitAny: the objects differ from event to event
type Made = any;
type Given = Partial<Parameters<typeof trigger>[2]>;
const make = (event: EventType, given: Given = {}): Promise<Made> =>
  trigger(session, event, {
    reference: undefined,
    amount: undefined,
    outcome: recipes[event].outcomes[0],
    notifyUrl: undefined,
    isQuiet: true,
    ...given,
  });

const tables: Record<string, string> = {
  transaction: 'transactions',
  refund: 'refunds',
  payout: 'payouts',
  subscription: 'subscriptions',
  bulk_job: 'bulk_jobs',
};

/** Returns the event, and the state of its object; a report has its kind instead. */
async function found(eventId: string) {
  const [event] = await db<
    { type: string; object: string; objectId: string; siteId: string; said: string }[]
  >`
    select type, object, object_id, site_id, coalesce(data->>'state', data->>'kind') as said from events where id = ${eventId}`;
  const [object] =
    event!.object === 'report'
      ? await db<{ state: string }[]>`
          select kind as state from reports join report_schedules schedule on schedule.id = schedule_id
          where reports.id = ${event!.objectId}`
      : await db<{ state: string }[]>`
          select state from ${db(tables[event!.object]!)} where id = ${event!.objectId}`;
  return { ...event!, state: object!.state };
}

// biome-ignore format: a table
const ends: Record<EventType, Record<string, string>> = {
  'transaction.pending': { pending: 'pending' },
  'transaction.complete': {
    success: 'successful', declined: 'declined', cancelled: 'cancelled', abandoned: 'abandoned', error: 'failed',
    'late-success': 'successful', deposit: 'successful',
  },
  'refund.complete': { complete: 'complete', failed: 'failed', returned: 'returned' },
  'payout.complete': { complete: 'complete', rejected: 'cancelled', failed: 'processing_error', returned: 'returned' },
  'subscription.authorization.approved': { approved: 'active' },
  'subscription.authorization.declined': { declined: 'failed' },
  'subscription.payment.succeeded': { success: 'active' },
  'subscription.payment.failed': { declined: 'active' },
  'subscription.completed': { success: 'completed' },
  'subscription.cancelled': { cancelled: 'canceled' },
  'subscription.expired': { expired: 'expired' },
  'bulk.complete': { complete: 'complete', errors: 'complete_with_errors' },
  'report.ready': { ready: 'transactions' },
};

const events = Object.keys(eventRegistry) as EventType[];
const moving = events.filter((event) => recipes[event].warning !== undefined);

// First, because the clock moves faster when less is waiting.
describe('tefo trigger, while another process moves the clock by days,', () => {
  const moveClock = async () => {
    const headers = { apikey: merchant.apiKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ advance: 'P2D' });
    const answer = await fetch(`${service.base}/sandbox/clock`, { method: 'POST', headers, body });
    assert.equal(answer.status, 200, await answer.text());
  };
  // Between two steps. The first reads the clock.
  for (const [event, steps] of [
    ['transaction.complete', [2, 4]],
    ['subscription.payment.failed', [3]],
  ] as const) {
    for (const step of steps) {
      test(`after step ${step}, makes ${event} happen all the same`, async () => {
        let taken = 0;
        const between =
          <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
          async (...asked: Asked): Promise<Answer> => {
            const answer = await ask(...asked);
            taken += 1;
            if (taken === step) await moveClock();
            return answer;
          };
        const disturbed = { ...session, one: between(session.one), sandbox: between(session.sandbox) };
        const outcome = recipes[event].outcomes[0];
        const given = { reference: undefined, amount: undefined, notifyUrl: undefined, isQuiet: true };
        const made: Made = await trigger(disturbed, event, { ...given, outcome });
        assert.equal((await found(made.eventId)).type, event);
      });
    }
  }

  test('still reports other errors', async () => {
    const given = { reference: undefined, amount: undefined, notifyUrl: 'no address', isQuiet: true };
    const making = trigger(session, 'transaction.complete', { ...given, outcome: 'success' });
    await assert.rejects(making, /notifyUrl/);
  });
});

describe('tefo trigger', () => {
  // Events that move the clock come first: it moves faster when less is waiting.
  for (const event of [...moving, ...events.filter((one) => !moving.includes(one))]) {
    for (const [outcome, state] of Object.entries(ends[event])) {
      test(`${event} by ${outcome} leaves a real object that is ${state}`, async () => {
        const made = await make(event, { outcome, amount: 321_00n });
        const { type, objectId, said, state: now, siteId } = await found(made.eventId);
        assert.deepEqual([type, objectId, siteId], [event, made.objectId, session.site.id]);
        assert.deepEqual([said, now], [state, state]);
      });
    }
  }
});

describe('tefo resend', () => {
  for (const event of [
    'transaction.complete',
    'refund.complete',
    'payout.complete',
    'subscription.authorization.approved',
    'bulk.complete',
  ] as const) {
    test(`sends ${event} again, under its own id`, async () => {
      const receiver = await openReceiver();
      const { objectId, eventId } = await make(event, { notifyUrl: receiver.url });
      const status = async () =>
        (await listMessages(ctx, session.site.merchantId, objectId)).find(({ id }) => id === eventId)?.status;
      const isDelivered = async () => (await status()) === 'delivered' || undefined;
      assert.ok(await until(isDelivered, 20_000), 'delivered the first time');
      const { messages } = await resend(session, objectId, true);
      assert.equal(messages.find(({ id }) => id === eventId)?.eventType, event);
      assert.ok(await until(isDelivered, 20_000), 'and resent');
      const reported = receiver.received.filter(({ headers }) => headers['webhook-id'] === eventId);
      assert.equal(reported.length, 2);
    });
  }

  test('of an object without notifications is refused', async () => {
    await assert.rejects(
      resend(session, '018f0000-0000-7000-8000-000000000000', true),
      /has no object with notifications/,
    );
  });
});

describe('tefo trigger --reference --amount', () => {
  test('makes what there is not with the caller’s data, and uses what there is', async () => {
    const given = { reference: 'ORDER-17', amount: 99_90n };
    const pending = await make('transaction.pending', given);
    const paid = await make('transaction.complete', given);
    assert.equal(paid.paymentId, pending.paymentId, 'the open payment is the one that is paid');
    const refunded = await make('refund.complete', { ...given, amount: 40_00n });
    assert.equal(refunded.transactionId, paid.transactionId);
    const rest = await make('refund.complete', { ...given, amount: 59_90n });
    assert.equal(rest.transactionId, paid.transactionId);
    const [payment] = await db`
      select merchant_reference, amount_cents from payments where id = ${paid.paymentId}`;
    assert.deepEqual({ ...payment }, { merchantReference: 'ORDER-17', amountCents: 99_90n });
    // Nothing of it is waiting any more: the next is a new one.
    const next = await make('transaction.complete', given);
    assert.notEqual(next.paymentId, paid.paymentId);
  });

  test('charges an active subscription again, and cancels it', async () => {
    const reference = 'CLUB-1';
    const first = await make('subscription.payment.succeeded', { reference });
    const second = await make('subscription.payment.succeeded', { reference });
    assert.deepEqual([second.objectId, second.sequence], [first.objectId, first.sequence + 1]);
    assert.equal((await make('subscription.cancelled', { reference })).objectId, first.objectId);
  });

  test('charges a new subscription where the active one has authorised no ad-hoc charges', async () => {
    const reference = 'CLUB-2';
    const plain = await make('subscription.authorization.approved', { reference });
    const charged = await make('subscription.payment.succeeded', { reference });
    assert.notEqual(charged.objectId, plain.objectId);
    const again = await make('subscription.payment.succeeded', { reference, amount: 20_00n });
    assert.equal(again.objectId, charged.objectId);
  });

  test('gives all of a payment back also where a fee was taken of it', async () => {
    await changeSite(ctx, merchant.siteCode, { feeBps: 250 });
    const [site] = [await findSiteByCode(db, merchant.siteCode)];
    const charged = await openSession(ctx, config, site!);
    const made = await trigger(charged, 'refund.complete', {
      reference: 'FEE-1',
      amount: 500_00n,
      outcome: 'complete',
      notifyUrl: undefined,
      isQuiet: true,
    });
    assert.equal((await found(made.eventId)).state, 'complete');
    await changeSite(ctx, merchant.siteCode, { feeBps: 0 });
  });

  test('reports the error of the service', async () => {
    await assert.rejects(make('refund.complete', { reference: 'ORDER-18', amount: 10n ** 15n }), /amount/);
    await make('payout.complete', { reference: 'PAY-1' });
    await assert.rejects(make('payout.complete', { reference: 'PAY-1' }), /refused: .*PAY-1|refused: .*used/);
    await changeSite(ctx, merchant.siteCode, { allowPlainAccountNumbers: false });
    const strict = await openSession(ctx, config, (await findSiteByCode(db, merchant.siteCode))!);
    const given = { reference: undefined, amount: undefined, outcome: 'complete', notifyUrl: undefined };
    await assert.rejects(
      trigger(strict, 'payout.complete', { ...given, isQuiet: true }),
      /allowPlainAccountNumbers=true/,
    );
  });
});

test('no event has an outcome that is not tried here', () => {
  const known = events.map((event) => [event, [...recipes[event].outcomes].sort()]);
  assert.deepEqual(
    known,
    events.map((event) => [event, Object.keys(ends[event]).sort()]),
  );
});

test('the clock is moved only where the help says so', () => {
  const moving = (Object.keys(recipes) as EventType[]).filter(
    (event) => recipes[event].warning !== undefined,
  );
  assert.deepEqual(moving, ['subscription.payment.failed', 'subscription.completed', 'subscription.expired']);
  assert.ok(ctx.clock.now().getTime() - systemClock().now().getTime() > 0);
});
