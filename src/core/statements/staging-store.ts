// Takes the lines of a file into a table of the transaction, however many they are, so that a few statements compare
// them with the known lines (deduplication-store.ts), and a bad file leaves nothing. all merchants: an account's
// statement covers every merchant with money on it.
import { once } from 'node:events';
import { idFrom } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Work } from '../context.ts';
import { prefixes as depositPrefixes, referencesIn } from '../deposits/reference-search.ts';
import { bankPrefixes } from '../payment-files/orders.ts';
import {
  BadStatement,
  type Reported,
  type ReportedLine,
  type ReportedStatement,
  type SkippedStatement,
} from './parsed-statement.ts';

/** A statement with the values to check it against the account. */
export interface Staged extends ReportedStatement {
  place: number;
  /** The line number of its first line in the file; null without any. */
  firstAt: number | null;
  lines: number;
  /** Of its booked lines, in cents. */
  sum: Cents;
}

const ours = [...Object.values(depositPrefixes), ...Object.values(bankPrefixes)];

/** Whose statements are taken. */
export interface Owner {
  /** The account's id. */
  id: string;
  /** True if a number, as a statement has it, is the account's. */
  isNumber(number: string): boolean;
}

export interface StagedFile {
  /** The statements of the account; those without an account number count as such. */
  own: Staged[];
  /** Those of other accounts, and those that the reader skipped. */
  others: SkippedStatement[];
}

/**
 * Reads the statements of an account into a temporary table of the transaction. Throws BadStatement for a file that the
 * reader refuses, and for one whose last lines belong to no statement.
 */
export async function stage(
  work: Work,
  owner: Owner,
  reported: AsyncIterable<Reported[]>,
): Promise<StagedFile> {
  const { tx } = work;
  // A million lines are sorted and joined several times.
  await tx`set local work_mem = '256MB'`;
  await tx`
    create temporary table told (at integer, place integer, booked_on date, value_on date, amount_cents bigint, text text,
      reference text, is_reversal boolean, hint text, refs text[], payer_sealed text, status text, base uuid,
      balance bigint)
    on commit drop`;
  const sink = await tx`
    copy told (at, place, booked_on, value_on, amount_cents, text, reference, is_reversal, hint, refs, payer_sealed, status,
      base, balance) from stdin`.writable();
  const failed = once(sink, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  const gathering = new Gathering(work, owner);
  try {
    for await (const batch of reported) {
      const rows = gathering.rowsOf(batch);
      if (rows !== '' && !sink.write(rows)) await Promise.race([once(sink, 'drain'), failed]);
    }
    gathering.assertWhole();
  } catch (error) {
    sink.destroy();
    throw error;
  }
  sink.end();
  await Promise.race([once(sink, 'finish'), failed]);
  const { own, others, otherPlaces } = gathering;
  if (otherPlaces.length > 0) await tx`delete from told where place = any (${otherPlaces}::integer[])`;
  return { own, others };
}

/** Turns the reported lines into rows, and counts the lines of each statement. */
class Gathering {
  readonly own: Staged[] = [];
  readonly others: SkippedStatement[] = [];
  /** The places of the statements of other accounts, whose lines are dropped. */
  readonly otherPlaces: number[] = [];
  #place = 0;
  #firstAt: number | null = null;
  #lines = 0;
  #sum: Cents = 0n;
  readonly #work: Work;
  readonly #owner: Owner;

  constructor(work: Work, owner: Owner) {
    this.#work = work;
    this.#owner = owner;
  }

  rowsOf(batch: readonly Reported[]): string {
    let rows = '';
    for (const reported of batch) {
      if ('line' in reported) rows += this.#rowOf(reported.line);
      else if ('statement' in reported) this.#end(reported.statement);
      else this.others.push(reported.skipped);
    }
    return rows;
  }

  /** Throws BadStatement if lines are left over, or the file had no statement. */
  assertWhole(): void {
    if (this.#lines > 0) throw new BadStatement('its last lines belong to no statement: it is cut off', null);
    if (this.#place === 0) throw new BadStatement('it holds no statement', null);
  }

  #rowOf(line: ReportedLine): string {
    this.#firstAt ??= line.at;
    this.#lines += 1;
    if (line.status === 'booked') this.#sum += line.amount;
    return rowOf(this.#work, this.#owner.id, this.#place, line);
  }

  #end(statement: ReportedStatement): void {
    const place = this.#place;
    const { account } = statement;
    if (account === null || this.#owner.isNumber(account))
      this.own.push({
        ...statement,
        ...{ place, firstAt: this.#firstAt, lines: this.#lines, sum: this.#sum },
      });
    else {
      this.others.push({ account, at: this.#firstAt, reason: ofOtherAccount });
      this.otherPlaces.push(place);
    }
    this.#place += 1;
    this.#firstAt = null;
    this.#lines = 0;
    this.#sum = 0n;
  }
}

export const ofOtherAccount = 'it is of another account';

function rowOf(work: Work, account: string, place: number, line: ReportedLine): string {
  const refs = referencesIn(`${line.text} ${line.reference}`, ours);
  const payer = line.payer && work.keyring.seal(JSON.stringify(line.payer));
  const { at, bookedOn, valueOn, amount } = line;
  const values = [
    ...[at, place, bookedOn, valueOn, amount, escaped(line.text), escaped(line.reference)],
    ...[line.isReversal, line.hint ?? '\\N', `{${refs.join(',')}}`, payer ?? '\\N', line.status],
    baseOf(account, line),
    line.balance ?? '\\N',
  ];
  return `${values.join('\t')}\n`;
}

const escaped = (text: string): string => text.replace(/[\\\t\n\r]/g, (one) => (one === '\\' ? '\\\\' : ' '));

/**
 * Returns a key that is equal whenever a bank reports the same movement: its own key if it has one; else all its
 * fields. It begins with a number that follows that of the line before, in most statements: an index takes neighbours
 * several times as fast.
 */
function baseOf(account: string, line: ReportedLine): string {
  const { bankKey, bookedOn, valueOn, amount, type, reference, text } = line;
  const said = [bookedOn, valueOn, amount, type, reference, text];
  const id = idFrom(
    ['tefo line', account, ...(bankKey === null ? said : ['key', bankKey, amount])].join('\n'),
  );
  const number = Number((bankKey ?? bookedOn).replace(/\D/g, '').slice(-9));
  return number.toString(16).padStart(8, '0') + id.slice(8);
}
