// npm run bench: every measurement of the service, most of them a ratio against something measured in the same run.
//   --only a,c     the parts to run      --rounds 3  --seconds 3     how long      --json
//   --rows 1000000   how many payments the lists of (f) are measured on
//   --profile DIR  writes a processor profile of the service there
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeTefo, type TefoProcess } from '../test/storm/process.ts';
import { measureCharging } from './charging.ts';
import { measureCommands } from './commands.ts';
import { measureDatabase } from './database.ts';
import { measureDelivering } from './delivering.ts';
import { type Line, table } from './figures.ts';
import { measureNotifying } from './latency.ts';
import { measureLists } from './lists.ts';
import { measureLogging } from './log.ts';
import { type Merchant, openMerchant } from './merchant.ts';
import { measureMoneyOut } from './money-out.ts';
import { measurePaying } from './paying.ts';
import { measureStart } from './start.ts';
import { measureCreating, measureReading, type Pace } from './throughput.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'a,b,c,d,e,f,g,h,i,j,k,l' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    rows: { type: 'string', default: '1000000' },
    profile: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const pace: Pace = {
  rounds: Number(values.rounds),
  warmUpSeconds: 1.5,
  seconds: Number(values.seconds),
  rows: Number(values.rows),
};
const parts = values.only.split(',');

type Measure = (tefo: TefoProcess, merchant: Merchant, pace: Pace) => Promise<Line[]>;
const measures: [part: string, measure: Measure][] = [
  ['a', measureCreating],
  ['b', measureReading],
  ['c', measureDatabase],
  ['d', measureNotifying],
  ['f', measureLists],
];

const lines: Line[] = [];
// First, while the machine is idle.
if (parts.includes('e')) lines.push(...(await measureStart(pace.rounds)));
if (parts.includes('g')) lines.push(...(await measureLogging(pace.rounds)));
if (parts.includes('h')) lines.push(...measureCommands(pace.rounds));
if (parts.includes('i')) lines.push(...(await measureDelivering(pace.rounds)));
if (parts.includes('j')) lines.push(...(await measureMoneyOut(pace.rounds)));
if (parts.includes('k')) lines.push(...(await measureCharging(pace.rounds)));
if (parts.includes('l')) lines.push(...(await measurePaying(pace.rounds)));
if (measures.some(([part]) => parts.includes(part))) lines.push(...(await measureRunning()));
process.stdout.write(values.json ? `${JSON.stringify(lines, null, 2)}\n` : `${table(lines)}\n`);

/** Runs the measurements of one service in order. */
async function measureRunning(): Promise<Line[]> {
  const profiling =
    values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(values.profile)}`];
  const tefo = await makeTefo({ nodeArgs: profiling });
  const found: Line[] = [];
  try {
    tefo.launch();
    await tefo.ready();
    const merchant = await openMerchant(tefo);
    for (const [part, measure] of measures) {
      if (!parts.includes(part)) continue;
      process.stderr.write(`measuring ${part}\n`);
      found.push(...(await measure(tefo, merchant, pace)));
    }
  } finally {
    await tefo.remove();
  }
  return found;
}
