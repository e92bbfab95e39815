// After a storm: waits until nothing is left to do, and reads what merchants see then.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Books } from './books.ts';
import { type Calls, readAll } from './calls.ts';
import type { OnePayment } from './journal.ts';
import type { OneTransaction, Seen } from './oracle.ts';
import type { Receiver } from './receiver.ts';

// A killed process's claims become due again within half a minute, and the bank takes a minute for a transfer; a
// delay of twice that means a fault, and not slowness.
export const quietMs = 180_000;

/** Returns whether all work finished on its own within so many milliseconds. */
export async function waitForQuiet(books: Books, limitMs: number): Promise<boolean> {
  const began = performance.now();
  while (performance.now() - began < limitMs) {
    await sleep(250);
    if ((await countWaiting(books)) === 0) return true;
  }
  return false;
}

/** Work that will still be done by itself: deliveries, callbacks, and payments that the bank has and we have not. */
async function countWaiting({ db, bank }: Books): Promise<number> {
  const paid = await bank<{ id: string }[]>`select id from bank.orders where state = 'paid'`;
  const [atBank] = await bank<{ waiting: number }[]>`
    select count(*)::integer as waiting from bank.callbacks where delivered_at is null`;
  const [row] = await db<{ waiting: number }[]>`
    select (select count(*) from deliveries where status = 'pending')::integer
      + (select count(*) from transfers where state in ('ready', 'sent'))::integer
      + (select count(*) from payouts where state in ('received', 'verification'))::integer
      + (select count(*) from transactions
         where id = any (${paid.map(({ id }) => id)}::uuid[]) and state <> 'successful')::integer as waiting`;
  return atBank!.waiting + row!.waiting;
}

/** All records and notifications of merchants. */
export async function readSeen(calls: Calls, { told: reported }: Receiver): Promise<Seen> {
  const [fromDate, toDate] = [-1, 1_000].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString(),
  );
  const query = new URLSearchParams({ fromDate: fromDate!, toDate: toDate!, limit: '500' });
  return {
    payments: await readAll<OnePayment>(calls, `/payments?${query}`),
    transactions: await readAll<OneTransaction>(calls, `/transactions?${query}`),
    told: reported,
  };
}
