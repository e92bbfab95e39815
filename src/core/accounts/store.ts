// All SQL of bank accounts.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { execute, firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Ability } from '../rails.ts';
import { seenBy, type Viewer } from '../viewer.ts';

/** The rail whose payments are collected in files, which users can release. Those of other rails leave at once. */
export const filesRail = 'files';

export const bankAccounts = table('bank_accounts', {
  /** The operator's own short name. */
  id: t.code(),
  /** "files", "investec", or the name of a module. */
  rail: t.code(),
  abilities: t.codes<Ability>(),
  bankId: t.uuid(),
  branchCode: t.code(),
  /** Masked to its last four digits. */
  number: t.text('keep'),
  numberSealed: t.text('keep'),
  holder: t.text('keep'),
  /** The merchant whose payments it receives; null: the operator's, for all merchants without an account of their own. */
  merchantId: t.uuid().nullable(),
  /** "auto", or the name of a profile. */
  statementProfile: t.code(),
  /** The text of a profile that the operator has described. */
  statementDescription: t.code().nullable(),
  /** Null for an account that pays nothing by files. */
  paymentProfile: t.code().nullable(),
  /** In cents; null before the first statement. */
  openingCents: t.bigint().nullable(),
  /** "16:00", South African time. */
  cutOff: t.code(),
  /** The most that one file pays, in cents; null for any. */
  limitCents: t.bigint().nullable(),
  /** The number of users who must release a file before it leaves. */
  releases: t.smallint(),
  /** The cost of one payment from it, in cents. */
  costCents: t.bigint(),
  /** The bank's id of the user that sends it files. */
  customer: t.text('keep').nullable(),
  /** Further settings of its rail, as JSON. */
  settingsSealed: t.code().nullable(),
  createdAt: t.timestamptz(),
  removedAt: t.timestamptz().nullable().later(),
});

export type BankAccount = RowOf<typeof bankAccounts>;

const columns = columnsOf(bankAccounts);

/** Makes the transaction the only one that adds or removes accounts. */
export const lockAccounts = (tx: Tx) =>
  execute(tx`select pg_advisory_xact_lock(hashtext('tefo bank accounts'))`);

/** Returns every account, removed ones too, in the order of their making. all merchants: there are few. */
export const findAccounts = (db: Db) =>
  db<BankAccount[]>`select ${columns(db)} from bank_accounts order by created_at, id`;

/** Returns the accounts that are not removed, in the order of their making. all merchants: there are few. */
export const findActiveAccounts = (db: Db) => db<BankAccount[]>`
    select ${columns(db)} from bank_accounts where removed_at is null order by created_at, id`;

/** all merchants: operators name accounts. */
export const findAccount = (db: Db, id: string) =>
  firstRow(db<BankAccount[]>`select ${columns(db)} from bank_accounts where id = ${id}`);

/** Returns an account that a viewer sees and that is not removed. The operator's own, for all merchants, are the operator's. */
export const findSeenAccount = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<BankAccount[]>`
    select ${columns(db)} from bank_accounts where id = ${id} and removed_at is null and ${seenBy(db, viewer)}`);

/** Returns the accounts that a viewer sees and that are not removed, in the order of their making. */
export const findSeenAccounts = (db: Db, viewer: Viewer) => db<BankAccount[]>`
    select ${columns(db)} from bank_accounts where removed_at is null and ${seenBy(db, viewer)}
    order by created_at, id`;

/**
 * Returns the condition that keeps a viewer to what happened on the accounts that they see, removed ones too. `column` has the
 * account's id.
 */
export function onSeenAccount(db: Db, viewer: Viewer, column = 'bank_account') {
  if (viewer.merchants === 'all') return db`true`;
  return db`${db(column)} = any (array(select id from bank_accounts where ${seenBy(db, viewer)}))`;
}

/** Locks an account, so that its statements are taken one after the other. all merchants: operators name accounts. */
export const lockAccount = (tx: Tx, id: string) =>
  firstRow(tx<BankAccount[]>`select ${columns(tx)} from bank_accounts where id = ${id} for update`);

export const insertAccount = (tx: Tx, row: BankAccount) => execute(insertRows(tx, bankAccounts, [row]));

/** Sets the balance before an account's first line, in cents. all merchants: the caller has locked the account. */
export const setOpening = (tx: Tx, id: string, openingCents: Cents) =>
  execute(tx`update bank_accounts set opening_cents = ${openingCents} where id = ${id}`);

/** all merchants: the caller has locked the account. */
export const setRemoved = (tx: Tx, id: string, at: Date) =>
  execute(tx`update bank_accounts set removed_at = ${at} where id = ${id}`);
