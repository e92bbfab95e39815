// The rows of a list: its source, its joins, and the condition of its filters. all merchants: each statement names the
// viewer, and `seenBy` limits the condition to the viewer's merchants.
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db, Fragment } from '../../kernel/db/db.ts';
import { required } from '../../kernel/required.ts';
import { hasParts } from '../customers.ts';
import type { Condition, Description, FilterName, Filters } from './list.ts';

/** A list with one user's filters. */
export interface ListQuery {
  description: Description;
  viewer: Viewer;
  filters: Filters;
}

/** The rows of a list, from the source on: one condition of its page, count and export. */
export function listedOf(db: Db, query: ListQuery): Fragment {
  const { description, viewer, filters } = query;
  const joins = joinsOf(query).map((join) => join(db, filters, viewer));
  return db`
    (${description.source(db)}) listed ${joins.reduce((all, one) => db`${all} ${one}`, db``)}
    where ${conditionOf(db, query)}`;
}

function conditionOf(db: Db, { description, viewer, filters }: ListQuery): Fragment {
  const own = description.conditions ?? {};
  const all = [(description.scope ?? seenBy)(db, viewer)];
  if (description.of) all.push(db`of_id = ${filters.of ?? null}`);
  for (const name of description.filters) {
    // A join for a filter already limits the rows.
    const make = description.joins?.[name] ? undefined : (own[name] ?? usual[name]);
    if (make && isSet(filters, name)) all.push(make(db, filters, viewer));
  }
  return all.reduce((joined, one) => db`${joined} and ${one}`);
}

/** The condition of a customer's row that the filter names. */
export const isCustomer: Condition = (db, { customerParts, merchantId }, viewer) =>
  hasParts(db, required(customerParts, 'customerParts'), { viewer, merchantId });

/** The condition of one filter, which is added where the filter is set. */
export const when =
  <Member extends keyof Filters>(
    member: Member,
    make: (db: Db, value: NonNullable<Filters[Member]>) => Fragment,
  ): Condition =>
  (db, filters) =>
    make(db, required(filters[member], member));

/** The condition of the filter `state`, which also takes names for several states, or for a state with a reason. */
export const stateOr = (named: Record<string, (db: Db) => Fragment>): Condition =>
  when('state', (db, state) => named[state]?.(db) ?? db`state = ${state}`);

/** The condition of a reference that begins with a text, which an index in the order of bytes serves. */
export const beginsWith = (db: Db, text: string) =>
  db`reference like ${`${text.replace(/[\\%_]/g, '\\$&')}%`}`;

const usual: Partial<Record<FilterName, Condition>> = {
  customer: (db, filters, viewer) =>
    db`customer_id in (select id from customers where ${isCustomer(db, filters, viewer)})`,
  site: when('siteId', (db, siteId) => db`site_id = ${siteId}`),
  merchant: when('merchantId', (db, merchantId) => db`merchant_id = ${merchantId}`),
  state: when('state', (db, state) => db`state = ${state}`),
  from: when('from', (db, from) => db`created_at >= ${from}`),
  to: when('to', (db, to) => db`created_at < ${to}`),
  bank: when('bankId', (db, bankId) => db`bank_id = ${bankId}`),
  min: when('minCents', (db, minCents) => db`amount_cents >= ${minCents}`),
  max: when('maxCents', (db, maxCents) => db`amount_cents <= ${maxCents}`),
  reference: when('reference', beginsWith),
  event: when('event', (db, event) => db`event = ${event}`),
  type: when('type', (db, type) => db`type = ${type}`),
  surface: when('surface', (db, surface) => db`surface = ${surface}`),
  receiver: when('receiver', (db, receiver) => db`receiver_id = ${receiver}`),
};

/**
 * Returns `beginsWith` for a table whose index of references is by site: the references of the requested site, or of
 * all sites that the viewer sees.
 */
export function beginsWithAtSites(
  db: Db,
  { reference, siteId, merchantId }: Filters,
  viewer: Viewer,
): Fragment {
  const begins = beginsWith(db, required(reference, 'reference'));
  if (siteId !== undefined) return begins;
  const own = merchantId === undefined ? db`` : db`and sites.merchant_id = ${merchantId}`;
  return db`${begins} and site_id = any (array(select sites.id from sites where ${seenBy(db, viewer, 'sites.merchant_id')} ${own}))`;
}

const members: Record<FilterName, keyof Filters> = {
  site: 'siteId',
  merchant: 'merchantId',
  state: 'state',
  outcome: 'outcome',
  customer: 'customer',
  q: 'q',
  from: 'from',
  to: 'to',
  bank: 'bankId',
  min: 'minCents',
  max: 'maxCents',
  reference: 'reference',
  event: 'event',
  receiver: 'receiver',
  type: 'type',
  surface: 'surface',
  finding: 'finding',
  who: 'who',
  action: 'action',
  subject: 'subject',
  sort: 'sort',
  order: 'order',
  after: 'place',
};
const isSet = (filters: Filters, name: FilterName): boolean => filters[members[name]] !== undefined;

function joinsOf({ description: { joins = {} }, filters }: ListQuery): Condition[] {
  const all = Object.entries(joins) as [FilterName, Condition][];
  return all.filter(([name]) => isSet(filters, name)).map(([, join]) => join);
}

export const isJoined = (query: ListQuery): boolean => joinsOf(query).length > 0;
