// A table is locked: every surface responds in its own format, and readiness reports the lock.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../support/database.ts';
import { type Answer, ask, postJson } from '../support/merchant.ts';
import { startTefo } from '../support/opening.ts';
import { until } from '../support/until.ts';

const statementSeconds = 2;
const requestSeconds = 4;

describe('behind a table that is locked', async () => {
  const { url, db } = await openDatabase();
  const { tefo, merchant } = await startTefo({
    DATABASE_URL: url,
    TEFO_STATEMENT_SECONDS: String(statementSeconds),
    TEFO_ANSWER_SECONDS: String(requestSeconds),
  });
  const token = (await merchant.token()).body.access_token;

  const readiness = () => ask(`${tefo.base}/health/ready`, {}, 10_000);

  /** Runs `work` while no other session can read the table, or write to it. */
  async function whileLocked<T>(table: string, mode: string, work: () => Promise<T>): Promise<T> {
    return db.begin(async (tx) => {
      await tx.unsafe(`lock table ${table} in ${mode} mode`);
      return work();
    }) as Promise<T>;
  }

  const untilReady = (): Promise<true> => until(async () => (await readiness()).status === 200);

  async function countOf(reference: string): Promise<number> {
    const [row] = await db<{ count: number }[]>`
      select count(*)::integer as count from payments where merchant_reference = ${reference}`;
    return row!.count;
  }

  /** An answer that arrives while the lock is held: without a deadline it would wait for the lock, and this test with it. */
  function assertRefused(answer: Answer, what: string): void {
    assert.equal(answer.status, 503, `${what}: ${answer.text}`);
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/, what);
  }

  test('every surface reports it in its own format while it lasts, readiness fails, and no work is left behind', async () => {
    const [known] = [(await merchant.createOne(token)).body.id as string];
    await whileLocked('payments', 'access exclusive', async () => {
      const ready = readiness();
      const [one, read, payments, page, outcome] = await Promise.all([
        merchant.createOne(token, { merchantReference: 'LOCKED-1' }),
        ask(`${tefo.base}/one/v1/payments/${known}`, { headers: { authorization: `Bearer ${token}` } }),
        merchant.createPayments({ transactionReference: 'LOCKED-2' }),
        ask(`${tefo.base}/pay/${known}`),
        merchant.decide(known, 'success'),
      ]);
      for (const [what, answer] of Object.entries({ one, read, payments, page, outcome }))
        assertRefused(answer, what);
      assert.equal(one.body.code, 'ServiceUnavailable');
      assert.equal(read.body.code, 'ServiceUnavailable');
      assert.equal(payments.headers.get('content-type'), 'text/plain; charset=utf-8');
      assert.match(page.text, /<h1/);
      assert.ok(outcome.body.message);
      assert.equal((await ready).status, 503);
      assert.deepEqual((await readiness()).body.problems, [
        'the database does not respond to the queries of requests',
      ]);
      assert.equal((await ask(`${tefo.base}/health/live`)).status, 200);
      assert.equal((await ask(`${tefo.base}/metrics`, {}, 10_000)).status, 200);
    });
    await untilReady();
    // The database rolls back the cancelled work.
    assert.deepEqual([await countOf('LOCKED-1'), await countOf('LOCKED-2')], [0, 0]);
    assert.equal((await merchant.createOne(token)).status, 201);
  });

  test('readiness also fails where only writes are blocked', async () => {
    await whileLocked('ledger_entries', 'share', async () => {
      assert.equal((await readiness()).status, 503);
    });
    await untilReady();
  });

  test('more requests than connections are all answered during it; with its key, each runs once', async () => {
    const keyed = (index: number) =>
      merchant.createOne(
        token,
        { merchantReference: `MANY-${index}` },
        { 'idempotency-key': `deadline-${index}` },
      );
    const indexes = Array.from({ length: 60 }, (_, index) => index);
    await whileLocked('payments', 'access exclusive', async () => {
      const answers = await Promise.all(indexes.map(keyed));
      for (const answer of answers) assertRefused(answer, 'one of many');
      assert.equal((await readiness()).status, 503);
    });
    await untilReady();
    const again = async (index: number): Promise<Answer> => {
      const answer = await keyed(index);
      // Work that began in time can still be running.
      return answer.status === 409 || answer.status === 503 ? sleep(200).then(() => again(index)) : answer;
    };
    const answers = await Promise.all(indexes.map(again));
    for (const answer of answers) assert.ok(answer.status === 201 || answer.status === 200, answer.text);
    for (const index of indexes) assert.equal(await countOf(`MANY-${index}`), 1);
  });

  test('a snapshot, which is slow by design, is not cut off and waits for its turn', async () => {
    const apikey = merchant.credentials.apiKey;
    const saving = whileLocked('sandbox_snapshots', 'access exclusive', async () => {
      const saved = postJson(`${tefo.base}/sandbox/snapshots`, { name: 'late' }, { apikey });
      await sleep(requestSeconds * 1000 + 1_000);
      return { saved };
    });
    const answer = await (await saving).saved;
    assert.equal(answer.status, 201, answer.text);
  });
});
