// The database fails under a running service: killed, so that it refuses, and stopped, so that it hangs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../src/kernel/db/db.ts';
import { awayStatus, judgeAway, needsDatabase, probesOf } from './support/away.ts';
import { budget } from './support/budget.ts';
import { ask, untilDocsAreMade } from './support/merchant.ts';
import { startTefo } from './support/opening.ts';
import { familyOf } from './support/process.ts';
import { openReceiver, type Receiver } from './support/receiver.ts';
import { until } from './support/until.ts';

const kills = budget(1, 2);

describe('without its database', async () => {
  const { tefo, running, merchant } = await startTefo();
  const token = (await merchant.token()).body.access_token;
  const { id } = (await merchant.createOne(token)).body;
  const probes = probesOf(tefo.base, merchant, token, id);
  await untilDocsAreMade(tefo.base);

  const get = (path: string) => ask(tefo.base + path, {}, 5_000);
  const isReady = async (): Promise<boolean> => (await get('/health/ready')).status === 200;

  /** A payment whose notification is awaited. */
  async function payAndHear(receiver: Receiver): Promise<void> {
    const made = await merchant.createOne(token, { notifyUrl: `${receiver.url}/notify` });
    assert.equal(made.status, 201, made.text);
    const paid = await merchant.decide(made.body.id, 'success');
    const transactionId = paid.body.transactionId;
    await until(() => receiver.received.some(({ body }) => body.includes(transactionId)));
  }

  test('that hangs: unready and a 503 in each surface’s format while it hangs, and recovery after', async () => {
    const receiver = await openReceiver();
    const family = await familyOf((await tefo.postmaster())!);
    for (const pid of family) process.kill(pid, 'SIGSTOP');
    try {
      const caught = Object.entries(probes).map(async ([name, probe]) => [name, await probe()] as const);
      await until(async () => !(await isReady()));
      assert.equal((await get('/health/live')).status, 200);
      // The hanging requests, and later ones: without a limit they would wait for the database, and this test with them.
      const answers = await Promise.all(caught);
      for (const [name, probe] of Object.entries(probes)) answers.push([name, await probe()]);
      for (const [name, answer] of answers) {
        judgeAway(name, answer);
        assert.equal(answer.status, needsDatabase(name) ? awayStatus(name) : 200, `${name}: ${answer.text}`);
      }
    } finally {
      for (const pid of family) process.kill(pid, 'SIGCONT');
    }
    await until(isReady);
    for (const [name, probe] of Object.entries(probes)) assert.ok((await probe()).status < 500, name);
    await payAndHear(receiver);
  });

  test('that is killed repeatedly under load: 503 or the right response, and no data is lost', async () => {
    const receiver = await openReceiver();
    const acknowledged: string[] = [];
    const faults: string[] = [];
    let isOver = false;
    const load = Object.entries(probes).map(async ([name, probe]) => {
      while (!isOver) {
        const answer = await probe();
        if (name === 'One API payment' && answer.status === 201) acknowledged.push(answer.body.id);
        try {
          judgeAway(name, answer);
        } catch (error) {
          faults.push(`${name}: ${(error as Error).message}`);
        }
        await sleep(5);
      }
    });
    const payers = Array.from({ length: budget(2, 6) }, async () => {
      while (!isOver) {
        const made = await merchant.createOne(token, { notifyUrl: `${receiver.url}/notify` });
        if (made.status === 201) judgeAway('sandbox', await merchant.decide(made.body.id, 'success'));
        else judgeAway('One API payment', made);
      }
    });
    // Before, between and after: ten that were acknowledged.
    const tenMore = async (): Promise<void> => {
      const enough = acknowledged.length + 10;
      await until(() => acknowledged.length >= enough);
    };
    await tenMore();
    for (let round = 0; round < kills; round += 1) {
      await tefo.killDatabase();
      await tenMore();
    }
    isOver = true;
    await Promise.all([...load, ...payers]);

    assert.deepEqual(faults, []);
    await payAndHear(receiver);
    const db = openPool(await tefo.databaseUrl(), { max: 1 });
    const kept = await db`select id from payments where id = any (${acknowledged})`;
    assert.equal(kept.length, acknowledged.length);
    // The listener pauses for up to a second between its attempts, independent of the other connections.
    const listening = async () =>
      (await db`select 1 from pg_stat_activity where query ilike 'listen %tefo_wake%'`).length;
    await until(async () => (await listening()) === 1);
    await db.end();
    assert.equal((await tefo.command('check')).code, 0);
  });

  test('the process has neither ended nor treated an outage as its own fault', async () => {
    running.signal('SIGTERM');
    assert.equal((await running.ended).code, 0);
    const lines = (await tefo.log()).trim().split('\n');
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
    const restarts = 'the embedded PostgreSQL ended unexpectedly; starting it again';
    assert.deepEqual(
      errors.filter(({ msg }) => msg !== restarts),
      [],
    );
    assert.equal(errors.length, kills);
  });
});
