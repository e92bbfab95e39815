// Payments in a file without a response from the bank: few enquiries, and no response is missed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standardBank } from '../../../test/support/pain.ts';
import { passTime } from '../../../test/support/passing.ts';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { type At, BankTimeout } from '../rails.ts';
import { createTransferSweep } from '../transfers/jobs.ts';

const bank = await openBanking();
const paying = { paymentProfile: 'standardbank', opening: 1_000_000n } as const;

let drawn = 0;
const ids = (originalMessageId: string) => {
  drawn += 1;
  return { messageId: `ANSWER-${drawn}`, originalMessageId };
};

/** Orders in one file of an account. */
async function sent(id: string, ...amounts: bigint[]) {
  const pending = [];
  for (const amount of amounts) pending.push(await bank.owe(id, amount));
  const files = await bank.exportNow(id);
  return { messageId: files[0]!.file.messageId, owed: pending };
}

const states = (pending: readonly { depositId: string }[]) =>
  Promise.all(pending.map(async ({ depositId }) => (await bank.deposit(depositId)).state));

const day = 86_400_000;
const stored = async (id: string) => {
  const rows = await bank.db<{ id: string }[]>`select id from payment_orders where bank_account = ${id}`;
  return new Set(rows.map((row) => row.id));
};

/** A sweep of transfers that counts its calls. */
function counting(transfer = bank.rails.transfers.transfer) {
  const counts = { asked: [] as string[], runs: 0, stops: 0 };
  const enquire = (at: At) => {
    counts.asked.push(at.id);
    return bank.rails.transfers.enquire(at);
  };
  const rails = { ...bank.rails, transfers: { ...bank.rails.transfers, transfer, enquire } };
  const sweep = createTransferSweep(bank.ctx, rails);
  const run = () => {
    counts.runs += 1;
    return sweep.run();
  };
  /** Passes time as the sandbox's clock does. */
  const pass = (ms: number) =>
    passTime(
      bank.clock,
      {
        nextDue: (after) => sweep.nextDue!(after),
        drain: async () => {
          counts.stops += 1;
          while ((await run()) > 0);
        },
      },
      ms,
    );
  return { counts, run, pass };
}

test('a moved clock stops once a day for all payments that wait for their bank, and a response still counts at once', async () => {
  await bank.account('silent', paying);
  const { messageId, owed: pending } = await sent(
    'silent',
    ...Array.from({ length: 8 }, (_, index) => BigInt(index + 1)),
  );
  const own = await stored('silent');
  const { counts, pass } = counting();
  await pass(3 * day);
  const asked = counts.asked.filter((id) => own.has(id));
  assert.ok(asked.length <= 8 * 3, `${asked.length} enquiries`);
  assert.ok(counts.stops <= 4, `${counts.stops} stops`);
  assert.ok(counts.runs <= 4 * 3, `${counts.runs} sweeps`);

  await bank.answer('silent', standardBank.finaud(ids(messageId), pending));
  assert.ok((await states(pending)).every((state) => state === 'returned'));
  await pass(4 * day);
  assert.equal(
    counts.asked.filter((id) => own.has(id)).length,
    asked.length,
    'a paid one is not enquired about',
  );
  await bank.answer('silent', standardBank.unpData(ids(messageId), pending));
  assert.ok((await states(pending)).every((state) => state === 'waiting'));
  await bank.sound();
});

test('a statement that shows the payment settles it at once', async () => {
  await bank.account('shown', paying);
  const { owed: pending } = await sent('shown', 5_000n);
  const { pass } = counting();
  await pass(1.5 * day);
  assert.deepEqual(await states(pending), ['returning']);
  const today = bank.clock.now().toISOString().slice(0, 10);
  await bank.tell('shown', [[today, -5_000n, `EFT ${pending[0]!.bankReference}`]]);
  assert.deepEqual(await states(pending), ['returned']);
});

test('a payment that a killed process did not store is enquired about after ten seconds, and stored then', async () => {
  await bank.account('killed', paying);
  let killed = 0;
  const { counts, run, pass } = counting((order) => {
    killed += 1;
    return killed === 1 ? Promise.reject(new BankTimeout('killed')) : bank.rails.transfers.transfer(order);
  });
  await bank.owe('killed', 1_000n, {
    run: async () => {
      await run();
      assert.equal((await stored('killed')).size, 0);
      await pass(10_000);
    },
  });
  const own = await stored('killed');
  assert.equal(own.size, 1);
  await pass(day);
  assert.ok(counts.asked.filter((id) => own.has(id)).length <= 3, `${counts.asked.length} enquiries`);
});
