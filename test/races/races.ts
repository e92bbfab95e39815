// Races: the rounds of each run on one separate service, and then all written rows are checked.
import { checkEverything } from '../../src/reports/checks/all.ts';
import { readReached } from '../simulator/coverage.ts';
import { seeded } from '../storm/random.ts';
import { cancelling } from './cancelling.ts';
import { payouts } from './payouts.ts';
import { refunds } from './refunds.ts';
import { settling } from './settling.ts';
import { openStage, type Race, type Round, type Stage } from './stage.ts';

const races: Record<string, Race> = { refunds, payouts, cancelling, settling };

export interface RacesOptions {
  only: readonly string[];
  rounds: number;
  seed: number;
  /** No new round starts after so many seconds of a race. */
  seconds?: number;
  say?: (line: string) => void;
}

/** More of them add no information. */
const mostViolations = 50;

/** @throws where a name is not of a race */
export async function runRaces(options: RacesOptions) {
  const unknown = options.only.filter((name) => !races[name]);
  if (unknown.length > 0)
    throw new Error(`there is no race ${unknown.join(', ')}: there are ${Object.keys(races).join(', ')}`);
  const reports = [];
  for (const name of options.only) {
    const stage = await openStage();
    reports.push(await runRace(stage, name, options).finally(stage.end));
  }
  return reports;
}

async function runRace(stage: Stage, race: string, options: RacesOptions) {
  const { rounds, seed, seconds: limit = Infinity, say = () => {} } = options;
  const { merchant } = stage;
  const violations: string[] = [];
  /** They show that neither side always wins. */
  const counts: Record<string, number> = {};
  const before = merchant.requests();
  const began = performance.now();
  const elapsed = (): number => (performance.now() - began) / 1000;
  const roundOf = (number: number): Round => ({
    number,
    random: seeded(seed, `${race} ${number}`),
    expect: (holds, broken) => {
      if (holds) return;
      violations.push(`round ${number}: ${broken}`);
      say(`${race}, ${violations.at(-1)}`);
    },
    count: (what, times = 1) => {
      counts[what] = (counts[what] ?? 0) + times;
    },
  });
  await merchant.signIn();
  const play = await races[race]!.open(stage);
  let played = 0;
  while (played < rounds && elapsed() < limit && violations.length < mostViolations) {
    played += 1;
    const round = roundOf(played);
    await merchant.signIn();
    await play(round).catch((error) => round.expect(false, String(error?.stack ?? error)));
    if (played % 50 === 0) {
      const pace = (played / elapsed()).toFixed(1);
      say(`${race}: ${played} rounds, ${pace} a second, ${violations.length} violations`);
    }
  }
  const seconds = elapsed();
  const requests = merchant.requests() - before;
  violations.push(...(await checkAfter(stage)));
  const reached = await readReached(stage.service.db);
  return { race, rounds: played, requests, counts, reached, violations, seconds };
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
