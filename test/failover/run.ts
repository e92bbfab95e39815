// npm run failover: the proof of failover with its figures; exit code 1 when anything acknowledged was lost, doubled or never
// notified. A round kills one of these, in turn: the primary (Patroni and PostgreSQL of the leader), a worker, an api, HAProxy
// or, every second time, the server that it has chosen, which hangs instead, and etcd's leader.
//   --rounds 20  --seed 1  --shoppers 6  --json (the last line is JSON)
//   --only primary,choice (the targets)
//   --over hosts (the service knows the addresses of all servers, and needs no HAProxy before them)
//   --packages DIR (where Debian packages of missing programs are unpacked)

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type FailoverReport, proveFailover } from './failover.ts';
import { strikes, type Target, usualTurns } from './kills.ts';
import { findPrograms } from './programs.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    shoppers: { type: 'string', default: '6' },
    only: { type: 'string', default: usualTurns.join(',') },
    over: { type: 'string', default: 'haproxy' },
    packages: {
      type: 'string',
      default: fileURLToPath(new URL('../../node_modules/.cache/failover', import.meta.url)),
    },
    json: { type: 'boolean', default: false },
  },
});
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const programs = await findPrograms(values.packages, say).catch((error: Error) => {
  say(error.message);
  process.exit(1);
});
const report = await proveFailover(programs, {
  rounds: Number(values.rounds),
  turns: values.only.split(',').map(targetOf),
  seed: Number(values.seed),
  shoppers: Number(values.shoppers),
  over: values.over === 'hosts' ? 'hosts' : 'haproxy',
  say,
});
for (const { text } of report.violations) say(`- ${text}`);
process.stdout.write(values.json ? `${JSON.stringify(summaryOf(report))}\n` : describe(report));
process.exitCode = report.violations.length > 0 ? 1 : 0;

function targetOf(name: string): Target {
  if (Object.hasOwn(strikes, name)) return name as Target;
  throw new Error(`--only takes ${Object.keys(strikes).join(', ')}, and not ${name}`);
}

function summaryOf({ rounds, acknowledged, violations, check, without }: FailoverReport): object {
  const count = (harm: string): number => violations.filter((violation) => violation.harm === harm).length;
  return {
    rounds: rounds.length,
    kills: rounds.length,
    acknowledged: Object.values(acknowledged).reduce((sum, each) => sum + each, 0),
    lost: count('lost'),
    doubled: count('doubled'),
    check,
    secondsWithout: Number(without.total.toFixed(1)),
  };
}

function describe(of: FailoverReport): string {
  const { payments, outcomes, refunds, payouts, topUps } = of.acknowledged;
  const kinds = [...Map.groupBy(of.rounds, ({ target }) => target)].map(([target, rounds]) => {
    const longest = Math.max(...rounds.map(({ without }) => without.longest)).toFixed(1);
    const seconds = rounds.reduce((sum, round) => sum + round.seconds, 0) / rounds.length;
    return `  ${target.padEnd(14)} ${rounds.length} kills, without service ${longest} s at the longest, whole again after ${seconds.toFixed(0)} s in the mean`;
  });
  return `
${of.rounds.length} kills in ${of.seconds} s (seed ${values.seed})
${kinds.join('\n')}
  acknowledged   ${payments} payments, ${outcomes} outcomes, ${refunds} refunds, ${payouts} payouts, ${topUps} top-ups
  lost answers   ${of.lostAnswers}
  notifications  ${of.notifications}
  without        ${of.without.total.toFixed(1)} s in all, ${of.without.longest.toFixed(1)} s at the longest
  tefo check     ${of.check ? 'passes' : 'fails'}
  violations     ${of.violations.length}
`;
}
