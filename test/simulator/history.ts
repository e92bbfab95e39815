// Histories: random actions against the service and the model, one after the other. The same seed plays the same history; one that
// violates a rule is shortened to the steps that it needs.
import { createHash } from 'node:crypto';
import { seeded } from '../storm/random.ts';
import type { Action, Turn } from './action.ts';
import { circumstances, setFaults } from './actions/circumstances.ts';
import { paymentActions } from './actions/payments.ts';
import { payoutActions } from './actions/payouts.ts';
import { refundActions } from './actions/refunds.ts';
import { judgeEnd } from './judges.ts';
import { emptyModel } from './model.ts';
import { openWorld } from './world.ts';

const actions: Record<string, Action> = {
  ...paymentActions,
  ...refundActions,
  ...payoutActions,
  ...circumstances,
};

/** A step: its number, which decides its choices, and its action. */
interface Step {
  number: number;
  action: string;
}

interface Played {
  violations: string[];
  reached: Map<string, number>;
  /** A hash over all responses. */
  digest: string;
}

/** Returns the steps of a seed. */
function stepsOf(seed: number, length: number): Step[] {
  const random = seeded(seed, 'steps');
  const drawn = Object.entries(actions).flatMap(([name, { weight }]) => Array<string>(weight).fill(name));
  return Array.from({ length }, (_, index) => ({ number: index + 1, action: random.pick(drawn) }));
}

/** Plays steps until the first that violates a rule, then judges the end. */
async function playSteps(seed: number, steps: readonly Step[]): Promise<Played> {
  const world = await openWorld(String(seed));
  const model = emptyModel();
  const violations: string[] = [];
  const turnOf = ({ number, action }: Step): Turn => ({
    ...{ world, model, random: seeded(seed, `step ${number}`), step: number },
    expect: (holds, broken) => {
      if (!holds) violations.push(`step ${number}, ${action}: ${broken()}`);
    },
    reach: (what) => void model.reached.set(what, (model.reached.get(what) ?? 0) + 1),
  });
  try {
    for (const step of steps) {
      await played(turnOf(step), actions[step.action]!.play);
      if (violations.length > 0) break;
    }
    if (violations.length === 0) {
      await setFaults(world, {});
      await played(turnOf({ number: steps.length + 1, action: 'the end' }), judgeEnd);
    }
    return { violations, reached: model.reached, digest: world.digest() };
  } finally {
    await world.end();
  }
}

async function played(turn: Turn, play: (turn: Turn) => Promise<void>): Promise<void> {
  await play(turn).catch((error) => turn.expect(false, () => String(error?.stack ?? error)));
}

/** Returns the fewest steps found that still violate the same rule: parts are left out as long as the rest does. */
async function shorten(seed: number, steps: readonly Step[], violation: string): Promise<readonly Step[]> {
  const kindOf = (text: string): string => text.replace(/[\da-f]{4,}|\d+/g, '').slice(0, 60);
  const isSame = (text: string): boolean => kindOf(text) === kindOf(violation);
  let left = steps;
  for (let size = Math.ceil(left.length / 2); ; size = Math.ceil(size / 2)) {
    for (let from = 0; from < left.length; ) {
      const rest = left.toSpliced(from, size);
      if ((await playSteps(seed, rest)).violations.some(isSame)) left = rest;
      else from += size;
    }
    if (size <= 1) return left;
  }
}

export interface Report {
  histories: number;
  steps: number;
  violations: string[];
  reached: Record<string, number>;
  digest: string;
}

interface HistoriesOptions {
  seed: number;
  histories: number;
  steps: number;
  /** Finds the fewest steps that still violate the rule. */
  shortens?: boolean;
  /** Receives progress, and the shortened history of a violation. */
  say?: (line: string) => void;
}

/** Plays histories of following seeds; stops at the first violation, and shortens it. */
export async function playHistories({
  seed,
  histories,
  steps,
  shortens = true,
  say = () => {},
}: HistoriesOptions): Promise<Report> {
  const reached = new Map<string, number>();
  const digest = createHash('sha256');
  for (let played = 0; played < histories; played += 1) {
    const own = seed + played;
    const planned = stepsOf(own, steps);
    const history = await playSteps(own, planned);
    digest.update(history.digest);
    for (const [what, times] of history.reached) reached.set(what, (reached.get(what) ?? 0) + times);
    if (history.violations.length > 0) {
      say(`seed ${own}: ${history.violations.join('\n')}`);
      if (shortens) {
        const short = await shorten(own, planned, history.violations[0]!);
        const lines = short.map(({ number, action }) => `${number} ${action}`);
        say(`the shortest history found:\n${lines.join('\n')}`);
      }
      const violations = history.violations.map((violation) => `seed ${own}, ${violation}`);
      return reportOf(played + 1, violations);
    }
    if ((played + 1) % 10 === 0) say(`${played + 1} histories, 0 violations`);
  }
  return reportOf(histories, []);

  function reportOf(number: number, violations: string[]): Report {
    const sorted = [...reached].sort(([one], [other]) => one.localeCompare(other));
    return {
      ...{ histories: number, steps: number * steps, violations },
      ...{ reached: Object.fromEntries(sorted), digest: digest.digest('hex') },
    };
  }
}
