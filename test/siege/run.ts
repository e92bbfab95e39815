// npm run siege: an honest merchant in calm and under siege, in turns, in one run; exit code 1 where the siege is felt: the
// p99 of creating a payment rises by half, or a notification takes more than a second.
//   --rounds 4  --seconds 15  --slow 500  --hostile 100  --seed 1
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createMerchantOf, type Merchant } from '../support/merchant.ts';
import { makeTefo } from '../support/process.ts';
import type { Siege } from './besieger.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '15' },
    slow: { type: 'string', default: '500' },
    hostile: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
});

const createsPerSecond = 50;
/** One of so many payments is paid, and told. */
const paidOne = 10;
const mostRise = 1.5;
const mostNotifyMs = 1_000;

interface Figures {
  creates: number[];
  notifications: number[];
  refused: number;
}

let sold = 0;
/** When each payment was decided, until its notification comes. */
const decided = new Map<string, number>();
let heard: (reference: string) => void = () => {};
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    response.end();
    heard(new URLSearchParams(body).get('TransactionReference') ?? '');
  });
});
await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
const notifyUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

const tefo = await makeTefo({ TEFO_LOG_LEVEL: 'warn' });
try {
  await tefo.start().ready();
  const merchant = createMerchantOf(tefo.base, await tefo.credentials());
  const made = await tefo.command('merchant', 'create', '--name', 'Hostile Shop', '--json');
  const siege: Siege = {
    base: tefo.base,
    hostile: JSON.parse(made.stdout),
    seed: Number(values.seed),
    slowClients: Number(values.slow),
    requestsPerSecond: Number(values.hostile),
  };
  const besieger = new Worker(new URL('./besieger.ts', import.meta.url), { workerData: siege });
  await new Promise((resolve) => void besieger.once('message', resolve));
  const [calm, besieged]: Figures[] = [0, 1].map(() => ({ creates: [], notifications: [], refused: 0 }));
  await trade(merchant, { creates: [], notifications: [], refused: 0 });
  for (let round = 0; round < Number(values.rounds); round += 1) {
    await trade(merchant, calm!);
    besieger.postMessage(true);
    await sleep(2_000);
    await trade(merchant, besieged!);
    besieger.postMessage(false);
    await sleep(3_000);
  }
  await besieger.terminate();
  process.exitCode = tell(calm!, besieged!) ? 0 : 1;
} finally {
  receiver.close();
  receiver.closeAllConnections();
  await tefo.remove();
}

/** An honest merchant for some seconds: payments at a fixed pace, some of them paid. */
async function trade(merchant: Merchant, figures: Figures): Promise<void> {
  heard = (reference) => {
    const began = decided.get(reference);
    if (began !== undefined) figures.notifications.push(performance.now() - began);
    decided.delete(reference);
  };
  const all: Promise<void>[] = [];
  const end = performance.now() + Number(values.seconds) * 1_000;
  for (let number = 0; performance.now() < end; number += 1) {
    all.push(sell(merchant, figures, number % paidOne === 0));
    await sleep(1_000 / createsPerSecond);
  }
  await Promise.all(all);
  const patience = performance.now() + 10_000;
  while (decided.size > 0 && performance.now() < patience) await sleep(20);
  figures.notifications.push(...[...decided].map(() => Number.POSITIVE_INFINITY));
  decided.clear();
}

async function sell(merchant: Merchant, figures: Figures, isPaid: boolean): Promise<void> {
  const reference = `H${sold++}`;
  const answer = await merchant.createPayments({ transactionReference: reference, notifyUrl });
  const id = answer.body?.paymentRequestId;
  if (!id) {
    figures.refused += 1;
    return;
  }
  figures.creates.push(answer.ms);
  if (!isPaid) return;
  decided.set(reference, performance.now());
  await merchant.decide(id, 'success');
}

function at(share: number, sorted: readonly number[]): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints both, and returns whether the siege was not felt. */
function tell(calm: Figures, besieged: Figures): boolean {
  const shown = (name: string, { creates, notifications, refused }: Figures) => {
    const [c, n] = [creates, notifications].map((times) => times.toSorted((a, b) => a - b)) as [
      number[],
      number[],
    ];
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    process.stdout.write(
      `${name.padEnd(9)} creating ${c.length}: p50 ${ms(at(0.5, c))}, p99 ${ms(at(0.99, c))}; ` +
        `notifications ${n.length}: p50 ${ms(at(0.5, n))}, p99 ${ms(at(0.99, n))}, longest ${ms(n.at(-1) ?? 0)}; refused ${refused}\n`,
    );
    return { p99: at(0.99, c), longest: n.at(-1) ?? 0 };
  };
  const [before, under] = [shown('calm', calm), shown('besieged', besieged)];
  const rise = under.p99 / before.p99;
  process.stdout.write(`p99 of creating under siege: ${rise.toFixed(2)} times (at most ${mostRise})\n`);
  return rise <= mostRise && under.longest <= mostNotifyMs && besieged.refused === 0;
}
