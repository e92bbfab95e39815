// The simulated bank's records of orders, transfers, mandates and deposits, for timelines.

import type { BankRecord } from '../../core/rails.ts';
import type { Db } from '../../kernel/db/db.ts';
import { type Cents, formatRand } from '../../kernel/money.ts';

/** All that is on record about things with these ids. Accounts are not named. */
export async function recall(db: Db, ids: string[]): Promise<BankRecord[]> {
  return [
    ...(await recallObjects(db, ids)),
    ...(await recallCallbacks(db, ids)),
    ...(await recallLines(db, ids)),
  ];
}

interface ObjectRow {
  id: string;
  kind: 'order' | 'transfer' | 'mandate';
  state: string;
  reason: string | null;
  amountCents: Cents;
  createdAt: Date;
  decidedAt: Date | null;
}

async function recallObjects(db: Db, ids: string[]): Promise<BankRecord[]> {
  const rows = await db<ObjectRow[]>`
    select id, 'order' as kind, state, reason, amount_cents, created_at, decided_at
    from bank.orders where id = any (${ids}::uuid[])
    union all select id, 'transfer', state, reason, amount_cents, created_at, decided_at
    from bank.transfers where id = any (${ids}::uuid[])
    union all select id, 'mandate', state, null, amount_cents, created_at, decided_at
    from bank.mandates where id = any (${ids}::uuid[])`;
  return rows.flatMap(({ id, kind, state, reason, amountCents, createdAt, decidedAt }) => {
    const record = `bank.${kind}s/${id}`;
    const taken = {
      id,
      record,
      at: createdAt,
      what: `the bank took the ${kind} of ${formatRand(amountCents)}`,
      why: null,
      isFirst: true,
    };
    if (decidedAt === null) return [taken];
    const decided = {
      id,
      record: `${record}/decided`,
      at: decidedAt,
      what: `at the bank the ${kind} became ${state}`,
    };
    return [taken, { ...decided, why: reason, isFirst: false }];
  });
}

interface CallbackRow {
  id: bigint;
  objectId: string;
  outcome: string;
  reason: string | null;
  attempts: number;
  deliveredAt: Date;
}

async function recallCallbacks(db: Db, ids: string[]): Promise<BankRecord[]> {
  const rows = await db<CallbackRow[]>`
    select id, coalesce(order_id, transfer_id, deposit_id) as object_id, outcome, reason, attempts, delivered_at
    from bank.callbacks
    where delivered_at is not null and (order_id = any (${ids}::uuid[]) or transfer_id = any (${ids}::uuid[])
      or deposit_id = any (${ids}::uuid[]))
    order by id`;
  return rows.map(({ id, objectId, outcome, reason, attempts, deliveredAt }) => ({
    id: objectId,
    record: `bank.callbacks/${id}`,
    at: deliveredAt,
    what: `the bank’s callback said ${outcome}${attempts > 1 ? `, with the ${attempts}. attempt` : ''}`,
    why: reason,
    isFirst: false,
  }));
}

interface LineRow {
  id: bigint;
  objectId: string;
  amountCents: Cents;
  reference: string;
  bookedAt: Date;
}

async function recallLines(db: Db, ids: string[]): Promise<BankRecord[]> {
  const rows = await db<LineRow[]>`
    select line.id, coalesce(line.order_id, line.transfer_id, line.deposit_id) as object_id, line.amount_cents,
      line.reference, line.booked_at
    from bank.statement_lines line
    join bank.accounts account on account.number = line.account and account.kind in ('collection', 'operating')
    where line.order_id = any (${ids}::uuid[]) or line.transfer_id = any (${ids}::uuid[])
      or line.deposit_id = any (${ids}::uuid[])
    order by line.id`;
  return rows.map(({ id, objectId, amountCents, reference, bookedAt }) => ({
    id: objectId,
    record: `bank.statement_lines/${id}`,
    at: bookedAt,
    what: `our statement shows ${formatRand(amountCents)}, "${reference}"`,
    why: null,
    isFirst: false,
  }));
}
