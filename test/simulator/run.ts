// npm run simulate: random histories against a model, with their figures; exit code 1 when a rule was violated.
//   --histories 20  --steps 200  --seed 1 (of the first history; the others follow)  --json (the last line)
//   --plant all (or the name of one: each fault of planted/ is planted in turn; exit code 1 when one is not found)
//   --whole (a history that violates a rule is not shortened)
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import { playHistories, type Report } from './history.ts';
import planted from './planted/faults.json' with { type: 'json' };

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '20' },
    steps: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    plant: { type: 'string' },
    whole: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const [seed, histories, steps] = [values.seed, values.histories, values.steps].map(Number) as [
  number,
  number,
  number,
];

if (values.plant === undefined) await simulate();
else plantAll(values.plant === 'all' ? planted.map(({ name }) => name) : [values.plant]);

async function simulate(): Promise<void> {
  await globalSetup();
  try {
    const began = performance.now();
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    const report = await playHistories({ seed, histories, steps, shortens: !values.whole, say });
    const seconds = (performance.now() - began) / 1000;
    process.stdout.write(
      values.json ? `${JSON.stringify({ seed, ...report })}\n` : describe(report, seconds),
    );
    process.exitCode = report.violations.length > 0 ? 1 : 0;
  } finally {
    await globalTeardown();
  }
}

function describe({ reached, violations, ...report }: Report, seconds: number): string {
  const lines = [
    ...Object.entries(reached).map(([what, times]) => `${String(times).padStart(7)} ${what}`),
    ...violations.map((violation) => `- ${violation}`),
    `${report.histories} histories from seed ${seed}, ${report.steps} steps in ${seconds.toFixed(0)} s: ${violations.length} violations`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Plants each fault in a separate process. */
function plantAll(names: readonly string[]): void {
  const plant = fileURLToPath(new URL('plant.ts', import.meta.url));
  const run = [fileURLToPath(import.meta.url), '--histories', values.histories, '--steps', values.steps];
  for (const name of names) {
    const { stdout } = spawnSync(
      process.execPath,
      ['--import', plant, ...run, '--seed', values.seed, '--whole', '--json'],
      { env: { ...process.env, PLANT: name }, encoding: 'utf8' },
    );
    const report: Partial<Report> = JSON.parse(stdout.trim().split('\n').at(-1) || '{}');
    const [first] = report.violations ?? [];
    if (first === undefined) process.exitCode = 1;
    process.stdout.write(
      `${first === undefined ? 'NOT FOUND' : `found in history ${report.histories}`}: ${name}${first ? `\n    ${first.slice(0, 160)}` : ''}\n`,
    );
  }
}
