// A kill storm: merchants and customers at work while the service, or its PostgreSQL, is killed again and again. Then
// the quiet, and the judgement.
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../src/kernel/db/db.ts';
import { readReached } from '../simulator/coverage.ts';
import { openDurableServer } from '../support/durable-server.ts';
import { median, sumOf } from '../support/figures.ts';
import type { Calls } from './calls.ts';
import { acknowledgedIn, countIds, countOutcomes, type Journal } from './journal.ts';
import { judgeLoad, type Load, openLoad } from './load.ts';
import { judgeSettlements, openSettlementAccount } from './money-out.ts';
import { type Gate, openGate, passDays, passNight } from './nights.ts';
import { makeTefo, type TefoProcess } from './process.ts';
import { type Random, seeded } from './random.ts';

export interface StormOptions {
  kills: number;
  seed: number;
  shoppers: number;
  /** Whether merchants also pay out; the bank takes a minute for each, which the quiet then waits for. */
  payouts: boolean;
  /** Every so many kills the merchants rest, and the kill happens while a day passes and is settled; 0: never. */
  nightEvery: number;
  target: 'tefo' | 'postgres';
  /** Whether the bank has a separate database, which is not killed; false where absent. */
  bankApart?: boolean;
  say?: (line: string) => void;
}

/** Runs a storm and returns its result. Throws when the service does not come back. */
export async function runStorm(options: StormOptions) {
  const { seed, shoppers, payouts, nightEvery, kills, target, say = () => {} } = options;
  const apart = options.bankApart ? await openDurableServer() : undefined;
  const bankUrl = await apart?.database('bank');
  const tefo = await makeTefo({ env: bankUrl ? { TEFO_BANK_DATABASE_URL: bankUrl } : {} });
  let load: Load | undefined;
  try {
    tefo.launch();
    say(`ready after ${Math.round(await tefo.ready())} ms`);
    load = await openLoad(tefo.base, await tefo.credentials());
    const { calls, journal, receiver } = load;
    await openSettlementAccount(tefo, calls);
    const gate = openGate();
    const began = performance.now();
    load.start({ prefix: 's', seed, shoppers, paysOut: payouts, gate, restMs: 2 });
    const readyTimes = await killAgainAndAgain(tefo, calls, gate, options, () => say(progress(journal)));
    const seconds = Math.round((performance.now() - began) / 1000);
    await load.stop();
    if (nightEvery > 0) await passDays(calls, 5);
    say('the storm is over; waiting for quiet');
    const judged = await judgeQuiet(tefo, load, options, bankUrl);
    const repeats = sumOf([...receiver.told.values()], ({ times }) => times - 1);
    return {
      ...{ target, kills, lostAnswers: journal.lostAnswers, ...judged },
      acknowledged: acknowledgedIn(journal),
      /** Days that were settled, each while the service was killed. */
      nights: nightEvery > 0 ? Math.floor(kills / nightEvery) : 0,
      /** From a kill's new start to ready again, in milliseconds. */
      readyMs: { median: Math.round(median(readyTimes)), longest: Math.round(Math.max(0, ...readyTimes)) },
      notifications: { received: receiver.received(), duplicates: repeats },
      /** How long the storm was, without the quiet after it. */
      seconds,
    };
  } finally {
    await load?.close();
    await tefo.remove();
    await apart?.end();
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

async function judgeQuiet(tefo: TefoProcess, load: Load, options: StormOptions, bankUrl: string | undefined) {
  const db = openPool(await tefo.databaseUrl(), { max: 2, name: 'storm' });
  const bank = bankUrl ? openPool(bankUrl, { max: 2, name: 'storm' }) : db;
  const books = { db, bank };
  try {
    const { violations, quietSeconds } = await judgeLoad(load, books, () => tefo.command('check', '--json'));
    const settlements = await judgeSettlements(books, options, violations);
    return { quietSeconds, settlements, violations, reached: await readReached(db) };
  } finally {
    await Promise.all([db.end(), bank.end()]);
  }
}

function progress({ asked, lostAnswers, violations }: Journal): string {
  return `${countIds(asked)} payments, ${countOutcomes(asked)} outcomes acknowledged; ${lostAnswers} responses lost; ${violations.length} violations`;
}
