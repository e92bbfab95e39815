// All SQL of the simulated bank's orders. A move of an order, the lines it books and the callback that
// tells of it are one statement, so that none of them can be there without the others.

import type { PaymentOrder } from '../../core/rails.ts';
import type { Db, Sql } from '../../kernel/db/db.ts';
import type { Account } from './accounts.ts';
import { lapse, type Move, type Order, reasons } from './outcomes.ts';

type Fragment = ReturnType<Sql>;

const columns = (db: Db) => db`
  id, merchant_id, bank_id, amount_cents, payee, reference, return_url, expires_at, state, reason, payer_account, due_at, manner`;

/** Opens accounts at a bank where they are new; stands as the first part of a statement that needs them. */
export function openAccounts(db: Db, bankId: string, accounts: Account[], now: Date): Fragment {
  return db`
    insert into bank.accounts (number, bank_id, kind, name, holder, opened_at)
    select given.number, ${bankId}::uuid, given.kind, given.name, given.holder, ${now}::timestamptz
    from unnest(
      ${accounts.map((account) => account.number)}::text[], ${accounts.map((account) => account.kind)}::text[],
      ${accounts.map((account) => account.name)}::text[], ${accounts.map((account) => account.holder)}::text[]
    ) as given (number, kind, name, holder)
    on conflict do nothing`;
}

/** Writes an order and, where they are new, the accounts it may touch; an order already there stays as it is. */
export async function insertOrder(
  db: Db,
  order: PaymentOrder,
  accounts: Account[],
  now: Date,
): Promise<void> {
  const due = lapse(order)!;
  await db`
    with opened as (${openAccounts(db, order.bankId, accounts, now)})
    insert into bank.orders (id, merchant_id, bank_id, amount_cents, payee, reference, return_url, created_at,
      expires_at, due_at, due_state)
    values (${order.transactionId}, ${order.merchantId}, ${order.bankId}, ${order.amount}, ${order.payee},
      ${order.reference}, ${order.returnUrl}, ${now}, ${order.expiresAt}, ${due.at}, ${due.state})
    on conflict (id) do nothing`;
}

/** The order as it stands, or undefined where the bank never heard of it. */
export async function readOrder(db: Db, id: string): Promise<Order | undefined> {
  const [order] = await db<Order[]>`select ${columns(db)} from bank.orders where id = ${id}`;
  return order;
}

/**
 * Makes a move if the order is still in one of the states it starts from; undefined when it is not, so that of
 * many callers exactly one moves it. `payerAccount` is kept where none is set yet.
 */
export async function moveOrder(
  db: Db,
  id: string,
  move: Move,
  payerAccount: string | null,
  now: Date,
): Promise<Order | undefined> {
  const decided = move.to === 'authenticated' || move.to === 'processing' ? null : now;
  const [order] = await carryOut(
    db,
    db`
      update bank.orders set state = ${move.to}, reason = ${move.reason ?? reasons[move.to]}, decided_at = ${decided},
        payer_account = coalesce(payer_account, ${payerAccount}), manner = ${move.manner ?? null},
        due_at = ${move.due?.at ?? null}, due_state = ${move.due?.state ?? null}
      where id = ${id} and state = any(${[...move.from]}::text[])
      returning *`,
    now,
  );
  return order;
}

/** Carries out what is due by itself on at most `limit` orders (or on one); answers how many there were. */
export async function moveDueOrders(db: Db, now: Date, limit: number, id?: string): Promise<number> {
  const moved = await carryOut(
    db,
    db`
      with due as materialized (
        select id from bank.orders where due_at <= ${now} ${id ? db`and id = ${id}` : db``}
        order by due_at limit ${limit} for update ${id ? db`` : db`skip locked`}
      )
      update bank.orders as o set state = o.due_state, decided_at = ${now}, manner = null, due_at = null,
        due_state = null, reason = case o.due_state
          when 'declined' then ${reasons.declined} when 'abandoned' then ${reasons.abandoned} end
      from due where o.id = due.id
      returning o.*`,
    now,
  );
  return moved.length;
}

// Statement and callbacks follow from the row as it was moved, so that no caller can forget them.
function carryOut(db: Db, update: Fragment, now: Date): Promise<Order[]> {
  return db<Order[]>`
    with moved as (${update}),
    booked as (
      insert into bank.statement_lines (account, order_id, amount_cents, reference, counterpart, booked_at)
      select payer_account, id, -amount_cents, reference, payee, ${now}::timestamptz from moved where state = 'paid'
      union all
      select a.number, m.id, m.amount_cents, m.reference, m.payer_account, ${now}::timestamptz
      from moved m join bank.accounts a on a.bank_id = m.bank_id and a.kind = 'collection' where m.state = 'paid'
    ),
    told as (
      insert into bank.callbacks (order_id, merchant_id, outcome, reason, payer_account, created_at, due_at)
      select id, merchant_id, case state when 'processing' then 'pending' else state end, reason, payer_account,
        ${now}::timestamptz, ${now}::timestamptz
      from moved where state <> 'authenticated' and manner is null
      on conflict (order_id, outcome) do nothing
    )
    select ${columns(db)} from moved`;
}
