// All SQL of the simulated bank's orders. A move of an order, the lines it books and its callback are one statement, so
// that none of them can exist without the others.

import type { PaymentOrder } from '../../core/rails.ts';
import { batch } from '../../kernel/db/batch.ts';
import { batchedRead } from '../../kernel/db/batched-read.ts';
import { type Db, type Fragment, inTransaction, type Sql } from '../../kernel/db/db.ts';
import { firstOf, itemAt, lastOf, required } from '../../kernel/required.ts';
import type { Account } from './accounts.ts';
import { lapse, type Move, type Order, reasons } from './outcomes.ts';

const columns = (db: Db) => db`
  id, merchant_id, bank_id, amount_cents, payee, reference, return_url, expires_at, state, reason, payer_account,
  decided_at, due_at, manner, mandate_id, unpaid_code`;

/** Accounts at a bank that a statement opens where they are new. */
export interface Opening {
  bankId: string;
  accounts: readonly Account[];
}

/** Opens new accounts; the first part of a statement that needs them. */
export function openAccounts(db: Db, openings: readonly Opening[], now: Date): Fragment {
  const all = openings.flatMap(({ bankId, accounts }) => accounts.map((account) => ({ bankId, ...account })));
  const given = [...new Map(all.map((account) => [account.number, account])).values()];
  const column = (key: keyof (typeof given)[number]) => given.map((account) => account[key]);
  return db`
    insert into bank.accounts (number, bank_id, kind, name, holder, opened_at)
    select given.number, given.bank_id, given.kind, given.name, given.holder, ${now}::timestamptz
    from unnest(${column('number')}::text[], ${column('bankId')}::uuid[], ${column('kind')}::text[],
      ${column('name')}::text[], ${column('holder')}::text[]) as given (number, bank_id, kind, name, holder)
    where not exists (select from bank.accounts known where known.number = given.number)
    on conflict do nothing`;
}

export interface NewOrder {
  order: PaymentOrder;
  /** Those that the order may touch. */
  accounts: readonly Account[];
  now: Date;
}

/**
 * Writes an order and, if they are new, the accounts it can touch. Returns the bank's order: an existing one stays as
 * it is. Concurrent calls share a statement.
 */
export const insertOrder = batch(insertOrders);

async function insertOrders(db: Sql, all: readonly NewOrder[]): Promise<Order[]> {
  const column = (of: (order: PaymentOrder) => string | null) => all.map(({ order }) => of(order));
  const dues = all.map(({ order }) => required(lapse(order), 'due time'));
  const openings = all.map(({ order, accounts }) => ({ bankId: order.bankId, accounts }));
  const kept = await db<Order[]>`
    with opened as (${openAccounts(db, openings, firstOf(all).now)}),
    inserted as (
      insert into bank.orders (id, merchant_id, bank_id, amount_cents, payee, reference, return_url, created_at,
        expires_at, due_at, due_state)
      select * from unnest(${column((order) => order.id)}::uuid[],
        ${column((order) => order.merchantId)}::uuid[], ${column((order) => order.bankId)}::uuid[],
        ${column((order) => String(order.amount))}::bigint[], ${column((order) => order.payee)}::text[],
        ${column((order) => order.reference)}::text[], ${column((order) => order.returnUrl)}::text[],
        ${all.map(({ now }) => now.toISOString())}::timestamptz[],
        ${column((order) => order.expiresAt.toISOString())}::timestamptz[],
        ${dues.map(({ at }) => at.toISOString())}::timestamptz[], ${dues.map(({ state }) => state)}::text[])
      on conflict (id) do nothing
      returning *
    )
    select ${columns(db)} from inserted
    union all
    select ${columns(db)} from bank.orders where id = any (${column((order) => order.id)}::uuid[])`;
  const known = new Map(kept.map((order) => [order.id, order]));
  // What another process has written just now is there, but this statement does not see it.
  const read = async (id: string) => known.get(id) ?? required(await readOrder(db, id), 'order');
  return Promise.all(all.map(({ order }) => read(order.id)));
}

/** Returns the order in its present state, or undefined if the bank does not have it. */
export const readOrder = batchedRead(
  (db, ids) => db<Order[]>`select ${columns(db)} from bank.orders where id = any (${ids}::uuid[])`,
  ({ id }) => id,
);

export interface OrderMove {
  id: string;
  move: Move;
  /** Kept if none is set yet. */
  payerAccount: string | null;
  now: Date;
}

/**
 * Makes a move if the order is still in one of the states it starts from; undefined when it is not, so that of
 * many callers exactly one moves it. Moves made at the same time share a statement.
 */
export const moveOrder = batch(moveOrders);

function moveOrders(db: Sql, moves: readonly OrderMove[]): Promise<(Order | undefined)[]> {
  const rounds = roundsOf(moves);
  if (rounds.length === 1) return moveRounds(db, moves, rounds);
  return inTransaction(db, (tx) => moveRounds(tx, moves, rounds));
}

async function moveRounds(
  db: Db,
  moves: readonly OrderMove[],
  rounds: readonly number[][],
): Promise<(Order | undefined)[]> {
  const results: (Order | undefined)[] = [];
  for (const indexes of rounds) {
    const round = indexes.map((index) => itemAt(moves, index));
    const moved = await moveOnce(db, round);
    for (const index of indexes) results[index] = moved.get(itemAt(moves, index).id);
  }
  return results;
}

/** Which moves go together: a second move of an order starts from where the first has led. */
function roundsOf(moves: readonly OrderMove[]): number[][] {
  const rounds: number[][] = [];
  const made = new Map<string, number>();
  for (const [index, { id }] of moves.entries()) {
    const round = made.get(id) ?? 0;
    made.set(id, round + 1);
    rounds[round] = [...(rounds[round] ?? []), index];
  }
  return rounds;
}

async function moveOnce(db: Db, moves: readonly OrderMove[]): Promise<Map<string, Order>> {
  const column = (of: (move: Move) => string | null | undefined) => moves.map(({ move }) => of(move) ?? null);
  const decidedAt = moves.map(({ move, now }) =>
    move.to === 'authenticated' || move.to === 'processing' ? null : now.toISOString(),
  );
  const moved = await carryOut(
    db,
    db`
      update bank.orders own set state = move.to_state, reason = move.reason, decided_at = move.decided_at,
        payer_account = coalesce(own.payer_account, move.payer_account), unpaid_code = move.unpaid_code, manner = move.manner, due_at = move.due_at,
        due_state = move.due_state
      from unnest(${moves.map(({ id }) => id)}::uuid[], ${column(({ from }) => from.join())}::text[],
        ${column(({ to }) => to)}::text[], ${column(({ reason, to }) => reason ?? reasons[to])}::text[],
        ${decidedAt}::timestamptz[], ${moves.map(({ payerAccount }) => payerAccount)}::text[],
        ${column(({ manner }) => manner)}::text[], ${column(({ due }) => due?.at.toISOString())}::timestamptz[],
        ${column(({ due }) => due?.state)}::text[], ${column(({ unpaidCode }) => unpaidCode)}::text[])
        as move (id, from_states, to_state, reason, decided_at, payer_account, manner, due_at, due_state, unpaid_code)
      where own.id = move.id and own.state = any (string_to_array(move.from_states, ','))
      returning own.*`,
    lastOf(moves).now,
  );
  return new Map(moved.map((order) => [order.id, order]));
}

/** Carries out the due steps of at most `limit` orders (or of one); returns how many there were. */
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
const carryOut = (db: Db, update: Fragment, now: Date) => db<Order[]>`
    with moved as (${update}),
    booked as (
      insert into bank.statement_lines (account, order_id, amount_cents, reference, counterpart, booked_at)
      select payer_account, id, case state when 'paid' then -amount_cents else amount_cents end, reference, payee,
        ${now}::timestamptz
      from moved where state in ('paid', 'returned')
      union all
      select a.number, m.id, case m.state when 'paid' then m.amount_cents else -m.amount_cents end, m.reference,
        m.payer_account, ${now}::timestamptz
      from moved m join bank.accounts a on a.bank_id = m.bank_id and a.kind = 'collection'
      where m.state in ('paid', 'returned')
    ),
    told as (
      insert into bank.callbacks (order_id, merchant_id, outcome, reason, payer_account, unpaid_code, created_at,
        due_at)
      select id, merchant_id, case state when 'processing' then 'pending' else state end, reason, payer_account,
        unpaid_code, ${now}::timestamptz, ${now}::timestamptz
      from moved where state <> 'authenticated' and manner is null
      on conflict (order_id, outcome) do nothing
    )
    select ${columns(db)} from moved`;
