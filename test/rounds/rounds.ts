// Rounds of races: each scenario runs any number of times on one separate service, and then all written rows are checked.
import { checkEverything } from '../../src/reports/checks/all.ts';
import { seeded } from '../storm/random.ts';
import { cancelling } from './cancelling.ts';
import { payouts } from './payouts.ts';
import { refunds } from './refunds.ts';
import { settling } from './settling.ts';
import { openStage, type Round, type Scenario, type Stage } from './stage.ts';

export const scenarios = { refunds, payouts, cancelling, settling } as const satisfies Record<
  string,
  Scenario
>;
export type ScenarioName = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as ScenarioName[];

export interface RoundsOptions {
  only: readonly ScenarioName[];
  rounds: number;
  seed: number;
  /** No new round starts after so many seconds of a scenario. */
  seconds?: number;
  /** Receives progress. */
  say?: (line: string) => void;
}

export interface RoundsReport {
  scenario: ScenarioName;
  rounds: number;
  requests: number;
  /** The events, which show that neither side always wins. */
  counts: Record<string, number>;
  violations: string[];
  /** Of the rounds. */
  seconds: number;
  /** Of the checks after them. */
  checkSeconds: number;
}

/** More of them add no information. */
const mostViolations = 50;

export async function runRounds(options: RoundsOptions): Promise<RoundsReport[]> {
  const reports: RoundsReport[] = [];
  for (const name of options.only) {
    const stage = await openStage();
    reports.push(await runScenario(stage, name, options).finally(stage.end));
  }
  return reports;
}

async function runScenario(
  stage: Stage,
  scenario: ScenarioName,
  { rounds, seed, seconds: limit = Infinity, say = () => {} }: RoundsOptions,
): Promise<RoundsReport> {
  const { merchant } = stage;
  const violations: string[] = [];
  const counts: Record<string, number> = {};
  const before = merchant.requests();
  const began = performance.now();
  const elapsed = (): number => (performance.now() - began) / 1000;
  const roundOf = (number: number): Round => ({
    number,
    random: seeded(seed, `${scenario} ${number}`),
    expect: (holds, broken) => {
      if (holds) return;
      violations.push(`round ${number}: ${broken}`);
      say(`${scenario}, ${violations.at(-1)}`);
    },
    count: (what, times = 1) => {
      counts[what] = (counts[what] ?? 0) + times;
    },
  });
  await merchant.signIn();
  const play = await scenarios[scenario].open(stage);
  let played = 0;
  while (played < rounds && elapsed() < limit && violations.length < mostViolations) {
    played += 1;
    const round = roundOf(played);
    await merchant.signIn();
    await play(round).catch((error) => round.expect(false, String(error?.stack ?? error)));
    if (played % 50 === 0) {
      const pace = (played / elapsed()).toFixed(1);
      say(`${scenario}: ${played} rounds, ${pace} a second, ${violations.length} violations`);
    }
  }
  const seconds = elapsed();
  const requests = merchant.requests() - before;
  violations.push(...(await checkAfter(stage)));
  return {
    scenario,
    rounds: played,
    requests,
    counts,
    violations,
    seconds,
    checkSeconds: elapsed() - seconds,
  };
}

/** What `tefo check` finds once all that is due has been done. */
async function checkAfter({ service }: Stage): Promise<string[]> {
  try {
    await service.drain();
    const findings = await checkEverything(service.db, { simulatedBank: true });
    return findings.map(({ rule, object, detail }) => `after the rounds: ${rule} ${object}: ${detail}`);
  } catch (error) {
    return [`after the rounds: ${String((error as Error).stack)}`];
  }
}
