// All SQL of payment links.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { anyRow, execute, firstRow, onlyValue } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import { type Page, type PageRequest, pageClause, toPage } from '../../kernel/http/paging.ts';
import type { Actor } from '../context.ts';
import type { LinkState } from './state.ts';

export const linkUses = ['single', 'many'] as const;
/** `single`: paid once. `many`: each visit creates a separate payment. */
export type LinkUses = (typeof linkUses)[number];

export interface LinkCustomer {
  name?: string;
  email?: string;
  cellphone?: string;
}

export const paymentLinks = table('payment_links', {
  id: t.uuid(),
  merchantId: t.uuid(),
  siteId: t.uuid(),
  state: t.code<LinkState>().later(),
  stateReason: t.text('redact').nullable().later(),
  /** The secret part of the payer's address. */
  code: t.code(),
  uses: t.code<LinkUses>(),
  /** Null if the payer types the amount, within the limits. */
  amountCents: t.bigint().nullable(),
  minimumCents: t.bigint().nullable(),
  maximumCents: t.bigint().nullable(),
  currency: t.code(),
  /** For many uses its payments add "-1", "-2" to it. */
  merchantReference: t.text('keep'),
  description: t.text('redact').nullable().changes(),
  customer: t.jsonb<LinkCustomer>('clear').nullable(),
  returnUrl: t.text('redact').nullable(),
  notifyUrl: t.text('redact').nullable(),
  /** The number of its newest payment; 0 before the first. */
  lastNumber: t.integer().later().changes(),
  correlationId: t.code(),
  createdBy: t.code<Actor>(),
  createdAt: t.timestamptz(),
  /** Null if it does not expire. */
  expiresAt: t.timestamptz().nullable().changes(),
  completedAt: t.timestamptz().nullable().later(),
  /** When the sweep has to look at it; null if nothing is due. */
  dueAt: t.timestamptz().nullable().changes(),
  /** Whom it was sent to; null if nothing is known of its customer. */
  customerId: t.uuid('clear').nullable(),
});

export type Link = RowOf<typeof paymentLinks>;

const columns = columnsOf(paymentLinks);

export const insertLink = (db: Db, row: Link) => execute(insertRows(db, paymentLinks, [row]));

export const findLink = (db: Db, merchantId: string, id: string) =>
  firstRow(
    db<Link[]>`select ${columns(db)} from payment_links where id = ${id} and merchant_id = ${merchantId}`,
  );

/** all merchants: the console, which compares the merchant with its viewer. */
export const findAnyLink = (db: Db, id: string) =>
  firstRow(db<Link[]>`select ${columns(db)} from payment_links where id = ${id}`);

/** all merchants: the payer's page, whose unguessable address grants access. */
export const findLinkForCustomer = (db: Db, code: string) =>
  firstRow(db<Link[]>`select ${columns(db)} from payment_links where code = ${code}`);

/** Locks a link and the numbers of its payments. all merchants: the caller has found it before. */
export const lockLink = (tx: Tx, id: string) =>
  firstRow(tx<Link[]>`select ${columns(tx)} from payment_links where id = ${id} for no key update`);

/** The same for the single links among several, in the order of their ids. all merchants: the caller holds their payments. */
export const lockSingleLinks = (tx: Tx, ids: readonly string[]) => tx<Link[]>`
    select ${columns(tx)} from payment_links where id = any (${[...ids]}::uuid[]) and uses = 'single'
    order by id for no key update`;

/**
 * Takes the number of the next payment of a link, in a separate statement, so that visits hold no lock while they
 * create theirs; a number whose payment is refused stays unused. all merchants: the caller has found the link before.
 */
export const takeNumber = (db: Db, id: string) =>
  onlyValue(db<{ number: number }[]>`
    update payment_links set last_number = last_number + 1 where id = ${id} returning last_number as number`);

/** True if a site has a link with a reference. */
export const hasReference = (
  db: Db,
  { merchantId, siteId }: { merchantId: string; siteId: string },
  reference: string,
) =>
  anyRow(db`
    select from payment_links
    where merchant_id = ${merchantId} and site_id = ${siteId} and merchant_reference = ${reference} limit 1`);

export interface LinkFilter {
  merchantId: string;
  /** Created in [from, to). */
  from?: Date;
  to?: Date;
  siteId?: string;
  state?: LinkState;
  merchantReference?: string;
}

/** Returns a page of a merchant's links, newest first. */
export async function listLinks(db: Db, filter: LinkFilter, page: PageRequest): Promise<Page<Link>> {
  const found = await db<Link[]>`
    select ${columns(db)} from payment_links
    where merchant_id = ${filter.merchantId}
      ${filter.from ? db`and created_at >= ${filter.from}` : db``}
      ${filter.to ? db`and created_at < ${filter.to}` : db``}
      ${filter.siteId ? db`and site_id = ${filter.siteId}` : db``}
      ${filter.state ? db`and state = ${filter.state}` : db``}
      ${filter.merchantReference ? db`and merchant_reference = ${filter.merchantReference}` : db``}
      ${pageClause(db, page)}`;
  return toPage(found, page);
}

/** Returns due links, oldest first. all merchants: the sweep serves every merchant. */
export const findDue = (db: Sql, now: Date, limit: number) => db<Link[]>`
    select ${columns(db)} from payment_links where due_at <= ${now} order by due_at limit ${limit}`;
