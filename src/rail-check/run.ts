// The conformance suite for rails: runs every rule against a rail and its bank, and reports the results.
import { type Ability, abilities } from '../core/rails.ts';
import { plain } from '../kernel/process/terminal.ts';
import { lastOf } from '../kernel/required.ts';
import { Broken } from './broken.ts';
import { Hanging, takeHanging } from './patience.ts';
import type { GroupNumber, Report, Rule, Ruled } from './report.ts';
import { amountRules } from './rules/amounts.ts';
import { bookRules } from './rules/books.ts';
import { depositRules } from './rules/deposits.ts';
import { operationRules } from './rules/operation.ts';
import { outcomeRules } from './rules/outcomes.ts';
import { payerRules } from './rules/payers.ts';
import { timeRules } from './rules/time.ts';
import { transferRules } from './rules/transfers.ts';
import { described, type Stage, secrets } from './stage.ts';
import type { Watch } from './watch.ts';

export const usualRules: readonly Rule[] = [
  ...transferRules,
  ...outcomeRules,
  ...amountRules,
  ...depositRules,
  ...timeRules,
  ...bookRules,
  ...payerRules,
  ...operationRules,
];

export interface Subject {
  name: string;
  /** Opens a new stage. Each rule has its own, so that rules do not affect each other. */
  open(): Promise<Stage>;
  rules: readonly Rule[];
  watch: Watch;
  /** The reason why the rail has no counterpart; undefined if it has one. */
  without?: string | undefined;
}

export interface CheckOptions {
  /** Called before each rule with the rule's text. */
  onProgress?: (rule: string, done: number, of: number) => void;
  /** Runs only the rules of these groups. */
  groups?: readonly GroupNumber[];
  /** Stops at the first violated rule. */
  endsAtFault?: boolean;
}

export async function check(
  subject: Subject,
  { onProgress, groups, endsAtFault }: CheckOptions = {},
): Promise<Report> {
  takeHanging();
  const able = await abilitiesOf(subject);
  const ruled: Ruled[] = [];
  if (able instanceof Error)
    ruled.push({ group: 7, rule: 'the rail can be created', ok: false, detail: reasonOf(able) });
  const own = able instanceof Error ? [] : able;
  const rules =
    able instanceof Error
      ? []
      : subject.rules.filter(
          ({ ability, group }) => (!ability || own.includes(ability)) && (groups?.includes(group) ?? true),
        );
  for (const [done, rule] of rules.entries()) {
    onProgress?.(rule.rule, done, rules.length);
    ruled.push(await judge(subject, rule));
    if (endsAtFault && !lastOf(ruled).ok) break;
  }
  ruled.push(...observed(subject.watch), ...absences(own, ruled));
  ruled.sort((one, other) => one.group - other.group);
  return { ok: ruled.every(({ ok }) => ok), rail: subject.name, abilities: own, rules: ruled };
}

async function abilitiesOf(subject: Subject): Promise<Ability[] | Error> {
  try {
    const stage = await subject.open();
    await close(stage);
    return stage.abilities;
  } catch (error) {
    return error as Error;
  }
}

async function judge(subject: Subject, rule: Rule): Promise<Ruled> {
  const { group, rule: words } = rule;
  const said = (ok: boolean, detail: string): Ruled => ({ group, rule: words, ok, detail: plain(detail) });
  if (subject.without !== undefined && rule.needs) return said(false, subject.without);
  let stage: Stage | undefined;
  try {
    stage = await subject.open();
    const { counterpart, beyond } = stage;
    const missing = rule.needs?.find((member) => typeof counterpart[member] !== 'function');
    if (missing === 'fail' && beyond.fail !== undefined) return said(true, `not applicable: ${beyond.fail}`);
    if (missing) return said(false, `the counterpart has no ${missing}()`);
    return said(true, await within(rule.seconds ?? 20, rule.run(stage)));
  } catch (error) {
    return said(false, reasonOf(error));
  } finally {
    if (stage) await close(stage);
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Broken ? error.message : `it threw ${described(error)}`;

async function close(stage: Stage): Promise<void> {
  await within(10, stage.close()).catch(() => {});
}

async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Hanging(`it did not complete within ${seconds} seconds`)),
    seconds * 1000,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Judges the output, clock reads and timeouts recorded during all rules. */
function observed({ said, clockReads }: Watch): Ruled[] {
  const names = {
    ownNumber: 'the account’s number',
    payee: 'a payee’s number',
    otherPayee: 'a payee’s number',
    key: 'a secret in its settings',
  };
  const leaked = Object.entries(secrets).find(([, secret]) => said.some((line) => line.includes(secret)));
  const hanging = [...new Set(takeHanging())];
  const [reader] = clockReads;
  return [
    {
      group: 5,
      rule: 'the rail does not read the machine’s clock',
      ok: reader === undefined,
      detail: reader === undefined ? 'neither Date nor Temporal.Now' : `the clock is read in ${reader}`,
    },
    {
      group: 7,
      rule: 'the rail prints and logs no secret and no full account number',
      ok: leaked === undefined,
      detail: leaked
        ? `the output contains ${names[leaked[0] as keyof typeof names]}`
        : `${said.length} lines recorded`,
    },
    {
      group: 7,
      rule: 'every call completes',
      ok: hanging.length === 0,
      detail: hanging.length === 0 ? 'within five seconds' : `did not complete: ${hanging.join(', ')}`,
    },
  ];
}

/** Adds a row for each group without an applicable rule, with the absent abilities as the reason. */
function absences(own: readonly Ability[], ruled: readonly Ruled[]): Ruled[] {
  const absent = abilities.filter((ability) => !own.includes(ability));
  return ([1, 2, 3, 4, 5, 6, 7] as const)
    .filter((group) => !ruled.some((one) => one.group === group))
    .map((group) => ({
      group,
      rule: 'no applicable rule',
      ok: own.length > 0,
      detail: `absent: ${absent.join(', ')}`,
    }));
}
