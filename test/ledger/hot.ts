// G8: bookings per second with all of one site, compared with the same load over many sites, and with one site whose
// balance is a row, which this ledger does not need. In turns, because a machine's speed varies.

import { randomUUID } from 'node:crypto';
import { createLinkSweep, post } from '../../src/core/ledger/actions.ts';
import { simulatorAccount } from '../../src/core/rails.ts';
import { inWork } from '../../src/core/unit-of-work.ts';
import { createJobs } from '../../src/kernel/concurrency/jobs.ts';
import { type Books, type Owner, openBooks, openSites } from './books.ts';

const loads = ['hot', 'spread', 'row'] as const;
type Load = (typeof loads)[number];

export async function measureHot(options: {
  url: string;
  clients: number[];
  rounds: number;
  seconds: number;
  sites: number;
  say: (line: string) => void;
}) {
  const { url, rounds, seconds, say } = options;
  const linker = openBooks(url, { max: 1 });
  const jobs = createJobs([createLinkSweep(linker.ctx)], linker.ctx.log);
  const reports = [];
  try {
    await linker.db`create table if not exists balance_rows (site_id uuid primary key, cents bigint not null)`;
    const sites = await openSites(linker.db, options.sites);
    for (const site of sites) await book(linker, site);
    await linker.db`insert into balance_rows select id, 0 from sites on conflict do nothing`;
    jobs.start();
    for (const clients of options.clients) {
      const books = openBooks(url, { max: clients });
      /** Bookings per second of each round. */
      const rates: Record<Load, number[]> = { hot: [], spread: [], row: [] };
      say(`books with ${clients} clients`);
      await play(books, 'spread', sites, clients, 1);
      for (let round = 0; round < rounds; round += 1) {
        for (const load of round % 2 ? loads.toReversed() : loads)
          rates[load].push(await play(books, load, sites, clients, seconds));
      }
      await books.db.end();
      reports.push({ clients, rates });
    }
  } finally {
    await jobs.stop();
    await linker.db.end({ timeout: 1 });
  }
  return reports;
}

/** Books for so many seconds with so many clients; returns the bookings per second. */
async function play(
  books: Books,
  load: Load,
  sites: Owner[],
  clients: number,
  seconds: number,
): Promise<number> {
  let booked = 0;
  const began = performance.now();
  const end = began + 1000 * seconds;
  const client = async (number: number): Promise<void> => {
    for (let turn = number; performance.now() < end; turn += clients) {
      await book(books, load === 'spread' ? sites[turn % sites.length]! : sites[0]!, load === 'row');
      booked += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return Math.round((1000 * booked) / (performance.now() - began));
}

function book({ ctx }: Books, site: Owner, hasRow = false): Promise<void> {
  return inWork(ctx, async (work) => {
    if (hasRow) await work.tx`update balance_rows set cents = cents + 9975 where site_id = ${site.siteId}`;
    const amounts = { gross: 10_000n, fee: 25n, vat: 0n };
    await post(work, 'payment_received', {
      ...site,
      object: 'transaction',
      objectId: randomUUID(),
      bankAccount: simulatorAccount,
      amounts,
    });
  });
}
