import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, assertError, openOne } from '../../../test/support/setup/one-api.ts';
import { openPool } from '../../kernel/db/db.ts';

const one = await openOne();
const header = (key: string) => ({ 'idempotency-key': key });

async function countOf(table: 'payments' | 'transactions', reference: string): Promise<number> {
  const [row] =
    await one.db`select count(*)::integer as count from ${one.db(table)} where merchant_reference = ${reference}`;
  return row!.count;
}

/** Sends one request a hundred times, ten at once, and repeats those that must wait. */
async function hundredTimes(send: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waits: Answer[] = [];
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let done = 0; done < 10; ) {
        const answer = await send();
        if (answer.status === 409 && answer.headers['retry-after']) {
          waits.push(answer);
          await pause(2);
        } else {
          answers.push(answer);
          done += 1;
        }
      }
    }),
  );
  for (const answer of waits) {
    assertError(answer, { status: 409, code: 'Conflict', source: { header: 'Idempotency-Key' } });
    assert.equal(answer.headers['retry-after'], '1');
  }
  return answers;
}

function assertOneAnswer(answers: Answer[], first: number, again: number): void {
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1, 'all bodies are byte-equal');
  const fresh = answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined);
  assert.deepEqual(
    fresh.map(({ status }) => status),
    [first],
  );
  const replayed = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true');
  assert.equal(replayed.length, answers.length - 1);
  assert.ok(replayed.every(({ status }) => status === again));
  assert.equal(new Set(answers.map(({ headers }) => headers.location)).size, 1);
}

test('one key makes one payment, however often it is sent', async () => {
  const body = one.newPayment({ merchantReference: 'A2' });
  assertOneAnswer(await hundredTimes(() => one.post('/payments', body, header('a2'))), 201, 200);
  assert.equal(await countOf('payments', 'A2'), 1);
});

test('a hundred calls with one key at the same instant make one payment', async () => {
  const body = one.newPayment({ merchantReference: 'A2-100' });
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => one.post('/payments', body, header('a2-100'))),
  );
  const good = answers.filter(({ status }) => status !== 409);
  assertOneAnswer(good, 201, 200);
  for (const answer of answers) if (answer.status === 409) assert.equal(answer.headers['retry-after'], '1');
  assert.equal(await countOf('payments', 'A2-100'), 1);
});

test('one key begins one transaction together with one payment', async () => {
  const body = {
    paymentRequest: one.newPayment({ merchantReference: 'A2-T' }),
    paymentDetail: { paymentType: 'capitec' },
  };
  assertOneAnswer(await hundredTimes(() => one.post('/transactions', body, header('a2-t'))), 201, 200);
  assert.equal(await countOf('payments', 'A2-T'), 1);
  assert.equal(await countOf('transactions', 'A2-T'), 1);
});

test('one key begins one transaction, cancels once and takes a step once', async () => {
  const { id } = await one.payment({ merchantReference: 'A2-S' });
  const begun = await hundredTimes(() =>
    one.post(`/payments/${id}/transactions`, { paymentType: 'fnb' }, header('a2-s1')),
  );
  assertOneAnswer(begun, 201, 200);
  const transactionId = begun[0]!.body.id;
  const step = () => one.post(`/transactions/${transactionId}`, { step: 'authenticate' }, header('a2-s2'));
  assertOneAnswer(await hundredTimes(step), 200, 200);
  assertOneAnswer(
    await hundredTimes(() => one.post(`/payments/${id}/cancel`, undefined, header('a2-s3'))),
    200,
    200,
  );
  assert.equal(await countOf('transactions', 'A2-S'), 1);
});

test('a refusal of the core is replayed too, byte for byte', async () => {
  const { id } = await one.payment();
  const { id: transactionId } = await one.transaction(id);
  const refused = await hundredTimes(() =>
    one.post(`/transactions/${transactionId}`, { step: 'approve' }, header('refused')),
  );
  assertOneAnswer(refused, 409, 409);
  assert.equal(refused[0]!.body.code, 'StepNotAllowed');
  const nowhere = '01a1f866-0d00-7000-8000-000000000000';
  const missing = await hundredTimes(() =>
    one.post(`/payments/${nowhere}/cancel`, undefined, header('missing')),
  );
  assertOneAnswer(missing, 404, 404);
});

test('a failed validation is not kept: the key is free for the corrected body', async () => {
  for (const [path, bad, good] of [
    ['/payments', one.newPayment({ siteCode: 'NOBODY' }), one.newPayment()],
    ['/payments', one.newPayment({ merchantReference: 1 }), one.newPayment()],
    [
      '/transactions',
      { paymentRequest: one.newPayment(), paymentDetail: { paymentType: 'cash' } },
      { paymentRequest: one.newPayment(), paymentDetail: { paymentType: 'redirect' } },
    ],
  ] as const) {
    const key = header(`corrected ${path} ${JSON.stringify(bad).length}`);
    assert.equal((await one.post(path, bad, key)).status, 400);
    assert.equal((await one.post(path, good, key)).status, 201);
  }
});

test('a bank that is away is not kept: the repeat goes on with the same payment', async () => {
  const body = {
    paymentRequest: one.newPayment({ merchantReference: 'AWAY' }),
    paymentDetail: { paymentType: 'absa' },
  };
  one.simulator.setFaults({ down: true });
  assertError(await one.post('/transactions', body, header('away')), { status: 502, code: 'BadGateway' });
  one.simulator.setFaults({});
  const answer = await one.post('/transactions', body, header('away'));
  assert.equal(answer.status, 201);
  assert.equal(answer.body.nextStep.type, 'authenticate');
  assert.equal(await countOf('payments', 'AWAY'), 1);
});

test('while the first call is running, a repetition must wait and nothing is done twice', async () => {
  const { id } = await one.payment();
  one.simulator.setFaults({ latencyMs: 300 });
  const first = one.post(`/payments/${id}/transactions`, { paymentType: 'fnb' }, header('slow'));
  await pause(100);
  const second = await one.post(`/payments/${id}/transactions`, { paymentType: 'fnb' }, header('slow'));
  one.simulator.setFaults({});
  assertError(second, { status: 409, code: 'Conflict', source: { header: 'Idempotency-Key' } });
  assert.equal(second.headers['retry-after'], '1');
  assert.equal((await first).status, 201);
  assert.equal(
    (await one.post(`/payments/${id}/transactions`, { paymentType: 'fnb' }, header('slow'))).status,
    200,
  );
});

test('a key whose holder died frees itself in less than 30 seconds', async () => {
  const { id } = await one.payment();
  const path = `/payments/${id}/transactions`;
  const body = { paymentType: 'fnb' };
  one.simulator.setFaults({ latencyMs: 200 });
  const killed = one.post(path, body, header('dead'));
  await pause(50);
  // The trace of a holder whose process was killed: a claim that never ends.
  const [claim] = await one.db`select * from idempotency_keys where key = 'dead'`;
  assert.equal(claim!.status, null);
  await killed;
  one.simulator.setFaults({});
  await one.db`update idempotency_keys set status = null, body = null, location = null where key = 'dead'`;
  assert.equal((await one.post(path, body, header('dead'))).status, 409);
  one.clock.advance(24_000);
  assert.equal((await one.post(path, body, header('dead'))).headers['retry-after'], '1');
  one.clock.advance(5_000);
  const answers = await Promise.all(Array.from({ length: 10 }, () => one.post(path, body, header('dead'))));
  const done = answers.filter(({ status }) => status === 201);
  assert.equal(done.length, 1);
  assert.equal(
    done[0]!.body.id,
    (await killed).body.id,
    'the attempt that was begun before is the one answered',
  );
});

test('the same key for another body is a 409, whatever the order of members and the white space', async () => {
  const { amount, ...rest } = one.newPayment({ merchantReference: 'A4' });
  const first = await one.post('/payments', { amount, ...rest }, header('a4'));
  assert.equal(first.status, 201);
  const turned = await one.post('/payments', JSON.stringify({ ...rest, amount }, null, 4), header('a4'));
  assert.deepEqual([turned.status, turned.text], [200, first.text]);
  const other = await one.post('/payments', { ...rest, amount: { ...amount, value: 151 } }, header('a4'));
  assertError(other, { status: 409, code: 'Conflict', source: { header: 'Idempotency-Key' } });
  assert.equal(other.headers['retry-after'], undefined);
  assert.equal(await countOf('payments', 'A4'), 1);
});

test('the same key for another payment is a 409', async () => {
  const [first, second] = [await one.payment(), await one.payment()];
  assert.equal((await one.post(`/payments/${first.id}/cancel`, undefined, header('path'))).status, 200);
  const answer = await one.post(`/payments/${second.id}/cancel`, undefined, header('path'));
  assertError(answer, { status: 409, code: 'Conflict', source: { header: 'Idempotency-Key' } });
  assert.equal((await one.get(`/payments/${second.id}`)).body.status, 'Created');
});

test('a key belongs to its merchant and its operation', async () => {
  const stranger = await one.stranger();
  const mine = await one.post('/payments', one.newPayment(), header('shared'));
  const theirs = await one.call('POST', '/payments', {
    body: one.newPayment({ siteCode: stranger.siteCode }),
    headers: header('shared'),
    token: stranger.token,
  });
  assert.deepEqual([mine.status, theirs.status], [201, 201]);
  assert.equal((await one.post(`/payments/${mine.body.id}/cancel`, undefined, header('shared'))).status, 200);
});

test('a key is 1 to 255 printable characters', async () => {
  for (const key of ['', 'x'.repeat(256), 'a\tb', 'é']) {
    const answer = await one.post('/payments', one.newPayment(), header(key));
    assertError(answer, { status: 400, code: 'BadRequest', source: { header: 'Idempotency-Key' } });
  }
  for (const key of ['x'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', '~']) {
    assert.equal((await one.post('/payments', one.newPayment(), header(key))).status, 201);
  }
});

test('a repeat after a lost connection always gets the original, and never a second payment', async () => {
  let isOver = false;
  const admin = openPool(one.databaseUrl, { max: 1 });
  // Cuts all connections of the service every few milliseconds, whatever they are doing; more slowly while nothing gets
  // through, as on a slow machine.
  let answered = 0;
  const chaos = (async () => {
    for (let [seen, pauseMs] = [-1, 15]; !isOver; ) {
      pauseMs = answered > seen ? 15 : Math.min(500, 2 * pauseMs);
      seen = answered;
      await admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      await pause(pauseMs);
    }
  })();
  let lost = 0;
  async function untilAnswered(number: number): Promise<Answer> {
    const body = one.newPayment({ merchantReference: `A5-${number}` });
    for (;;) {
      const answer = await one.post('/payments', body, header(`a5-${number}`));
      if (answer.status < 500) {
        answered += 1;
        return answer;
      }
      assertError(answer, { status: 503, code: 'ServiceUnavailable' });
      assert.equal(answer.headers['retry-after'], '1');
      lost += 1;
    }
  }
  const ids = new Set<string>();
  for (let batch = 0; batch < 40; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => untilAnswered(batch * 25 + index)),
    );
    for (const { body } of answers) ids.add(body.id);
  }
  isOver = true;
  await chaos;
  const rows = await admin`select id from payments where merchant_reference like 'A5-%'`;
  await admin.end();
  assert.deepEqual(new Set(rows.map(({ id }) => id)), ids);
  assert.equal(rows.length, 1000);
  assert.ok(lost > 0, 'connections were lost');
});
