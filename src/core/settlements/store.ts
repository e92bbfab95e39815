// All SQL of settlements, their lines, and each site's progress. One statement makes a settlement and its lines from
// the ledger's entries, for any number of lines; it reads the references from the objects of the lines.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { jsonOf } from '../../kernel/db/json.ts';
import { allValues, execute, firstRow, firstValue, onlyRow } from '../../kernel/db/rows.ts';
import { columnsOf, type RowOf, t, table } from '../../kernel/db/table.ts';
import { type Page, type PageRequest, pageClause, toPage } from '../../kernel/http/paging.ts';
import type { Cents } from '../../kernel/money.ts';
import { notHeld } from '../transfers/actions.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import { countOf, type LineCounts, type LineType, lineTypes, ownPostings, postingKinds } from './lines.ts';
import type { SettlementState } from './state.ts';

/** The account that a settlement is paid to, as far as it may be shown. */
export interface ShownAccount {
  bankId: string;
  bankName: string;
  /** Masked to its last four digits. */
  account: string;
  branchCode: string;
}

export const settlements = table('settlements', {
  id: t.uuid(),
  merchantId: t.uuid(),
  siteId: t.uuid(),
  reference: t.text('keep'),
  state: t.code<SettlementState>().later(),
  /** Why it is not paid yet, if known. */
  stateReason: t.code().nullable().later(),
  /** The business day it covers, "2027-04-30". */
  businessDay: t.date(),
  cutOffAt: t.timestamptz(),
  totalCents: t.bigint(),
  feesCents: t.bigint(),
  counts: t.jsonb<LineCounts>(),
  /** Null while the site has no settlement account. */
  bankAccount: t.jsonb<ShownAccount>('keep').nullable(),
  createdAt: t.timestamptz().unread(),
  completedAt: t.timestamptz().nullable().later(),
  /** When to order its transfer; null while one is running, and when it is paid. */
  dueAt: t.timestamptz().nullable(),
});

export type Settlement = RowOf<typeof settlements> & {
  madeAt: Date;
  /** Its position in lists: the instant up to which it covers. */
  createdAt: Date;
};

const own = columnsOf(settlements);
const columns = (db: Db) => db`${own(db)}, created_at as made_at, cut_off_at as created_at`;

/** A site whose last closed day was not processed yet, and its account. */
export interface Unsettled {
  siteId: string;
  merchantId: string;
  accountId: string;
}

/**
 * Returns sites with a balance that were not processed up to `cutOffAt`, by id, after `after`. all merchants: the sweep
 * serves every merchant.
 */
export async function findUnsettled(
  db: Sql,
  cutOffAt: Date,
  after: string | null,
  limit: number,
): Promise<Unsettled[]> {
  return db<Unsettled[]>`
    select account.site_id, account.merchant_id, account.id as account_id
    from ledger_accounts account left join settlement_progress progress on progress.site_id = account.site_id
    where account.kind = 'merchant' and account.created_at <= ${cutOffAt}
      and coalesce(progress.cut_off_at, '-infinity') < ${cutOffAt}
      and (${after}::uuid is null or account.site_id > ${after})
    order by account.site_id limit ${limit}`;
}

/**
 * Returns the last cut-off processed for a site, and the one up to which its lines are settled. all merchants: the
 * caller holds the site.
 */
export const findProgress = (tx: Tx, siteId: string) =>
  onlyRow(tx<{ cutOffAt: Date | null; settledUpTo: Date | null }[]>`
    select
      (select cut_off_at from settlement_progress where site_id = ${siteId}) as cut_off_at,
      (select cut_off_at from settlements where site_id = ${siteId} order by business_day desc limit 1) as settled_up_to`);

export async function setProgress(
  tx: Tx,
  progress: { siteId: string; merchantId: string; businessDay: string; cutOffAt: Date },
): Promise<void> {
  const { siteId, merchantId, businessDay, cutOffAt } = progress;
  await tx`
    insert into settlement_progress (site_id, merchant_id, business_day, cut_off_at)
    values (${siteId}, ${merchantId}, ${businessDay}, ${cutOffAt})
    on conflict (site_id) do update set business_day = excluded.business_day, cut_off_at = excluded.cut_off_at`;
}

/** Returns when the first entry after `after` was booked on an account, or undefined. */
export const findNextEntry = (tx: Tx, accountId: string, after: Date | null) =>
  firstValue(tx<{ bookedAt: Date }[]>`
    select booked_at from ledger_entries
    where account_id = ${accountId} and booked_at > coalesce(${after}::timestamptz, '-infinity')
    order by booked_at limit 1`);

export interface NewSettlement extends Unsettled {
  id: string;
  reference: string;
  businessDay: string;
  /** Bookings up to here are settled. */
  after: Date | null;
  cutOffAt: Date;
  bankAccount: ShownAccount | null;
  madeAt: Date;
  dueAt: Date;
}

/**
 * Makes a settlement with a line for each journal booked on the account after `after` and up to the cut-off. Returns
 * its total, or undefined, writing nothing, when the lines add up to zero or less. A journal's fee is searched only
 * among its own entries: without statistics, a plan would otherwise scan all fees for each line.
 */
export async function insertSettlement(tx: Tx, row: NewSettlement): Promise<Cents | undefined> {
  const countIf = (kind: string) =>
    tx`count(*) filter (where type = any (${lineTypes.filter((type) => countOf[type] === kind)}::text[]))`;
  const [made] = await tx<{ totalCents: Cents }[]>`
    with moved as materialized (
      select journal_id, -sum(amount_cents)::bigint as net_cents, min(booked_at) as booked_at
      from ledger_entries
      where account_id = ${row.accountId} and booked_at > coalesce(${row.after}::timestamptz, '-infinity')
        and booked_at <= ${row.cutOffAt}
      group by journal_id
    ), line as materialized (
      select moved.journal_id, moved.booked_at, coalesce(kind.type, 'adjustment') as type,
        moved.net_cents + fee.cents as amount_cents, fee.cents as fee_cents, fee.vat_cents,
        coalesce(transaction.merchant_reference, refund.merchant_reference, verification.account,
          'CN-' || lpad(credit_note.sequence::text, 6, '0'), journal.template) as reference,
        concat_ws(' ', coalesce(kind.description, journal.template), journal.object_id) as description
      from moved
      join ledger_journals journal on journal.id = moved.journal_id and journal.template <> all (${ownPostings})
      cross join lateral (
        select coalesce(-sum(entry.amount_cents) filter (where account.kind in ('fees', 'vat')), 0)::bigint as cents,
          coalesce(-sum(entry.amount_cents) filter (where account.kind = 'vat'), 0)::bigint as vat_cents
        from ledger_entries entry join ledger_accounts account on account.id = entry.account_id
        where entry.journal_id = moved.journal_id
      ) fee
      left join unnest(
        ${postingKinds.map((kind) => kind.posting)}::text[], ${postingKinds.map((kind) => kind.type)}::text[],
        ${postingKinds.map((kind) => kind.description)}::text[]
      ) as kind (posting, type, description) on kind.posting = journal.template
      left join transactions transaction on transaction.id = journal.object_id
      left join refunds refund on refund.id = journal.object_id
      left join verifications verification on verification.id = journal.object_id
      left join invoice_credits credit on credit.id = journal.object_id
      left join invoices credit_note on credit_note.id = credit.credit_note_id
    ), settlement as (
      insert into settlements (id, merchant_id, site_id, reference, business_day, cut_off_at, total_cents, fees_cents, counts,
        bank_account, created_at, due_at)
      select ${row.id}::uuid, ${row.merchantId}::uuid, ${row.siteId}::uuid, ${row.reference}::text, ${row.businessDay}::date,
        ${row.cutOffAt}::timestamptz, sum(amount_cents - fee_cents), sum(fee_cents),
        jsonb_build_object('total', count(*), 'transaction', ${countIf('transaction')}, 'refund', ${countIf('refund')},
          'adjustment', ${countIf('adjustment')}, 'payout', ${countIf('payout')}),
        ${row.bankAccount && jsonOf(tx, row.bankAccount)}::jsonb, ${row.madeAt}::timestamptz, ${row.dueAt}::timestamptz
      from line having sum(amount_cents - fee_cents) > 0
      returning id, total_cents
    ), settled as (
      insert into settlement_lines (journal_id, settlement_id, merchant_id, site_id, type, reference, description,
        amount_cents, fee_cents, vat_cents, booked_at)
      select line.journal_id, settlement.id, ${row.merchantId}::uuid, ${row.siteId}::uuid, line.type, line.reference,
        line.description, line.amount_cents, line.fee_cents, line.vat_cents, line.booked_at
      from settlement cross join line
    )
    select total_cents from settlement`;
  return made?.totalCents;
}

/** Returns settlements whose transfer must be ordered. all merchants: the sweep serves every merchant. */
export const findPayable = (db: Sql, now: Date, limit: number) =>
  allValues(db<{ id: string }[]>`
    select id from settlements where due_at <= ${now} and ${notHeld(db)} order by due_at, id limit ${limit}`);

/** all merchants: the caller has found it before. */
export const lockSettlement = (tx: Tx, id: string) =>
  firstRow(tx<Settlement[]>`select ${columns(tx)} from settlements where id = ${id} for update`);

/** Stores the account that the ordered transfer pays to. all merchants: the caller holds the settlement. */
export const setOrdered = (tx: Tx, id: string, account: ShownAccount) =>
  execute(tx`
    update settlements set due_at = null, state_reason = null, bank_account = ${jsonOf(tx, account)} where id = ${id}`);

/** Stores why it waits and when to order the next transfer. all merchants: the caller holds the settlement. */
export const setWaiting = (tx: Tx, id: string, dueAt: Date, reason: string | null) =>
  execute(tx`update settlements set due_at = ${dueAt}, state_reason = ${reason} where id = ${id}`);

export const findSettlement = (db: Db, merchantId: string, id: string) =>
  firstRow(db<Settlement[]>`
    select ${columns(db)} from settlements where id = ${id} and merchant_id = ${merchantId}`);

export const findSeenSettlement = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<Settlement[]>`
    select ${columns(db)} from settlements where id = ${id} and ${seenBy(db, viewer)}`);

/** The sum of the lines of one type, in cents. */
export interface TypeTotal {
  type: LineType;
  lines: number;
  amountCents: Cents;
  feeCents: Cents;
}

/** Returns the sums of a settlement's lines, by type. all merchants: the caller has found it before. */
export const sumLines = (db: Db, settlementId: string) => db<TypeTotal[]>`
    select type, count(*)::integer as lines, sum(amount_cents)::bigint as amount_cents, sum(fee_cents)::bigint as fee_cents
    from settlement_lines where settlement_id = ${settlementId} group by type order by type`;

export interface SettlementFilter {
  merchantId: string;
  /** The covered days, as the instants [from, to) of whole days: a day's cut-off is within the day. */
  from: Date;
  to: Date;
  siteId?: string;
  reference?: string;
}

/** Returns a page of a merchant's settlements, the latest day first. */
export async function listSettlements(
  db: Db,
  filter: SettlementFilter,
  page: PageRequest,
): Promise<Page<Settlement>> {
  const found = await db<Settlement[]>`
    select * from (select ${columns(db)} from settlements) settlement
    where merchant_id = ${filter.merchantId}
      and created_at >= ${filter.from} and created_at < ${filter.to}
      ${filter.siteId ? db`and site_id = ${filter.siteId}` : db``}
      ${filter.reference ? db`and reference = ${filter.reference}` : db``}
      ${pageClause(db, page)}`;
  return toPage(found, page);
}

export interface SettlementLine {
  /** Its journal's id. */
  id: string;
  settlementId: string;
  siteId: string;
  type: LineType;
  reference: string;
  description: string;
  /** Negative where money went back. */
  amountCents: Cents;
  /** With its VAT. */
  feeCents: Cents;
  vatCents: Cents;
  /** When it was booked. */
  createdAt: Date;
}

/** Returns a page of the lines of a merchant's settlement, the latest first; empty for another merchant's. */
export async function listSettlementLines(
  db: Db,
  merchantId: string,
  settlementId: string,
  page: PageRequest,
): Promise<Page<SettlementLine>> {
  const found = await db<SettlementLine[]>`
    select * from (
      select journal_id as id, settlement_id, merchant_id, site_id, type, reference, description, amount_cents, fee_cents,
        vat_cents, booked_at as created_at
      from settlement_lines
    ) line
    where settlement_id = ${settlementId} and merchant_id = ${merchantId}
      ${pageClause(db, page)}`;
  return toPage(found, page);
}
