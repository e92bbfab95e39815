// An action of a history: what one of its parties does at one step, and the rules that the responses must keep.
import type { Random } from '../storm/random.ts';
import type { Model } from './model.ts';
import type { World } from './world.ts';

export interface Turn {
  world: World;
  model: Model;
  /** The choices of this step: the same for the same seed, whatever the other steps are. */
  random: Random;
  /** The number of the step: texts that contain it are unique. */
  step: number;
  /** Notes a broken rule, unless it holds. */
  expect(holds: boolean, broken: () => string): void;
  /** Counts something worth reaching. */
  reach(what: string): void;
  /** Counts a fault. */
  fault(kind: string): void;
}

export interface Action {
  /** How often it is drawn, relative to the others. */
  weight: number;
  /** It happens to all merchants of the service: in a crowd, between their rounds. */
  isShared?: true;
  /** Does nothing where the history has nothing to do it to. */
  play(turn: Turn): Promise<void>;
}

/** Returns one of the items; undefined without any. */
export const someOf = <T>({ random }: Turn, items: readonly T[]): T | undefined =>
  items.length === 0 ? undefined : random.pick(items);
