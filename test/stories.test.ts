// Timelines over a busy database: every record is in them, once and in the order of cause and effect.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationFormats } from '../src/app/formats.ts';
import { everything } from '../src/core/viewer.ts';
import { recall } from '../src/rails/simulator/recall.ts';
import {
  findStories,
  type Root,
  type Step,
  type Story,
  tellStory,
} from '../src/reports/timelines/actions.ts';
import { assertArchivedTold } from './support/archiving.ts';
import { canaries, openBusy } from './support/busy.ts';

const busy = await openBusy();
const { db, ctx } = busy;
await busy.assertSound();

const stories = new Map<string, Story>();
const raw = { exchangesOf: everything, formats: notificationFormats(ctx, busy.base) };

async function tell(root: Root): Promise<Story> {
  const known = stories.get(root.id) ?? (await tellStory(ctx, everything, root, { recall, ...raw }))!;
  stories.set(root.id, known);
  return known;
}

/** The single timeline for a text. */
async function timelineOf(text: string): Promise<Story> {
  const found = await findStories(ctx, everything, { text });
  assert.equal(found.length, 1, `${text}: ${found.map(({ kind, reference }) => `${kind} ${reference}`)}`);
  return tell(found[0]!);
}

const recordsOf = ({ steps }: Story): string[] => steps.map(({ record }) => record);
const placeOf = (story: Story, record: string): number => recordsOf(story).indexOf(record);
const find = (story: Story, text: string): Step => {
  const step = story.steps.find(({ what }) => what.includes(text));
  assert.ok(step, `${text} is not among\n${story.steps.map(({ what }) => what).join('\n')}`);
  return step;
};

interface Happened {
  record: string;
  objectId: string;
}

/** Every event of every object, by its object. */
const happened = await db<Happened[]>`
  select 'transitions/' || id as record, object_id from transitions
  union all select 'ledger_journals/' || id, object_id from ledger_journals
  union all select 'events/' || id, object_id from events
  union all select 'delivery_attempts/' || attempt.id, delivery.object_id
  from delivery_attempts attempt join deliveries delivery on delivery.id = attempt.delivery_id
  union all select 'settlement_lines/' || line.journal_id, journal.object_id
  from settlement_lines line join ledger_journals journal on journal.id = line.journal_id
  union all select 'consents/' || transaction_id, transaction_id from consents
  union all select 'deposit_parts/' || id, deposit_id from deposit_parts`;

test('the database has every kind of object, in nearly every state', async () => {
  const kinds = await db<{ object: string; states: number }[]>`
    select object, count(distinct to_state)::integer as states from transitions group by object order by object`;
  assert.deepEqual(
    kinds.map(({ object }) => object),
    [
      'bulk_job',
      'charge',
      'deposit',
      'payment',
      'payout',
      'refund',
      'settlement',
      'subscription',
      'transaction',
      'transfer',
    ],
  );
  assert.ok(kinds.reduce((sum, { states }) => sum + states, 0) >= 40, JSON.stringify(kinds));
  assert.ok(happened.length > 400, `${happened.length}`);
});

test('every event of an object is in the timeline of its id, exactly once', async () => {
  const byObject = Map.groupBy(happened, ({ objectId }) => objectId);
  for (const [objectId, expected] of byObject) {
    const story = await timelineOf(objectId);
    const told = Map.groupBy(recordsOf(story), (record) => record);
    for (const { record } of expected) {
      assert.equal(
        told.get(record)?.length,
        1,
        `${record} in the timeline of ${story.subject.kind} ${objectId}`,
      );
    }
  }
});

test('no timeline repeats an event, and all of them together leave out none', async () => {
  const told = new Set<string>();
  for (const story of stories.values()) {
    const records = recordsOf(story);
    assert.equal(new Set(records).size, records.length);
    for (const record of records) told.add(record);
  }
  assert.deepEqual(
    happened.filter(({ record }) => !told.has(record)),
    [],
  );
});

describe('no effect precedes its cause:', () => {
  const numberOf = ({ record }: Step): number => Number(record.slice('transitions/'.length));

  test('steps are in the order in which they happened', () => {
    for (const { steps } of stories.values()) {
      const numbers = steps.filter(({ kind }) => kind === 'state').map(numberOf);
      assert.deepEqual(
        numbers,
        numbers.toSorted((one, other) => one - other),
      );
    }
  });

  test('no event of an object precedes its creation', () => {
    let beginnings = 0;
    for (const { steps } of stories.values()) {
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
    for (const story of stories.values()) {
      for (const [place, step] of story.steps.entries()) {
        if (step.what.startsWith('transaction.complete')) {
          assert.match(story.steps[place - 1]!.kind, /state|ledger/);
          assert.equal(story.steps[place - 1]!.objectId, step.objectId);
        }
        const edge = edges.find(([, what]) => step.what.startsWith(what));
        if (!edge) continue;
        const before = story.steps[place - 1]!;
        assert.ok(
          before.what.includes(edge[0]) || before.what.includes('payLate'),
          `${before.what} before ${step.what}`,
        );
      }
    }
  });

  test('a refund begins after its payment was paid, a transfer after it was ordered, a delivery attempt after its event', async () => {
    const story = await timelineOf(busy.refunds.refund);
    const paid = story.steps.findIndex(({ what }) => what.includes('(pay)'));
    const asked = placeOf(story, `begin/${busy.refunds.refund}`);
    const submitted = story.steps.findIndex(({ what }) => what.includes('(submit)'));
    const ordered = story.steps.findIndex(({ what }) => what.startsWith('a transfer'));
    const bank = story.steps.findIndex(({ what }) => what.startsWith('the bank took the transfer'));
    assert.deepEqual(
      [paid, asked, submitted, ordered, bank],
      [paid, asked, submitted, ordered, bank].toSorted((a, b) => a - b),
    );
    for (const { steps } of stories.values()) {
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

describe('a story', () => {
  test('starts with the request that was refused for its hash, then the valid one', async () => {
    const story = await timelineOf('ORDER-9');
    assert.deepEqual(
      story.steps.slice(0, 3).map(({ kind }) => kind),
      ['refused', 'begin', 'hash'],
    );
    assert.equal(story.steps[1]!.by, `site:${busy.merchant.siteCode}`);
    assert.match(story.steps[1]!.what, /R\u00a025,00 was requested as "ORDER-9" on the Payments API/);
    assert.equal(find(story, 'payLate').why, 'paid late');
    assert.match(find(story, 'is a line of the settlement').what, /, R\u00a01,50 of it the fee/);
  });

  test('names the requesting client and its key, and the response to a repeat', async () => {
    const story = await timelineOf(busy.keyed);
    assert.equal(story.steps[0]!.by, `client:${busy.merchant.clientId}`);
    assert.match(find(story, 'Idempotency-Key').what, /"basket-17" for the first time/);
    assert.match(find(story, 'Idempotency-Key').why!, /201, is kept: a repeat gets it again/);
    assert.match(find(await timelineOf('FAILING'), 'Idempotency-Key').why!, /a repeat makes another/);
  });

  test('shows the response of every notification attempt, and the reason for none', async () => {
    const failing = await timelineOf('FAILING');
    const attempts = failing.steps.filter(({ what }) => what.includes(`from ${busy.broken.url}/a in`));
    assert.ok(attempts.length >= 3);
    assert.match(attempts[0]!.what, /^notification failed \(attempt 1\): HTTP 500 from .* in \d+ ms/);
    assert.ok(attempts.every(({ isTrouble }) => isTrouble));
    assert.ok(failing.untold.includes(attempts.at(-1)!.record));
    const taken = failing.steps.filter(({ what }) => /^notification delivered/.test(what));
    assert.ok(taken.every((step) => !step.isTrouble && !failing.untold.includes(step.record)));
    assert.equal(attempts[0]!.why, 'response: account *******4567 not found');
    assert.match(find(failing, 'the webhook').what, /https:\/\/127\.0\.0\.1:9\/hook\?…/);
    assert.ok(failing.due.some(({ what }) => what.includes(`is sent to ${busy.broken.url}/a`)));
    const silent = await timelineOf('ORDER-error');
    assert.match(find(silent, 'abandoned').why!, /410|Gone|attempt/i);
    const declined = await timelineOf('CLUB-3');
    assert.match(find(declined, 'subscription.authorization.declined').what, /: for /);
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
    const isForm = ({ exchange: told }: Step) =>
      told?.request.headers.some(([name, value]) => name === 'content-type' && value.includes('urlencoded'));
    const hashed = (await timelineOf('ORDER-9')).steps.filter(({ kind }) => kind === 'attempt').find(isForm)!
      .exchange!.request.body!;
    assert.equal(new URLSearchParams(hashed).get('Hash'), '…');
    assert.equal(new URLSearchParams(hashed).get('TransactionReference'), 'ORDER-9');
    const [refused] = (await timelineOf('ORDER-9')).steps;
    assert.match(refused!.exchange!.request.body!, /^transactionReference: ORDER-9$/im);
    for (const story of stories.values())
      for (const { record, exchange: told } of story.steps)
        assert.equal(told !== undefined, /^(delivery_attempts|hash_mismatches)\//.test(record), record);
    const { id } = (await timelineOf('FAILING')).subject;
    const told = (await tellStory(ctx, everything, { kind: 'payment', id }))!;
    assert.ok(told.steps.every(({ exchange: hidden, why }) => !hidden && !why?.includes('not found')));
  });

  test('has each booking as rows that add up to nothing, and how long each step took', async () => {
    await busy.drain();
    const story = (await tellStory(ctx, everything, (await timelineOf('REFUNDED')).subject))!;
    const booked = story.steps.flatMap(({ journal }) => journal ?? []);
    assert.ok(booked.length >= 4);
    for (const { rows, position } of booked) {
      assert.ok(rows.length >= 2 && position !== null);
      assert.equal(
        rows.reduce((sum, { amountCents }) => sum + amountCents, 0n),
        0n,
      );
    }
    const [first, ...later] = story.steps;
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
    assert.deepEqual(
      payment.related.map(({ kind }) => kind),
      ['subscription'],
    );
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
    const stories = await Promise.all(charges.map(({ id }) => timelineOf(id)));
    const paid = stories.find(({ steps }) => steps.some(({ what }) => what.includes('at sign-up')))!;
    assert.equal(find(paid, 'successful → retrying').why, 'unpaid 02: not provided for');
    assert.ok(paid.due.some(({ what }) => what.includes('for a reversal')));
  });

  test('of a deposit shows where each part of it went', async () => {
    const story = await timelineOf(busy.deposits.lost);
    assert.equal(find(story, 'waiting → allocated').by, 'cli:Naledi');
    assert.match(find(story, 'to the float of').what, /R\u00a050,00 of it went out of suspense/);
    assert.deepEqual(
      story.related.map(({ kind }) => kind),
      ['payment'],
    );
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
      ['payment it expires'],
    );
  });
});

describe('a search', () => {
  const kindsOf = async (text: string, siteCode?: string) =>
    (await findStories(ctx, everything, { text, siteCode })).map(
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
    const steps = await db<{ correlationId: string; objectId: string }[]>`
      select distinct on (correlation_id) correlation_id, object_id from transitions where correlation_id <> 'system'`;
    for (const { correlationId, objectId } of steps) {
      const found = await findStories(ctx, everything, { text: correlationId });
      const [own] = await findStories(ctx, everything, { text: objectId });
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
    const story = await timelineOf('NEVER');
    assert.deepEqual(
      [story.subject.kind, story.steps.map(({ kind }) => kind)],
      ['refused_request', ['refused']],
    );
  });
});

test('no timeline reveals an account number, a secret, or the payer', () => {
  const text = JSON.stringify([...stories.values()], (_key, value) =>
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

test('archived events are shown as archived, and everything still agrees', () => assertArchivedTold(busy));
