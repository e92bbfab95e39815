// (g) the log line of a request: its processor time compared with writing the same record as JSON.
import { createLog, withoutRedaction } from '../src/kernel/process/log.ts';
import { compare, type Line } from './figures.ts';

const lines = 50_000;

export async function measureLogging(rounds: number): Promise<Line[]> {
  const sink = { write: (line: string) => void Buffer.byteLength(line) };
  const log = withoutRedaction(createLog('info', sink));
  const record = { method: 'GET', address: '127.0.0.1', route: '/one/v1/payments/:id', status: 200, ms: 1.2 };
  const facts = (n: number) => ({ correlationId: `request-${n}`, ...record });
  const time = () => ({ level: 30, time: new Date().toISOString() });
  const { ours, theirs, ratio } = await compare(
    rounds,
    () => microsecondsOf((n) => log.info(facts(n))),
    () => microsecondsOf((n) => sink.write(`${JSON.stringify({ ...time(), ...facts(n) })}\n`)),
  );
  const [tefo, json] = [ours, theirs].map((each) => `${each.toFixed(1)} us`);
  return [{ part: 'g', what: 'log an answered request', ours: tefo!, theirs: json!, ratio, target: '<= 3' }];
}

/** Returns microseconds of processor time per line, after an equal warm-up. */
async function microsecondsOf(write: (n: number) => void): Promise<number> {
  for (let n = 0; n < lines; n += 1) write(n);
  const before = process.cpuUsage();
  for (let n = 0; n < lines; n += 1) write(n);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / lines;
}
