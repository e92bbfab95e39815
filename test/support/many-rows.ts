// Thousands of a merchant's payments, transactions and refunds, written by SQL, for measuring and testing lists.
import { inTransaction, type Sql, type Tx } from '../../src/kernel/db/db.ts';

/** Rare states are in the first rows: one of each hundred for each rare state. */
export const rareWithin = 2_000;

/** The age of row 0; each further row is a second younger. */
const oldest = '20 days';

export interface Span {
  site: { merchantId: string; id: string };
  /** Rows from `from` to below `to`. */
  from: number;
  to: number;
  now: Date;
}

/** Adds payments "order-N", complete except the rare ones, each with one matching transaction. */
export function addPayments(db: Sql, span: Span): Promise<void> {
  return withoutTriggers(db, async (tx) => {
    await insertPayments(tx, span);
    await insertTransactions(tx, span);
  });
}

/** Adds a refund of each transaction, complete except the rare ones. */
export function addRefunds(db: Sql, span: Span): Promise<void> {
  return withoutTriggers(db, (tx) => insertRefunds(tx, span));
}

/** Rows only for lists need not be consistent, nor checked one by one. Requires a superuser. */
function withoutTriggers(db: Sql, work: (tx: Tx) => Promise<void>): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await work(tx);
  });
}

async function insertPayments(db: Tx, { site, from, to, now }: Span): Promise<void> {
  await db`
    insert into payments (id, merchant_id, site_id, contract, state, amount_cents, currency, merchant_reference, is_test,
      details, correlation_id, created_at, expires_at, completed_at)
    select uuidv7(), ${site.merchantId}, ${site.id}, 'one', kind.state, 14990, 'ZAR', 'order-' || n, false,
      '{"returnUrl": "https://shop.example.co.za/checkout/return", "region": "ZA"}', gen_random_uuid()::text,
      made.at, made.at + interval '1 day', case when kind.state = 'complete' then made.at end
    from generate_series(${from}::integer, ${to - 1}::integer) n,
      lateral (select ${now}::timestamptz - ${oldest}::interval + n * interval '1 second' as at) made,
      lateral (select case when n >= ${rareWithin} then 'complete' when n % 100 = 1 then 'cancelled'
        when n % 100 = 2 then 'expired' when n % 100 in (3, 4) then 'created' else 'complete' end as state) kind`;
}

async function insertTransactions(db: Tx, { site, from, to }: Span): Promise<void> {
  await db`
    insert into transactions (id, merchant_id, site_id, payment_id, state, payment_type, amount_cents, currency,
      merchant_reference, is_test, correlation_id, created_at, completed_at)
    select uuidv7(), payment.merchant_id, payment.site_id, payment.id, kind.state, 'redirect', 14990, 'ZAR',
      payment.merchant_reference, false, payment.correlation_id, payment.created_at,
      case when kind.state not in ('started', 'pending') then payment.created_at end
    from generate_series(${from}::integer, ${to - 1}::integer) n
    join payments payment on payment.site_id = ${site.id} and payment.merchant_reference = 'order-' || n,
      lateral (select case when n >= ${rareWithin} then 'successful' when n % 100 = 1 then 'declined'
        when n % 100 = 2 then 'expired' when n % 100 = 3 then 'started' when n % 100 = 4 then 'pending'
        when n % 100 = 5 then 'refunded' else 'successful' end as state) kind`;
}

async function insertRefunds(db: Tx, { site, from, to }: Span): Promise<void> {
  await db`
    insert into refunds (id, merchant_id, site_id, transaction_id, contract, state, amount_cents, currency, reason,
      real_time, bank_id, bank_name, account, branch_code, statement_reference, merchant_reference, created_by,
      correlation_id, created_at, due_at, completed_at)
    select uuidv7(), merchant_id, site_id, id, 'one', kind.state, 100, 'ZAR', 'returned', false, gen_random_uuid(), 'Bank',
      '*1234', '051001', 'REFUND', merchant_reference, 'system', correlation_id, created_at, created_at,
      case when kind.state not in ('pending', 'submitted') then created_at end
    from generate_series(${from}::integer, ${to - 1}::integer) n
    join transactions on site_id = ${site.id} and merchant_reference = 'order-' || n,
      lateral (select case when n >= ${rareWithin} then 'complete' when n % 100 = 1 then 'pending'
        when n % 100 = 2 then 'submitted' when n % 100 = 3 then 'failed' when n % 100 = 4 then 'cancelled'
        when n % 100 = 5 then 'returned' else 'complete' end as state) kind`;
}
