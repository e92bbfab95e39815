// All SQL of the rail: the messages sent for each order, and the polls of each account. all merchants: an account pays
// and is paid for every merchant that it serves.
import type { Db } from '../../kernel/db/db.ts';
import { execute, firstRow, onlyValue } from '../../kernel/db/rows.ts';

export interface StoredFile {
  /** The order's. */
  id: string;
  /** Of its pain.001. */
  messageId: string;
  pain001Sealed: string;
  /** How many sendings may have reached the bank. */
  sendings: number;
  /** The bank's; null until the bank has reported it. */
  paymentId: string | null;
}

export const findFile = (db: Db, id: string) =>
  firstRow(db<StoredFile[]>`
    select id, message_id, pain001_sealed, sendings, payment_id from investec_orders where id = ${id}`);

/** Adds an order's file, unless it has one, or the message id is taken. */
export const insertFile = (db: Db, row: Pick<StoredFile, 'id' | 'messageId' | 'pain001Sealed'>) =>
  execute(db`
    insert into investec_orders (id, message_id, pain001_sealed) values (${row.id}, ${row.messageId}, ${row.pain001Sealed})
    on conflict do nothing`);

/** Commits that a file is about to be sent. Returns how many sendings may then have reached the bank. */
export const beginSending = (db: Db, id: string) =>
  onlyValue(db<{ sendings: number }[]>`
    update investec_orders set sendings = sendings + 1 where id = ${id} returning sendings`);

/** The only sending did not reach the bank. Another one that has begun in the meantime keeps the doubt. */
export const undoSending = (db: Db, id: string) =>
  execute(db`update investec_orders set sendings = 0 where id = ${id} and sendings = 1`);

export const setPaymentId = (db: Db, id: string, paymentId: string) =>
  execute(db`update investec_orders set payment_id = ${paymentId} where id = ${id} and payment_id is null`);

export interface Poll {
  /** The number of failed polls of the account in a row. */
  failures: number;
  /** The last results for past days, and for the others. */
  closedSha256: string | null;
  openSha256: string | null;
}

/** Claims the poll of an account if it is due, so that no other process polls it before an instant. */
export const claimPoll = (db: Db, bankAccount: string, now: Date, until: Date) =>
  firstRow(db<Poll[]>`
    insert into investec_polls as poll (bank_account, due_at) values (${bankAccount}, ${until})
    on conflict (bank_account) do update set due_at = excluded.due_at where poll.due_at <= ${now}
    returning failures, closed_sha256, open_sha256`);

export const endPoll = (db: Db, bankAccount: string, dueAt: Date, failures: number) =>
  execute(db`
    update investec_polls set due_at = ${dueAt}, failures = ${failures} where bank_account = ${bankAccount}`);

/** Stores the last results of an account. */
export const setReported = (
  db: Db,
  bankAccount: string,
  reported: Pick<Poll, 'closedSha256' | 'openSha256'>,
) =>
  execute(db`
    update investec_polls set closed_sha256 = ${reported.closedSha256}, open_sha256 = ${reported.openSha256}
    where bank_account = ${bankAccount}`);
