// A fuzzing run: many requests at once, each drawn from the seed and its number, and every response compared with its
// document.
import { Pool } from 'undici';
import type { Credentials } from '../../src/app/credentials.ts';
import { problemOf } from '../contract/answers.ts';
import { findOperation } from '../contract/documents.ts';
import { seeded } from '../storm/random.ts';
import { type Attacker, openAttacker } from './attacker.ts';
import { drawBytes, exchangeBytes } from './raw.ts';
import { drawRequest, type FuzzRequest, isMeantToFail } from './requests.ts';

export interface FuzzOptions {
  base: string;
  /** The attacker, and a victim whose ids and tokens it tries. */
  merchants: [Credentials, Credentials];
  seed: number;
  requests: number;
  /** At one time. */
  abreast: number;
  /** The longest permitted response time, in milliseconds. */
  slowMs: number;
  /** Called after every thousandth request with how many are done. */
  onThousand?: (done: number) => void;
}

export interface FuzzReport {
  requests: number;
  seconds: number;
  /** The number of responses by status. */
  statuses: Record<string, number>;
  longestMs: number;
  /** The forbidden kinds of responses, each with the first request that caused it. */
  breaches: Record<string, string>;
}

const patienceMs = 30_000;
const rawShare = 0.02;

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { base, seed, requests, abreast, slowMs } = options;
  const pool = new Pool(base, { connections: abreast, headersTimeout: patienceMs, bodyTimeout: patienceMs });
  const attacker = await openAttacker(base, options.merchants);
  const report: FuzzReport = { requests: 0, seconds: 0, statuses: {}, longestMs: 0, breaches: {} };
  const began = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < requests) {
      const random = seeded(seed, `request ${next++}`);
      const isRaw = random.chance(rawShare);
      if (isRaw) await sendBytes(base, drawBytes(random), report, slowMs);
      else await sendRequest(pool, drawRequest(random, attacker), attacker, report, slowMs);
      report.requests += 1;
      if (report.requests % 1_000 === 0) options.onThousand?.(report.requests);
    }
  };
  await Promise.all(Array.from({ length: abreast }, work));
  await pool.close();
  report.seconds = (performance.now() - began) / 1_000;
  return report;
}

async function sendBytes(base: string, bytes: Buffer, report: FuzzReport, slowMs: number): Promise<void> {
  const began = performance.now();
  const shown = `raw ${JSON.stringify(bytes.toString('latin1').slice(0, 300))}`;
  try {
    const status = await exchangeBytes(Number(new URL(base).port), bytes, patienceMs);
    count(report, `raw ${status ?? 'hung up'}`, performance.now() - began);
    if (status !== undefined && status >= 500 && status !== 501 && status !== 505)
      breach(report, `raw ${status}`, shown);
  } catch (error) {
    breach(report, `raw: ${(error as Error).message}`, shown);
  }
  judgeTime(report, 'raw', performance.now() - began, { shown, slowMs });
}

async function sendRequest(
  pool: Pool,
  request: FuzzRequest,
  attacker: Attacker,
  report: FuzzReport,
  slowMs: number,
): Promise<void> {
  const began = performance.now();
  const { method, path, headers, body } = request;
  const shown = describe(request);
  const place = findOperation(method, path.split('?')[0]!);
  const name = place
    ? `${place.surface} ${place.method} ${place.path}`
    : `${method} ${path.split(/[/?]/)[1]}`;
  try {
    const answer = await pool.request({ method: method as 'GET', path, headers, body: body ?? null });
    const text = await answer.body.text();
    const { statusCode: status } = answer;
    count(report, String(status), performance.now() - began);
    if (status >= 500 && !isMeantToFail(path))
      breach(report, `${name}: ${status}`, `${shown}\n  ${text.slice(0, 300)}`);
    else if (!answer.headers['x-correlation-id']) breach(report, `${name}: no X-Correlation-ID`, shown);
    else if (place) {
      const problem = problemOf({ method, url: path, status, headers: answer.headers, body: text }, place);
      if (problem) breach(report, `${name} ${status}: ${problem}`, `${shown}\n  ${text.slice(0, 300)}`);
    }
    if (status < 300) attacker.learn(text);
  } catch (error) {
    breach(report, `${name}: ${(error as Error).message}`, shown);
  }
  judgeTime(report, name, performance.now() - began, { shown, slowMs });
}

function describe({ method, path, headers, body }: FuzzRequest): string {
  const content = body === undefined ? '' : ` ${String(body).slice(0, 1_500)}`;
  return `${method} ${path.slice(0, 500)} ${JSON.stringify(headers).slice(0, 500)}${content}`;
}

function count(report: FuzzReport, status: string, ms: number): void {
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
  report.longestMs = Math.max(report.longestMs, ms);
}

function judgeTime(
  report: FuzzReport,
  name: string,
  ms: number,
  { shown, slowMs }: { shown: string; slowMs: number },
): void {
  if (ms > slowMs) breach(report, `${name}: over ${slowMs} ms`, `${Math.round(ms)} ms ${shown}`);
}

function breach(report: FuzzReport, what: string, shown: string): void {
  report.breaches[what] ??= shown;
}
