// Fills the tables that the console lists, by set-based SQL, with rows as a busy service has them: for measuring, and for
// tests of plans. The rows hang together as far as lists read them; the ledger is left out, so `tefo check` finds fault.
import { type Fragment, inTransaction, type Sql, type Tx } from '../../src/kernel/db/db.ts';
import { deliveryIdOf } from './deliveries.ts';

export interface Filling {
  payments: number;
  /** They are spread over so many days before `now`. */
  days: number;
  now: Date;
  /** How many merchants and sites there are in addition to the oldest merchant's own; it has `first` of these sites. */
  shops?: { merchants: number; sites: number; first: number };
  /** An account number sealed by the service's key, for payouts and deposits. */
  sealedAccount?: string;
  /** One in ten is of the first or the last instant of a South African day. */
  hasDayBounds?: boolean;
  /** Logs the added rows. */
  report?: (line: string) => void;
}

const paymentsAtOnce = 100_000;
/** The cost of each payment to its site. */
export const feeCents = 150;

const manyShops = { merchants: 20, sites: 100, first: 24 };

/**
 * Adds merchants, sites and rows of every list. The oldest merchant, created if absent, has half of all; the others,
 * nineteen by default, share the rest. Requires a superuser; a pool of several connections is filled faster.
 */
export async function fillConsole(db: Sql, filling: Filling): Promise<void> {
  const { payments, report, shops = manyShops } = filling;
  await withoutTriggers(db, (tx) => addSites(tx, filling));
  report?.(`${shops.merchants} merchants, ${shops.sites} sites`);
  const spans = spansOf(payments);
  const lane = async () => {
    for (const span of spans) {
      await withoutTriggers(db, (tx) => addPayments(tx, { ...filling, ...span }));
      report?.(`payments ${span.from} to ${span.to}`);
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  await withoutTriggers(db, (tx) => addMoneyOut(tx, filling));
  // The tasks do not read each other's rows.
  const rest = {
    addSubscriptions,
    addLinks,
    addBulk,
    addSettlements,
    addNotices: addNotifications,
    addOthers,
  };
  await Promise.all(
    Object.entries(rest).map(async ([name, add]) => {
      await withoutTriggers(db, (tx) => add(tx, filling));
      report?.(name);
    }),
  );
  await db`vacuum analyze`;
}

function* spansOf(payments: number): Generator<{ from: number; to: number }> {
  for (let from = 0; from < payments; from += paymentsAtOnce)
    yield { from, to: Math.min(from + paymentsAtOnce, payments) };
}

/** In one transaction, and with the function `chance`. Rows that hang together already need not be judged one by one. */
export function withoutTriggers(db: Sql, work: (tx: Tx) => Promise<void>): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx`set local session_replication_role = replica`;
    // A number below 1 that looks like chance, and is the same for the same number and purpose.
    await tx`
      create or replace function pg_temp.random_share(n bigint, purpose bigint) returns float8 language sql immutable as
        'select (hashint8extended(n, purpose) & 1048575)::float8 / 1048576'`;
    await work(tx);
  });
}

async function addSites(db: Tx, { now, days, shops = manyShops }: Filling): Promise<void> {
  const made = new Date(now.getTime() - (days + 1) * 86_400_000);
  await db`
    insert into merchants (id, code, name, created_at)
    select uuidv7(), 'FILL' || lpad(n::text, 2, '0'), 'Filled shop ' || n, ${made}
    from generate_series(1, ${shops.merchants} - (select least(count(*), 1)::integer from merchants)) n`;
  await db`
    insert into sites (id, merchant_id, code, name, created_at)
    select uuidv7(), merchant.id, 'FILL-' || lpad(n::text, 3, '0'), 'Filled site ' || n, ${made}
    from generate_series(1, ${shops.sites}) n
    join (select id, row_number() over (order by code not like 'FILL%' desc, created_at, code) as place from merchants) merchant
      on merchant.place = case when n <= ${shops.first} then 1 else 2 + n % ${shops.merchants - 1} end`;
  await db`
    insert into webhooks (id, merchant_id, place, endpoint, lane, event_type, message_type, created_at)
    select uuidv7(), id, place, 'https://shop.example.co.za/hooks/' || place, 'https://shop.example.co.za',
      case place when 1 then 'transaction.complete' else 'refund.complete' end, 'full', created_at
    from merchants, generate_series(1, 2) place
    on conflict do nothing`;
}

/** Sites by number: those of the first merchant, then those of the others; and how many there are of each. */
const placed = (db: Tx) => db`
  placed as materialized (
    select site.id, site.merchant_id, site.merchant_id = big.id as is_big,
      row_number() over (partition by site.merchant_id = big.id order by site.code) - 1 as place
    from sites site,
      (select id from merchants order by code not like 'FILL%' desc, created_at, code limit 1) big
  ), number as materialized (
    select count(*) filter (where is_big) as big, count(*) filter (where not is_big) as others from placed
  )`;

/** The site of row n: by values that can be hashed, so that no row is compared with every site. */
const siteOf = (db: Tx) => db`
  cross join number
  cross join lateral (select pg_temp.random_share(n, 1) < 0.5 as is_big, power(pg_temp.random_share(n, 2), 2) as part) choice
  join placed site on site.is_big = choice.is_big
    and site.place = floor(choice.part * case when choice.is_big then number.big else number.others end)::bigint`;

/** The time of its creation. */
const madeAt = (db: Tx, { payments, days, now, hasDayBounds = false }: Filling) => db`
  lateral (select ${now}::timestamptz
    - make_interval(secs => ${days * 86_400}::float8 * (1 - n / ${payments}::float8)) as at) even
  cross join lateral (select case
    when not ${hasDayBounds} or pg_temp.random_share(n, 10) > 0.1 then date_trunc('milliseconds', even.at)
    else date_trunc('day', even.at + interval '2 hours') - interval '2 hours'
      - interval '1 millisecond' * (n / 20 % 2) end as at) made`;

/** Banks with how many of a hundred pay from them. */
const bank = (db: Tx) => db`
  lateral (select (array['4816019c-3314-4c80-8b6b-b2cd16dcc4ec', '913999fa-3a32-4e3d-82f0-a1df7e9e4f7b',
      'ad7d8da4-1723-4066-94bb-6662d845e483', 'd3889df6-cdac-4861-9d64-2b100fb7ed07',
      '3f1d2c7a-5b0e-4a86-9c41-7e2a90d4b6f1', '69f05c2b-e813-4b7d-8d50-34c9a1e6f072'])[kind]::uuid as id,
      (array['FNB', 'Capitec', 'Standard Bank', 'Nedbank', 'Absa', 'Bidvest'])[kind] as name
    from (select case when share < 0.3 then 1 when share < 0.6 then 2 when share < 0.8 then 3 when share < 0.92 then 4
        when share < 0.995 then 5 else 6 end as kind
      from (select pg_temp.random_share(n, 3) as share) shared) kinds) bank`;

const firstNames =
  'Thandi Johan Sipho Naledi Pieter Ayesha Lerato Themba Anneke Bongani Fatima Riaan Zanele Kagiso Priya Willem'.split(
    ' ',
  );
const lastNames =
  'Mokoena Botha Dube Naidoo Nkosi van_Wyk Patel Mahlangu Pretorius Khumalo Jacobs Zulu Fourie Molefe Govender Smith Sithole Adams Venter'.split(
    ' ',
  );

/** The customer of row n, as `core/customers` identifies it: three payments in four have one, some customers have many. */
const customer = (db: Tx, { payments }: Filling) => db`
  lateral (select case when pg_temp.random_share(n, 8) < 0.75
    then floor(power(pg_temp.random_share(n, 9), 2) * greatest(1, ${payments}::float8 / 5))::bigint end as number) drawn
  cross join lateral (select (${firstNames}::text[])[1 + drawn.number % ${firstNames.length}] || ' ' ||
      replace((${lastNames}::text[])[1 + drawn.number / ${firstNames.length} % ${lastNames.length}], '_', ' ') as name) named
  cross join lateral (select replace(lower(named.name), ' ', '.') || drawn.number || '@example.co.za' as email,
    '82' || lpad((drawn.number % 10000000)::text, 7, '0') as digits) contact`;

/** The id of a customer with an e-mail address (identity.ts, and `idFrom` of the kernel). */
const customerId = (db: Tx) => db`
  (select (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-8' || substr(hex, 14, 3) || '-' ||
      to_hex((('x' || substr(hex, 17, 1))::bit(4)::integer & 3) | 8) || substr(hex, 18, 3) || '-' || substr(hex, 21, 12))::uuid
    from (select encode(sha256(('customer ' || site.merchant_id || ' email ' || contact.email)::bytea), 'hex') as hex) hashed)`;

async function addPayments(db: Tx, span: Filling & { from: number; to: number }): Promise<void> {
  await db`
    with ${placed(db)}, made as materialized (
      select n, uuidv7(made.at - clock_timestamp()) as id, made.at, site.id as site_id, site.merchant_id,
        case when pg_temp.random_share(n, 4) < 0.05 then 14990
          else 500 + floor(exp(pg_temp.random_share(n, 5) * 9) * 40)::bigint end as cents,
        share, case when share < 0.83 then 'complete' when share < 0.86 then 'cancelled'
          when made.at < ${span.now}::timestamptz - interval '1 day' then 'expired' else 'created' end as state,
        named.name, contact.email, contact.digits, case when contact.email is not null then ${customerId(db)} end as customer_id
      from generate_series(${span.from}::bigint, ${span.to - 1}::bigint) n
      cross join ${madeAt(db, span)} ${siteOf(db)}
      cross join ${customer(db, span)}
      cross join lateral (select pg_temp.random_share(n, 6) as share) shared
    ), customer as (
      insert into customers (id, merchant_id, name, email, phone, search, created_at)
      select distinct on (customer_id) customer_id, merchant_id, name, email, '+27' || digits,
        E'\\n' || lower(name) || E'\\n' || email || E'\\n' || digits || E'\\n', at
      from made where customer_id is not null order by customer_id, at
      on conflict do nothing
    ), payment as (
      insert into payments (id, merchant_id, site_id, contract, state, amount_cents, currency, merchant_reference,
        bank_reference, is_test, details, correlation_id, created_at, expires_at, completed_at, customer_id)
      select id, merchant_id, site_id, 'one', state, cents, 'ZAR', 'ORDER-' || n, 'PAY' || lpad(n::text, 12, '0'), false,
        jsonb_strip_nulls(jsonb_build_object('returnUrl', 'https://shop.example.co.za/return', 'region', 'ZA', 'payer',
          case when customer_id is not null
            then jsonb_build_object('name', name, 'email', email, 'cellphone', '+27' || digits) end)),
        gen_random_uuid()::text, at, at + interval '1 day', case when state = 'complete' then at + interval '90 seconds' end,
        customer_id
      from made
    )
    insert into transactions (id, merchant_id, site_id, payment_id, state, state_reason, payment_type, bank_id, bank_name, amount_cents,
      currency, merchant_reference, is_test, paid_late, payer_account, correlation_id, created_at, completed_at)
    select uuidv7(made.at - clock_timestamp()), merchant_id, site_id, made.id, kind.state,
      case kind.state when 'declined' then (array['insufficient funds', 'daily limit exceeded', null])[1 + n % 3]
        when 'failed' then 'the bank reported an error' end, 'redirect', bank.id, bank.name,
      cents, 'ZAR', 'ORDER-' || n, false, made.state = 'complete' and share < 0.01,
      case when kind.state = 'successful' then '*******' || lpad(floor(pg_temp.random_share(n, 7) * 10000)::text, 4, '0') end,
      gen_random_uuid()::text, at + interval '20 seconds', case when kind.state <> 'started' then at + interval '90 seconds' end
    from made cross join ${bank(db)}
    cross join lateral (select case when made.state = 'complete' then 'successful'
      when made.state = 'cancelled' then case when n % 10 = 0 then 'reversed' else 'cancelled' end
      when share < 0.92 then (array['declined', 'failed', 'abandoned'])[1 + n % 3]
      when made.state = 'created' then 'started' else 'expired' end as state) kind
    -- Of those that are still open, one in two has not been tried.
    where made.state <> 'created' or n % 2 = 0`;
}

async function addMoneyOut(db: Tx, filling: Filling): Promise<void> {
  // None falls due: they have no account that a bank could pay.
  await db`
    with refund as (insert into refunds (id, merchant_id, site_id, transaction_id, contract, state, amount_cents, currency, reason,
      real_time, bank_id, bank_name, account, branch_code, statement_reference, merchant_reference, created_by,
      correlation_id, created_at, due_at, completed_at)
    select uuidv7(made.at - clock_timestamp()), merchant_id, site_id, id, 'one', kind.state,
      case when n % 50 = 1 then amount_cents else amount_cents / 2 end,
      'ZAR', 'returned', false, bank_id, bank_name, payer_account, '051001', 'REFUND', merchant_reference, 'system',
      correlation_id, made.at, made.at + interval '1 year', case when kind.state not in ('pending', 'submitted') then made.at end
    from (select *, row_number() over () as n from transactions where state = 'successful') paid
    cross join lateral (select created_at + interval '1 hour' as at) made
    cross join lateral (select case when n % 1000 = 1 then 'failed' when n % 1000 = 26 then 'returned'
      when created_at > ${filling.now}::timestamptz - interval '1 day' then 'pending' else 'complete' end as state) kind
    where n % 25 = 1
    returning transaction_id, amount_cents as cents, state)
    update transactions set refunded_cents = cents, repaid_cents = case refund.state when 'complete' then cents else 0 end,
      state = case when refund.state = 'complete' and cents = amount_cents then 'refunded' else transactions.state end
    from refund where transactions.id = transaction_id and refund.state in ('pending', 'complete')`;
  await db`
    with ${placed(db)}
    insert into payouts (id, merchant_id, site_id, state, amount_cents, currency, merchant_reference,
      customer_bank_reference, is_rtc, bank_group_id, branch_code, account_sent_sealed, account_sealed, account, hash_check,
      correlation_id, created_at, completed_at)
    select uuidv7(made.at - clock_timestamp()), site.merchant_id, site.id, kind.state,
      1000 + floor(pg_temp.random_share(n, 5) * 500000)::bigint, 'ZAR', 'OUT-' || n, 'WINNINGS', false, bank.id, '051001', ${filling.sealedAccount ?? ''}, ${filling.sealedAccount ?? null},
      '*******' || lpad((n % 10000)::text, 4, '0'), '', gen_random_uuid()::text, made.at,
      case when kind.state not in ('approval', 'submitted') then made.at end
    from generate_series(0::bigint, ${filling.payments - 1}::bigint, 20) n
    cross join ${madeAt(db, filling)} ${siteOf(db)} cross join ${bank(db)}
    cross join lateral (select case when n % 10000 = 20 then 'approval' when n % 2000 = 40 then 'returned'
      when n % 2000 = 60 then 'cancelled' when n % 2000 = 80 then 'submitted' else 'complete' end as state) kind`;
}

async function addSubscriptions(db: Tx, filling: Filling): Promise<void> {
  await db`
    with ${placed(db)}
    insert into subscriptions (id, merchant_id, site_id, state, amount_cents, currency, merchant_reference, frequency,
      first_payment_date, occurrences, bank_id, bank_name, payer_account, correlation_id, created_at, lapses_at,
      completed_at)
    select uuidv7(made.at - clock_timestamp()), site.merchant_id, site.id, kind.state, 9900 + (n % 7) * 5000, 'ZAR',
      'SUB-' || n, 'Monthly', made.at::date, 12, bank.id, bank.name, '*******1234', gen_random_uuid()::text, made.at,
      made.at + interval '1 day', case when kind.state not in ('active', 'pending_authorization') then made.at end
    from generate_series(0::bigint, ${filling.payments - 1}::bigint, 100) n
    cross join ${madeAt(db, filling)} ${siteOf(db)} cross join ${bank(db)}
    cross join lateral (select case when n % 1000 = 100 then 'canceled' when n % 5000 = 200 then 'failed'
      when n % 1000 = 300 then 'expired' when n % 5000 = 400 then 'pending_authorization' else 'active' end as state) kind`;
  await db`
    insert into subscription_charges (id, merchant_id, site_id, subscription_id, type, occurrence, state, amount_cents,
      currency, merchant_reference, due_date, charge_date, attempts, payment_id, correlation_id, created_at, completed_at)
    select uuidv7(made.at - clock_timestamp()), merchant_id, site_id, id, 'scheduled', n,
      case when n = 4 then 'failed' else 'successful' end, amount_cents, 'ZAR', merchant_reference, made.at::date,
      made.at::date, 1, gen_random_uuid(), correlation_id, made.at, made.at
    from subscriptions, generate_series(1, 6) n, lateral (select created_at + n * interval '7 days' as at) made
    where state = 'active' and merchant_reference like 'SUB-%' and made.at < ${filling.now}`;
}

async function addLinks(db: Tx, filling: Filling): Promise<void> {
  await db`
    with ${placed(db)}
    insert into payment_links (id, merchant_id, site_id, state, code, uses, amount_cents, currency, merchant_reference,
      customer, created_by, correlation_id, created_at, completed_at)
    select uuidv7(made.at - clock_timestamp()), site.merchant_id, site.id, kind.state, lpad(n::text, 25, '0'), 'single',
      9900 + (n % 7) * 5000, 'ZAR', 'LINK-' || n, '{"name": "Thandi Mokoena"}', 'system', gen_random_uuid()::text, made.at,
      case when kind.state <> 'active' then made.at end
    from generate_series(0::bigint, ${filling.payments - 1}::bigint, 100) n
    cross join ${madeAt(db, filling)} ${siteOf(db)}
    cross join lateral (select case when n % 1000 = 100 then 'disabled' when n % 1000 = 200 then 'expired'
      when n % 300 = 0 then 'paid' else 'active' end as state) kind`;
  await db`
    with first as (select distinct on (site_id) id, site_id from payment_links order by site_id, id)
    update payments set link_id = first.id from first
    where payments.site_id = first.site_id and payments.merchant_reference like '%77'`;
}

async function addBulk(db: Tx, filling: Filling): Promise<void> {
  await db`
    with ${placed(db)}
    insert into bulk_jobs (id, merchant_id, site_id, reference, notify_url, state, item_count, next_index, correlation_id,
      created_at, modified_at, completed_at)
    select uuidv7(made.at - clock_timestamp()), site.merchant_id, site.id, 'BULK-' || n, 'https://shop.example.co.za/bulk',
      case when n % 10000 = 0 then 'complete_with_errors' else 'complete' end, 100, 100, gen_random_uuid()::text, made.at,
      made.at, made.at
    from generate_series(0::bigint, ${filling.payments - 1}::bigint, 2000) n
    cross join ${madeAt(db, filling)} ${siteOf(db)}`;
  await db`
    insert into bulk_items (job_id, merchant_id, index, element, payment_id, error)
    select id, merchant_id, n, '{"amount": 14990}', case when n % 50 > 0 then gen_random_uuid() end,
      case when n % 50 = 0 then 'The amount is not a number.' end
    from bulk_jobs, generate_series(0, 99) n where reference like 'BULK-%'`;
}

/** The id of the journal that books an object: as old as the object, and the same for every caller. */
export const journalOf = (db: Tx, id: Fragment, template: string): Fragment => db`
  (left(${id}::text, 24) || right(md5(${template} || ${id}::text), 12))::uuid`;

/** Settles every day that has ended, less refunds, at midnight: weekends too, which a service adds to the next Monday. */
async function addSettlements(db: Tx, { now }: Filling): Promise<void> {
  await db`
    with paid as materialized (
      select merchant_id, site_id, id, merchant_reference, amount_cents - repaid_cents as amount_cents, completed_at,
        (completed_at at time zone 'Africa/Johannesburg')::date as day
      from transactions where state in ('successful', 'refunded')
        and completed_at < date_trunc('day', ${now}::timestamptz at time zone 'Africa/Johannesburg') at time zone 'Africa/Johannesburg'
    ), made as (
      insert into settlements (id, merchant_id, site_id, reference, state, business_day, cut_off_at, total_cents,
        fees_cents, counts, bank_account, created_at, completed_at)
      select uuidv7(cut.at - clock_timestamp()), merchant_id, site_id,
        'SET-' || to_char(day, 'YYYYMMDD') || '-' || left(md5(site_id::text), 8), 'paid', day, cut.at,
        sum(amount_cents) - count(*) * ${feeCents}::integer, count(*) * ${feeCents}::integer, jsonb_build_object('total', count(*)),
        '{"bankName": "FNB", "account": "*******7788", "branchCode": "250655"}', cut.at + interval '1 minute',
        cut.at + interval '2 hours'
      from paid cross join lateral (select (day + time '23:59:59.999') at time zone 'Africa/Johannesburg' as at) cut
      group by merchant_id, site_id, day, cut.at having sum(amount_cents) > count(*) * ${feeCents}::integer
      returning id, merchant_id, site_id, business_day, cut_off_at
    ), progress as (
      insert into settlement_progress (site_id, merchant_id, business_day, cut_off_at)
      select distinct on (site_id) site_id, merchant_id, business_day, cut_off_at from made
      order by site_id, business_day desc
    )
    insert into settlement_lines (journal_id, settlement_id, merchant_id, site_id, type, reference, description,
      amount_cents, fee_cents, booked_at)
    select ${journalOf(db, db`paid.id`, 'payment_received')}, made.id, paid.merchant_id, paid.site_id, 'transaction',
      paid.merchant_reference, 'payment ' || paid.id, paid.amount_cents, ${feeCents}::integer, paid.completed_at
    from paid join made on made.site_id = paid.site_id and made.business_day = paid.day`;
}

async function addNotifications(db: Tx, { now }: Filling): Promise<void> {
  await db`
    with told as (
      insert into events (id, merchant_id, site_id, type, object, object_id, sequence, data, correlation_id, occurred_at,
        written_in)
      select uuidv7(completed_at - clock_timestamp()), merchant_id, site_id, 'transaction.complete', 'transaction', id, 1,
        '{}', correlation_id, completed_at, null
      from transactions where completed_at is not null
      -- As a service writes them: refunds have moved their payments in the table.
      order by completed_at
      -- Earlier events count as notified.
      on conflict do nothing
      returning id, merchant_id, site_id, type, object_id, occurred_at
    )
    insert into deliveries (id, merchant_id, site_id, event_id, event_type, object_id, sequence, url, lane, format, status, attempts, created_at,
      due_at)
    select ${deliveryIdOf(db)}, merchant_id, site_id, id, type, object_id, 1, 'https://shop.example.co.za/notify',
      'https://shop.example.co.za', 'one', kind.status, 1, occurred_at,
      case when kind.status = 'pending' then ${now}::timestamptz + interval '10 years' end
    from told cross join lateral (select hashtextextended(id::text, 1) & 1023 as n) chance
    cross join lateral (select case when n < 5 then 'failed' when n = 5 then 'skipped' when n = 6 then 'pending'
      else 'delivered' end as status) kind`;
}

async function addOthers(db: Tx, filling: Filling): Promise<void> {
  await db`
    with ${placed(db)}
    insert into deposits (id, reference, amount_cents, currency, merchant_id, site_id, received_at, state, completed_at,
      bank_id, branch_code, account, account_sealed, bank_account)
    select uuidv7(made.at - clock_timestamp()), 'DEP-' || n, 1000 + n % 90000, 'ZAR',
      case when n % 800 > 0 then site.merchant_id end, case when n % 800 > 0 then site.id end, made.at, kind.state,
      case when kind.state = 'allocated' then made.at end, bank.id, '051001', '*******4321', ${filling.sealedAccount ?? ''}, 'simulator'
    from generate_series(0::bigint, ${filling.payments - 1}::bigint, 200) n
    cross join ${madeAt(db, filling)} ${siteOf(db)} cross join ${bank(db)}
    cross join lateral (select case when n % 2000 = 0 then 'waiting' when n % 4000 = 200 then 'parked' else 'allocated'
      end as state) kind`;
  await db`
    with ${placed(db)}
    insert into hash_mismatches (id, merchant_id, site_id, surface, reference, evidence_sealed, findings, correlation_id,
      created_at)
    select uuidv7(made.at - clock_timestamp()), site.merchant_id, site.id, 'payments', 'REFUSED-' || n, '',
      jsonb_build_array(jsonb_build_object('mistake', case when n % 800 = 0 then 'order' else 'case' end,
        'field', 'amount', 'cause', 'The amount was hashed as 149.9', 'cure', 'Hash the amount as it is sent')),
      gen_random_uuid()::text, made.at
    from generate_series(${Math.floor(filling.payments * 0.84)}::bigint, ${filling.payments - 1}::bigint, 20) n
    cross join ${madeAt(db, filling)} ${siteOf(db)}`;
}
