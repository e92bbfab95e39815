// After a storm: waits until nothing is left to do, and reads what merchants see then.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Books } from './books.ts';
import type { Calls } from './calls.ts';
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
  return {
    payments: await readAll<OnePayment>(calls, 'payments'),
    transactions: await readAll<OneTransaction>(calls, 'transactions'),
    told: reported,
  };
}

/** Every row of a One API list, page by page, as a merchant reads it. */
async function readAll<T>(calls: Calls, list: 'payments' | 'transactions'): Promise<T[]> {
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const to = new Date(Date.now() + 1_000 * 86_400_000).toISOString();
  const rows: T[] = [];
  let next: string | undefined =
    `${calls.base}/one/v1/${list}?${new URLSearchParams({ fromDate: from, toDate: to, limit: '500' })}`;
  while (next !== undefined) {
    const answer = await calls.insist(next.slice(calls.base.length), { headers: await calls.bearer() });
    if (answer?.status !== 200)
      throw new Error(`the list of ${list} was answered ${answer?.status}: ${answer?.text}`);
    const page = JSON.parse(answer.text) as { results: T[]; links: { next?: string } };
    rows.push(...page.results);
    next = page.links.next;
  }
  return rows;
}
