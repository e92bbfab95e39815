// Imports a bank's statement: once, as a whole or not at all. Lines are then booked one after the other (booking.ts),
// so that a service that is killed in between continues there.
import { dayOf } from '../../kernel/business-days.ts';
import { idFrom, newId } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { firstOf } from '../../kernel/required.ts';
import { type BankAccount, isNumberOf, lockAccount, setOpening } from '../accounts/actions.ts';
import type { AnyContext, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import * as ledger from '../ledger/actions.ts';
import { action } from '../unit-of-work.ts';
import {
  addLines,
  balancesBefore,
  type Compared,
  compare,
  dropUntold,
  findLater,
  identify,
  identifyApart,
  notFollowing,
} from './deduplication-store.ts';
import { BadStatement, type Reported, type SkippedStatement } from './parsed-statement.ts';
import { ofOtherAccount, type Staged, stage } from './staging-store.ts';
import * as store from './store.ts';

export interface StatementFile {
  name: string;
  /** Of its bytes, in hex. */
  sha256: string;
  /** Reads it, any number of times. */
  read(): AsyncIterable<Reported[]>;
}

export interface TakenStatement {
  status: 'imported' | 'duplicate';
  statements: store.Statement[];
  /** Lines that were known. */
  known: number;
  /** Statements of the file that are not the account's, or in another currency; none for a duplicate, which is not read. */
  others: SkippedStatement[];
}

/**
 * Takes a statement of an account into the database; its new lines wait to be booked. The same bytes again change nothing.
 * Throws BadStatement if it is refused: nothing of it is taken then.
 */
export async function takeStatement(
  ctx: AnyContext,
  accountId: string,
  file: StatementFile,
  by: string,
): Promise<TakenStatement> {
  const known = await store.findStatementsOf(ctx.db, accountId, file.sha256);
  if (known.length > 0) return { status: 'duplicate', statements: known, known: 0, others: [] };
  await using reported = await begin(file.read());
  return await takeReported(ctx, accountId, { file, reported }, by);
}

interface Begun {
  file: StatementFile;
  reported: AsyncIterable<Reported[]>;
}

const takeReported = action(
  async (work, accountId: string, { file, reported }: Begun, by: string): Promise<TakenStatement> => {
    const account = await lockAccount(work.tx, accountId);
    if (!account || account.removedAt)
      throw new DomainError('BankAccountNotFound', { detail: `there is no account ${accountId}` });
    const before = await store.findStatementsOf(work.tx, account.id, file.sha256);
    if (before.length > 0) return { status: 'duplicate', statements: before, known: 0, others: [] };
    const owner = { id: account.id, isNumber: (number: string) => isNumberOf(work, account, number) };
    const { own: staged, others } = await stage(work, owner, reported);
    assertOwn(account, staged, others);
    const kind = kindOf(staged);
    await identify(work.tx, staged, file.sha256);
    const later = await findLater(work.tx, dayOf(work.clock.now()).toString());
    if (later !== undefined) throw new BadStatement('its date is after today', later);
    const whole = wholeOf(staged);
    const compared = await hold(work, account, { kind, whole, sha256: file.sha256 });
    const isNews = compared.added > 0 || compared.newSum !== 0n;
    const statements = staged.map((one) => statementOf(work, account, file, one, by, isNews));
    for (const one of statements) await store.insertStatement(work.tx, one);
    await addLines(work, account.id, kind, statements);
    if (kind === 'final' && whole.from !== null) await dropUntold(work.tx, account.id, whole.from, whole.to!);
    return { status: 'imported', statements, known: compared.known, others };
  },
);

/**
 * Waits for the first thousand lines: a reader that fails before them, or takes all of its time, holds no connection and no
 * lock in the meantime.
 */
async function begin(read: AsyncIterable<Reported[]>): Promise<AsyncIterable<Reported[]> & AsyncDisposable> {
  const batches = read[Symbol.asyncIterator]();
  const first = await batches.next();
  async function* all() {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => batches };
  }
  return Object.assign(all(), { [Symbol.asyncDispose]: async () => void (await batches.return?.()) });
}

function kindOf(staged: readonly Staged[]): Staged['kind'] {
  const kinds = new Set(staged.map(({ kind }) => kind));
  if (kinds.size > 1) throw new BadStatement('it holds statements of several kinds', null);
  return firstOf(staged).kind;
}

/** Throws BadStatement for a file without a statement of the account. */
function assertOwn(
  account: BankAccount,
  staged: readonly Staged[],
  others: readonly SkippedStatement[],
): void {
  if (staged.length > 0) return;
  const named = others.map((other) => maskedNumber(other.account)).join(', ');
  throw new BadStatement(
    `${ofOtherAccount}, ${named}: the number of ${account.id} is ${maskedNumber(account.number)}`,
    null,
  );
}

/** Returns the last digits of a number, as messages show it. */
export const maskedNumber = (number: string | null): string =>
  number === null ? 'without a number' : `*${number.replace(/\s/g, '').slice(-4)}`;

type Whole = Pick<Staged, 'from' | 'to' | 'opening' | 'closing' | 'firstAt'>;

/** The statements of a file as one: each must begin where the one before has ended. */
function wholeOf(staged: readonly Staged[]): Whole {
  let last: Staged | undefined;
  for (const one of staged) {
    if (last?.closing !== null && last && one.opening !== null && one.opening !== last.closing)
      throw new BadStatement(notFollowing(one.opening, last.closing), one.firstAt);
    last = one;
  }
  const days = staged.flatMap(({ from, to }) => [from, to]).filter((day) => day !== null);
  return {
    from: days.reduce<string | null>((first, day) => (first === null || day < first ? day : first), null),
    to: days.reduce<string | null>((end, day) => (end === null || day > end ? day : end), null),
    opening: firstOf(staged).opening,
    closing: last!.closing,
    firstAt: staged.find(({ firstAt }) => firstAt !== null)?.firstAt ?? null,
  };
}

interface Held {
  kind: Staged['kind'];
  whole: Whole;
  sha256: string;
}

/** Compares the lines of a file with the known lines, and a final statement's balances. Throws BadStatement. */
async function hold(work: Work, account: BankAccount, { kind, whole, sha256 }: Held): Promise<Compared> {
  const compared = await compare(work.tx, account.id, kind);
  if (kind !== 'final' || (await follow(work, account, whole, compared)) === 'follows') return compared;
  await identifyApart(work.tx, sha256);
  return compare(work.tx, account.id, kind);
}

/**
 * Compares a final statement's balances with the known ones. The first one opens the account's books. Returns "goes on"
 * if it begins at the last balance and at no earlier one, so that none of its lines can be known, however equal they
 * are to others. Throws BadStatement if it does not follow.
 */
async function follow(
  work: Work,
  account: BankAccount,
  { from, to, opening, closing, firstAt }: Whole,
  { newSum, added }: Compared,
): Promise<'follows' | 'goes on'> {
  if (opening === null || closing === null) return 'follows';
  const last = await store.findClosing(work.tx, account.id, null);
  if (!last) {
    await openBooks(work, account, opening, firstAt);
    return 'follows';
  }
  const known = last.closingCents!;
  const isNews = added > 0 || newSum !== 0n;
  // The new lines lead from the last balance to this one.
  if (isNews && known + newSum === closing) return 'follows';
  const before = await balancesBefore(work.tx, account.id, from);
  const isEarlier = before.some((sum) => (account.openingCents ?? 0n) + sum === opening);
  if (!isNews && isEarlier) return 'follows';
  const isAfter = to === null || last.toOn === null || to >= last.toOn;
  if (opening === known && isAfter && !isEarlier) return 'goes on';
  throw new BadStatement(notFollowing(opening, known), firstAt);
}

async function openBooks(
  work: Work,
  account: BankAccount,
  opening: Cents,
  firstAt: number | null,
): Promise<void> {
  if (account.openingCents !== null && account.openingCents !== opening)
    throw new BadStatement(notFollowing(opening, account.openingCents), firstAt);
  if (account.openingCents !== null) return;
  await setOpening(work.tx, account.id, opening);
  await postOpening(work, account, opening);
}

/** Begins an account's books with a balance, in cents. */
export async function postOpening(work: Work, account: BankAccount, opening: Cents): Promise<void> {
  if (opening === 0n) return;
  const objectId = idFrom(`tefo bank account\n${account.id}`);
  const owner = { merchantId: account.merchantId, siteId: null, object: 'bankAccount', objectId };
  const posting = opening > 0n ? 'account_opened' : 'account_opened_overdrawn';
  const amount = opening > 0n ? opening : -opening;
  ledger.post(work, posting, { ...owner, bankAccount: account.id, amounts: { amount } });
}

function statementOf(
  work: Work,
  account: BankAccount,
  file: StatementFile,
  one: Staged,
  by: string,
  isNews: boolean,
): store.Statement {
  return {
    id: newId(work.clock),
    bankAccount: account.id,
    sha256: file.sha256,
    place: one.place,
    fileName: file.name,
    format: one.format,
    kind: one.kind,
    number: one.number,
    fromOn: one.from,
    toOn: one.to,
    openingCents: one.opening,
    closingCents: one.closing,
    lines: one.lines,
    sumCents: one.sum,
    importedAt: work.clock.now(),
    importedBy: by,
    isNews,
  };
}
