// A siege: an honest merchant in calm and during attacks, in turns, in one run. Two parts: attacks of outside clients, and
// attacks with a login, a bank's folder or a receiver.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, rounded } from '../support/figures.ts';
import { createMerchantOf } from '../support/merchant.ts';
import { makeTefo, type Tefo } from '../support/process.ts';
import type { Siege } from './attack.ts';
import { type Figures, noFigures, openHonest } from './honest.ts';

export interface SiegeOptions {
  part: Siege['part'];
  /** The names of attacks, with commas between them; empty: all of the part. */
  attacks: string;
  /** Calm and siege are in turn so often, so many seconds each. */
  rounds: number;
  seconds: number;
  /** Clients that send and read slowly. */
  slow: number;
  /** Hostile requests a second. */
  hostile: number;
  /** Connections that flood the sign-in. */
  signIns: number;
  seed: number;
}

const mostRise = 1.5;
const mostNotifyMs = 1_000;

/** Besieges a service; returns the honest merchant's figures. */
export async function besiege(options: SiegeOptions) {
  const tefo = await makeTefo({ TEFO_LOG_LEVEL: 'error' });
  try {
    await tefo.start().ready();
    const siege = await prepare(tefo, options);
    const honest = await openHonest(tefo.base, createMerchantOf(tefo.base, await tefo.credentials()));
    const besieger = fork(new URL('./besieger.ts', import.meta.url), [JSON.stringify(siege)]);
    await once(besieger, 'message');
    const [calm, besieged] = [noFigures(), noFigures()];
    const { rounds, seconds } = options;
    await honest.trade(seconds, noFigures());
    for (let round = 0; round < rounds; round += 1) {
      await honest.trade(seconds, calm);
      besieger.send(true);
      await sleep(2_000);
      await honest.trade(seconds, besieged);
      besieger.send(false);
      await sleep(3_000);
    }
    besieger.kill();
    await honest.close();
    return reportOf(calm, besieged);
  } finally {
    await tefo.remove();
  }
}

/** Creates what the attackers have: a merchant, a user of it who can write notes, and a bank account's folder. */
async function prepare(tefo: Tefo, options: SiegeOptions): Promise<Siege> {
  const run = async (...args: string[]) => JSON.parse((await tefo.command(...args, '--json')).stdout);
  const hostile = await run('merchant', 'create', '--name', 'Hostile Shop');
  const email = 'support@hostile.example';
  const merchants: { code: string; name: string }[] = await run('merchant', 'list');
  const { code } = merchants.find(({ name }) => name === 'Hostile Shop')!;
  const user = await run('user', 'create', '--email', email, '--role', 'support', '--merchant', code);
  await run(
    ...['bank', 'add', 'besieged', '--bank', 'fnb', '--number', '62000000009'],
    ...['--branch', '250655', '--holder', 'Demo Shop'],
  );
  const inbox = join(tefo.dataDir, 'banks', 'besieged', 'in');
  await mkdir(inbox, { recursive: true });
  return {
    ...{ part: options.part, only: options.attacks || undefined, hostile, inbox, base: tefo.base },
    ...{ login: { email, password: user.password }, seed: options.seed },
    ...{ slowClients: options.slow, requestsPerSecond: options.hostile, signIns: options.signIns },
  };
}

function reportOf(calm: Figures, besieged: Figures) {
  const p99 = ({ creates }: Figures): number => percentile(creates, 99);
  const rise = rounded(p99(besieged) / p99(calm));
  const longestMs = Math.max(0, ...besieged.notifications);
  const broken = [
    rise > mostRise && `the p99 of creating a payment rises ${rise} times`,
    longestMs > mostNotifyMs && `a notification took ${longestMs} ms`,
    besieged.refused > 0 && `${besieged.refused} payments were refused`,
    besieged.unready > 0 && `not ready in ${besieged.unready} of ${besieged.ready} checks`,
  ];
  return {
    figures: { calm: shown(calm), besieged: shown(besieged), rise },
    violations: broken.filter((text) => text !== false),
  };
}

function shown({ creates, notifications, refused, ready, unready }: Figures): object {
  const timesOf = (times: number[]) => ({
    ...{ number: times.length, p50Ms: rounded(percentile(times, 50)) },
    ...{ p99Ms: rounded(percentile(times, 99)), longestMs: rounded(Math.max(0, ...times)) },
  });
  return { creates: timesOf(creates), notifications: timesOf(notifications), refused, ready, unready };
}
