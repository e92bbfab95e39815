// npm run ledger: the ledger's proof with its figures; exit code 1 when a rule was broken or a figure is not reached.
//   --only chain,hot,instants  --seed 1  --json
//   --entries 1000000  --flips 40 (of the chain)
//   --clients 8,16,32  --rounds 20  --seconds 1  --sites 500 (of bookings per second)
//   --instants 10000000  --days 365  --questions 2000 (of balances at any instant)
import { parseArgs } from 'node:util';
import { seeded } from '../storm/random.ts';
import { openDurableServer } from '../support/durable-server.ts';
import { type HotReport, type Load, measureHot } from './hot.ts';
import { type InstantsReport, measureInstants } from './instants.ts';
import { measureTampering, type TamperingReport } from './tampering.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'chain,hot,instants' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    entries: { type: 'string', default: '1000000' },
    flips: { type: 'string', default: '40' },
    clients: { type: 'string', default: '8,16,32' },
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '1' },
    sites: { type: 'string', default: '500' },
    instants: { type: 'string', default: '10000000' },
    days: { type: 'string', default: '365' },
    questions: { type: 'string', default: '2000' },
  },
});
/** A million entries are recomputed in at most so many seconds. */
const mostVerifySeconds = 60;
/** One busy site books at least so much of what many do. */
const leastOfSpread = 0.9;
const mostBalanceMs = 50;

const parts = values.only.split(',');
const random = seeded(Number(values.seed), 'ledger');
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const missed: string[] = [];

const server = await openDurableServer();

try {
  const chain = parts.includes('chain') ? await proveChain() : undefined;
  const hot = parts.includes('hot') ? await proveHot() : [];
  const instants = parts.includes('instants') ? await proveInstants() : undefined;
  const shown = [
    chain && describeChain(chain),
    ...hot.map(describeHot),
    instants && describeInstants(instants),
  ];
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ chain, hot, instants, missed }, null, 2)}\n`
      : `${[...shown, ...missed.map((line) => `MISSED: ${line}\n`)].filter(Boolean).join('\n')}`,
  );
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await server.end();
}

async function proveChain(): Promise<TamperingReport> {
  const url = await server.database('chain');
  const report = await measureTampering({
    url,
    entries: Number(values.entries),
    flips: Number(values.flips),
    random,
    say,
  });
  missed.push(...report.violations.slice(0, 20));
  if (report.verifySeconds > (mostVerifySeconds * report.entries) / 1_000_000)
    missed.push(`the chain was recomputed in ${report.verifySeconds.toFixed(1)} s`);
  return report;
}

async function proveHot(): Promise<HotReport[]> {
  const reports = await measureHot({
    url: await server.database('hot'),
    clients: values.clients.split(',').map(Number),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    sites: Number(values.sites),
    say,
  });
  for (const { clients, rates } of reports) {
    const ratio = ofSpread(rates, 'hot');
    if (ratio < leastOfSpread)
      missed.push(`one site books ${(100 * ratio).toFixed(0)} % at ${clients} clients`);
  }
  return reports;
}

async function proveInstants(): Promise<InstantsReport> {
  const report = await measureInstants({
    url: await server.database('instants'),
    entries: Number(values.instants),
    days: Number(values.days),
    questions: Number(values.questions),
    random,
    say,
  });
  if (report.wrong > 0) missed.push(`${report.wrong} balances are not the sum of their entries`);
  if (percentile(report.times, 99) > mostBalanceMs)
    missed.push(`p99 of a balance is ${percentile(report.times, 99).toFixed(1)} ms`);
  return report;
}

function describeChain(of: TamperingReport): string {
  return `
the chain: ${of.journals} journals of ${of.entries} entries (seed ${values.seed})
  linked        ${of.linkedPerSecond} journals a second by one linker; the rest by four, of which ${of.kills} were killed
  recomputed    in ${of.verifySeconds.toFixed(1)} s, ${of.verifyMegabytes} MB more memory; with every rule of the books in ${of.checkSeconds.toFixed(1)} s
  located       ${of.located} of ${of.flips} bits that were turned over
  violations    ${of.violations.length}
`;
}

function describeHot({ clients, rates }: HotReport): string {
  const line = (name: string, load: Load): string => {
    const [least, middle, most] = [0, 50, 100].map((percent) => percentile(sorted(rates[load]), percent));
    const share = (100 * ofSpread(rates, load)).toFixed(0);
    return `  ${name.padEnd(28)}${Math.round(mean(rates[load]))} (${least} to ${most}, median ${middle}), ${share} %`;
  };
  return `
bookings per second, ${clients} clients, means of ${rates.hot.length} rounds of ${values.seconds} s
${line(`${values.sites} sites`, 'spread')}
${line('one site', 'hot')}
${line('one site, balance as a row', 'row')}
`;
}

function describeInstants({ entries, days, snapshots, times, wrong }: InstantsReport): string {
  const at = (percent: number): string => `p${percent} ${percentile(times, percent).toFixed(1)} ms`;
  return `
a balance at a random instant, of an account with ${entries} entries in ${days} days, ${snapshots} snapshots
  ${at(50)}, ${at(95)}, ${at(99)}, most ${times.at(-1)!.toFixed(1)} ms of ${times.length}; wrong: ${wrong}
`;
}

function ofSpread(rates: HotReport['rates'], load: Load): number {
  return mean(rates[load]) / mean(rates.spread);
}

function mean(list: number[]): number {
  return list.reduce((sum, number) => sum + number, 0) / list.length;
}

function sorted(list: number[]): number[] {
  return list.toSorted((a, b) => a - b);
}

function percentile(sorted: number[], percent: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]!;
}
