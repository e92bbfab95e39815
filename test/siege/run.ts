// npm run siege: measures an honest merchant in calm and under siege, in turns, in one run. Two parts: attacks of outside
// clients, and attacks with a login, a bank's folder or a receiver. Exit code 1 where a part has an effect: the p99 of
// creating a payment rises by half, a payment is refused, a notification takes more than a second, or readiness fails.
//   --part outside|inside  --only consoleUser  --rounds 4  --seconds 15  --slow 500  --hostile 100  --sign-ins 400  --seed 1
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createMerchantOf } from '../support/merchant.ts';
import { makeTefo, type Tefo } from '../support/process.ts';
import type { Siege } from './attack.ts';
import { type Figures, noFigures, openHonest } from './honest.ts';

const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '15' },
    slow: { type: 'string', default: '500' },
    hostile: { type: 'string', default: '100' },
    'sign-ins': { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
});

const mostRise = 1.5;
const mostNotifyMs = 1_000;

for (const part of ['outside', 'inside'] as const)
  if (values.part === undefined || values.part === part) await besiege(part);

async function besiege(part: Siege['part']): Promise<void> {
  const tefo = await makeTefo({ TEFO_LOG_LEVEL: 'error' });
  try {
    await tefo.start().ready();
    const siege = await prepare(tefo, part);
    const honest = await openHonest(tefo.base, createMerchantOf(tefo.base, await tefo.credentials()));
    const besieger = fork(new URL('./besieger.ts', import.meta.url), [JSON.stringify(siege)]);
    await once(besieger, 'message');
    const [calm, besieged] = [noFigures(), noFigures()];
    const seconds = Number(values.seconds);
    await honest.trade(seconds, noFigures());
    for (let round = 0; round < Number(values.rounds); round += 1) {
      await honest.trade(seconds, calm);
      besieger.send(true);
      await sleep(2_000);
      await honest.trade(seconds, besieged);
      besieger.send(false);
      await sleep(3_000);
    }
    besieger.kill();
    honest.close();
    if (!report(part, calm, besieged)) process.exitCode = 1;
  } finally {
    await tefo.remove();
  }
}

/** Creates what the attackers have: a merchant, a user of it who can write notes, and a bank account's folder. */
async function prepare(tefo: Tefo, part: Siege['part']): Promise<Siege> {
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
    ...{ part, only: values.only, hostile, inbox, base: tefo.base, seed: Number(values.seed) },
    login: { email, password: user.password },
    slowClients: Number(values.slow),
    requestsPerSecond: Number(values.hostile),
    signIns: Number(values['sign-ins']),
  };
}

function at(share: number, sorted: readonly number[]): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints the figures of a part; returns whether the honest merchant did not feel it. */
function report(part: string, calm: Figures, besieged: Figures): boolean {
  const shown = (name: string, { creates, notifications, refused, ready, unready }: Figures) => {
    const [c = [], n = []] = [creates, notifications].map((times) => times.toSorted((a, b) => a - b));
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    process.stdout.write(
      `${name.padEnd(9)} creating ${c.length}: p50 ${ms(at(0.5, c))}, p99 ${ms(at(0.99, c))}; refused ${refused}; ` +
        `notifications ${n.length}: p50 ${ms(at(0.5, n))}, p99 ${ms(at(0.99, n))}, longest ${ms(n.at(-1) ?? 0)}; ` +
        `not ready ${unready} of ${ready}\n`,
    );
    return { p99: at(0.99, c), longest: n.at(-1) ?? 0 };
  };
  process.stdout.write(`siege from ${part}\n`);
  const [before, under] = [shown('calm', calm), shown('besieged', besieged)];
  const rise = under.p99 / before.p99;
  process.stdout.write(`p99 of creating under siege: ${rise.toFixed(2)} times (at most ${mostRise})\n`);
  return (
    rise <= mostRise && under.longest <= mostNotifyMs && besieged.refused === 0 && besieged.unready === 0
  );
}
