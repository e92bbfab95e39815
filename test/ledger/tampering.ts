// G7: linkers that are killed build a chain over many entries; then a recomputation locates every flipped bit.
import { setTimeout as sleep } from 'node:timers/promises';
import { checkChain, createLinkSweep, ledgerHead } from '../../src/core/ledger/actions.ts';
import { listLinks } from '../../src/core/ledger/chain-store.ts';
import { inTransaction, type Sql, type Tx } from '../../src/kernel/db/db.ts';
import { checkLedger } from '../../src/reports/checks/ledger.ts';
import type { Random } from '../storm/random.ts';
import { kill, start } from '../support/processes.ts';
import { fillPayments, openBooks, openSites } from './books.ts';
import { columns, flip } from './flips.ts';

export async function measureTampering(options: {
  url: string;
  entries: number;
  flips: number;
  random: Random;
  say: (line: string) => void;
}) {
  const { url, say } = options;
  const { db, ctx } = openBooks(url);
  const violations: string[] = [];
  try {
    say(`books ${options.entries} entries`);
    const journals = await fillPayments(db, await openSites(db, 20), options.entries);

    say('links half of the journals alone, and the rest by four processes that are killed');
    const sweep = createLinkSweep(ctx);
    const [, seconds] = await timed(async () => {
      while ((await ledgerHead(db)).position < journals / 2) await sweep.run();
    });
    const alone = (await ledgerHead(db)).position;
    const kills = await linkAmongKills(url, db);
    const { position } = await ledgerHead(db);
    if (position !== journals) violations.push(`${position} links of ${journals} journals`);
    await db`vacuum analyze ledger_links, ledger_unlinked`;

    say('recomputes the chain');
    const before = process.memoryUsage.rss();
    let most = before;
    const [report, verifySeconds] = await timed(() =>
      checkChain(db, {
        onProgress: () => {
          most = Math.max(most, process.memoryUsage.rss());
        },
      }),
    );
    violations.push(...report.findings.map((finding) => `false alarm: ${JSON.stringify(finding)}`));
    const [findings, checkSeconds] = await timed(() => checkLedger(db));
    violations.push(...findings.map((finding) => `false alarm: ${JSON.stringify(finding)}`));

    say(`turns over ${options.flips} bits`);
    const located = await locate(db, journals, options, violations);
    return {
      ...{ entries: options.entries, journals, kills, verifySeconds, checkSeconds, located, violations },
      linkedPerSecond: Math.round(alone / seconds),
      /** By how much the process grew while it recomputed the chain. */
      verifyMegabytes: Math.round((most - before) / 2 ** 20),
    };
  } finally {
    await db.end({ timeout: 1 });
  }
}

/** Links pending journals by several processes, killed one after the other; returns the number of kills. */
async function linkAmongKills(url: string, db: Sql): Promise<number> {
  const workers = await Promise.all(Array.from({ length: 4 }, () => start('ledger/worker', [url])));
  let kills = 0;
  while ((await ledgerHead(db)).waiting > 0) {
    await sleep(150);
    const place = kills % workers.length;
    await kill(workers[place]!);
    kills += 1;
    workers[place] = await start('ledger/worker', [url]);
  }
  await Promise.all(workers.map(kill));
  return kills;
}

/** Flips bits of as many journals, one in each; returns how many of them the check named, and no others. */
async function locate(
  db: Sql,
  journals: number,
  options: { flips: number; random: Random },
  violations: string[],
): Promise<number> {
  const { flips } = options;
  const takenBack = new Error('taken back');
  let named: string[] = [];
  const work = inTransaction(db, async (tx) => {
    const { changed, renamed } = await turnOver(tx, journals, options);
    const { findings } = await checkChain(tx);
    named = findings.filter(({ rule }) => rule === 'journal-is-as-linked').map(({ object }) => object);
    if (new Set(named).symmetricDifference(changed).size > 0)
      violations.push(`${named.length} journals were named where ${flips} were changed`);
    // A journal under another id is named twice: as missing, and as one that was never linked.
    if (findings.length !== flips + renamed)
      violations.push(`${findings.length} findings of ${flips} changes`);
    throw takenBack;
  });
  await work.catch((error) => {
    if (error !== takenBack) throw error;
  });
  return named.length;
}

/** Flips a bit of each of as many journals, of one column after the other; returns their ids. */
async function turnOver(
  tx: Tx,
  journals: number,
  { flips, random }: { flips: number; random: Random },
): Promise<{ changed: Set<string>; renamed: number }> {
  const changed = new Set<string>();
  let renamed = 0;
  for (let turn = 0; turn < flips; turn += 1) {
    const journalId = await another(tx, journals, random, changed);
    const column = columns[turn % columns.length]!;
    await flip(tx, journalId, column, random.between(0, 128), random.between(0, 2));
    changed.add(journalId);
    if (column.table === 'ledger_journals' && column.column === 'id') renamed += 1;
  }
  return { changed, renamed };
}

async function another(tx: Tx, journals: number, random: Random, known: Set<string>): Promise<string> {
  for (;;) {
    const [link] = await listLinks(tx, random.between(0, journals), 1);
    if (!known.has(link!.journalId)) return link!.journalId;
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work();
  return [result, (performance.now() - began) / 1000];
}
