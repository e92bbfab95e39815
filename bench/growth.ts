// node bench/growth.ts [--only settlement] [--rounds 20] [--json]     measures the filled database of TEFO_DATA_DIR
// node bench/growth.ts --compare few.json many.json [--json]          compares two measurements
// Measures what grows with the number of payments: reads of merchants and users, creating and paying payments, sweeps with
// none and with a hundred rows due, retention, and a settlement run over the same day. The report shows the time and the
// number of touched blocks of tables and indexes, which does not depend on other work of the machine. The service must not
// run; some parts add rows, dated after all others, so use a disposable database.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { median } from '../test/support/figures.ts';
import { type Line, milliseconds, table } from './figures.ts';
import { type Filled, type GrowthCase, openFilled } from './filled.ts';
import { readCases } from './growth-reads.ts';
import { workCases } from './growth-work.ts';

interface Figure {
  part: string;
  what: string;
  /** The median of the rounds. */
  ms: number;
  /** Of tables and indexes; the median too. */
  blocks: number;
}

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '20' },
    compare: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const most = 1.5;
/** A shorter time counts as zero. */
const leastMs = 10;

if (values.compare) compare();
else process.stdout.write(`${JSON.stringify(await measureAll(), null, 1)}\n`);

async function measureAll(): Promise<Figure[]> {
  const filled = await openFilled(process.env.TEFO_DATA_DIR ?? './data');
  const figures: Figure[] = [];
  try {
    for (const one of [...(await readCases(filled)), ...(await workCases(filled))]) {
      if (!`${one.part} ${one.what}`.includes(values.only)) continue;
      figures.push({ part: one.part, what: one.what, ...(await measure(one, filled)) });
      process.stderr.write('.');
    }
  } finally {
    await filled.end();
  }
  process.stderr.write(` load ${loadavg()[0]!.toFixed(1)}\n`);
  return figures;
}

/** After five times PostgreSQL decides whether a statement gets a generic plan: only those with it count. */
async function measure({ prepare, run, rounds }: GrowthCase, filled: Filled) {
  const unmeasured = rounds === undefined ? 6 : 1;
  const times: number[] = [];
  const blocks: number[] = [];
  for (let round = 0; round < unmeasured + (rounds ?? Number(values.rounds)); round += 1) {
    await prepare?.();
    const before = await filled.blocks();
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
    blocks.push((await filled.blocks()) - before);
  }
  return { ms: median(times.slice(unmeasured)), blocks: median(blocks.slice(unmeasured)) };
}

function compare(): void {
  const [few, many] = positionals.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Figure[]);
  const before = new Map(few!.map((figure) => [`${figure.part} ${figure.what}`, figure]));
  const lines = many!.flatMap((figure): Line[] => {
    const { part, what, ms, blocks } = figure;
    const less = before.get(`${part} ${what}`);
    if (less === undefined) return [];
    const ratio = ms / less.ms;
    const isOver = ms > leastMs && ratio > most;
    const inBlocks = `blocks ${(blocks / Math.max(1, less.blocks)).toFixed(2)}`;
    const target = `<= ${most}, ${inBlocks}${isOver ? ' MISSED' : ''}`;
    return [{ part, what, ours: described(figure), theirs: described(less), ratio, target }];
  });
  process.stdout.write(values.json ? `${JSON.stringify(lines, null, 1)}\n` : `${table(lines)}\n`);
}

function described({ ms, blocks }: Figure): string {
  return `${milliseconds(ms)}, ${blocks}`;
}
