// npm run bench:console -- [--base http://localhost:8420] [--database URL] [--rounds 20] [--only notices] [--export] [--json]
// Measures the console over a database that `npm run fill` has filled: each page and each filter for an operator and for the
// largest merchant's admin; search, timelines and the first byte of exports. The service already runs with the
// TEFO_DATA_DIR of this process; the last lines are the p95 of all requests of a kind. With --export, one export contains
// all payments since --from, and the report shows the service's peak memory (--pid).
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPool } from '../src/kernel/db/db.ts';
import { connectionOfRunning } from '../src/kernel/db/embedded/embedded.ts';
import { median, percentile } from '../test/support/figures.ts';
import { type Case, casesOf, samplesOf } from './console-cases.ts';
import { type Line, milliseconds, table } from './figures.ts';
import { makePerson } from './users.ts';

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: `http://localhost:${process.env.TEFO_PORT ?? 8420}` },
    database: { type: 'string' },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string' },
    export: { type: 'boolean', default: false },
    from: { type: 'string', default: '2000-01-01' },
    pid: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const goals = { page: 100, search: 60, timeline: 80, export: 300 };
const unmeasured = 1;

const url = values.database ?? (await connectionOfRunning(process.env.TEFO_DATA_DIR ?? './data'));
if (url === undefined)
  throw new Error('start the service first, and set its TEFO_DATA_DIR; or give --database URL');
const db = openPool(url, { max: 1 });
const samples = await samplesOf(db);
const cookies = {
  operator: await enter('operator-admin'),
  merchant: await enter('admin', samples.merchant),
};
await db.end();

const taken: Record<Case['kind'], number[]> = { page: [], search: [], timeline: [], export: [] };
const lines: Line[] = [];
if (values.export) lines.push(await exportAll());
else {
  for (const one of casesOf(samples)) {
    if (values.only !== undefined && !one.path.includes(values.only)) continue;
    const line = await measure(one);
    if (line) lines.push(line);
  }
  for (const [kind, times] of Object.entries(taken)) {
    if (times.length > 0) lines.push(lineOf(kind as Case['kind'], `p95 of all: ${kind}`, times));
  }
}
process.stdout.write(values.json ? `${JSON.stringify(lines, null, 2)}\n` : `${table(lines)}\n`);
process.stderr.write(`load ${loadavg()[0]!.toFixed(1)}\n`);

/** Returns undefined for a page that the user is not permitted to see. */
async function measure({ kind, who, path }: Case): Promise<Line | undefined> {
  const times: number[] = [];
  const rounds = Number(values.rounds);
  for (let round = 0; round < unmeasured + rounds; round += 1) {
    const time = await timeOf(path, cookies[who], kind);
    if (time === undefined) return undefined;
    times.push(time);
  }
  const measured = times.slice(unmeasured);
  taken[kind].push(...measured);
  process.stderr.write('.');
  return lineOf(kind, `${who} ${path}`, measured);
}

/** `ours` is the p95, `theirs` the median. */
function lineOf(kind: Case['kind'], what: string, times: number[]): Line {
  const p95 = percentile(times, 95);
  return {
    part: kind,
    what,
    ours: milliseconds(p95),
    theirs: milliseconds(median(times)),
    ratio: p95 / goals[kind],
    target: `< ${goals[kind]} ms`,
  };
}

/** Of a page the whole of it; of an export the time to its first byte: the rest is not waited for. Undefined: not permitted. */
async function timeOf(path: string, cookie: string, kind: Case['kind']): Promise<number | undefined> {
  const leaving = new AbortController();
  const start = performance.now();
  const answer = await fetch(values.base + path, {
    headers: { cookie },
    signal: leaving.signal,
    redirect: 'manual',
  });
  // Exports that were left have not ended yet.
  if (answer.status === 429) {
    await sleep(200);
    return timeOf(path, cookie, kind);
  }
  if (answer.status === 403) return undefined;
  // 422 is a list that took too long: its time counts, and shows.
  if (![200, 303, 422].includes(answer.status))
    throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  if (answer.headers.get('location')?.includes('/sign-in')) throw new Error(`${path}: the session has ended`);
  if (kind === 'export') await answer.body?.getReader().read();
  else await answer.text();
  const time = performance.now() - start;
  leaving.abort();
  return time;
}

async function exportAll(): Promise<Line> {
  const start = performance.now();
  const path = `/console/payments.csv?from=${values.from}`;
  const answer = await fetch(values.base + path, { headers: { cookie: cookies.merchant } });
  const first = performance.now() - start;
  let [bytes, peak, end] = [0, 0, ''];
  for await (const part of answer.body!) {
    bytes += part.length;
    end = (end + Buffer.from(part).toString()).slice(-200);
    if (values.pid !== undefined) peak = Math.max(peak, residentMegabytes(values.pid));
  }
  const seconds = (performance.now() - start) / 1000;
  const said = end.slice(end.lastIndexOf('\n#') + 1).trim();
  return {
    part: 'export',
    what: `${path}: ${said}, ${Math.round(bytes / 1e6)} MB, first byte ${milliseconds(first)}, peak ${peak} MB`,
    ours: `${seconds.toFixed(1)} s`,
  };
}

function residentMegabytes(pid: string): number {
  return Math.round(
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  );
}

/** Creates a user with a role, and returns the cookie of their session. */
async function enter(role: string, merchant?: string): Promise<string> {
  const { email, password } = makePerson(role, merchant);
  const answer = await fetch(`${values.base}/console/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email, password }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (answer.status !== 303 || cookie === undefined)
    throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  return cookie;
}
