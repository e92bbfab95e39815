// All SQL of statements and of their lines. all merchants: an account's statement covers every merchant with money on
// it.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { execute, firstRow, onlyValue } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Cents } from '../../kernel/money.ts';

/** The kinds of categories: each has its own postings (lines.ts). */
export const categoryKinds = [
  ...(['supplier', 'salary', 'tax', 'own', 'charge', 'interest', 'loan', 'other'] as const),
] as const;
export type CategoryKind = (typeof categoryKinds)[number];
export const meanings = ['deposit', 'payment', 'return', 'reversal', ...categoryKinds] as const;
export type LineMeaning = (typeof meanings)[number];
export type LineStatus = 'pending' | 'new' | 'booked' | 'open' | 'dropped';

export const statementLines = table('statement_lines', {
  id: t.uuid(),
  bankAccount: t.code(),
  /** "2026-12-01". */
  bookedOn: t.date(),
  valueOn: t.date(),
  /** In cents; negative for money that leaves. */
  amountCents: t.bigint(),
  text: t.text('blank'),
  reference: t.text('keep'),
  isReversal: t.boolean(),
  hint: t.code<'charge' | 'interest'>().nullable(),
  /** References of this service in the text. */
  refs: t.texts('keep'),
  payerSealed: t.text('clear').nullable(),
  status: t.code<LineStatus>(),
  meaning: t.code<LineMeaning>().nullable(),
  objectId: t.uuid().nullable(),
  orderId: t.uuid().nullable(),
  rule: t.code().nullable(),
  note: t.text('redact').nullable(),
  /** The name of a category that the account's owner added; null for a built-in one. */
  category: t.text('keep').nullable().later(),
  /** The id under which the line is booked; null: its own. Each undo gives it another. */
  bookingId: t.uuid().nullable().later(),
  kinds: t.codes().unread(),
  statementId: t.uuid().unread(),
  place: t.bigint().later().unread(),
});

export type StatementLine = RowOf<typeof statementLines>;

const columns = columnsOf(statementLines);

/** Statements as they came. */
export const statements = table('statements', {
  id: t.uuid(),
  bankAccount: t.code(),
  /** Of the file, and the statement's place in it. */
  sha256: t.code(),
  place: t.integer(),
  fileName: t.code(),
  format: t.code(),
  kind: t.code<'final' | 'intraday' | 'advice'>(),
  number: t.code().nullable(),
  fromOn: t.date().nullable(),
  toOn: t.date().nullable(),
  openingCents: t.bigint().nullable(),
  closingCents: t.bigint().nullable(),
  lines: t.integer(),
  /** Of its booked lines, in cents. */
  sumCents: t.bigint(),
  importedAt: t.timestamptz(),
  importedBy: t.code(),
  taken: t.bigint().later().unread(),
  /** True if it reported anything new. */
  isNews: t.boolean(),
});

export type Statement = RowOf<typeof statements>;

const statementColumns = columnsOf(statements);

/** Returns the statements of a file that was taken. */
export const findStatementsOf = (db: Db, bankAccount: string, sha256: string) => db<Statement[]>`
    select ${statementColumns(db)} from statements
    where bank_account = ${bankAccount} and sha256 = ${sha256} order by place`;

/** Returns the last final statement with a balance, up to a day. */
export const findClosing = (db: Db, bankAccount: string, day: string | null) =>
  firstRow(db<Statement[]>`
    select ${statementColumns(db)} from statements
    where bank_account = ${bankAccount} and kind = 'final' and closing_cents is not null
      and to_on <= coalesce(${day}::date, 'infinity')
    order by to_on desc, is_news desc, taken desc limit 1`);

/** Returns the statements of an account, the newest import first. */
export const findNewest = (db: Db, bankAccount: string, limit: number) => db<Statement[]>`
    select ${statementColumns(db)} from statements where bank_account = ${bankAccount}
    order by imported_at desc, id desc limit ${limit}`;

/** Returns the lines of an account that wait for a decision, the oldest first. */
export const findOpenLines = (db: Db, bankAccount: string, limit: number) => db<StatementLine[]>`
    select ${columns(db)} from statement_lines where bank_account = ${bankAccount} and status = 'open'
      and status in ('open', 'pending', 'dropped')
    order by booked_on, place limit ${limit}`;

export const insertStatement = (tx: Tx, row: Statement) => execute(insertRows(tx, statements, [row]));

/**
 * Locks new lines to book, the oldest first: those with a reference of this service, or those without. None of
 * `except`.
 */
export const lockNew = (
  tx: Tx,
  bankAccount: string,
  withReference: boolean,
  { limit, except }: { limit: number; except: readonly string[] },
) => tx<StatementLine[]>`
    select ${columns(tx)} from statement_lines
    where bank_account = ${bankAccount} and status = 'new' and (refs <> '{}' or is_reversal) = ${withReference}
      and id <> all (${[...except]}::uuid[])
    order by place limit ${limit} for update skip locked`;

/** The booking of a line. */
export type Booking = Pick<StatementLine, 'id' | 'status' | 'meaning' | 'objectId' | 'orderId' | 'rule'>;

export async function setBooked(tx: Tx, rows: readonly Booking[]): Promise<void> {
  const column = (name: keyof Booking) => rows.map((row) => row[name]);
  await tx`
    update statement_lines set status = given.status, meaning = given.meaning, object_id = given.object_id,
      order_id = given.order_id, rule = given.rule
    from unnest(${column('id')}::uuid[], ${column('status')}::text[], ${column('meaning')}::text[],
      ${column('objectId')}::uuid[], ${column('orderId')}::uuid[], ${column('rule')}::text[])
      as given (id, status, meaning, object_id, order_id, rule)
    where statement_lines.id = given.id`;
}

export const setNote = (tx: Tx, id: string, note: string | null, category: string | null) =>
  execute(tx`update statement_lines set note = ${note}, category = ${category} where id = ${id}`);

/** Opens a booked line again; its next booking has another id. */
export const setUndone = (tx: Tx, id: string, bookingId: string) =>
  execute(tx`
    update statement_lines set status = 'open', meaning = null, object_id = null, order_id = null, rule = null,
      category = null, note = null, booking_id = ${bookingId}
    where id = ${id}`);

export const lockLine = (tx: Tx, id: string) =>
  firstRow(tx<StatementLine[]>`select ${columns(tx)} from statement_lines where id = ${id} for update`);

/** Returns a line in its present state. */
export const findLine = (db: Db, id: string) =>
  firstRow(db<StatementLine[]>`select ${columns(db)} from statement_lines where id = ${id}`);

/** Returns the lines of an account, the first day first. */
export async function* readLines(
  db: Sql,
  bankAccount: string,
  isOpen: boolean,
): AsyncGenerator<StatementLine[]> {
  const pages = db<StatementLine[]>`
    select ${columns(db)} from statement_lines
    where bank_account = ${bankAccount} ${isOpen ? db`and status = 'open'` : db``}
    order by booked_on, place`.cursor(1_000);
  for await (const page of pages) yield page;
}

export const countOpen = (db: Db, bankAccount: string) =>
  onlyValue(db<{ count: number }[]>`
    select count(*)::integer as count from statement_lines where bank_account = ${bankAccount} and status = 'open'`);

/** Returns the deposits that each of the lines may take back: of the same amount and text, and not taken back yet. */
export async function findReversible(
  db: Db,
  bankAccount: string,
  lineIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db<{ id: string; deposits: string[] }[]>`
    select line.id, array_agg(told.object_id) as deposits
    from statement_lines line
    join statement_lines told on told.bank_account = ${bankAccount} and told.meaning = 'deposit'
      and md5(told.text) = md5(line.text) and told.text = line.text and told.amount_cents = -line.amount_cents
      and told.status = 'booked' and (told.booked_on, told.place) < (line.booked_on, line.place)
    where line.id = any (${[...lineIds]}::uuid[]) and line.amount_cents < 0
      and not exists (
        select from statement_lines back where back.object_id = told.object_id and back.meaning = 'reversal')
    group by line.id`;
  return new Map(rows.map(({ id, deposits }) => [id, deposits]));
}

/** How many lines of statements were booked as what. */
export interface Counted {
  status: LineStatus;
  meaning: LineMeaning | null;
  hasRule: boolean;
  count: number;
}

export const countLines = (db: Db, statementIds: readonly string[]) => db<Counted[]>`
    select status, meaning, rule is not null as has_rule, count(*)::integer as count
    from statement_lines where statement_id = any (${[...statementIds]}::uuid[]) group by 1, 2, 3`;

/** A new line of a file, as it is booked, and what it pays: the merchant's reference of a payment, or a site's float. */
export type PreviewLine = StatementLine & { pays: string | null };

/** The most lines of a file that a preview shows. */
export const mostPreviewed = 500;

/** Returns the new lines of a file that was just taken. all merchants: the caller has found the account. */
export const findPreviewLines = (db: Db, bankAccount: string, sha256: string) => db<PreviewLine[]>`
    select ${columns(db)}, (
        select string_agg(coalesce(paid.merchant_reference, 'float'), ', ') from deposit_parts part
        left join transactions paid on paid.id = part.transaction_id
        where line.meaning = 'deposit' and part.deposit_id = line.object_id and part.undone_at is null) as pays
    from statement_lines line
    where line.statement_id in (
      select id from statements where bank_account = ${bankAccount} and sha256 = ${sha256})
    order by booked_on, place limit ${mostPreviewed}`;

/** Returns the sum of the booked lines of an account up to a day, in cents. */
export const sumBooked = (db: Db, bankAccount: string, day: string | null) =>
  onlyValue(db<{ total: Cents }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as total from statement_lines
    where bank_account = ${bankAccount} and status in ('booked', 'dropped')
      and booked_on <= coalesce(${day}::date, 'infinity')`);

/** Returns the lines that are not booked, or that the bank dropped, up to a day. */
export const findFindings = (db: Db, bankAccount: string, day: string) => db<StatementLine[]>`
    select ${columns(db)} from statement_lines
    where bank_account = ${bankAccount} and status in ('open', 'dropped') and booked_on <= ${day}
    order by booked_on, place limit 1000`;

/** True if a line explains an order's payment, or its return, already. all merchants: the caller has found the order. */
export async function isExplained(db: Db, orderId: string, meaning: 'payment' | 'return'): Promise<boolean> {
  const [row] = await db<{ isExplained: boolean }[]>`
    select exists (select from statement_lines where order_id = ${orderId} and meaning = ${meaning})
      or ${meaning} = 'payment' and in_sum as is_explained
    from payment_orders where id = ${orderId}`;
  return row?.isExplained ?? false;
}

/** A movement of an order that was booked by a bank's response. */
export interface AnsweredMovement {
  bankReference: string;
  /** In cents; negative for money that leaves. */
  amountCents: Cents;
  day: string;
}

/**
 * Returns the payments of an account that were booked as paid or returned by responses alone, if they were to be paid
 * by a day and no line shows it. all merchants: an account's files pay the orders of every merchant.
 */
export function findUnshown(db: Db, bankAccount: string, day: string): Promise<AnsweredMovement[]> {
  const shown = (meaning: string) => db`
    exists (select from statement_lines line where line.order_id = own.id and line.meaning = ${meaning})`;
  const isPaymentShown = db`(own.in_sum or ${shown('payment')})`;
  return db`
    select own.bank_reference, case told.meaning when 'payment' then -own.amount_cents else own.amount_cents end
      as amount_cents, coalesce(file.execution_date, own.pays_on)::text as day
    from payment_orders own left join payment_files file on file.id = own.file_id
    cross join (values ('payment'), ('return')) as told (meaning)
    where own.bank_account = ${bankAccount} and own.was_paid and coalesce(file.execution_date, own.pays_on) <= ${day}
      and case told.meaning
        when 'payment' then not ${isPaymentShown} and (own.meaning <> 'returned' or ${shown('return')})
        else own.meaning = 'returned' and not ${shown('return')} and ${isPaymentShown} end
    order by own.ordered_at, own.id limit 1000`;
}
