// Streams of audit entries and events: every row, in order, at least once, wherever a process ends.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { findSiteByCode } from '../src/core/merchants/actions.ts';
import { addStream, listStreams, type NewStream, removeStream } from '../src/core/streams/actions.ts';
import { runStreams } from '../src/core/streams/jobs.ts';
import { inWork } from '../src/core/unit-of-work.ts';
import { record } from '../src/core/users/audit.ts';
import { dayMs, hourMs } from '../src/kernel/clock.ts';
import type { OutboundRequest, Post } from '../src/kernel/http/outbound.ts';
import { readStreamRows } from '../src/reports/streams/rows.ts';
import { tefoOn } from './support/cli.ts';
import { columnOf } from './support/column.ts';
import { openService } from './support/opening.ts';
import { openSftpServer } from './support/sftp-server.ts';
import { until } from './support/until.ts';

const service = await openService({ clock: 'shared' });
const { ctx, db, clock } = service;
const site = (await findSiteByCode(db, service.merchant.siteCode))!;
const folder = join(service.config.dataDir, 'streams');

interface Line {
  sequence: number;
  at: string;
  kind: string;
  id?: string;
  subject?: string;
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** A receiver that keeps the accepted requests. */
function openReceiver() {
  const requests: OutboundRequest[] = [];
  const state = { status: 200 as number | null, hold: undefined as Promise<void> | undefined };
  const post: Post = async (request) => {
    await state.hold;
    if (state.status === 200) requests.push(request);
    return { statusCode: state.status, error: state.status ? null : 'no answer', body: '', retryAfter: null };
  };
  return { requests, state, post, lines: () => requests.flatMap(({ body }) => linesOf(body)) };
}

const add = (given: Partial<NewStream>) =>
  addStream(ctx, { name: 'siem', kind: 'audit', to: 'https://siem.example/in', folder, ...given });
const noPost: Post = () => Promise.reject(new Error('nothing is posted'));
const run = (post: Post = noPost) => runStreams({ ctx, post, read: readStreamRows });
const runAll = async (post?: Post) => {
  while ((await run(post)) > 0);
};
const streamNamed = async (name: string) => (await listStreams(ctx)).find((one) => one.name === name)!;
const note = (subject: string) =>
  inWork(ctx, (work) =>
    record(
      { ...work, realClock: clock },
      { who: 'cli:test', merchantId: null, action: 'stream.change', subject },
    ),
  );
const publish = (tx: Pick<typeof db, 'unsafe'> = db, id = randomUUID()) =>
  tx
    .unsafe(
      `insert into events (id, merchant_id, site_id, type, object, object_id, sequence, data, correlation_id, occurred_at)
       values ($1, $2, $3, 'bulk.complete', 'bulk', $4, 1, '{}', 'test', $5)`,
      [id, site.merchantId, site.id, randomUUID(), clock.now()],
    )
    .then(() => id);
const assertNumbered = (lines: readonly Line[]) =>
  assert.deepEqual(
    columnOf(lines, 'sequence'),
    lines.map((_, index) => index + 1),
  );

describe('a stream', () => {
  afterEach(async () => {
    for (const { name } of await listStreams(ctx)) await removeStream(ctx, name);
  });

  test('appends whole lines to a file, repairs a torn one, and begins a new file with the day', async () => {
    await note('first');
    await add({ name: 'file', to: 'file:audit.ndjson' });
    await runAll();
    const path = join(folder, 'audit.ndjson');
    const before = linesOf(await readFile(path, 'utf8'));
    assertNumbered(before);
    assert.equal(before.at(-1)!.subject, 'first');
    assert.equal(before.at(-1)!.kind, 'audit');
    await appendFile(path, '{"sequence":99,"at":"20');
    await note('second');
    await runAll();
    const lines = linesOf(await readFile(path, 'utf8'));
    assertNumbered(lines);
    assert.equal(lines.at(-1)!.subject, 'second');
    clock.advance(dayMs);
    await note('third');
    await runAll();
    assert.deepEqual(columnOf(linesOf(await readFile(path, 'utf8')), 'subject'), ['third']);
    assert.equal((await readdir(folder)).length, 2);
  });

  test('waits for a receiver that is down for two days, which delays no other', async () => {
    const [down, up] = [openReceiver(), openReceiver()];
    const post: Post = (request) => (request.url.includes('down') ? down : up).post(request);
    await add({ name: 'down', to: 'https://down.example/in', token: 'secret' });
    await add({ name: 'up', to: 'https://up.example/in' });
    down.state.status = 503;
    for (let hours = 0; hours < 48; hours += 12) {
      await note(`after ${hours} hours`);
      await runAll(post);
      clock.advance(12 * hourMs);
    }
    assert.equal(down.requests.length, 0);
    assert.equal((await streamNamed('down')).lastError, 'HTTP 503');
    assertNumbered(up.lines());
    assert.equal(up.lines().at(-1)!.subject, 'after 36 hours');
    down.state.status = 200;
    await runAll(post);
    assert.deepEqual(down.lines(), up.lines());
    assert.equal(down.requests[0]!.headers.authorization, 'Bearer secret');
    assert.equal((await streamNamed('down')).lastError, null);
  });

  test('sends a batch again, with the same numbers, if the process ended before it noted the position', async () => {
    const receiver = openReceiver();
    await add({ name: 'killed' });
    let kills = 1;
    await runAll(async (request) => {
      const answer = await receiver.post(request);
      if (kills-- > 0) throw new Error('killed');
      return answer;
    });
    clock.advance(hourMs);
    await note('after the kill');
    await runAll(receiver.post);
    const lines = receiver.lines();
    assertNumbered([...new Map(lines.map((line) => [line.sequence, line])).values()]);
    const [first, second] = receiver.requests.map(({ body }) => linesOf(body));
    assert.deepEqual(second!.slice(0, first!.length), first);
  });

  test('has every event once and in order, though transactions end in another order and two workers send', async () => {
    const receiver = openReceiver();
    await add({ name: 'events', kind: 'events' });
    const ids: string[] = [];
    const begin = async (round: number) => {
      for (let count = 0; count < 5; count += 1)
        await db.begin(async (tx) => {
          ids.push(await publish(tx as never));
          // Transactions that began earlier often end later.
          await tx`select pg_sleep(${((round * 7 + count * 5) % 11) / 300})`;
          ids.push(await publish(tx as never));
        });
    };
    let isOver = false;
    const workers = Array.from({ length: 2 }, async () => {
      while (!isOver) await run(receiver.post);
    });
    await Promise.all(Array.from({ length: 4 }, (_, round) => begin(round)));
    isOver = true;
    await Promise.all(workers);
    await until(async () => {
      await runAll(receiver.post);
      return receiver.lines().filter(({ id }) => ids.includes(id!)).length >= ids.length;
    });
    const lines = receiver.lines();
    assertNumbered(lines);
    const order = await db<{ id: string }[]>`select id from events order by written_in, sequence, id`;
    assert.deepEqual(
      columnOf(lines, 'id'),
      order.map(({ id }) => id),
    );
  });

  test('that is removed while a batch is on its way sends nothing more', async () => {
    const receiver = openReceiver();
    await add({ name: 'removed' });
    const { promise, resolve } = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const sending = run(async (request) => {
      began.resolve();
      await promise;
      return receiver.post(request);
    });
    await began.promise;
    await removeStream(ctx, 'removed');
    resolve();
    await sending;
    await note('after the removal');
    await runAll(receiver.post);
    assert.equal(receiver.requests.length, 1);
  });

  test('puts a file for each batch on an SFTP server', async () => {
    const server = await openSftpServer('own');
    after(() => server.close());
    const to = `sftp://tefo@127.0.0.1:${server.port}/in`;
    await add({ name: 'sftp', to, sftpKey: server.key, hostKey: server.hostKey });
    await server.down();
    await runAll();
    assert.match((await streamNamed('sftp')).lastError!, /ECONNREFUSED/);
    await server.up();
    clock.advance(2 * dayMs);
    await runAll();
    await note('next');
    // A file that is not full is followed by the next one five minutes later.
    await runAll();
    clock.advance(hourMs);
    await runAll();
    const names = (await readdir(join(server.root, 'in'))).toSorted();
    assert.equal(names.length, 2);
    const texts = await Promise.all(names.map((name) => readFile(join(server.root, 'in', name), 'utf8')));
    assertNumbered(linesOf(texts.join('')));
    assert.match(names[0]!, /^sftp_000000000001-\d{12}\.ndjson$/);
  });

  test('is refused with the field and the rule', async () => {
    await assert.rejects(add({ name: 'A' }), /name: must have/);
    await assert.rejects(add({ kind: 'ledger' }), /kind: must be one of audit, events/);
    await assert.rejects(add({ to: 'ftp://x' }), /to: must begin with/);
    await assert.rejects(add({ to: 'file:' }), /to: must name a file/);
    await assert.rejects(add({ to: 'sftp://x' }), /to: must be an address like sftp/);
    await assert.rejects(add({ to: 'https://me:word@x.example' }), /must not contain a password/);
    await assert.rejects(add({ to: 'https://169.254.169.254/' }), /not allowed/);
    await assert.rejects(add({ token: 'a b' }), /token: must have/);
    const addressRules = { ...ctx.policy.addressRules, mode: 'production' as const, httpAllowed: false };
    const inProduction = { ...ctx, policy: { ...ctx.policy, addressRules } };
    for (const to of ['https://10.0.0.1/', 'http://siem.example/', 'https://localhost/'])
      await assert.rejects(
        addStream(inProduction, { name: 'x', kind: 'audit', to, folder }),
        /not allowed/,
        to,
      );
    await add({});
    await assert.rejects(add({}), /already a stream siem/);
  });

  test('is added, listed and removed at the command line, and audited', async () => {
    const tefo = tefoOn(service);
    const json = async (...args: string[]) => {
      const { code, out, err } = await tefo(...args, '--json');
      assert.equal(code, 0, err);
      return JSON.parse(out);
    };
    const added = await json('stream', 'add', 'lake', '--kind', 'audit', '--to', 'file:lake.ndjson');
    assert.deepEqual([added.name, added.kind, added.sequence], ['lake', 'audit', 0]);
    assert.ok(added.lag > 0);
    await runAll();
    const [listed] = await json('stream', 'list');
    assert.deepEqual(
      [listed.lag, listed.lastError, listed.to],
      [0, null, `file:${join(folder, 'lake.ndjson')}`],
    );
    assert.equal(listed.sequence, linesOf(await readFile(join(folder, 'lake.ndjson'), 'utf8')).length);
    await json('stream', 'remove', 'lake');
    assert.deepEqual(await json('stream', 'list'), []);
    assert.equal((await tefo('stream', 'remove', 'lake')).code, 1);
    assert.equal((await tefo('stream', 'add', 'x', '--kind', 'audit', '--to', 'ftp://x')).code, 2);
    const audited = await db`select from console.audit where subject = 'stream lake'`;
    assert.equal(audited.count, 2);
  });
});
