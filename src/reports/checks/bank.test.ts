import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../../../test/storm/random.ts';
import { budget } from '../../../test/support/budget.ts';
import { collectionBalance } from '../../../test/support/collection.ts';
import { openRefunds } from '../../../test/support/refunding.ts';
import { serviceBalanceAt } from '../../core/ledger/actions.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { checkEverything } from './all.ts';
import { checkStatement } from './bank.ts';

const minute = 60_000;

describe('the statement and the books', async () => {
  const shop = await openRefunds();
  const { db, clock } = shop;
  const transactionId = await shop.pay(100);
  const paid = (await shop.refund(transactionId, 10)).id;
  await shop.sandbox(`/refunds/${paid}/outcome`, { outcome: 'complete' });
  const returned = (await shop.refund(transactionId, 20)).id;
  for (const outcome of ['complete', 'returned'])
    await shop.sandbox(`/refunds/${returned}/outcome`, { outcome });
  await shop.sandbox('/deposits', { reference: 'NOBODY', amount: '7.77' });
  await shop.drain();
  const [rows] = await db<{ paid: string; returned: string; deposit: string }[]>`
    select (select id from transfers where object_id = ${paid}) as paid,
      (select id from transfers where object_id = ${returned}) as returned, (select id from deposits) as deposit`;
  const transfers = rows!;

  /** Returns the findings after statements that the service never runs, and undoes them. */
  async function foundAfter(...statements: string[]): Promise<string[]> {
    let found: string[] = [];
    const undone = inTransaction(db, async (tx) => {
      await tx`set local session_replication_role = replica`;
      for (const statement of statements) assert.ok((await tx.unsafe(statement)).count > 0, statement);
      found = (await checkStatement(tx)).map(({ object, detail }) => `${object} ${detail}`);
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
    return found;
  }

  test('are equal, movement by movement and in sum', async () => {
    assert.deepEqual(await checkStatement(db), []);
    const balance = await collectionBalance(db);
    assert.equal(balance, 10_000n - 1_000n + 777n);
    assert.equal(await serviceBalanceAt(db, 'bank_clearing', clock.now()), balance);
  });

  const line = (id: string) =>
    `bank.statement_lines where '${id}' in (order_id::text, transfer_id::text, deposit_id::text)`;
  const journal = (template: string, id: string) =>
    `ledger_journals where template = '${template}' and object_id = '${id}'`;

  for (const [what, id, statements, detail] of [
    [
      'the bank never paid out',
      transfers.paid,
      [`delete from ${line(transfers.paid)}`],
      '0 cents on the statement, -1000 cents booked',
    ],
    [
      'the bank never got in',
      transactionId,
      [`delete from ${line(transactionId)}`],
      '0 cents on the statement, 10000 cents booked',
    ],
    [
      'the bank booked with another amount',
      transfers.paid,
      [`update bank.statement_lines set amount_cents = -1001 where transfer_id = '${transfers.paid}'`],
      '-1001 cents on the statement, -1000 cents booked',
    ],
    [
      'was paid out and is not booked',
      transfers.paid,
      [
        `delete from ${journal('refund_paid', paid)}`,
        `update transfers set due_at = null where id = '${transfers.paid}'`,
      ],
      '-1000 cents on the statement, 0 cents booked',
    ],
    [
      'came in and is not booked',
      transactionId,
      [`delete from ${journal('payment_received', transactionId)}`],
      '10000 cents on the statement, 0 cents booked',
    ],
    [
      'came back and is not booked',
      transfers.returned,
      [`delete from ${journal('refund_returned', returned)}`],
      '0 cents on the statement, -2000 cents booked',
    ],
    [
      'is booked as come back, and is not',
      transfers.returned,
      [`delete from bank.statement_lines where amount_cents > 0 and transfer_id = '${transfers.returned}'`],
      '-2000 cents on the statement, 0 cents booked',
    ],
    [
      'was paid in and is not booked',
      transfers.deposit,
      [`delete from ${journal('deposit_unmatched', transfers.deposit)}`],
      '777 cents on the statement, 0 cents booked',
    ],
  ] as const) {
    test(`differ if money ${what}`, async () => {
      assert.deepEqual(await foundAfter(...statements), [`${id} ${detail}`]);
    });
  }

  test('differ if two differences cancel each other out in sum', async () => {
    const found = await foundAfter(
      `update bank.statement_lines set amount_cents = -1100 where transfer_id = '${transfers.paid}'`,
      `update bank.statement_lines set amount_cents = 10100 where order_id = '${transactionId}' and amount_cents > 0`,
    );
    assert.equal(found.length, 2);
  });

  test('do not differ if the bank has an outcome that it has not reported yet, unless no enquiry or report will follow', async () => {
    await shop.sandbox('/faults', { bank: { down: true } });
    const late = (await shop.refund(transactionId, 30)).id;
    await shop.sandbox('/faults', {});
    await shop.moveTo('2026-11-20T14:00');
    await shop.sandbox('/faults', { bank: { down: true } });
    const { id } = (await db<{ id: string }[]>`select id from transfers where object_id = ${late}`)[0]!;
    await shop.pass(minute);
    assert.equal((await shop.read(late)).status, 'Submitted');
    assert.equal((await db`select 1 from bank.statement_lines where transfer_id = ${id}`).length, 1);
    assert.deepEqual(await checkStatement(db), []);
    const silent = `update bank.callbacks set delivered_at = created_at, attempts = 1 where transfer_id = '${id}'`;
    assert.deepEqual(await foundAfter(silent), [], 'it will be asked about');
    const found = await foundAfter(silent, `update transfers set due_at = null where id = '${id}'`);
    assert.deepEqual(found, [`${id} -3000 cents on the statement, 0 cents booked`]);
    await shop.sandbox('/faults', {});
    await shop.pass(minute);
    assert.equal((await shop.read(late)).status, 'Complete');
    assert.deepEqual(await checkStatement(db), []);
  });
});

test('every check holds at any moment while the service works, the bank is ill and the clock moves on', async () => {
  const shop = await openRefunds({ started: true });
  const { db, clock } = shop;
  const seed = Date.now() % 1_000_000;
  const random = seeded(seed, 'check');
  const paid: string[] = [];
  const refunds: string[] = [];
  let isOver = false;
  let checks = 0;
  const checking = (async () => {
    for (; !isOver; checks += 1) {
      assert.deepEqual(await checkEverything(db, { simulatedBank: true }), [], `seed ${seed}`);
    }
  })();
  // The acts end when a check fails.
  checking.catch(() => {}).finally(() => (isOver = true));

  const acts: (() => Promise<unknown>)[] = [
    async () => paid.push(await shop.pay(random.between(10, 100) + random.pick([0, 0.5, 0.97, 0.98]))),
    async () => {
      const body = { amount: { currency: 'ZAR', value: random.between(1, 1_000) / 100 }, reason: 'x' };
      const answer = await shop.one('POST', `/transactions/${random.pick(paid)}/refunds`, { body });
      if (answer.status === 201) refunds.push(answer.body.id);
    },
    async () => refunds.length > 0 && shop.one('POST', `/refunds/${random.pick(refunds)}/cancel`),
    () =>
      shop.sandbox(`/refunds/${random.pick(refunds)}/outcome`, {
        outcome: random.pick(['complete', 'failed', 'returned']),
      }),
    () => shop.sandbox('/deposits', { reference: 'NOBODY', amount: '1.00' }),
    async () => clock.advance(random.pick([1_000, minute, 30 * minute, 5 * 60 * minute])),
  ];
  for (let index = 0; index < 5; index += 1) await acts[0]!();
  const isEnough = () => checks > 5 && refunds.length > 10;
  for (let turn = 0; !isOver && (turn < budget(8, 40) || !isEnough()); turn += 1) {
    const bank = {
      duplicateCallbacks: random.chance(0.5),
      reorderCallbacks: random.chance(0.5),
      timeoutAfterCommit: random.chance(0.2),
    };
    await shop.sandbox('/faults', { bank });
    // A payment with a lost response is not among the paid ones. Any other failure has reported itself.
    await Promise.all(
      Array.from({ length: 8 }, () =>
        random
          .pick(acts)()
          .catch(() => {}),
      ),
    );
  }
  await shop.sandbox('/faults', {});
  isOver = true;
  await checking;
});
