// The conformance suite for rails: plays every rule against a rail and its bank, and says which hold.
import { type Ability, abilities } from '../core/rails.ts';
import { plain } from '../kernel/process/terminal.ts';
import { lastOf } from '../kernel/required.ts';
import { Broken } from './broken.ts';
import { Hanging, takeHanging } from './patience.ts';
import type { GroupNumber, Report, Rule, Ruled } from './report.ts';
import { amountRules } from './rules/amounts.ts';
import { bookRules } from './rules/books.ts';
import { depositRules } from './rules/deposits.ts';
import { mannerRules } from './rules/manners.ts';
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
  ...mannerRules,
];

export interface Subject {
  name: string;
  /** Opens a new stage: each rule has its own, so that none suffers from another. */
  open(): Promise<Stage>;
  rules: readonly Rule[];
  watch: Watch;
  /** Why the counterpart is not there at all. */
  without?: string | undefined;
}

export interface CheckOptions {
  /** Called before each rule with its words. */
  onProgress?: (rule: string, done: number, of: number) => void;
  /** Plays the rules of these groups only. */
  groups?: readonly GroupNumber[];
  /** Ends with the first rule that does not hold. */
  endsAtFault?: boolean;
}

export async function check(
  subject: Subject,
  { onProgress, groups, endsAtFault }: CheckOptions = {},
): Promise<Report> {
  takeHanging();
  const able = await abilitiesOf(subject);
  const ruled: Ruled[] = [];
  if (able instanceof Error) ruled.push({ group: 7, rule: 'it can be made', ok: false, detail: told(able) });
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
  ruled.push(...heard(subject.watch), ...absences(own, ruled));
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
    if (missing === 'fail' && beyond.fail !== undefined) return said(true, `not asked: ${beyond.fail}`);
    if (missing) return said(false, `the counterpart has no ${missing}()`);
    return said(true, await within(rule.seconds ?? 20, rule.run(stage)));
  } catch (error) {
    return said(false, told(error));
  } finally {
    if (stage) await close(stage);
  }
}

const told = (error: unknown): string =>
  error instanceof Broken ? error.message : `it threw ${described(error)}`;

async function close(stage: Stage): Promise<void> {
  await within(10, stage.close()).catch(() => {});
}

async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Hanging(`it did not end within ${seconds} seconds`)),
    seconds * 1000,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What was heard while all rules were played. */
function heard({ said, clockReads }: Watch): Ruled[] {
  const names = {
    ownNumber: 'the account’s number',
    payee: 'a payee’s number',
    otherPayee: 'a payee’s number',
    key: 'a secret of its settings',
  };
  const leaked = Object.entries(secrets).find(([, secret]) => said.some((line) => line.includes(secret)));
  const hanging = [...new Set(takeHanging())];
  const [reader] = clockReads;
  return [
    {
      group: 5,
      rule: 'the machine’s clock is read by nobody',
      ok: reader === undefined,
      detail: reader === undefined ? 'neither Date nor Temporal.Now' : `it is read in ${reader}`,
    },
    {
      group: 7,
      rule: 'no secret and no whole account number is printed or logged',
      ok: leaked === undefined,
      detail: leaked ? `${names[leaked[0] as keyof typeof names]} is` : `${said.length} lines heard`,
    },
    {
      group: 7,
      rule: 'every call ends',
      ok: hanging.length === 0,
      detail: hanging.length === 0 ? 'within five seconds' : `did not: ${hanging.join(', ')}`,
    },
  ];
}

/** A group that asked nothing says why. */
function absences(own: readonly Ability[], ruled: readonly Ruled[]): Ruled[] {
  const absent = abilities.filter((ability) => !own.includes(ability));
  return ([1, 2, 3, 4, 5, 6, 7] as const)
    .filter((group) => !ruled.some((one) => one.group === group))
    .map((group) => ({
      group,
      rule: 'nothing to ask',
      ok: own.length > 0,
      detail: `absent: ${absent.join(', ')}`,
    }));
}
