// npm run simulate: plays a scenario, with its figures; exit code 1 when a rule was violated.
//   --list  the scenarios
//   --scenario storm (histories if absent)  --seed 1
//   --histories 20 (plays, each of the next seed; 20 of `histories`, else 1)  --minutes 30 (as many as fit, in place of a number)
//   --set kills=5  a size of the scenario, as often as needed  --json  the last line as JSON
//   --steps 200  of the scenario `histories`  --deterministic  refuses scenarios whose responses depend on timing
//   --record  adds the figures to results.json, which docs/proofs.md shows  --compare  also violated: what results.json has reached
//   in so many steps, and the play has not
//   --plant all (or names)  plants each fault of planted/ in turn for the scenario; exit code 1 when one is not found
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import planted from './planted/faults.json' with { type: 'json' };
import { listLost, record, recordPlanted } from './record.ts';
import { type AnyScenario, listScenarios, playScenario, type Settings } from './scenario.ts';

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    scenario: { type: 'string', default: 'histories' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '0' },
    set: { type: 'string', multiple: true, default: [] },
    histories: { type: 'string' },
    steps: { type: 'string' },
    deterministic: { type: 'boolean', default: false },
    plant: { type: 'string' },
    record: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const scenarios = await listScenarios();

if (values.list) list();
else if (values.plant !== undefined) plantAll(values.plant);
else await play(values.scenario);

function list(): void {
  const all = Object.entries(scenarios).map(([name, { what, replaces }]) => ({ name, what, replaces }));
  const lines = all.map(({ name, what }) => `${name.padEnd(16)} ${what}`);
  process.stdout.write(`${values.json ? JSON.stringify(all) : lines.join('\n')}\n`);
}

async function play(name: string): Promise<void> {
  const scenario = scenarios[name];
  if (!scenario) refuse(`there is no scenario ${name}: choose one of ${Object.keys(scenarios).join(', ')}`);
  if (values.deterministic && name !== 'histories') refuse('only the scenario histories is deterministic');
  const sizes = [...values.set, ...(values.steps === undefined ? [] : [`steps=${values.steps}`])];
  const set = settingsOf(scenario, sizes);
  const [seed, minutes, histories] = [numberOf('seed'), numberOf('minutes'), numberOf('histories')];
  const began = performance.now();
  await globalSetup();
  try {
    const played = await playScenario(scenario, { seed, histories, minutes, set, say });
    const seconds = Math.round((performance.now() - began) / 1000);
    const { violations, ...outcome } = played;
    if (values.compare) violations.push(...listLost(name, played).map((text) => `seed ${seed}: ${text}`));
    if (values.record) record(name, { ...played, seed, seconds });
    for (const violation of violations.slice(0, 30)) say(`- ${violation}`);
    if (violations.length > 0) {
      const options = sizes.map((size) => ` --set ${size}`).join('');
      say(`play it again: npm run simulate -- --scenario ${name} --seed ${failedSeed(violations)}${options}`);
      process.exitCode = 1;
    }
    const figures = { scenario: name, seed, ...outcome, violations: violations.length, seconds };
    process.stdout.write(`${JSON.stringify(figures, null, values.json ? undefined : 2)}\n`);
  } finally {
    await globalTeardown();
  }
}

function failedSeed([first]: readonly string[]): string {
  return /^seed (\d+)/.exec(first!)![1]!;
}

/** The sizes `name=value`, each of the type of the scenario's own. */
function settingsOf({ settings }: AnyScenario, sizes: readonly string[]): Settings {
  return Object.fromEntries(
    sizes.map((size) => {
      const [name = '', ...rest] = size.split('=');
      const [value, usual] = [rest.join('='), settings[name]];
      if (usual === undefined)
        refuse(`there is no setting ${name}: the scenario has ${Object.keys(settings).join(', ')}`);
      if (typeof usual === 'number' && !Number.isFinite(Number(value || 'none')))
        refuse(`${name} must be a number, and not ${value}`);
      if (typeof usual === 'boolean' && !['true', 'false'].includes(value))
        refuse(`${name} must be true or false, and not ${value}`);
      const typed = { number: Number(value), boolean: value === 'true', string: value };
      return [name, typed[typeof usual as keyof typeof typed]];
    }),
  );
}

function numberOf(name: 'seed' | 'minutes' | 'histories'): number {
  const number = Number(values[name] ?? (values.scenario === 'histories' ? 20 : 1));
  if (!(number >= 0)) refuse(`--${name} must be a number, and not ${values[name]}`);
  return number;
}

function refuse(why: string): never {
  say(why);
  process.exit(2);
}

/** Plants each fault in a separate process. */
function plantAll(list: string): void {
  const names = list === 'all' ? planted.map(({ name }) => name) : list.split(',');
  // Some need requests at the same time: a fault names the scenario that finds it.
  const scenarioOf = new Map(planted.map(({ name, scenario }) => [name, scenario ?? values.scenario]));
  const plant = fileURLToPath(new URL('plant.ts', import.meta.url));
  const sizes = [
    `--histories=${values.histories ?? 20}`,
    ...(values.steps ? [`--steps=${values.steps}`] : []),
  ];
  const runOf = (scenario: string | undefined): string[] => [
    fileURLToPath(import.meta.url),
    ...sizes,
    `--seed=${values.seed}`,
    ...(scenario === 'histories' ? ['--set=whole=true'] : [`--scenario=${scenario}`]),
    // Its planted faults need requests at the same time, and no kills.
    ...(scenario === 'crowd' ? ['--set=faults=false'] : []),
    '--json',
  ];
  const results = names.map((name) => {
    const run = runOf(scenarioOf.get(name));
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', plant, ...run], {
      ...{ env: { ...process.env, PLANT: name }, encoding: 'utf8' },
    });
    if (stdout === '') throw new Error(`with the fault '${name}', the simulator did not run: ${stderr}`);
    const report = JSON.parse(stdout.trim().split('\n').at(-1)!);
    const isFound = report.violations > 0;
    const violation = /^- (.*)/m.exec(stderr)?.[1] ?? '';
    say(
      `${isFound ? `found in history ${report.histories}` : 'NOT FOUND'}: ${name}\n    ${violation.slice(0, 160)}`,
    );
    return { name, histories: isFound ? Number(report.histories) : null, violation };
  });
  const found = results.filter(({ histories }) => histories !== null).length;
  if (values.record) recordPlanted(results);
  if (found < results.length) process.exitCode = 1;
  process.stdout.write(`${JSON.stringify({ planted: results.length, found, results })}\n`);
}
