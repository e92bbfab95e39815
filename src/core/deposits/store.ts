// All SQL of deposits, their references, and their parts.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { anyRow, execute, firstRow, firstValue, onlyValue } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, setOf, t, table } from '../../kernel/db/table.ts';
import type { Cents } from '../../kernel/money.ts';
import { onSeenAccount } from '../accounts/actions.ts';
import { depositType } from '../transactions/actions.ts';
import { everything, seenBy, type Viewer } from '../viewer.ts';
import { type DepositState, openStates } from './state.ts';

export const depositReferences = table('deposit_references', {
  /** Normalised: without spaces and dashes, in capitals. */
  reference: t.text('keep'),
  merchantId: t.uuid(),
  siteId: t.uuid(),
  /** "float" raises the site's float, "single" pays one payment, "multiple" creates a payment for each deposit. */
  purpose: t.code<'float' | 'single' | 'multiple'>(),
  /** Only for "single". */
  paymentId: t.uuid().nullable(),
  /** For "multiple": its payments' reference and notification address. */
  merchantReference: t.text('keep').nullable(),
  notifyUrl: t.text('redact').nullable(),
  /** The payer's bank, if the merchant named it. */
  bankId: t.uuid().nullable(),
  createdAt: t.timestamptz(),
});

export type DepositReference = RowOf<typeof depositReferences>;

const referenceColumns = columnsOf(depositReferences);

/** Adds a reference; returns false when it is taken, or its site or payment already has one for the purpose. */
export const insertReference = (tx: Tx, row: DepositReference) =>
  anyRow(insertRows(tx, depositReferences, [row], tx`on conflict do nothing`));

export const findFloatReference = (db: Db, owner: Pick<DepositReference, 'merchantId' | 'siteId'>) =>
  firstRow(db<DepositReference[]>`
    select ${referenceColumns(db)} from deposit_references
    where merchant_id = ${owner.merchantId} and site_id = ${owner.siteId} and purpose = 'float'`);

/** all merchants: the caller holds the payment. */
export const findReferenceOf = (db: Db, paymentId: string) =>
  firstRow(db<DepositReference[]>`
    select ${referenceColumns(db)} from deposit_references where payment_id = ${paymentId}`);

/** all merchants: the reference identifies the owner. */
export const findReference = (db: Db, reference: string) =>
  firstRow(db<DepositReference[]>`
    select ${referenceColumns(db)} from deposit_references where reference = ${reference}`);

/** Returns those of the references that exist. all merchants: a reference identifies its owner. */
export async function findReferences(
  db: Db,
  references: readonly string[],
): Promise<Map<string, DepositReference>> {
  if (references.length === 0) return new Map();
  const rows = await db<DepositReference[]>`
    select ${referenceColumns(db)} from deposit_references where reference = any (${[...references]})`;
  return new Map(rows.map((row) => [row.reference, row]));
}

export const deposits = table('deposits', {
  /** The bank's id of the movement. */
  id: t.uuid(),
  /** The account of this service on which it arrived. */
  bankAccount: t.code(),
  /** As the payer wrote it. */
  reference: t.text('keep'),
  amountCents: t.bigint(),
  currency: t.code().unread(),
  state: t.code<DepositState>().later(),
  /** The note of the last decision, or why the bank could not send it back. */
  stateReason: t.text('redact').nullable().later(),
  /** The owner of its reference; null when unknown. */
  merchantId: t.uuid().nullable(),
  siteId: t.uuid().nullable(),
  /** The transaction that notifies its merchant. */
  transactionId: t.uuid().nullable().later(),
  /** The account it came from; null, like the next four, when unknown. */
  bankId: t.uuid().nullable().changes(),
  branchCode: t.code().nullable().changes(),
  /** Masked to its last four digits. */
  account: t.text('mask').nullable().changes(),
  accountSealed: t.text('blank').nullable().changes(),
  accountHolder: t.text('clear').nullable().changes(),
  receivedAt: t.timestamptz(),
  completedAt: t.timestamptz().nullable().later().unread(),
  /** The day on which the bank booked it; null if it was reported at once. */
  bookedOn: t.date().nullable(),
});

export type Deposit = RowOf<typeof deposits>;

const columns = columnsOf(deposits);

/** The longest stored text of a bank's statement about a deposit, in characters. */
export const longestReference = 500;

/** Adds deposits; returns the ids of those that were not recorded before. */
export async function insertDeposits(tx: Tx, rows: readonly Deposit[]): Promise<string[]> {
  const given = rows.map((row) => ({ ...row, currency: 'ZAR' }));
  const added = await insertRows(tx, deposits, given, tx`on conflict (id) do nothing returning id`);
  return added.map(({ id }) => id);
}

/** Returns the condition for a viewer's deposits: by the owner of the reference, or of the bank account. */
const isSeen = (db: Db, viewer: Viewer) => db`(${seenBy(db, viewer)} or ${onSeenAccount(db, viewer)})`;

/** all merchants: operators decide about deposits. */
export const lockDeposit = (tx: Tx, id: string, viewer = everything) =>
  firstRow(tx<Deposit[]>`
    select ${columns(tx)} from deposits where id = ${id} and ${isSeen(tx, viewer)} for update`);

/** Returns a deposit that a viewer sees. all merchants: `isSeen` limits it to the viewer's. */
export const findDeposit = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<Deposit[]>`
    select ${columns(db)} from deposits where id = ${id} and ${isSeen(db, viewer)}`);

/**
 * Stores the account that a deposit came from, which the bank did not report. all merchants: operators decide about
 * deposits.
 */
export const setPayer = (tx: Tx, { id, ...deposit }: Deposit) =>
  execute(tx`update deposits set ${setOf(tx, deposits, deposit)} where id = ${id}`);

/** Stores the transaction that waits for a decision about the deposit. all merchants: the caller holds the deposit. */
export const setTransaction = (tx: Tx, id: string, transactionId: string | null) =>
  execute(tx`update deposits set transaction_id = ${transactionId} where id = ${id}`);

/** True if a deposit has ever been behind a transaction. all merchants: the caller holds its payment. */
export const hadDeposit = (tx: Tx, transactionId: string) =>
  anyRow(tx`select 1 from deposits where transaction_id = ${transactionId}`);

/** Which waiting deposits to list: at most `limit`, parked ones too if `parked`, those after `last`. */
export interface OpenFilter {
  parked: boolean;
  limit: number;
  last?: Pick<Deposit, 'id' | 'receivedAt'>;
}

/** Returns waiting deposits that a viewer sees, the oldest first. all merchants: `isSeen` limits it to the viewer's. */
export const findOpen = (db: Db, viewer: Viewer, { parked, limit, last }: OpenFilter) => db<Deposit[]>`
    select ${columns(db)} from deposits
    where state = any (${parked ? [...openStates] : ['waiting']}) and state in ('waiting', 'parked')
      and ${isSeen(db, viewer)} ${last ? db`and (received_at, id) > (${last.receivedAt}, ${last.id})` : db``}
    order by received_at, id limit ${limit}`;

/** Returns how many deposits on an account wait for a decision. all merchants: the caller has found the account. */
export const countWaiting = (db: Db, bankAccount: string) =>
  onlyValue(db<{ count: number }[]>`
    select count(*)::integer as count from deposits
    where bank_account = ${bankAccount} and state in ('waiting', 'parked')`);

/** A part of a deposit and its use. */
export const depositParts = table('deposit_parts', {
  id: t.uuid(),
  depositId: t.uuid(),
  purpose: t.code<'payment' | 'float' | 'return'>(),
  amountCents: t.bigint(),
  merchantId: t.uuid().nullable(),
  siteId: t.uuid().nullable(),
  /** The transaction it paid. */
  transactionId: t.uuid().nullable(),
  /** True if it was in suspense before. */
  fromSuspense: t.boolean(),
  createdAt: t.timestamptz(),
  undoneAt: t.timestamptz().nullable().later().unread(),
  /** The user who undid it; null if the bank reversed the deposit, or a return ended. */
  undoneBy: t.code().nullable().later().unread(),
});

export type Part = RowOf<typeof depositParts>;

const partColumns = columnsOf(depositParts);

export const insertPart = (tx: Tx, row: Part) => execute(insertRows(tx, depositParts, [row]));

/** Returns the deposit of a part. all merchants: banks know only the part. */
export const findDepositOfPart = (tx: Tx, partId: string) =>
  firstValue(tx<{ depositId: string }[]>`select deposit_id from deposit_parts where id = ${partId}`);

/** Returns the newest part by which a deposit was sent back. all merchants: operators name deposits. */
export const findReturn = (db: Db, depositId: string) =>
  firstValue(db<{ id: string }[]>`
    select id from deposit_parts where deposit_id = ${depositId} and purpose = 'return'
    order by created_at desc, id desc limit 1`);

/** Returns how many returns of a deposit were started. The caller holds it. all merchants: it may have no owner. */
export async function countReturns(tx: Tx, depositId: string): Promise<number> {
  return (await tx`select from deposit_parts where deposit_id = ${depositId} and purpose = 'return'`).count;
}

/** Returns the parts of a deposit that count. all merchants: the caller holds the deposit. */
export const findParts = (db: Db, depositId: string) => db<Part[]>`
    select ${partColumns(db)} from deposit_parts where deposit_id = ${depositId} and undone_at is null order by id`;

/** Records that a part counts no more: its money is in suspense again, or gone. all merchants: a return may have no owner. */
export const setUndone = (tx: Tx, partId: string, at: Date, by: string | null = null) =>
  execute(tx`update deposit_parts set undone_at = ${at}, undone_by = ${by} where id = ${partId}`);

/** A possible target of a deposit: a reference, and its payment if still open. */
export interface CandidateRow {
  reference: string;
  purpose: DepositReference['purpose'];
  siteCode: string;
  merchantId: string;
  paymentId: string | null;
  merchantReference: string | null;
  /** The payment's amount, in cents; null when any amount is accepted. */
  amountCents: Cents | null;
}

const candidateColumns = (db: Db) => db`
  owner.reference, owner.purpose, site.code as site_code, owner.merchant_id, owner.payment_id,
  coalesce(owner.merchant_reference, payment.merchant_reference) as merchant_reference, payment.amount_cents`;

/** Returns existing references whose payment is not paid yet. all merchants: for operators. */
export async function findCandidates(db: Db, references: string[]): Promise<CandidateRow[]> {
  if (references.length === 0) return [];
  return db<CandidateRow[]>`
    select ${candidateColumns(db)}
    from deposit_references owner
    join sites site on site.id = owner.site_id
    left join payments payment on payment.id = owner.payment_id
    where owner.reference = any (${references}) and (payment.id is null or payment.state <> 'complete')`;
}

/** Returns what waits for a deposit of exactly this amount, newest first. all merchants: for operators. */
export const findAwaiting = (db: Db, amount: Cents, limit: number) => db<CandidateRow[]>`
    select ${candidateColumns(db)}
    from transactions transaction
    join deposit_references owner on owner.payment_id = transaction.payment_id
    join sites site on site.id = owner.site_id
    join payments payment on payment.id = owner.payment_id
    where transaction.payment_type = ${depositType} and transaction.state = 'created'
      and transaction.amount_cents = ${amount}
    order by transaction.created_at desc limit ${limit}`;

/** Returns the deposits of parts. all merchants: banks know only the part. */
export async function depositsOfParts(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; depositId: string }[]>`
    select id, deposit_id from deposit_parts where id = any (${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, depositId }) => [id, depositId]));
}

/**
 * Adds a waiting deposit for each row of a table of the transaction. all merchants: the deposits are still unallocated.
 */
export const insertFromRows = (tx: Tx, table: string, bankAccount: string, at: Date) =>
  execute(tx`
    insert into deposits (id, reference, amount_cents, currency, received_at, bank_account, booked_on)
    select id, left(text, ${longestReference}), amount_cents, 'ZAR', ${at}, ${bankAccount}, booked_on from ${tx(table)}`);
