// The report of the conformance suite about a rail, with one row per rule.
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
  7: 'operation',
};

export interface Ruled {
  group: GroupNumber;
  rule: string;
  ok: boolean;
  /** The observed result, or the violation. */
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
  /** The ability that the rule checks; the rule is skipped for a rail without it. */
  ability?: Ability;
  /** The methods of the counterpart that the rule uses. */
  needs?: readonly ('payments' | 'decide' | 'fail' | 'deposit')[];
  /** The time limit in seconds; 20 by default. */
  seconds?: number;
  /** Returns the observed result. Throws Broken, or the rail's own error, if the rail violates the rule. */
  run(stage: Stage): Promise<string>;
}

/** Returns a function that describes the rules of a group with equal requirements: each by its words and its check. */
export const rulesOf =
  (base: Omit<Rule, 'rule' | 'run'>) =>
  (rule: string, run: Rule['run']): Rule => ({ ...base, rule, run });
