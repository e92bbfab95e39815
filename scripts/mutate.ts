// npm run mutate: changes the source in small ways, runs the tests of each part, and prints the changes with which all still pass.
//   --only money,hashes (parts; all if absent)  --record  adds the scores to test/simulator/results.json, which docs/proofs.md shows
// Stryker is not a dependency: it is rarely needed, and would make every installation longer.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type MutationResult, recordMutation, today } from '../test/simulator/record.ts';

const stryker = '@stryker-mutator/core@10.1.1';

/** The parts: changed files, and the tests of which one must fail. */
const parts: Record<string, { mutate: string[]; tests: string[] }> = {
  money: { mutate: ['src/kernel/money.ts'], tests: ['src/kernel/money.test.ts'] },
  hashes: { mutate: ['src/surfaces/dialect/hash.ts'], tests: ['src/surfaces/dialect/hash.test.ts'] },
  states: {
    mutate: ['src/kernel/state-machine.ts', 'src/core/*/state.ts'],
    tests: ['src/kernel/state-machine.test.ts', 'src/core/states.test.ts', 'src/core/*/state.test.ts'],
  },
  schedules: {
    mutate: ['src/core/subscriptions/schedule.ts'],
    tests: ['src/core/subscriptions/schedule.test.ts', 'test/schedules.test.ts'],
  },
  ledger: {
    mutate: ['src/core/ledger/{actions,postings,balances,chain,chain-check}.ts'],
    tests: ['src/core/ledger/*.test.ts'],
  },
  refunds: {
    mutate: [
      'src/core/refunds/{actions,approval,elsewhere,pick-up}.ts',
      'src/core/transactions/refunded-amounts.ts',
    ],
    tests: ['src/core/refunds/*.test.ts', 'src/surfaces/one/refunds*.test.ts'],
  },
  payouts: {
    mutate: ['src/core/payouts/{actions,approval,float,verification}.ts'],
    tests: ['src/core/payouts/*.test.ts', 'test/payouts.test.ts'],
  },
  settlements: {
    mutate: ['src/core/settlement-days.ts', 'src/core/settlements/{settlement-run,lines,paying}.ts'],
    tests: ['src/core/settlement-days.test.ts', 'src/core/settlements/*.test.ts'],
  },
  matching: {
    mutate: ['src/core/deposits/{matching,allocation,parts}.ts'],
    tests: ['src/core/deposits/{matching,allocation,random}.test.ts'],
  },
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(parts).join(',') },
    record: { type: 'boolean', default: false },
  },
});

const only = values.only.split(',');
const unknown = only.filter((name) => !parts[name]);
if (unknown.length > 0) {
  process.stderr.write(
    `there is no part ${unknown.join(', ')}: there are ${Object.keys(parts).join(', ')}\n`,
  );
  process.exit(2);
}
const results = only.map((part) => {
  const result = mutate(part);
  if (values.record) recordMutation(result);
  return result;
});
process.stdout.write(`${JSON.stringify(results)}\n`);

interface Mutant {
  status: string;
  mutatorName: string;
  replacement?: string;
  location: { start: { line: number } };
}

function mutate(part: string): MutationResult {
  const { mutate: files, tests } = parts[part]!;
  const folder = mkdtempSync(join(tmpdir(), 'tefo-mutate-'));
  const report = join(folder, 'report.json');
  const runner = 'node --test --test-global-setup=test/support/global-setup.ts --test-reporter=dot';
  const settings = {
    ...{ mutate: files, testRunner: 'command', commandRunner: { command: `${runner} ${tests.join(' ')}` } },
    ...{ reporters: ['json', 'clear-text'], jsonReporter: { fileName: report }, tempDirName: folder },
    ...{ concurrency: 2, timeoutMS: 30_000, checkers: [], disableTypeChecks: false },
    // Without it, Stryker needs the package typescript.
    tsconfigFile: 'none',
    ...{
      ignorePatterns: ['php', 'plugins', 'docs', 'coverage'],
      symlinkNodeModules: true,
      allowConsoleColors: false,
    },
    clearTextReporter: { allowColor: false, logTests: false, reportScoreTable: false },
  };
  const file = join(folder, 'stryker.json');
  writeFileSync(file, JSON.stringify(settings));
  const { status } = spawnSync('npx', ['--yes', '-p', stryker, 'stryker', 'run', file], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`Stryker ended with ${status}`);
  const { files: mutated }: { files: Record<string, { mutants: Mutant[] }> } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  rmSync(folder, { recursive: true, force: true });
  const mutants = Object.values(mutated).flatMap((one) => one.mutants);
  const valid = mutants.filter(({ status: end }) =>
    ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(end),
  );
  const killed = valid.filter(({ status: end }) => end === 'Killed' || end === 'Timeout').length;
  return { part, date: today(), mutants: valid.length, killed };
}
