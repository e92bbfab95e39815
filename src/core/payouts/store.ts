// All SQL of payouts and floats.
import type { Db, Fragment, Sql, Tx } from '../../kernel/db/db.ts';
import { allRows, anyRow, firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Cents } from '../../kernel/money.ts';
import { randomBelow } from '../../kernel/random.ts';
import { notHeld } from '../transfers/actions.ts';
import type { PayeeCheck } from '../verifications/payees.ts';
import { everything, seenBy, type Viewer } from '../viewer.ts';
import type { PayoutState, SubStatus } from './state.ts';

/** The beneficiary of a payout that a user chose or typed. */
export interface PayoutBeneficiary {
  name: string;
  /** Why a second person must look at it: no payout to the account has been approved yet. Absent if one was. */
  note?: 'new' | 'changed';
  /** Since when it has the account, in ISO 8601, and who gave it the account. */
  since?: string;
  by?: string;
}

export const payouts = table('payouts', {
  id: t.uuid(),
  merchantId: t.uuid(),
  siteId: t.uuid(),
  state: t.code<PayoutState>().later(),
  stateReason: t.text('redact').nullable().later(),
  subStatus: t.integer<SubStatus>().changes(),
  amountCents: t.bigint(),
  currency: t.code(),
  merchantReference: t.text('keep'),
  customerBankReference: t.text('keep'),
  isRtc: t.boolean(),
  notifyUrl: t.text('redact').nullable(),
  bankGroupId: t.uuid(),
  branchCode: t.code(),
  /** The account number as sent, encrypted by the merchant or plain. Sealed. */
  accountSentSealed: t.text('blank'),
  /** The full account number, sealed; null until known. */
  accountSealed: t.text('clear').nullable().changes(),
  /** Masked to its last four digits; null until known. */
  account: t.text('mask').nullable().changes(),
  /** The signature of the request; null if a person typed it. */
  hashCheck: t.code().nullable(),
  /** The actor that requested it; null for old ones. */
  createdBy: t.code().nullable(),
  /** The actor that approved it, if approval was needed: never the one that requested it. */
  approvedBy: t.code().nullable().later().changes(),
  /** The uploaded batch that it is part of, whose approver decides about it. */
  batchId: t.uuid().nullable(),
  /** Its line in the batch's file. */
  batchLine: t.integer().nullable(),
  /** The saved beneficiary; it may have been removed since. */
  beneficiaryId: t.uuid().nullable(),
  /** The account that it had: a beneficiary whose account was changed has another. */
  beneficiaryAccountId: t.uuid().nullable(),
  beneficiary: t.jsonb<PayoutBeneficiary>('clear').nullable(),
  /** Null until the payee was verified, or if the site does not require it. */
  payeeCheck: t.jsonb<PayeeCheck>('keep').nullable().later().changes(),
  correlationId: t.code(),
  createdAt: t.timestamptz(),
  completedAt: t.timestamptz().nullable().later(),
  /** When its next step is due, in states that have one. */
  dueAt: t.timestamptz().nullable().changes(),
  /** How many times it was due in its current state. */
  tries: t.integer().later().changes(),
});

export type Payout = RowOf<typeof payouts>;

const columns = columnsOf(payouts);

/** Returns a payout's key that its site may use only once, for ever. */
export const referenceName = ({
  siteId,
  merchantReference,
}: Pick<Payout, 'siteId' | 'merchantReference'>): string => `${siteId} ${merchantReference}`;

/** Returns the names of references that their sites have used before, at any time. */
export async function findUsed(
  tx: Tx,
  asked: readonly Pick<Payout, 'siteId' | 'merchantReference'>[],
): Promise<Set<string>> {
  const rows = await tx<Pick<Payout, 'siteId' | 'merchantReference'>[]>`
    select site_id, merchant_reference from payouts
    where (site_id, merchant_reference) in (
      select * from unnest(${asked.map(({ siteId }) => siteId)}::uuid[],
        ${asked.map(({ merchantReference }) => merchantReference)}::text[]))`;
  return new Set(rows.map(referenceName));
}

/** Adds payouts whose references are new. */
export async function insertPayouts(tx: Tx, rows: readonly Payout[]): Promise<void> {
  await insertRows(tx, payouts, rows);
}

export const findPayout = (db: Db, owner: { merchantId: string; siteId: string }, id: string) =>
  firstRow(db<Payout[]>`
    select ${columns(db)} from payouts
    where id = ${id} and merchant_id = ${owner.merchantId} and site_id = ${owner.siteId}`);

/** Returns the payouts of a site with one of the references, of any age. */
export async function findPayoutsByReference(
  db: Db,
  site: { id: string; merchantId: string },
  references: readonly string[],
): Promise<Payout[]> {
  return db<Payout[]>`
    select ${columns(db)} from payouts
    where merchant_id = ${site.merchantId} and site_id = ${site.id}
      and merchant_reference = any (${[...references]}::text[])`;
}

/** all merchants: jobs and operators know only a payout's id. */
export const findAnyPayout = (db: Db, id: string) =>
  firstRow(db<Payout[]>`select ${columns(db)} from payouts where id = ${id}`);

export const findSeenPayout = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<Payout[]>`
    select ${columns(db)} from payouts where id = ${id} and ${seenBy(db, viewer)}`);

/** Returns the payouts that wait for a second person, the longest first, after `last`. */
export async function listWaitingPayouts(
  db: Db,
  viewer: Viewer,
  { limit, last }: { limit: number; last?: Pick<Payout, 'id' | 'createdAt'> },
): Promise<Payout[]> {
  return db<Payout[]>`
    select ${columns(db)} from payouts
    where state = 'approval' and batch_id is null and ${seenBy(db, viewer)}
      ${last ? db`and (created_at, id) > (${last.createdAt}, ${last.id})` : db``}
    order by created_at, id limit ${limit}`;
}

export const lockPayout = (tx: Tx, id: string, viewer = everything) =>
  firstRow(tx<Payout[]>`
    select ${columns(tx)} from payouts where id = ${id} and ${seenBy(tx, viewer)} for update`);

/** True if a second person has approved a payout to a beneficiary's account of today. */
export const hasPaid = (db: Db, { merchantId, accountId }: { merchantId: string; accountId: string }) =>
  anyRow(db`
    select from payouts
    where beneficiary_account_id = ${accountId} and merchant_id = ${merchantId} and approved_by is not null
    limit 1`);

/** Locks waiting payouts of a batch, the first of them. all merchants: the caller holds the batch. */
export const lockWaitingOfBatch = (tx: Tx, batchId: string, limit: number) => tx<Payout[]>`
    select ${columns(tx)} from payouts where batch_id = ${batchId} and state = 'approval'
    order by batch_line limit ${limit} for update`;

/** Returns the payouts of a batch that a viewer sees, in the order of the file. */
export const findOfBatch = (db: Db, viewer: Viewer, batchId: string, limit: number) => db<Payout[]>`
    select ${columns(db)} from payouts where batch_id = ${batchId} and ${seenBy(db, viewer)}
    order by batch_line limit ${limit}`;

/** The payouts of a batch by their states: how many, and their sum. all merchants: the caller has the batch. */
export const countOfBatch = (db: Db, batchId: string) =>
  allRows(db<{ state: PayoutState; count: number; sumCents: Cents }[]>`
    select state, count(*)::integer as count, sum(amount_cents)::bigint as sum_cents
    from payouts where batch_id = ${batchId} group by state`);

/** Locks payouts in the order of their ids. all merchants: the caller has found them before. */
export async function lockPayouts(tx: Tx, ids: readonly string[]): Promise<Map<string, Payout>> {
  const rows = await tx<Payout[]>`
    select ${columns(tx)} from payouts where id = any (${[...ids]}::uuid[]) order by id for update`;
  return new Map(rows.map((row) => [row.id, row]));
}

export interface ReferenceSearch {
  merchantId: string;
  siteId: string;
  reference: string;
  within: readonly ('merchantReference' | 'customerBankReference')[];
  since: Date;
  limit: number;
  offset: number;
}

/** Returns the payouts since an instant with a reference, newest first. */
export async function searchPayouts(db: Db, search: ReferenceSearch): Promise<Payout[]> {
  const { within, reference } = search;
  return db<Payout[]>`
    select ${columns(db)} from payouts
    where merchant_id = ${search.merchantId} and site_id = ${search.siteId} and created_at >= ${search.since}
      and (${within.includes('merchantReference') ? db`merchant_reference = ${reference}` : db`false`}
        or ${within.includes('customerBankReference') ? db`customer_bank_reference = ${reference}` : db`false`})
    order by created_at desc, id desc limit ${search.limit} offset ${search.offset}`;
}

/**
 * Sets when a payout is due next, unless it has changed or was claimed in the meantime. all merchants: the sweep has claimed
 * the payout.
 */
export async function setDue(db: Db, row: Pick<Payout, 'id' | 'state' | 'tries'>, at: Date): Promise<void> {
  await db`
    update payouts set due_at = ${at} where id = ${row.id} and state = ${row.state} and tries = ${row.tries}`;
}

/** Claims received payouts until `leaseUntil`. all merchants: the sweep serves every merchant. */
export async function claimReceived(db: Sql, now: Date, leaseUntil: Date, limit: number): Promise<Payout[]> {
  return db<Payout[]>`
    update payouts set due_at = ${leaseUntil}, tries = tries + 1
    where id in (
      select id from payouts where state = 'received' and due_at <= ${now} and ${notHeld(db)}
      order by due_at limit ${limit} for update skip locked)
    returning ${columns(db)}`;
}

/** The states in which payouts wait for a response, as their indexes have them. */
const askedStates = {
  verification: (db: Db) => db`state = 'verification'`,
  payee_check: (db: Db) => db`state = 'payee_check'`,
};
export type AskedState = keyof typeof askedStates;

/**
 * Claims payouts in a state with a pending query, until `leaseUntil`, at most `perSite` per site including
 * running ones (`siteLoads`). Each free place goes to the merchant with the fewest, while those are fewer than the free
 * places, and then to its site with the fewest: merchants with hanging servers delay only themselves. Ties are random.
 * all merchants: the sweep serves every merchant.
 */
export async function claimAsked(
  db: Sql,
  state: AskedState,
  claim: {
    now: Date;
    leaseUntil: Date;
    /** The free places of all. */
    free: number;
    perSite: number;
    siteLoads: ReadonlyMap<string, number>;
    merchantLoads: ReadonlyMap<string, number>;
  },
): Promise<Payout[]> {
  const { now, leaseUntil, free, perSite, siteLoads, merchantLoads } = claim;
  const seed = randomBelow(2 ** 31);
  const isIn = askedStates[state];
  return db<Payout[]>`
    with recursive sites (merchant_id, site_id) as (
      (select merchant_id, site_id from payouts where ${isIn(db)} order by merchant_id, site_id limit 1)
      union all
      select next.merchant_id, next.site_id
      from sites
      cross join lateral (
        select merchant_id, site_id from payouts
        where ${isIn(db)} and (merchant_id, site_id) > (sites.merchant_id, sites.site_id)
        order by merchant_id, site_id limit 1
      ) next
    ), open as materialized (
      select sites.merchant_id, sites.site_id, coalesce(of_site.load, 0) as load, coalesce(of_merchant.load, 0) as of_merchant
      from sites
      left join unnest(${[...siteLoads.keys()]}::uuid[], ${[...siteLoads.values()]}::integer[])
        as of_site (site_id, load) on of_site.site_id = sites.site_id
      left join unnest(${[...merchantLoads.keys()]}::uuid[], ${[...merchantLoads.values()]}::integer[])
        as of_merchant (merchant_id, load) on of_merchant.merchant_id = sites.merchant_id
      where coalesce(of_site.load, 0) < ${perSite}::integer and coalesce(of_merchant.load, 0) < ${free}::integer
    ), wanted as (
      select open.merchant_id, open.site_id, of_merchant + row_number() over (
          partition by open.merchant_id order by load + due.number, hashtextextended(open.site_id::text, ${seed})) as turn
      from open
      cross join lateral (
        select row_number() over () as number
        from (
          select from payouts
          where merchant_id = open.merchant_id and site_id = open.site_id and ${isIn(db)} and due_at <= ${now}
          order by due_at limit ${perSite}::integer - load
        ) due
      ) due
    ), given as (
      select merchant_id, site_id, turn,
        row_number() over (order by turn, hashtextextended(merchant_id::text, ${seed})) as number
      from wanted
    ), allotted as materialized (
      select merchant_id, site_id, count(*)::integer as places
      from given where turn + number <= ${free}::integer + 1
      group by merchant_id, site_id
    )
    update payouts set due_at = ${leaseUntil}, tries = tries + 1
    where id in (
      select picked.id
      from allotted
      cross join lateral (
        select id from payouts
        where merchant_id = allotted.merchant_id and site_id = allotted.site_id and ${isIn(db)}
          and due_at <= ${now}
        order by due_at limit allotted.places
        for update skip locked
      ) picked
    )
    returning ${columns(db)}`;
}

/** The money of sites. */
export const floats = table('floats', {
  siteId: t.uuid().unread(),
  merchantId: t.uuid().unread(),
  availableCents: t.bigint(),
  pendingCents: t.bigint().later(),
});

/** A site's available and pending amounts, in cents. */
export type Float = RowOf<typeof floats>;

export const findFloat = (db: Db, merchantId: string, siteId: string) =>
  firstRow(db<Float[]>`
    select available_cents, pending_cents from floats where site_id = ${siteId} and merchant_id = ${merchantId}`);

/** Adds to a float, creating it with its first money. */
export async function addToFloat(
  tx: Tx,
  owner: { merchantId: string; siteId: string },
  amount: Cents,
): Promise<void> {
  await tx`
    insert into floats (site_id, merchant_id, available_cents)
    values (${owner.siteId}, ${owner.merchantId}, ${amount})
    on conflict (site_id) do update set available_cents = floats.available_cents + excluded.available_cents`;
}

/** Takes from a float that has it. */
export async function takeFromFloat(
  tx: Tx,
  owner: { merchantId: string; siteId: string },
  amount: Cents,
): Promise<void> {
  await tx`
    update floats set available_cents = available_cents - ${amount}
    where site_id = ${owner.siteId} and merchant_id = ${owner.merchantId}`;
}

/** Locks floats in site order; returns their available amounts. all merchants: the caller knows the sites. */
export async function lockFloats(tx: Tx, siteIds: readonly string[]): Promise<Map<string, Cents>> {
  const rows = await lockingFloats(tx, siteIds);
  return new Map(rows.map(({ siteId, availableCents }) => [siteId, availableCents]));
}

/** The statement of `lockFloats`. all merchants: the caller knows the sites. */
export const lockingFloats = (tx: Tx, siteIds: readonly string[]): Fragment => tx`
  select site_id, available_cents from floats
  where site_id = any (${[...siteIds]}::uuid[]) order by site_id for no key update`;

/** The decrease of the pending amount and the increase of the available one; negative for money that leaves. */
export interface FloatChange {
  siteId: string;
  available: Cents;
  pending: Cents;
}

/** Changes floats that are locked. all merchants: the caller holds the objects of the money. */
export function settleFloats(tx: Tx, siteIds: readonly string[], changes: readonly FloatChange[]): Fragment {
  const sum = (siteId: string, of: 'available' | 'pending'): string =>
    String(changes.reduce((all, one) => (one.siteId === siteId ? all + one[of] : all), 0n));
  return tx`
      update floats
      set available_cents = available_cents + change.available, pending_cents = pending_cents - change.pending
      from unnest(${siteIds}::uuid[], ${siteIds.map((id) => sum(id, 'available'))}::text[]::bigint[],
        ${siteIds.map((id) => sum(id, 'pending'))}::text[]::bigint[]) as change (site_id, available, pending)
      where floats.site_id = change.site_id`;
}
