// npm run rounds: races of money that leaves, round after round, with their figures; exit code 1 when a rule was broken.
//   --rounds 1000  --seed 1  --only refunds,payouts,cancelling,settling  --seconds 120 (at most, each)  --json
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import { type RoundsReport, runRounds, type ScenarioName, scenarioNames, scenarios } from './rounds.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: scenarioNames.join(',') },
    seconds: { type: 'string', default: 'Infinity' },
    json: { type: 'boolean', default: false },
  },
});

const only = values.only.split(',') as ScenarioName[];
const unknown = only.filter((name) => !scenarioNames.includes(name));
if (unknown.length > 0) {
  process.stderr.write(
    `there is no ${unknown.join(', ')}: --only takes some of ${scenarioNames.join(', ')}\n`,
  );
  process.exit(2);
}

await globalSetup();
try {
  const reports = await runRounds({
    only,
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    seconds: Number(values.seconds),
    say: (line) => void process.stderr.write(`${line}\n`),
  });
  process.stdout.write(values.json ? `${JSON.stringify(reports, null, 2)}\n` : describe(reports));
  process.exitCode = reports.some(({ violations }) => violations.length > 0) ? 1 : 0;
} finally {
  await globalTeardown();
}

function describe(reports: RoundsReport[]): string {
  const head = [
    'scenario',
    'rounds',
    'requests',
    'violations',
    'seconds',
    'rounds/s',
    'checks',
    'what happened',
  ];
  const rows = reports.map((report) => [
    report.scenario,
    String(report.rounds),
    String(report.requests),
    String(report.violations.length),
    report.seconds.toFixed(1),
    (report.rounds / report.seconds).toFixed(2),
    `${report.checkSeconds.toFixed(1)} s`,
    Object.entries(report.counts)
      .map(([what, times]) => `${times} ${what}`)
      .join(', '),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)));
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  const about = reports.map(({ scenario }) => `${scenario}: ${scenarios[scenario].about}`);
  const broken = reports.flatMap(({ scenario, violations }) =>
    violations.slice(0, 20).map((violation) => `- ${scenario}, ${violation}`),
  );
  return `${[`seed ${values.seed}`, ...lines, ...about, ...broken].join('\n')}\n`;
}
