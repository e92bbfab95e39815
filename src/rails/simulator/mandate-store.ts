// All SQL of the simulated bank's mandates, and of the orders that are collected under them.
import type { Collection, MandateOrder } from '../../core/rails.ts';
import type { Db } from '../../kernel/db/db.ts';
import { execute, firstRow } from '../../kernel/db/rows.ts';
import type { Cents } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import type { Account } from './accounts.ts';
import { lapse } from './outcomes.ts';
import { openAccounts } from './store.ts';

export interface Mandate {
  id: string;
  merchantId: string | null;
  bankId: string;
  payee: string;
  reference: string;
  /** Of each scheduled collection. */
  amountCents: Cents;
  /** The most that one collection may be. */
  maximumCents: Cents;
  /** Collected once, as soon as it is approved; null if nothing is. */
  payableNowCents: Cents | null;
  frequency: string;
  /** "2026-12-01". */
  firstPaymentDate: string;
  occurrences: number;
  returnUrl: string;
  state: 'waiting' | 'approved' | 'declined' | 'lapsed' | 'cancelled';
  payerAccount: string | null;
  expiresAt: Date;
}

/**
 * Writes a mandate and, if they are new, the accounts that collections under it can touch; an existing one stays as it
 * is, but moves to another bank while it is undecided.
 */
export const insertMandate = (db: Db, order: MandateOrder, accounts: Account[], now: Date) =>
  execute(db`
    with opened as (${openAccounts(db, [{ bankId: order.bankId, accounts }], now)})
    insert into bank.mandates (id, merchant_id, bank_id, payee, reference, amount_cents, maximum_cents,
      payable_now_cents, frequency, first_payment_date, occurrences, return_url, created_at, expires_at)
    values (${order.id}, ${order.merchantId}, ${order.bankId}, ${order.payee}, ${order.reference},
      ${order.amount}, ${order.maximum}, ${order.payableNow}, ${order.frequency},
      ${order.firstPaymentDate}::text::date, ${order.occurrences}, ${order.returnUrl}, ${now}, ${order.expiresAt})
    on conflict (id) do update set bank_id = excluded.bank_id where mandates.state = 'waiting'`);

/** Returns the present mandate, or undefined for one that the bank does not know. */
export const readMandate = (db: Db, id: string) =>
  firstRow(db<Mandate[]>`
    select id, merchant_id, bank_id, payee, reference, amount_cents, maximum_cents, payable_now_cents, frequency,
      first_payment_date::text as first_payment_date, occurrences, return_url, state, payer_account, expires_at
    from bank.mandates where id = ${id}`);

/** Of many decisions exactly one counts. */
export const decideWaiting = (
  db: Db,
  id: string,
  state: 'approved' | 'declined',
  payerAccount: string | null,
  now: Date,
) =>
  execute(db`
    update bank.mandates set state = ${state}, payer_account = ${payerAccount}, decided_at = ${now}
    where id = ${id} and state = 'waiting'`);

export const lapseMandate = (db: Db, id: string, now: Date) =>
  execute(db`
    update bank.mandates set state = 'lapsed', decided_at = ${now} where id = ${id} and state = 'waiting'`);

export const cancelMandate = (db: Db, id: string, now: Date) =>
  execute(db`
    update bank.mandates set state = 'cancelled', decided_at = ${now}
    where id = ${id} and state in ('waiting', 'approved')`);

/** Writes an order that its payer need not come for; one already there stays as it is. */
export async function insertCollection(
  db: Db,
  collection: Collection,
  mandate: Mandate,
  now: Date,
): Promise<void> {
  const due = required(lapse(collection), 'due time');
  await db`
    insert into bank.orders (id, merchant_id, bank_id, amount_cents, payee, reference, return_url, created_at, expires_at, state,
      due_at, due_state, mandate_id)
    values (${collection.id}, ${collection.merchantId}, ${collection.bankId}, ${collection.amount}, ${collection.payee},
      ${collection.reference}, ${mandate.returnUrl}, ${now}, ${collection.expiresAt}, 'authenticated', ${due.at},
      ${due.state}, ${mandate.id})
    on conflict (id) do nothing`;
}
