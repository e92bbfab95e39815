// All SQL of the simulated bank's transfers. A move of a transfer, the lines it books and its callback are one
// statement, so that none of them can exist without the others.
import { type KnownTransfer, simulatorAccount, type TransferOrder } from '../../core/rails.ts';
import type { Db, Sql } from '../../kernel/db/db.ts';
import { execute, firstRow } from '../../kernel/db/rows.ts';
import { operatingAccount } from './accounts.ts';
import {
  type Plan,
  statesBefore,
  type Transfer,
  type TransferEnd,
  transferReasons,
} from './transfer-plan.ts';

type Fragment = ReturnType<Sql>;

const columns = (db: Db) => db`
  id, amount_cents, bank_id, branch_code, account_number, state, reason, due_at`;

/** Opens a new operating account; the first part of a statement that needs it. */
export function openOperatingAccount(db: Db, now: Date): Fragment {
  const { number, kind, name, holder, bank } = operatingAccount;
  return db`
    insert into bank.accounts (number, bank_id, kind, name, holder, opened_at)
    values (${number}, ${bank.id}, ${kind}, ${name}, ${holder}, ${now})
    on conflict do nothing`;
}

/** Writes a transfer and what will become of it; one already there stays as it is. */
export const insertTransfer = (db: Db, order: TransferOrder, plan: Plan, now: Date) =>
  execute(db`
    with opened as (${openOperatingAccount(db, now)})
    insert into bank.transfers (id, merchant_id, purpose, refund_of, amount_cents, bank_id, branch_code, account_number,
      account_holder, reference, real_time, created_at, due_at, due_state, comes_back)
    values (${order.id}, ${order.merchantId}, ${order.purpose}, ${order.refundOf}, ${order.amount},
      ${order.bankId}, ${order.branchCode}, ${order.accountNumber}, ${order.accountHolder}, ${order.reference}, ${order.realTime},
      ${now}, ${plan.due.at}, ${plan.due.state}, ${plan.comesBack})
    on conflict (id) do nothing`);

/** Returns the present transfer, or undefined for one that the bank does not know. */
export const readTransfer = (db: Db, id: string) =>
  firstRow(db<Transfer[]>`select ${columns(db)} from bank.transfers where id = ${id}`);

/** Every transfer that was ordered since then, in the order of its coming. Read through a cursor, a thousand at a time. */
export async function* listTransfers(db: Db, since: Date): AsyncGenerator<KnownTransfer> {
  const pages = db<KnownTransfer[]>`
    select id, ${simulatorAccount} as account, merchant_id, purpose, refund_of, amount_cents as amount, reference,
      created_at as ordered_at, case state when 'processing' then 'pending' else state end as outcome
    from bank.transfers where created_at >= ${since} order by created_at, id`.cursor(1000);
  for await (const page of pages) yield* page;
}

/**
 * Ends a transfer if it is still in a state from which it can; nothing that was planned for it happens then. Of many
 * callers exactly one moves it.
 */
export async function endTransfer(
  db: Db,
  id: string,
  to: TransferEnd,
  reason: string | null,
  now: Date,
): Promise<void> {
  await carryOut(
    db,
    db`
      update bank.transfers set state = ${to}, reason = ${reason}, decided_at = ${now}, due_at = null,
        due_state = null, comes_back = false
      where id = ${id} and state = any(${[...statesBefore[to]]}::text[])
      returning *`,
    now,
  );
}

/** Carries out the due steps of at most `limit` transfers (or of one); returns how many there were. */
export async function moveDueTransfers(db: Db, now: Date, limit: number, id?: string): Promise<number> {
  return carryOut(
    db,
    db`
      with due as materialized (
        select id from bank.transfers where due_at <= ${now} ${id ? db`and id = ${id}` : db``}
        order by due_at limit ${limit} for update ${id ? db`` : db`skip locked`}
      )
      update bank.transfers as t set state = t.due_state, decided_at = ${now},
        reason = case t.due_state
          when 'failed' then ${transferReasons.failed} when 'returned' then ${transferReasons.returned} end,
        due_at = case when t.due_state = 'paid' and t.comes_back then t.due_at + interval '24 hours' end,
        due_state = case when t.due_state = 'paid' and t.comes_back then 'returned' end
      from due where t.id = due.id
      returning t.*`,
    now,
  );
}

// Statement and callbacks follow from the moved row, so that no caller can forget them. Returned money has left before,
// also if it was returned before its payment was reported.
async function carryOut(db: Db, update: Fragment, now: Date): Promise<number> {
  const moved = await db`
    with moved as (${update}),
    booked as (
      insert into bank.statement_lines (account, transfer_id, amount_cents, reference, counterpart, booked_at)
      select ${operatingAccount.number}, m.id, line.sign * m.amount_cents, m.reference, m.account_number,
        ${now}::timestamptz
      from moved m join (values (-1, 'paid'), (-1, 'returned'), (1, 'returned')) as line (sign, state)
        on line.state = m.state
      order by line.sign
      on conflict do nothing
    ),
    told as (
      insert into bank.callbacks (transfer_id, merchant_id, outcome, reason, created_at, due_at)
      select id, merchant_id, state, reason, ${now}::timestamptz, ${now}::timestamptz from moved
      on conflict do nothing
    )
    select id from moved`;
  return moved.length;
}
