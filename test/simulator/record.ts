// The record of plays, results.json: `--record` adds to it, `docs/proofs.md` shows it, and `--compare` holds a play against it.
import { readFileSync, writeFileSync } from 'node:fs';
import { added, type Whole } from './scenario.ts';

/** All recorded plays of a scenario together. */
export interface Totals {
  /** The last day of a recorded play, and its seed. */
  date: string;
  seed: number;
  histories: number;
  steps: number;
  seconds: number;
  violations: number;
  faults: Record<string, number>;
  reached: Record<string, number>;
}

export interface PlantedResult {
  name: string;
  /** The number of histories until it was found; null: not found. */
  histories: number | null;
  /** The broken rule that showed it. */
  violation: string;
}

export interface MutationResult {
  /** The part of the product, as of `npm run mutate -- --only`. */
  part: string;
  date: string;
  mutants: number;
  killed: number;
}

export interface Results {
  scenarios: Record<string, Totals>;
  planted: { date: string; faults: PlantedResult[] } | null;
  mutation: MutationResult[];
}

const file = new URL('results.json', import.meta.url);

export function readResults(): Results {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeResults(results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

export const today = (): string => new Date().toISOString().slice(0, 10);

export interface Played extends Whole {
  seed: number;
  seconds: number;
}

/** Adds a play to the totals of its scenario. */
export function record(name: string, played: Played): void {
  const results = readResults();
  const before = results.scenarios[name];
  const sum = (key: 'histories' | 'steps' | 'seconds'): number => (before?.[key] ?? 0) + played[key];
  results.scenarios[name] = {
    ...{ date: today(), seed: played.seed },
    ...{ histories: sum('histories'), steps: sum('steps'), seconds: sum('seconds') },
    violations: (before?.violations ?? 0) + played.violations.length,
    faults: added([before?.faults ?? {}, played.faults]),
    reached: added([before?.reached ?? {}, played.reached]),
  };
  writeResults(results);
}

/** Replaces the results of these planted faults. */
export function recordPlanted(faults: readonly PlantedResult[]): void {
  const results = readResults();
  const names = new Set(faults.map(({ name }) => name));
  const kept = results.planted?.faults.filter(({ name }) => !names.has(name)) ?? [];
  writeResults({ ...results, planted: { date: today(), faults: [...kept, ...faults] } });
}

/** Replaces the result of a part. */
export function recordMutation(result: MutationResult): void {
  const results = readResults();
  const mutation = [...results.mutation.filter(({ part }) => part !== result.part), result];
  writeResults({ ...results, mutation: mutation.sort((one, other) => (one.part < other.part ? -1 : 1)) });
}

/** Something that is expected so often is reached in practice. */
const surely = 20;

/** Returns what plays of this length have always reached, and this play has not. */
export function listLost(name: string, { steps, reached }: Pick<Whole, 'steps' | 'reached'>): string[] {
  const before = readResults().scenarios[name];
  if (!before) return [];
  return Object.entries(before.reached)
    .filter(([what, times]) => !reached[what] && (times * steps) / before.steps >= surely)
    .map(([what]) => `not reached any more: ${what}`);
}
