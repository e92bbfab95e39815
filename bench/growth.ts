// npm run bench:growth -- [--only settlement] [--rounds 20] [--json]     measures the filled database of TEFO_DATA_DIR
// npm run bench:growth -- --compare few.json many.json [--json]          compares two measurements
// What grows with the number of payments: what merchants and people read, payments made and paid, sweeps with nothing and with
// a hundred rows due, retention, and a settlement run over the same day. The service must not run; some parts add rows, dated
// after all others, so only for a database that may be thrown away.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { median, milliseconds, table } from './figures.ts';
import { type GrowthCase, openFilled } from './filled.ts';
import { readCases } from './growth-reads.ts';
import { workCases } from './growth-work.ts';

interface Figure {
  part: string;
  what: string;
  /** The median of the rounds. */
  ms: number;
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
/** What takes less is as good as nothing. */
const leastMs = 10;

if (values.compare) compare();
else process.stdout.write(`${JSON.stringify(await measureAll(), null, 1)}\n`);

async function measureAll(): Promise<Figure[]> {
  const filled = await openFilled(process.env.TEFO_DATA_DIR ?? './data');
  const figures: Figure[] = [];
  try {
    for (const one of [...(await readCases(filled)), ...(await workCases(filled))]) {
      if (!`${one.part} ${one.what}`.includes(values.only)) continue;
      figures.push({ part: one.part, what: one.what, ms: await measure(one) });
      process.stderr.write('.');
    }
  } finally {
    await filled.end();
  }
  process.stderr.write(` load ${loadavg()[0]!.toFixed(1)}\n`);
  return figures;
}

/** After five times PostgreSQL decides whether a statement gets a generic plan: only those with it count. */
async function measure({ prepare, run, rounds }: GrowthCase): Promise<number> {
  const unmeasured = rounds === undefined ? 6 : 1;
  const times: number[] = [];
  for (let round = 0; round < unmeasured + (rounds ?? Number(values.rounds)); round += 1) {
    await prepare?.();
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return median(times.slice(unmeasured));
}

function compare(): void {
  const [few, many] = positionals.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Figure[]);
  const before = new Map(few!.map(({ part, what, ms }) => [`${part} ${what}`, ms]));
  const lines = many!.flatMap(({ part, what, ms }) => {
    const less = before.get(`${part} ${what}`);
    if (less === undefined) return [];
    const isOver = ms > leastMs && ms / less > most;
    const target = `<= ${most}${isOver ? ' MISSED' : ''}`;
    return { part, what, ours: milliseconds(ms), theirs: milliseconds(less), ratio: ms / less, target };
  });
  process.stdout.write(values.json ? `${JSON.stringify(lines, null, 1)}\n` : `${table(lines)}\n`);
}
