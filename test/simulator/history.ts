// Histories: random actions against the service and the model, one after the other. The same seed plays the same history; one that
// violates a rule is shortened to the steps that it needs.
import { seeded } from '../storm/random.ts';
import type { Action, Turn } from './action.ts';
import { approvalActions } from './actions/approvals.ts';
import { attemptActions } from './actions/attempts.ts';
import { bulkActions } from './actions/bulk.ts';
import { circumstances, setFaults } from './actions/circumstances.ts';
import { customers } from './actions/customers.ts';
import { debitActions } from './actions/debits.ts';
import { depositActions } from './actions/deposits.ts';
import { elsewhereActions } from './actions/elsewhere.ts';
import { linkActions } from './actions/links.ts';
import { mistakeActions } from './actions/mistakes.ts';
import { paymentFileActions } from './actions/payment-files.ts';
import { paymentActions } from './actions/payments.ts';
import { payoutActions } from './actions/payouts.ts';
import { refundActions } from './actions/refunds.ts';
import { repeats } from './actions/repeats.ts';
import { statementActions } from './actions/statements.ts';
import { subscriptionActions } from './actions/subscriptions.ts';
import { readReached } from './coverage.ts';
import { judgeEnd, passMonth } from './judges.ts';
import { emptyModel, type Model } from './model.ts';
import type { Outcome } from './scenario.ts';
import { openWorld, type World } from './world.ts';

/** The actions by noun. Each history plays some of them often and others never, so that it gets far with some. */
const nouns: readonly Record<string, Action>[] = [
  ...[refundActions, payoutActions, customers, repeats, subscriptionActions],
  { ...depositActions, ...statementActions, ...paymentFileActions },
  ...[
    approvalActions,
    elsewhereActions,
    linkActions,
    bulkActions,
    attemptActions,
    debitActions,
    mistakeActions,
  ],
];
const always: readonly Record<string, Action>[] = [paymentActions, circumstances];

export const actions: Record<string, Action> = Object.assign({}, ...always, ...nouns);

/** A step: its number, which decides its choices, and its action. */
export interface Step {
  number: number;
  action: string;
}

interface Played {
  violations: string[];
  reached: Map<string, number>;
  faults: Map<string, number>;
  /** A hash over all responses and rows. */
  digest: string;
}

/** Returns the steps of a seed. */
export function stepsOf(seed: number, length: number): Step[] {
  const random = seeded(seed, 'steps');
  const drawn = [
    ...always.flatMap((noun) => fill(noun, random.pick([1, 2]))),
    ...nouns.flatMap((noun) => fill(noun, random.pick([0, 1, 1, 3]))),
  ];
  return Array.from({ length }, (_, index) => ({ number: index + 1, action: random.pick(drawn) }));
}

const fill = (noun: Record<string, Action>, times: number): string[] =>
  Object.entries(noun).flatMap(([name, { weight }]) => Array<string>(weight * times).fill(name));

/** One merchant of a service with its model. */
export interface Player {
  world: World;
  model: Model;
  violations: string[];
  /** Plays a step; an error is a violation. */
  play(step: Step, play?: Action['play']): Promise<void>;
}

export function playerOf(world: World, seed: number): Player {
  const [model, violations] = [emptyModel(), [] as string[]];
  const turnOf = ({ number, action }: Step): Turn => ({
    ...{ world, model, random: seeded(seed, `step ${number}`), step: number },
    expect: (holds, broken) => {
      if (!holds) violations.push(`step ${number}, ${action}: ${broken()}`);
    },
    reach: (what) => count(model.reached, what),
    fault: (kind) => count(model.faults, kind),
  });
  return {
    ...{ world, model, violations },
    play: async (step, play = actions[step.action]!.play) => {
      const turn = turnOf(step);
      await play(turn).catch((error) => turn.expect(false, () => String(error?.stack ?? error)));
    },
  };
}

/** Plays steps until the first that violates a rule, then judges the end. */
async function playSteps(seed: number, steps: readonly Step[]): Promise<Played> {
  const world = await openWorld(String(seed));
  const { model, violations, play } = playerOf(world, seed);
  try {
    for (const step of steps) {
      await play(step);
      if (violations.length > 0) break;
    }
    if (violations.length === 0) {
      await setFaults(world, {});
      await passMonth([world]);
      await play({ number: steps.length + 1, action: 'the end' }, judgeEnd);
    }
    for (const [what, times] of Object.entries(await readReached(world.service.db)))
      count(model.reached, what, times);
    return { violations, reached: model.reached, faults: model.faults, digest: await world.digest() };
  } finally {
    await world.end();
  }
}

function count(counts: Map<string, number>, what: string, times = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + times);
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

export interface HistoryOptions {
  seed: number;
  steps: number;
  /** A history that violates a rule is not shortened. */
  whole: boolean;
  /** Receives a violation, and the shortened history. */
  say(line: string): void;
}

/** Plays the history of a seed; shortens it where it violates a rule. */
export async function playHistory({ seed, steps, whole, say }: HistoryOptions): Promise<Outcome> {
  const planned = stepsOf(seed, steps);
  const { violations, faults, reached, digest } = await playSteps(seed, planned);
  if (violations.length > 0 && !whole) {
    say(`seed ${seed}: ${violations.join('\n')}`);
    const short = await shorten(seed, planned, violations[0]!);
    const lines = short.map(({ number, action }) => `${number} ${action}`);
    say(`the shortest history found:\n${lines.join('\n')}`);
  }
  return {
    ...{ steps, violations, digest },
    ...{ faults: Object.fromEntries(faults), reached: Object.fromEntries(reached) },
  };
}
