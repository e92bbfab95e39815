// npm run bench:creating -- [--rounds 9] [--seconds 5] [--only payments_site] [--pid 4711]
// The cost of the console's indexes for new payments: requests per second with and without them, alternately, and each first in
// every second round. The service already runs with the TEFO_DATA_DIR of this process. Other load on the machine affects one
// figure less: PostgreSQL's processor time for a payment, and with --pid the service's.
// `--only nothing` measures both sides alike, so its result is noise. The indexes are marked as not ready for PostgreSQL, so they
// are incomplete afterwards, and are built again at the end. Use a disposable database.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPool } from '../src/kernel/db/db.ts';
import { connectionOfRunning } from '../src/kernel/db/embedded/embedded.ts';
import type { TefoProcess } from '../test/storm/process.ts';
import { median } from '../test/support/figures.ts';
import { compare } from './figures.ts';
import { newRun, runLoad } from './load.ts';
import { openMerchant } from './merchant.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string' },
    pid: { type: 'string' },
    rebuild: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const folder = process.env.TEFO_DATA_DIR ?? './data';
const base = `http://localhost:${process.env.TEFO_PORT ?? 8420}`;
const db = openPool((await connectionOfRunning(folder))!, { max: 1 });

/** The console's indexes on tables that a new payment writes. */
const all = [
  'payments_amount',
  'payments_bank_reference',
  'payments_site',
  'payments_customer',
  'payments_spoken',
];
const indexes = values.only === 'nothing' ? [] : (values.only?.split(',') ?? all);
const setReady = (isReady: boolean) => db`
  update pg_index set indisready = ${isReady}, indisvalid = ${isReady} where indexrelid::regclass::text = any (${indexes})`;

const credentials = async () => JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'));
const merchant = await openMerchant({ base, credentials } as unknown as TefoProcess);
const pace = { warmUpSeconds: 0, seconds: Number(values.seconds), connections: 32 };
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK']));
const postmaster = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]!;

/** The microseconds of processor time for a payment: `database` of all processes of PostgreSQL. */
interface Cost {
  database: number;
  service: number;
}
const costs: { with: Cost[]; without: Cost[] } = { with: [], without: [] };

const measure = async (isReady: boolean): Promise<number> => {
  await setReady(isReady);
  await runLoad({ ...merchant.create(), ...pace, seconds: 1, base, run: newRun() });
  const before = spent();
  const { answered, failed, seconds } = await runLoad({ ...merchant.create(), ...pace, base, run: newRun() });
  const after = spent();
  if (failed > 0) throw new Error(`${failed} payments were refused`);
  const perPayment = (ticks: number) => (ticks / ticksPerSecond / answered) * 1e6;
  costs[isReady ? 'with' : 'without'].push({
    database: perPayment(after.database - before.database),
    service: perPayment(after.service - before.service),
  });
  return answered / seconds;
};
try {
  const { ours, theirs, ratio } = await compare(
    Number(values.rounds),
    () => measure(true),
    () => measure(false),
    { inTurn: true },
  );
  console.log(
    `with ${indexes.join(', ')}: ${Math.round(ours)}/s, without ${Math.round(theirs)}/s, ratio ${ratio.toFixed(3)} (goal > 0.97), load ${loadavg()[0]!.toFixed(1)}`,
  );
  for (const part of ['database', 'service'] as const) console.log(costWords(part));
} finally {
  await setReady(true);
  if (values.rebuild) for (const name of indexes) await db`reindex index ${db(name)}`;
  await db.end();
}

function costWords(part: keyof Cost): string {
  const of = (side: keyof typeof costs) => costs[side].map((cost) => cost[part]);
  const more = of('with').map((one, round) => one - of('without')[round]!);
  const [withThem, without, difference] = [of('with'), of('without'), more].map((all) =>
    Math.round(median(all)),
  );
  return `processor per payment, ${part}: with ${withThem} µs, without ${without} µs, median difference ${difference} µs`;
}

/** The ticks that PostgreSQL and the service have used so far. */
function spent(): Record<'database' | 'service', number> {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(pid));
  const own = processes.filter(({ pid, parent }) => pid === postmaster || parent === postmaster);
  const ended = own.find(({ pid }) => pid === postmaster)?.ofEnded ?? 0;
  return {
    database: own.reduce((sum, { ticks }) => sum + ticks, ended),
    service: processes.find(({ pid }) => pid === values.pid)?.ticks ?? 0,
  };
}

function statOf(pid: string) {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return [];
  }
  // The second field is a name in brackets, which may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user, system, userEnded, systemEnded] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return [{ pid, parent: fields[1]!, ticks: user + system, ofEnded: userEnded + systemEnded }];
}
