// (l) complete paid payments per second, 64 at once: created, chosen and paid at the bank, booked, and the notification
// accepted by a bare receiver; compared with the database's own insert of as many payments in single transactions. And
// the statements of one payment, alone and at 32 at once, as the database counts them.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../src/kernel/db/db.ts';
import { makeTefo } from '../test/storm/process.ts';
import { median } from '../test/support/figures.ts';
import { type Line, rate } from './figures.ts';
import { type Merchant, openMerchant } from './merchant.ts';

const number = 1_600;
const atOnce = 64;

export async function measurePaying(rounds: number): Promise<Line[]> {
  const tefo = await makeTefo();
  const receiver = await openReceiver();
  try {
    tefo.launch();
    await tefo.ready();
    await countStatements(await tefo.databaseUrl());
    await tefo.stop();
    tefo.launch();
    await tefo.ready();
    const merchant = await openMerchant(tefo);
    const till = { merchant, receiver, databaseUrl: await tefo.databaseUrl() };
    await payMany(till, number, atOnce);
    const speeds: number[] = [];
    for (let round = 0; round < rounds; round += 1) speeds.push(await payMany(till, number, atOnce));
    const alone = await statementsOfOne(till, 50, 1);
    const together = await statementsOfOne(till, 320, 32);
    return [
      {
        part: 'l',
        what: `paid and notified, ${atOnce} at once`,
        ours: rate(median(speeds)),
        target: '900/s',
      },
      { part: 'l', what: 'statements of one, alone', ours: alone.toFixed(1), target: '<= 14' },
      { part: 'l', what: 'statements of one, 32 at once', ours: together.toFixed(1), target: '<= 4' },
    ];
  } finally {
    receiver.end();
    await tefo.remove();
  }
}

interface Till {
  merchant: Merchant;
  receiver: Awaited<ReturnType<typeof openReceiver>>;
  databaseUrl: string;
}

async function openReceiver() {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      received += 1;
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: () => received,
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the rate per second, from the first request to the last notification. */
async function payMany({ merchant, receiver }: Till, payments: number, workers: number): Promise<number> {
  const [began, before] = [performance.now(), receiver.received()];
  let left = payments;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      await merchant.pay((await merchant.createOne(receiver.url)).id);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  while (receiver.received() - before < payments) await sleep(2);
  return (payments / (performance.now() - began)) * 1_000;
}

/** Makes the database count statements from its next start on. */
async function countStatements(url: string): Promise<void> {
  const db = openPool(url, { max: 1 });
  await db`alter system set shared_preload_libraries = 'pg_stat_statements'`;
  await db`create extension pg_stat_statements`;
  await db.end();
}

/** Returns the statements of a paid payment, including begin, commit and the sweeps' queries meanwhile. */
async function statementsOfOne(till: Till, payments: number, workers: number): Promise<number> {
  const db = openPool(till.databaseUrl, { max: 1 });
  await db`select pg_stat_statements_reset()`;
  await payMany(till, payments, workers);
  // The last delivery is recorded after its receiver got it.
  await sleep(300);
  const rows = await db<{ query: string; calls: number }[]>`
    select query, sum(calls)::integer as calls from pg_stat_statements
    where query not like '%pg_stat_statements%' group by query order by calls desc`;
  await db.end();
  if (process.env.BENCH_STATEMENTS)
    for (const { query, calls } of rows)
      process.stderr.write(
        `${(calls / payments).toFixed(2)} ${query.replaceAll(/\s+/g, ' ').slice(0, 150)}\n`,
      );
  return rows.reduce((sum, { calls }) => sum + calls, 0) / payments;
}
