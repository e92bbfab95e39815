// G9: the balance of an account of many entries at random instants, with the service's snapshots.
import { balanceAt, createSnapshotSweep } from '../../src/core/ledger/actions.ts';
import { manualClock } from '../../src/kernel/clock.ts';
import { inTransaction } from '../../src/kernel/db/db.ts';
import type { Random } from '../storm/random.ts';
import { type Books, openAccount, openBooks, openSites } from './books.ts';

const dayMs = 24 * 60 * 60_000;
const minuteMs = 60_000;

export async function measureInstants(options: {
  url: string;
  entries: number;
  days: number;
  questions: number;
  random: Random;
  say: (line: string) => void;
}) {
  const { url, days, random, say } = options;
  const clock = manualClock('2025-01-01T00:00:00Z');
  const books = openBooks(url, { clock });
  const { db, ctx } = books;
  try {
    const began = clock.now();
    const [site] = await openSites(db, 1);
    say(`books ${options.entries} entries of one account over ${days} days`);
    const account = await openAccount(db, 'merchant', site!);
    await fillAccount(books, account, began, options);
    say('takes the snapshots of each day');
    const sweep = createSnapshotSweep(ctx);
    // The sweep looks every minute, and finds the first snapshot that is older than a day.
    for (let day = 0; day <= days; day += 1) {
      clock.advance(dayMs + minuteMs);
      while ((await sweep.run()) > 0);
    }
    const { count: snapshots } = await db`select from ledger_snapshots`;
    await db`vacuum analyze`;

    say(`queries ${options.questions} balances`);
    const times: number[] = [];
    /** Balances that were not the sum of the entries up to their instant. */
    let wrong = 0;
    for (let question = 0; question < options.questions; question += 1) {
      const at = new Date(began.getTime() + random.between(0, days * dayMs));
      const asked = performance.now();
      const balance = await balanceAt(db, 'merchant', site!.siteId, at);
      times.push(performance.now() - asked);
      if (question >= 20) continue;
      const [row] = await db<{ cents: bigint }[]>`
        select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries
        where account_id = ${account} and booked_at <= ${at}`;
      if (balance !== -row!.cents) wrong += 1;
    }
    return { snapshots, times, wrong };
  } finally {
    await db.end({ timeout: 1 });
  }
}

/** Entries at random times of the days, in the order of time as they would be booked. */
async function fillAccount(
  { db }: Books,
  account: string,
  began: Date,
  { entries, days }: { entries: number; days: number },
): Promise<void> {
  const parts = Math.ceil(entries / 1_000_000);
  for (let part = 0; part < parts; part += 1) {
    const number = Math.min(1_000_000, entries - part * 1_000_000);
    await inTransaction(db, async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        insert into ledger_entries (journal_id, account_id, amount_cents, booked_at)
        select uuidv7(), ${account}, -(1 + (number::bigint * 7919) % 100000),
          ${began}::timestamptz + interval '1 day' * (${days}::float8 * (${part}::float8 * 1000000 + number) / ${entries}::float8)
        from generate_series(1, ${number}::integer) number`;
    });
  }
}
