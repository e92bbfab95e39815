// A kill storm: merchants and customers at work while the service, or its PostgreSQL, is killed again and again. Then
// the quiet, and the judgement.
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, type Sql } from '../../src/kernel/db/db.ts';
import { readReached } from '../simulator/coverage.ts';
import { openDurableServer } from '../support/durable-server.ts';
import { median } from '../support/figures.ts';
import type { Books } from './books.ts';
import { type Calls, openCalls } from './calls.ts';
import { countIds, countOutcomes, type Journal, newJournal } from './journal.ts';
import { fillFloat, judgeSettlements, openSettlementAccount } from './money-out.ts';
import { type Gate, openGate, passDays, passNight } from './nights.ts';
import { judge } from './oracle.ts';
import { makeTefo, type TefoProcess } from './process.ts';
import { quietMs, readSeen, waitForQuiet } from './quiet.ts';
import { type Random, seeded } from './random.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { shop } from './shopper.ts';

export interface StormOptions {
  kills: number;
  seed: number;
  shoppers: number;
  /** Whether merchants also pay out; the bank takes a minute for each, which the quiet then waits for. */
  payouts: boolean;
  /** Every so many kills the merchants rest, and the kill happens while a day passes and is settled; 0: never. */
  nightEvery: number;
  /** The killed process. */
  target: 'tefo' | 'postgres';
  /** Whether the bank has a separate database, which is not killed; false where absent. */
  bankApart?: boolean;
  /** Receives progress. */
  say?: (line: string) => void;
}

export interface StormReport {
  target: StormOptions['target'];
  seed: number;
  kills: number;
  /** How long the storm was, without the quiet after it. */
  seconds: number;
  acknowledged: { payments: number; outcomes: number; refunds: number; payouts: number };
  /** Days that were settled, each while the service was killed. */
  nights: number;
  settlements: number;
  /** Lost responses: only the oracle knows their content. */
  lostAnswers: number;
  /** From a kill's new start to ready again, in milliseconds. */
  readyMs: { median: number; longest: number };
  notifications: { received: number; duplicates: number };
  /** How long it took after the storm until nothing was left to do. */
  quietSeconds: number;
  /** How often each documented state, event, posting and error was reached. */
  reached: Record<string, number>;
  violations: string[];
}

/** Runs a storm and returns its result. Throws when the service does not come back. */
export async function runStorm(options: StormOptions): Promise<StormReport> {
  const { seed, say = () => {} } = options;
  const apart = options.bankApart ? await openDurableServer() : undefined;
  const bankUrl = await apart?.database('bank');
  const tefo = await makeTefo({ env: bankUrl ? { TEFO_BANK_DATABASE_URL: bankUrl } : {} });
  const receiver = await startReceiver();
  const journal = newJournal();
  let calls: Calls | undefined;
  try {
    tefo.launch();
    say(`ready after ${Math.round(await tefo.ready())} ms`);
    calls = await openCalls(tefo.base, await tefo.credentials(), () => {
      journal.lostAnswers += 1;
    });
    await fillFloat(calls);
    await openSettlementAccount(tefo, calls);
    const gate = openGate();
    let isOver = false;
    const began = performance.now();
    const shoppers = Array.from({ length: options.shoppers }, (_, index) => {
      const name = `s${index + 1}`;
      const random = seeded(seed, name);
      const notifyUrl = receiver.url;
      const paysOut = options.payouts;
      return shop({
        name,
        calls: calls!,
        journal,
        random,
        notifyUrl,
        paysOut,
        gate,
        restMs: 2,
        isOver: () => isOver,
      });
    });
    const readyTimes = await killAgainAndAgain(tefo, calls, gate, options, () =>
      say(progress(journal)),
    ).finally(() => {
      isOver = true;
    });
    const seconds = (performance.now() - began) / 1000;
    await Promise.all(shoppers);
    if (options.nightEvery > 0) await passDays(calls, 5);
    say('the storm is over; waiting for quiet');
    const judged = await judgeQuiet(tefo, calls, journal, receiver, options, bankUrl);
    const repeats = [...receiver.told.values()].reduce((sum, reported) => sum + reported.times - 1, 0);
    return {
      target: options.target,
      seed,
      kills: options.kills,
      seconds: Math.round(seconds),
      acknowledged: {
        payments: countIds(journal.asked),
        outcomes: countOutcomes(journal.asked),
        refunds: journal.refunds.length,
        payouts: journal.payouts.length,
      },
      nights: options.nightEvery > 0 ? Math.floor(options.kills / options.nightEvery) : 0,
      settlements: judged.settlements,
      lostAnswers: journal.lostAnswers,
      readyMs: { median: Math.round(median(readyTimes)), longest: Math.round(Math.max(0, ...readyTimes)) },
      notifications: { received: receiver.received(), duplicates: repeats },
      quietSeconds: Math.round(judged.quietSeconds),
      reached: judged.reached,
      violations: [...journal.violations, ...judged.violations],
    };
  } finally {
    await calls?.close();
    await tefo.remove();
    await apart?.end();
    await receiver.close();
  }
}

async function killAgainAndAgain(
  tefo: TefoProcess,
  calls: Calls,
  gate: Gate,
  options: StormOptions,
  onKill: () => void,
): Promise<number[]> {
  const random = seeded(options.seed, 'kills');
  const readyTimes: number[] = [];
  for (let kill = 1; kill <= options.kills; kill += 1) {
    await sleep(random.between(500, 3_000));
    const isLast = kill === options.kills;
    const strike = () =>
      options.target === 'postgres' ? killPostgres(tefo) : killTefo(tefo, random, isLast);
    if (options.nightEvery > 0 && kill % options.nightEvery === 0) {
      const open = await gate.close();
      readyTimes.push(await passNight(calls, random, strike));
      open();
    } else readyTimes.push(await strike());
    onKill();
  }
  return readyTimes;
}

/** One kill in five is followed by another while the service is still starting: recovery must bear it too. */
async function killTefo(tefo: TefoProcess, random: Random, isLast: boolean): Promise<number> {
  await tefo.kill();
  tefo.launch();
  if (random.chance(0.2) && !isLast) {
    await sleep(random.between(20, 900));
    await tefo.kill();
    tefo.launch();
  }
  return tefo.ready();
}

async function killPostgres(tefo: TefoProcess): Promise<number> {
  const began = performance.now();
  await tefo.killPostgres();
  await tefo.ready();
  return performance.now() - began;
}

interface Judgement {
  quietSeconds: number;
  settlements: number;
  reached: Record<string, number>;
  violations: string[];
}

/** Waits until no work is left, then judges, and runs the service's own check too. */
async function judgeQuiet(
  tefo: TefoProcess,
  calls: Calls,
  journal: Journal,
  receiver: Receiver,
  options: StormOptions,
  bankUrl: string | undefined,
): Promise<Judgement> {
  const began = performance.now();
  const url = await tefo.databaseUrl();
  const [db, bank] = [url, bankUrl ?? url].map((one) => openPool(one, { max: 2, name: 'storm' })) as [
    Sql,
    Sql,
  ];
  const books: Books = { db, bank };
  try {
    const isQuiet = await waitForQuiet(books, quietMs);
    const quietSeconds = (performance.now() - began) / 1000;
    const seen = await readSeen(calls, receiver);
    const violations = (await judge(journal, seen, books)).map(({ text }) => text);
    if (!isQuiet) violations.push(`after ${quietMs / 1000} s there was still work waiting`);
    const check = await tefo.command('check', '--json');
    if (check.code !== 0) violations.push(`tefo check: ${check.out.trim()}`);
    const settlements = await judgeSettlements(books, options, violations);
    return { quietSeconds, settlements, violations, reached: await readReached(db) };
  } finally {
    await Promise.all([db.end(), bank.end()]);
  }
}

function progress({ asked, lostAnswers, violations }: Journal): string {
  return `${countIds(asked)} payments, ${countOutcomes(asked)} outcomes acknowledged; ${lostAnswers} responses lost; ${violations.length} violations`;
}
