// `tefo listen` over the running service and a receiver on this machine: U16, U17, C10.

import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answering,
  hanging,
  openReceiver,
  type Receiver,
  resetting,
} from '../../../test/support/receiver.ts';
import { startService } from '../../../test/support/running.ts';
import type { EventType } from '../../core/events.ts';
import { createSite, findSiteByCode } from '../../core/merchants/actions.ts';
import { publish } from '../../core/notifications/actions.ts';
import { inWork } from '../../core/unit-of-work.ts';
import { tellListenersAgain } from '../../devtools/listen/listeners.ts';
import { openSession, until } from '../../devtools/session.ts';
import { shiftedClock } from '../../kernel/clock.ts';
import { trigger } from '../trigger.ts';
import { type ListenOptions, listen, type Note } from './loop.ts';

const service = await startService({ clock: shiftedClock(0), started: true });
after(() => service.end());
const { ctx, db, merchant } = service;
const config = { ...service.config, databaseUrl: service.databaseUrl };
const site = (await findSiteByCode(db, merchant.siteCode))!;

type NoteOf<Kind> = Note extends infer One
  ? One extends { kind: infer Named }
    ? Kind extends Named
      ? One
      : never
    : never
  : never;
type Given = Partial<Omit<ListenOptions, 'forwardTo'>>;

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** Listens in the background, until the end of the test. */
async function started(receiver: Pick<Receiver, 'url'>, given: Given = {}) {
  const notes: Note[] = [];
  const ending = new AbortController();
  const forwardTo = `${receiver.url}/hook`;
  const ended = listen({
    config,
    site: site.code,
    forwardTo,
    messageType: 'thin',
    types: undefined,
    name: forwardTo,
    since: undefined,
    say: (note) => void notes.push(note),
    signal: ending.signal,
    retryMs: [50, 100],
    ...given,
  });
  const of = <Kind extends Note['kind']>(kind: Kind) =>
    notes.filter((note): note is NoteOf<Kind> => note.kind === kind);
  const seenEvents = async (kind: Note['kind'], count = 1): Promise<void> => {
    const isThere = await until(async () => of(kind).length >= count || undefined, 8_000, 5);
    if (!isThere) assert.fail(`${count} of ${kind} in ${JSON.stringify(notes)}`);
  };
  const stop = async () => {
    ending.abort();
    return ended;
  };
  stops.push(stop);
  await Promise.race([seenEvents('listening'), ended]);
  return { notes, of, heard: seenEvents, stop, ended };
}

const received = (receiver: Receiver, count: number) =>
  until(async () => receiver.received.length >= count || undefined, 8_000, 2).then((isThere) =>
    assert.ok(isThere, `${receiver.received.length} of ${count} came`),
  );

const idOf = ({ headers }: Receiver['received'][number]) => headers['webhook-id'];

/** Publishes events of objects, each in its own transaction. */
async function happen(objectId: string = randomUUID(), type: EventType = 'transaction.complete') {
  await inWork(ctx, (work) =>
    publish(work, {
      type,
      object: 'transaction',
      objectId,
      merchantId: site.merchantId,
      siteId: site.id,
      data: { state: 'successful', reason: null },
      correlationId: 'corr-7',
      receivers: [],
    }),
  );
  const [event] = await db<{ id: string }[]>`
    select id from events where object_id = ${objectId} order by sequence desc limit 1`;
  return event!.id;
}

test('what happens is at the receiver soon after its commit: in the time of a few transactions', async (t) => {
  const receiver = await openReceiver();
  const at: number[] = [];
  receiver.behave((one, response) => {
    at.push(performance.now());
    answering(200)(one, response);
  });
  const listening = await started(receiver);
  // Opens the first connection and warms up the code.
  await happen();
  await received(receiver, 1);
  const took: number[] = [];
  const transactions: number[] = [];
  for (let count = 2; count <= 41; count++) {
    const began = performance.now();
    await happen();
    const committed = performance.now();
    transactions.push(committed - began);
    await received(receiver, count);
    took.push(at.at(-1)! - committed);
    await sleep(count % 17);
  }
  const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[20]!;
  const [median, transaction] = [medianOf(took), medianOf(transactions)];
  t.diagnostic(
    `median after its commit ${median.toFixed(1)} ms, of a transaction ${transaction.toFixed(1)} ms`,
  );
  assert.ok(median < 20 * transaction, `the median is ${median} ms, a transaction takes ${transaction} ms`);
  await listening.stop();
});

describe('a forwarded event', () => {
  test('is signed with the site’s webhookSecret, and has the body of a webhook', async () => {
    const receiver = await openReceiver();
    await started(receiver);
    const session = await openSession(ctx, config, site);
    const given = { reference: 'ORDER-17', amount: 99_90n, outcome: 'success', notifyUrl: undefined };
    const made = await trigger(session, 'transaction.complete', { ...given, isQuiet: true });
    await received(receiver, 1);
    const [{ headers, body }] = receiver.received as [Receiver['received'][number]];
    assert.equal(headers['webhook-id'], made.eventId);
    assert.equal(headers['content-type'], 'application/json');
    const key = Buffer.from(merchant.webhookSecret.slice('whsec_'.length), 'base64');
    for (const prefix of ['webhook', 'svix']) {
      const signed = `${headers[`${prefix}-id`]}.${headers[`${prefix}-timestamp`]}.${body}`;
      const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
      assert.equal(headers[`${prefix}-signature`], expected);
    }
    const { type, sequence, data } = JSON.parse(body);
    assert.deepEqual([type, sequence], ['transaction.complete', 1]);
    assert.deepEqual(data, { id: made.objectId, status: 'Successful', reason: null });
  });

  test('has the body of a full webhook, or of a notifyUrl, on request', async () => {
    const [full, form] = [await openReceiver(), await openReceiver()];
    await Promise.all([started(full, { messageType: 'full' }), started(form, { messageType: 'notify' })]);
    const session = await openSession(ctx, config, site);
    const given = { reference: 'ORDER-18', amount: 12_50n, outcome: 'success', notifyUrl: undefined };
    await trigger(session, 'transaction.complete', { ...given, isQuiet: true });
    await received(full, 1);
    await received(form, 1);
    const { data } = JSON.parse(full.received[0]!.body);
    const fields = Object.fromEntries(new URLSearchParams(form.received[0]!.body));
    assert.deepEqual(
      [data.TransactionReference, data.Amount, data.Status],
      ['ORDER-18', '12.50', 'Successful'],
    );
    assert.match(data.Hash, /^[0-9a-f]{128}$/);
    assert.equal(form.received[0]!.headers['content-type'], 'application/x-www-form-urlencoded');
    assert.deepEqual(
      [fields.SiteCode, fields.TransactionReference, fields.Status],
      [site.code, 'ORDER-18', 'Complete'],
    );
    // Each signature covers its own text.
    assert.match(fields.Hash!, /^[0-9a-f]{128}$/);
    assert.notEqual(fields.Hash, data.Hash);
  });

  test('is of one site, and of the events that are named', async () => {
    const receiver = await openReceiver();
    const { siteCode } = await createSite(ctx, merchant.merchant, 'Another');
    const another = (await findSiteByCode(db, siteCode))!;
    await started(receiver, { types: ['transaction.complete'] });
    await happen(randomUUID(), 'transaction.pending');
    const stranger = await openSession(ctx, config, another);
    const given = { reference: undefined, amount: undefined, outcome: 'success', notifyUrl: undefined };
    await trigger(stranger, 'transaction.complete', { ...given, isQuiet: true });
    const id = await happen();
    await received(receiver, 1);
    await sleep(100);
    assert.deepEqual(receiver.received.map(idOf), [id]);
  });
});

describe('a listener that was off', () => {
  test('receives missed events once, and then new ones', async () => {
    const receiver = await openReceiver();
    const first = await started(receiver);
    const before = await happen();
    await received(receiver, 1);
    assert.equal(await first.stop(), 'asked');
    const missed = [await happen(), await happen(), await happen()];
    const second = await started(receiver);
    const [note] = second.of('listening');
    assert.deepEqual([note!.begins, note!.lastEventId, note!.waiting], [false, before, 3]);
    const later = await happen();
    await received(receiver, 5);
    await sleep(60);
    assert.deepEqual(receiver.received.map(idOf).sort(), [before, ...missed, later].sort());
  });

  test('and killed in the middle receives unconfirmed events again, under the same id', async () => {
    const receiver = await openReceiver(hanging);
    const first = await started(receiver);
    const id = await happen();
    await received(receiver, 1);
    // Nothing was answered, so no progress is stored, as after a kill.
    receiver.behave(answering(200));
    await started(receiver);
    await received(receiver, 2);
    assert.deepEqual(receiver.received.map(idOf), [id, id]);
    assert.equal(await first.ended, 'taken over');
  });

  test('and was never there begins where --since says', async () => {
    const receiver = await openReceiver();
    const since = ctx.clock.now().toISOString();
    const ids = [await happen(), await happen()];
    await started(receiver, { since });
    await received(receiver, 2);
    assert.deepEqual(receiver.received.map(idOf).sort(), ids.sort());
  });
});

describe('a receiver', () => {
  test('that fails is retried, abandoned after a few attempts, and delays no other event', async () => {
    const receiver = await openReceiver();
    const bad = randomUUID();
    const isBad = ({ body }: Receiver['received'][number]) => body.includes(bad);
    const hasAllThatIsFine = async () =>
      receiver.received.filter((one) => !isBad(one)).length === 3 || undefined;
    // Failures are answered after all good events have arrived, however slow the machine is.
    receiver.behave(async (one, response) => {
      if (isBad(one)) await until(hasAllThatIsFine, 8_000, 2);
      answering(isBad(one) ? 500 : 200, {}, 'no such order')(one, response);
    });
    const listening = await started(receiver);
    const failing = [await happen(bad), await happen(bad)];
    const fine = [await happen(), await happen(), await happen()];
    await received(receiver, 9);
    await listening.heard('delivery', 9);
    const deliveries = listening
      .of('delivery')
      .map(({ event, outcome, attempt }) => ({ id: event.id, outcome, attempt }));
    const tries = (id: string | undefined) => deliveries.filter((one) => one.id === id);
    for (const id of failing)
      assert.deepEqual(tries(id), [
        { id, outcome: 'again', attempt: 1 },
        { id, outcome: 'again', attempt: 2 },
        { id, outcome: 'given up', attempt: 3 },
      ]);
    for (const id of fine) assert.deepEqual(tries(id), [{ id, outcome: 'delivered', attempt: 1 }]);
    const firstCome = receiver.received.slice(0, 4).map(idOf);
    assert.deepEqual(firstCome.sort(), [failing[0], ...fine].sort());
    const refused = listening.of('delivery').filter(({ outcome }) => outcome !== 'delivered');
    assert.ok(refused.every(({ answer }) => answer === 'no such order'));
    // Events of one object wait for each other.
    const order = receiver.received.filter(isBad).map(idOf);
    assert.deepEqual(order, [failing[0], failing[0], failing[0], failing[1], failing[1], failing[1]]);
  });

  test('that breaks connections has its tries too', async () => {
    const receiver = await openReceiver(resetting);
    const listening = await started(receiver);
    await happen();
    await listening.heard('delivery', 1);
    receiver.behave(answering(204));
    await listening.heard('delivery', 2);
    assert.deepEqual(
      listening.of('delivery').map(({ outcome }) => outcome),
      ['again', 'delivered'],
    );
  });

  test('that is unavailable is awaited; no event is abandoned, and each outage and its end are reported', async () => {
    const got: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      got.push(request.headers['webhook-id'] as string);
      request.resume();
      response.end();
    });
    const close = async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    };
    after(close);
    const listenOn = (port: number) =>
      new Promise<number>((done) => {
        server.listen(port, '127.0.0.1', () => done((server.address() as AddressInfo).port));
      });
    const port = await listenOn(0);
    await close();
    const listening = await started({ url: `http://127.0.0.1:${port}` }, { heartbeatMs: 300 });
    const object = randomUUID();
    const ids = [await happen(object), await happen(object), await happen()];
    await listening.heard('receiver');
    assert.match(listening.of('receiver')[0]!.reason!, /^no connection/);
    const beat = await until(
      async () => listening.of('heartbeat').find((one) => one.isReceiverAway && one.waiting === 3),
      30_000,
    );
    assert.ok(beat && beat.lagMs > 0, JSON.stringify(listening.notes));
    await listenOn(port);
    await until(async () => got.length >= 3 || undefined, 30_000);
    assert.deepEqual([...got].sort(), [...ids].sort());
    assert.ok(got.indexOf(ids[0]) < got.indexOf(ids[1]));
    await listening.heard('receiver', 2);
    assert.deepEqual(
      listening.of('receiver').map(({ isAway }) => isAway),
      [true, false],
    );
    assert.equal(
      listening.of('delivery').every(({ outcome }) => outcome === 'delivered'),
      true,
    );
  });
});

test('a resent event is forwarded again, under its id', async () => {
  const receiver = await openReceiver();
  const listening = await started(receiver);
  const object = randomUUID();
  const ids = [await happen(object), await happen(object)];
  await received(receiver, 2);
  await tellListenersAgain(ctx, site.merchantId, object);
  await received(receiver, 4);
  await sleep(100);
  assert.deepEqual(receiver.received.map(idOf), [...ids, ...ids]);
  assert.deepEqual(
    listening.of('delivery').map(({ isAgain }) => isAgain),
    [false, false, true, true],
  );
});

test('a heartbeat names the last event, and how much waits', async () => {
  const receiver = await openReceiver();
  const listening = await started(receiver, { heartbeatMs: 100 });
  await listening.heard('heartbeat');
  assert.equal(listening.of('heartbeat')[0]!.last, undefined);
  const id = await happen();
  await received(receiver, 1);
  await listening.heard('heartbeat', listening.of('heartbeat').length + 2);
  const { last, waiting, lagMs } = listening.of('heartbeat').at(-1)!;
  assert.deepEqual([last!.id, waiting, lagMs], [id, 0, 0]);
});

test('many events of many objects are each forwarded once, in the order of their object', async () => {
  const receiver = await openReceiver();
  await started(receiver);
  const objects = Array.from({ length: 40 }, () => randomUUID());
  await Promise.all(
    objects.map(async (object) => {
      for (let count = 0; count < 8; count++) await happen(object);
    }),
  );
  await received(receiver, 320);
  await sleep(100);
  assert.equal(new Set(receiver.received.map(idOf)).size, 320);
  assert.equal(receiver.received.length, 320);
  const reported = receiver.received.map(({ body }) => JSON.parse(body));
  for (const events of Map.groupBy(reported, ({ data }) => data.id).values())
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      [1, 2, 3, 4, 5, 6, 7, 8],
    );
});
