// Timelines over a busy database: every record is in them, once and in the order of cause and effect.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationFormats } from '../src/app/formats.ts';
import { everything } from '../src/core/viewer.ts';
import { recall } from '../src/rails/simulator/recall.ts';
import {
  findTimelines,
  type Root,
  readTimeline,
  type Step,
  type Timeline,
} from '../src/reports/timelines/actions.ts';
import { entriesOf } from '../src/reports/timelines/entries.ts';
import { assertArchivedNotified } from './support/archiving.ts';
import { canaries, openBusy } from './support/busy.ts';
import { columnOf } from './support/column.ts';
import { find, happenedIn, placeOf, recordsOf } from './support/timelines.ts';

const busy = await openBusy();
const { db, ctx } = busy;
await busy.assertSound();

const timelines = new Map<string, Timeline>();
const raw = { exchangesOf: everything, formats: notificationFormats(ctx, busy.config) };

async function tell(root: Root): Promise<Timeline> {
  const known = timelines.get(root.id) ?? (await readTimeline(ctx, everything, root, { recall, ...raw }))!;
  timelines.set(root.id, known);
  return known;
}

/** The single timeline for a text. */
async function timelineOf(text: string): Promise<Timeline> {
  const found = await findTimelines(ctx, everything, { text });
  assert.equal(found.length, 1, `${text}: ${found.map(({ kind, reference }) => `${kind} ${reference}`)}`);
  return tell(found[0]!);
}

const happened = await happenedIn(db);

test('the database has every kind of object, in nearly every state', async () => {
  const kinds = await db<{ object: string; states: number }[]>`
    select object, count(distinct to_state)::integer as states from transitions group by object order by object`;
  assert.deepEqual(
    kinds.map(({ object }) => object),
    'bulk_job charge deposit email payment payout refund settlement subscription transaction transfer'.split(
      ' ',
    ),
  );
  assert.ok(kinds.reduce((sum, { states }) => sum + states, 0) >= 40, JSON.stringify(kinds));
  assert.ok(happened.length > 400, `${happened.length}`);
});

test('every event of an object is in the timeline of its id, exactly once', async () => {
  const byObject = Map.groupBy(happened, ({ objectId }) => objectId);
  for (const [objectId, expected] of byObject) {
    const timeline = await timelineOf(objectId);
    const rows = Map.groupBy(recordsOf(timeline), (record) => record);
    for (const { record } of expected) {
      assert.equal(
        rows.get(record)?.length,
        1,
        `${record} in the timeline of ${timeline.subject.kind} ${objectId}`,
      );
    }
  }
});

test('no timeline repeats an event, and all of them together leave out none', async () => {
  const rows = new Set<string>();
  for (const timeline of timelines.values()) {
    const records = recordsOf(timeline);
    assert.equal(new Set(records).size, records.length);
    for (const record of records) rows.add(record);
  }
  assert.deepEqual(
    happened.filter(({ record }) => !rows.has(record)),
    [],
  );
});

describe('no effect precedes its cause:', () => {
  const numberOf = ({ record }: Step): number => Number(record.slice('transitions/'.length));

  test('steps are in the order in which they happened', () => {
    for (const { steps } of timelines.values()) {
      const numbers = steps.filter(({ kind }) => kind === 'state').map(numberOf);
      assert.deepEqual(
        numbers,
        numbers.toSorted((one, other) => one - other),
      );
    }
  });

  test('no event of an object precedes its creation', () => {
    let beginnings = 0;
    for (const { steps } of timelines.values()) {
      for (const [place, { kind, objectId }] of steps.entries()) {
        if (kind !== 'begin') continue;
        const first = steps.findIndex((step) => step.objectId === objectId);
        assert.equal(first, place, `${steps[first]!.what} comes before ${steps[place]!.what}`);
        beginnings += 1;
      }
    }
    assert.ok(beginnings > 100);
  });

  test('a booking and an event follow the step that caused them', async () => {
    const edges: [to: string, what: string][] = [
      ['(pay)', 'booked payment_received'],
      ['(submit)', 'booked refund_submitted'],
      ['(complete)', 'booked payout_paid'],
    ];
    for (const timeline of timelines.values()) {
      for (const [place, step] of timeline.steps.entries()) {
        if (step.what.startsWith('transaction.complete')) {
          assert.match(timeline.steps[place - 1]!.kind, /state|ledger/);
          assert.equal(timeline.steps[place - 1]!.objectId, step.objectId);
        }
        const edge = edges.find(([, what]) => step.what.startsWith(what));
        if (!edge) continue;
        const before = timeline.steps[place - 1]!;
        assert.ok(
          before.what.includes(edge[0]) || before.what.includes('payLate'),
          `${before.what} before ${step.what}`,
        );
      }
    }
  });

  test('a refund begins after its payment was paid, a transfer after it was ordered, a delivery attempt after its event', async () => {
    const timeline = await timelineOf(busy.refunds.refund);
    const paid = timeline.steps.findIndex(({ what }) => what.includes('(pay)'));
    const asked = placeOf(timeline, `begin/${busy.refunds.refund}`);
    const submitted = timeline.steps.findIndex(({ what }) => what.includes('(submit)'));
    const ordered = timeline.steps.findIndex(({ what }) => what.startsWith('Transfer of'));
    const bank = timeline.steps.findIndex(({ what }) => what.startsWith('the bank took the transfer'));
    assert.deepEqual(
      [paid, asked, submitted, ordered, bank],
      [paid, asked, submitted, ordered, bank].toSorted((a, b) => a - b),
    );
    for (const { steps } of timelines.values()) {
      for (const { record, kind } of steps) {
        if (kind !== 'attempt' || !record.startsWith('delivery_attempts/')) continue;
        const [row] = await db`
          select delivery.event_id from delivery_attempts attempt join deliveries delivery on delivery.id = attempt.delivery_id
          where attempt.id = ${record.slice('delivery_attempts/'.length)}`;
        const event = steps.findIndex((step) => step.record === `events/${row!.eventId}`);
        assert.ok(event < steps.findIndex((step) => step.record === record));
      }
    }
  });
});

describe('a timeline', () => {
  test('starts with the request that was refused for its hash, then the valid one', async () => {
    const timeline = await timelineOf('ORDER-9');
    assert.deepEqual(columnOf(timeline.steps.slice(0, 3), 'kind'), ['refused', 'begin', 'hash']);
    assert.equal(timeline.steps[1]!.by, `site:${busy.merchant.siteCode}`);
    assert.match(
      timeline.steps[1]!.what,
      /^Payment of R\u00a025,00 created via the Payments API with the reference "ORDER-9"/,
    );
    assert.equal(find(timeline, 'payLate').why, 'paid late');
    assert.match(find(timeline, 'Included in settlement').what, /, fee R\u00a01,50/);
  });

  test('names the requesting client and its key, and the response to a repeat', async () => {
    const timeline = await timelineOf(busy.keyed);
    assert.equal(timeline.steps[0]!.by, `client:${busy.merchant.clientId}`);
    assert.match(find(timeline, 'Idempotency-Key').what, /"basket-17" for the first time/);
    assert.match(find(timeline, 'Idempotency-Key').why!, /\(201\) is stored: a repeated request gets it/);
    assert.match(find(await timelineOf('FAILING'), 'Idempotency-Key').why!, /request creates another/);
  });

  test('shows the response of every notification attempt, and the reason for none', async () => {
    const failing = await timelineOf('FAILING');
    const attempts = failing.steps.filter(({ what }) => what.includes(`from ${busy.broken.url}/a in`));
    assert.ok(attempts.length >= 3);
    assert.match(attempts[0]!.what, /^notification failed \(attempt 1\): HTTP 500 from .* in \d+ ms/);
    assert.ok(attempts.every(({ isTrouble }) => isTrouble));
    assert.ok(failing.undelivered.includes(attempts.at(-1)!.record));
    const taken = failing.steps.filter(({ what }) => /^notification delivered/.test(what));
    assert.ok(taken.every((step) => !step.isTrouble && !failing.undelivered.includes(step.record)));
    assert.equal(attempts[0]!.why, 'response: account *******4567 not found');
    assert.match(find(failing, 'the webhook').what, /https:\/\/127\.0\.0\.1:9\/hook\?…/);
    assert.ok(failing.due.some(({ what }) => what.includes(`is sent to ${busy.broken.url}/a`)));
    const silent = await timelineOf('ORDER-error');
    assert.match(find(silent, 'abandoned').why!, /410|Gone|attempt/i);
    const declined = await timelineOf('CLUB-3');
    assert.match(find(declined, 'subscription.authorization.declined').what, /: for /);
  });

  test('is read as one entry for a delivery with all its attempts, with the internals as details', async () => {
    const { steps } = await timelineOf('FAILING');
    const entries = entriesOf(steps, { ledger: true });
    const [retried, ...others] = entries.filter(({ title }) => title.includes(`${busy.broken.url}/a`));
    assert.deepEqual(others, []);
    assert.match(retried!.title, /^Notification failed \((\d+) attempts\): HTTP 500 in \d+ ms from /);
    assert.ok(retried!.attempts.length >= 3 && retried!.retryAt);
    assert.equal(retried!.step.record, retried!.attempts.at(-1)!.record);
    const titles = entries.map(({ title }) => title);
    assert.ok(
      titles.includes('Bank confirmed payment') &&
        titles.some((one) => one.startsWith('Ledger: payment received')),
    );
    assert.ok(
      titles.every((one) => !/Idempotency-Key|webhook-id|→/.test(one)),
      titles.join('\n'),
    );
    assert.ok(entries.some(({ details }) => details.some((one) => one.includes('Idempotency-Key'))));
    const withoutLedger = entriesOf(steps, { ledger: false });
    assert.ok(
      withoutLedger.every(({ step }) => step.kind !== 'ledger') && withoutLedger.length < entries.length,
    );
  });

  test('has the raw exchange of every attempt, without derived keys, for permitted viewers', async () => {
    const { exchange } = find(await timelineOf('FAILING'), `(attempt 1): HTTP 500 from ${busy.broken.url}/a`);
    const { request, answer } = exchange!;
    assert.equal(request.url, `${busy.broken.url}/a`);
    const { type, data } = JSON.parse(request.body!);
    assert.deepEqual([type, data.status], ['transaction.complete', 'Successful']);
    const sent = Object.fromEntries(request.headers);
    assert.deepEqual([sent['content-type'], sent['webhook-signature']], ['application/json', '…']);
    assert.deepEqual([answer!.status, answer!.body], [500, 'account *******4567 not found']);
    // A webhook may have been notified first.
    const isForm = ({ exchange: rows }: Step) =>
      rows?.request.headers.some(([name, value]) => name === 'content-type' && value.includes('urlencoded'));
    const hashed = (await timelineOf('ORDER-9')).steps.filter(({ kind }) => kind === 'attempt').find(isForm)!
      .exchange!.request.body!;
    assert.equal(new URLSearchParams(hashed).get('Hash'), '…');
    assert.equal(new URLSearchParams(hashed).get('TransactionReference'), 'ORDER-9');
    const [refused] = (await timelineOf('ORDER-9')).steps;
    assert.match(refused!.exchange!.request.body!, /^transactionReference: ORDER-9$/im);
    for (const timeline of timelines.values())
      for (const { record, exchange: rows } of timeline.steps)
        assert.equal(rows !== undefined, /^(delivery_attempts|hash_mismatches)\//.test(record), record);
    const { id } = (await timelineOf('FAILING')).subject;
    const rows = (await readTimeline(ctx, everything, { kind: 'payment', id }))!;
    assert.ok(rows.steps.every(({ exchange: hidden, why }) => !hidden && !why?.includes('not found')));
  });

  test('has each booking as rows that add up to nothing, and how long each step took', async () => {
    await busy.drain();
    const timeline = (await readTimeline(ctx, everything, (await timelineOf('REFUNDED')).subject))!;
    const booked = timeline.steps.flatMap(({ journal }) => journal ?? []);
    assert.ok(booked.length >= 4);
    for (const { rows, position } of booked) {
      assert.ok(rows.length >= 2 && position !== null);
      assert.equal(
        rows.reduce((sum, { amountCents }) => sum + amountCents, 0n),
        0n,
      );
    }
    const [first, ...later] = timeline.steps;
    assert.equal(first!.sinceMs, null);
    assert.ok(later.every(({ sinceMs }) => sinceMs! >= 0) && later.some(({ sinceMs }) => sinceMs! > 0));
  });

  test('of a subscription shows each charge, and the timeline of a charge’s payment shows its outcome', async () => {
    const subscription = await timelineOf('CLUB-2');
    assert.match(find(subscription, 'active → failed').why!, /3 charges in a row failed/);
    const charge = subscription.related.find(({ kind }) => kind === 'payment')!;
    const payment = await timelineOf(charge.id);
    assert.match(
      payment.steps.find(({ object }) => object === 'payment')!.what,
      /for a charge of a subscription/,
    );
    assert.deepEqual(columnOf(payment.related, 'kind'), ['subscription']);
    assert.ok(payment.steps.some(({ object, what }) => object === 'charge' && what.includes('(retry)')));
    assert.ok(payment.steps.some(({ what }) => what.startsWith('subscription.payment.failed')));
  });

  test('of a reversed charge shows the reason, its postings and notifications, and the next steps', async () => {
    const disputed = await timelineOf('CLUB-7');
    assert.match(find(disputed, 'active → failed').why!, /disputed by the payer: unpaid 36/);
    const payment = await timelineOf(disputed.related.find(({ kind }) => kind === 'payment')!.id);
    assert.equal(find(payment, 'successful → reversed').why, 'unpaid 36: payment previously stopped');
    for (const what of ['booked payment_reversed', 'our statement shows −', 'complete → created (reopen)'])
      assert.ok(find(payment, what), what);
    assert.equal(payment.steps.filter(({ what }) => what.startsWith('transaction.complete')).length, 2);
    const retried = await timelineOf('CLUB-6');
    const charges = retried.related.filter(({ kind }) => kind === 'payment');
    const timelines = await Promise.all(charges.map(({ id }) => timelineOf(id)));
    const paid = timelines.find(({ steps }) => steps.some(({ what }) => what.includes('at sign-up')))!;
    assert.equal(find(paid, 'successful → retrying').why, 'unpaid 02: not provided for');
    assert.ok(paid.due.some(({ what }) => what.startsWith('Reversal check')));
  });

  test('of a deposit shows where each part of it went', async () => {
    const timeline = await timelineOf(busy.deposits.lost);
    assert.equal(find(timeline, 'waiting → allocated').by, 'cli:Naledi');
    assert.match(find(timeline, 'to the float of').what, /R\u00a050,00 allocated from suspense/);
    assert.deepEqual(columnOf(timeline.related, 'kind'), ['payment']);
  });

  test('shows steps that are due and have not happened', async () => {
    const { due } = await timelineOf(busy.refunds.waiting);
    assert.deepEqual(
      due.filter(({ object }) => object === 'refund'),
      [],
    );
    const open = await timelineOf(busy.keyed);
    assert.deepEqual(
      open.due.map(({ object, what }) => `${object} ${what}`),
      ['payment Payment expires'],
    );
  });
});

describe('a search', () => {
  const kindsOf = async (text: string, siteCode?: string) =>
    (await findTimelines(ctx, everything, { text, siteCode })).map(
      ({ kind, reference }) => `${kind} ${reference}`,
    );

  test('finds by the merchant’s own references, and lists all matches', async () => {
    assert.deepEqual(await kindsOf('TWICE'), ['payment TWICE', 'payment TWICE']);
    assert.deepEqual(await kindsOf('TWICE', 'NOBODY'), []);
    for (const [text, expected] of [
      ['PAY-1', 'payout PAY-1'],
      ['JOB-1', 'bulk_job JOB-1'],
      ['CLUB-1', 'subscription CLUB-1'],
      ['A GOAT', 'deposit A GOAT'],
      [`${busy.merchant.siteCode}-20261120`, `settlement ${busy.merchant.siteCode}-20261120`],
      [busy.deposits.exact.toLowerCase(), 'payment D-1'],
    ] as const) {
      assert.ok((await kindsOf(text)).includes(expected), text);
    }
    assert.deepEqual(await kindsOf('NO SUCH THING'), []);
  });

  test('finds by correlation id, webhook-id, delivery, booking and transfer, in any letter case', async () => {
    assert.deepEqual(await kindsOf('checkout-4711'), ['payment KEYED-1']);
    for (const table of ['events', 'deliveries', 'delivery_attempts', 'ledger_journals', 'transfers']) {
      const rows = await db<{ id: string }[]>`select id from ${db(table)} limit 20`;
      for (const { id } of rows) assert.equal((await kindsOf(id.toUpperCase())).length, 1, `${table} ${id}`);
    }
    // An e-mail has no timeline of its own.
    const steps = await db<{ correlationId: string; objectId: string }[]>`
      select distinct on (correlation_id) correlation_id, object_id from transitions
      where correlation_id <> 'system' and object <> 'email'`;
    for (const { correlationId, objectId } of steps) {
      const found = await findTimelines(ctx, everything, { text: correlationId });
      const [own] = await findTimelines(ctx, everything, { text: objectId });
      // The subscription also shows a charge's payment.
      const ids = [own!.id, ...(await tell(own!)).related.map(({ id }) => id)];
      assert.ok(
        found.some(({ id }) => ids.includes(id)),
        `${correlationId} of ${own!.kind} ${objectId}: ${found.map(({ kind, reference }) => `${kind} ${reference}`)}`,
      );
    }
  });

  test('finds a refused request that created nothing', async () => {
    const { body } = await busy.program.createPayments(
      { transactionReference: 'NEVER' },
      { privateKey: 'wrong' },
    );
    assert.equal(body.errorMessage, 'HashCheck value has failed');
    const timeline = await timelineOf('NEVER');
    assert.deepEqual(
      [timeline.subject.kind, timeline.steps.map(({ kind }) => kind)],
      ['refused_request', ['refused']],
    );
  });
});

test('no timeline reveals an account number, a secret, or the payer', () => {
  const text = JSON.stringify([...timelines.values()], (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const { privateKey, apiKey, webhookSecret, clientSecret } = busy.merchant;
  const hidden = [
    '62001234567',
    '0831234567890',
    '8001015009087',
    'Nkosi',
    'hidden',
    privateKey,
    apiKey,
    webhookSecret,
    clientSecret,
  ];
  for (const secret of [...Object.values(canaries), ...hidden]) assert.ok(!text.includes(secret), secret);
  assert.match(text, /\*{6}5678/);
});

test('archived events are shown as archived, and everything still agrees', () =>
  assertArchivedNotified(busy));
