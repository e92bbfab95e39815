// What the conformance suite says of a rail: a rule a row.
import type { Ability } from '../core/rails.ts';
import type { Stage } from './stage.ts';

export type GroupNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export const groupTitles: Record<GroupNumber, string> = {
  1: 'a transfer is paid once',
  2: 'outcomes',
  3: 'amounts',
  4: 'deposits',
  5: 'time',
  6: 'books',
  7: 'manners',
};

export interface Ruled {
  group: GroupNumber;
  rule: string;
  ok: boolean;
  /** What was seen. */
  detail: string;
}

export interface Report {
  ok: boolean;
  rail: string;
  abilities: Ability[];
  rules: Ruled[];
}

export interface Rule {
  group: GroupNumber;
  rule: string;
  /** The ability that it is about; a rail that lacks it is not asked. */
  ability?: Ability;
  /** What of the counterpart it needs. */
  needs?: readonly ('payments' | 'decide' | 'fail' | 'deposit')[];
  /** In seconds; a usual rule has twenty. */
  seconds?: number;
  /** Returns what was seen. Throws Broken, or whatever the rail has thrown, where the rule does not hold. */
  run(stage: Stage): Promise<string>;
}
