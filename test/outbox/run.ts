// npm run outbox: the outbox's proof with its figures; exit code 1 when a rule was broken.
//   --events 100000  --receivers 32  --workers 2  --kill-seconds 4
//   --timeout 400 (the sender's patience in milliseconds, for which production has 15 s: a message is under way for a like
//   part of the time between two kills)
//   --seed 1  --only storm,speed,dead  --rounds 5 (of speed and of dead)  --json
import { parseArgs } from 'node:util';
import { openDurableServer } from '../support/durable-server.ts';
import { type DeadReport, measureDead, percentile } from './dead.ts';
import { measureSpeed, type SpeedReport } from './speed.ts';
import { runStorm, type StormReport } from './storm.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    receivers: { type: 'string', default: '32' },
    workers: { type: 'string', default: '2' },
    'kill-seconds': { type: 'string', default: '4' },
    timeout: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'storm,speed,dead' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});
/** The most events that can arrive twice. */
const mostDuplicates = 0.02;
const parts = values.only.split(',');
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const server = await openDurableServer();

try {
  const storm = parts.includes('storm') ? await playStorm() : undefined;
  const speed = parts.includes('speed') ? await playSpeed() : undefined;
  const dead = parts.includes('dead') ? [await playDead('hangs'), await playDead('refuses')] : [];
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ storm, speed, dead }, null, 2)}\n`
      : [storm && describeStorm(storm), speed && describeSpeed(speed), ...dead.map(describeDead)]
          .filter(Boolean)
          .join('\n'),
  );
  process.exitCode =
    storm && (storm.violations.length > 0 || storm.duplicates >= storm.events * mostDuplicates) ? 1 : 0;
} finally {
  await server.end();
}

async function playStorm(): Promise<StormReport> {
  const receivers = Number(values.receivers);
  return runStorm({
    databaseUrl: await server.database('storm'),
    // Two events of each object, the same number of objects for each receiver.
    events: Math.ceil(Number(values.events) / receivers / 2) * receivers * 2,
    receivers,
    workers: Number(values.workers),
    killEveryMs: Number(values['kill-seconds']) * 1000,
    timeoutMs: Number(values.timeout),
    failing: 0.4,
    seed: Number(values.seed),
    say,
  });
}

async function playSpeed(): Promise<SpeedReport> {
  const receivers = Number(values.receivers);
  const events = Math.ceil(Math.min(20_000, Number(values.events)) / receivers) * receivers;
  return measureSpeed({
    databaseUrl: await server.database('speed'),
    events,
    receivers,
    rounds: Number(values.rounds),
  });
}

async function playDead(death: DeadReport['death']): Promise<DeadReport> {
  say(`with a receiver that ${death}`);
  return measureDead({
    databaseUrl: await server.database(`dead_${death}`),
    death,
    waiting: 10_000,
    events: 500,
    everyMs: 20,
    rounds: Number(values.rounds),
  });
}

function describeStorm(of: StormReport): string {
  const shown = of.violations.slice(0, 20).map((violation) => `  - ${violation}\n`);
  const share = (number: number): string => `${((100 * number) / of.events).toFixed(2)} %`;
  return `
${of.events} events, ${of.kills} kills and ${of.leaps} leaps of the clock in ${of.seconds} s (seed ${values.seed})
  delivered      ${of.delivered}, in ${of.requests} requests
  duplicates     ${of.duplicates} (${share(of.duplicates)}), all under the same webhook-id; ${of.duplicatesOfLate} of messages answered too late
  taken late     ${of.takenLate} (${share(of.takenLate)}), which were not sent again
  exhausted      ${of.exhausted}, which were replayed
  violations     ${of.violations.length}
${shown.join('')}`;
}

function describeSpeed({ ours, bare, cost }: SpeedReport): string {
  const [mine, theirs] = [median(ours), median(bare)];
  const us = (key: keyof (typeof cost)[number]) => Math.round(median(cost.map((one) => one[key])));
  const commits = median(cost.map((one) => one.commits)).toFixed(3);
  return `
deliveries per second, medians of ${ours.length} rounds
  the sender     ${mine} (${ours.join(', ')})
  a bare loop    ${theirs} (${bare.join(', ')})
  of it          ${((100 * mine) / theirs).toFixed(0)} %
  processor time of one, in millionths of a second: sender ${us('senderUs')}, database ${us('databaseUs')} (${commits} commits), bare loop ${us('bareUs')}
`;
}

function describeDead({ death, alone, beside }: DeadReport): string {
  const line = (name: string, list: number[]): string =>
    `  ${name.padEnd(15)}p50 ${percentile(list, 50).toFixed(1)} ms, p95 ${percentile(list, 95).toFixed(1)} ms, p99 ${percentile(list, 99).toFixed(1)} ms of ${list.length}`;
  const change = (percent: number): string =>
    `${((100 * percentile(beside, percent)) / percentile(alone, percent) - 100).toFixed(1)} %`;
  return `
commit to arrival at a healthy receiver, 10 000 waiting for one that ${death}
${line('alone', alone)}
${line('beside', beside)}
  changed        p50 by ${change(50)}, p99 by ${change(99)}
`;
}

function median(list: number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;
}
