// A scenario: who acts, with which faults, and how long. Each is a file of scenarios/, whose name it has.
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Sizes of one play; `--set kills=5` changes one. */
export type Settings = Record<string, number | string | boolean>;

export interface Play {
  seed: number;
  /** Receives progress. */
  say(line: string): void;
}

export interface Outcome {
  /** Requests, rounds, days or other units of work. */
  steps: number;
  /** Faults by kind. */
  faults: Record<string, number>;
  violations: string[];
  /** How often the play reached each situation that it has to reach. */
  reached: Record<string, number>;
  /** Measured speeds, times and sizes. */
  figures?: object;
  /** A hash over all responses and rows, the same for the same seed and code; absent where timing decides. */
  digest?: string;
}

export interface Scenario<Of extends Settings = Settings> {
  /** The attack and the rule that must hold, in one line. */
  what: string;
  /** The former scripts that it replaces. */
  replaces: string[];
  /** Its full size. With `minutes` among them, one play lasts that long. */
  settings: Of;
  /** Its imports happen only when it is played, so that all scenarios can be listed at once. */
  play(options: Of & Play): Promise<Outcome>;
}

/** Any scenario: `settings` are its sizes, of which `play` takes all. */
export type AnyScenario = Omit<Scenario, 'play'> & { play(options: Play): Promise<Outcome> };

/** Returns the scenario; the types of its settings follow. */
export function scenario<Of extends Settings>(scenario: Scenario<Of>): Scenario<Of> {
  return scenario;
}

/**
 * Returns the value of a setting that has only these values.
 * @throws where it is another
 */
export function oneOf<Value extends string>(setting: string, value: string, all: readonly Value[]): Value {
  const found = all.find((one) => one === value);
  if (found === undefined) throw new Error(`${setting} must be ${all.join(' or ')}, and not ${value}`);
  return found;
}

/** All scenarios by name. */
export async function listScenarios(): Promise<Record<string, AnyScenario>> {
  const folder = fileURLToPath(new URL('scenarios/', import.meta.url));
  const files = globSync(`${folder}*.ts`).sort();
  const entries = files.map(async (file) => [basename(file, '.ts'), (await import(file)).default] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** The outcomes of several plays together; the figures are those of the last. */
export interface Whole extends Outcome {
  histories: number;
}

export interface PlayOptions extends Play {
  /** So many plays, each of the next seed. */
  histories: number;
  /** In place of a number: plays until so many minutes are over; 0: the number. */
  minutes: number;
  /** Sizes that differ from the scenario's own. */
  set: Settings;
}

/** Plays a scenario; ends early when a rule is violated. */
export async function playScenario(
  { settings, play }: AnyScenario,
  { seed, histories, minutes, set, say }: PlayOptions,
): Promise<Whole> {
  const lastsItself = 'minutes' in settings && minutes > 0;
  const sizes = { ...settings, ...(lastsItself && { minutes }), ...set };
  const until = performance.now() + minutes * 60_000;
  const digest = createHash('sha256');
  const whole: Whole = { histories: 0, steps: 0, faults: {}, reached: {}, violations: [] };
  for (let own = seed; ; own += 1) {
    const played = await play({ ...sizes, seed: own, say }).catch(failed);
    whole.histories += 1;
    whole.steps += played.steps;
    whole.faults = added([whole.faults, played.faults]);
    whole.reached = added([whole.reached, played.reached]);
    whole.violations.push(...played.violations.map((violation) => `seed ${own}: ${violation}`));
    whole.figures = played.figures;
    if (played.digest !== undefined) whole.digest = digest.update(played.digest).copy().digest('hex');
    const isOver = minutes > 0 ? lastsItself || performance.now() > until : whole.histories >= histories;
    if (isOver || whole.violations.length > 0) return whole;
    if (whole.histories % 10 === 0) say(`${whole.histories} histories, ${whole.steps} steps, 0 violations`);
  }
}

function failed(error: Error): Outcome {
  return { steps: 0, faults: {}, violations: [error.stack ?? error.message], reached: {} };
}

/** Returns the sums of counts by name, sorted. */
export function added(all: readonly Record<string, number>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [what, times] of all.flatMap((counts) => Object.entries(counts)))
    sums.set(what, (sums.get(what) ?? 0) + times);
  return Object.fromEntries([...sums].sort(([one], [other]) => (one < other ? -1 : 1)));
}
