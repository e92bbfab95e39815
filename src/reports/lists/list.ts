// A list: its filters, its columns and the source of its rows. The console's page, its count, its export and the tests
// all come from this one description.
import type { Action } from '../../core/users/permissions.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Db, Fragment, Sql } from '../../kernel/db/db.ts';
import type { Reader } from '../../kernel/db/replica.ts';
import type { Page, PageRequest, Place } from '../../kernel/http/paging.ts';
import type { Cents } from '../../kernel/money.ts';
import type { CustomerParts } from '../customers.ts';
import type { Outcome } from '../outcomes.ts';

/** The value of a cell: money as cents, times as instants, days as "2026-11-21". */
export type Value = string | number | boolean | bigint | Date | null;

/** A row as the database gives it, by the names that columns read, with its place in the list. */
export interface Row {
  id: string;
  createdAt: Date;
  [name: string]: Value;
}

/**
 * How a cell is shown: `money` in rands, `time` as South African time, `utc` as the same instant in UTC, `day` as a
 * date, `state` as a word of docs/states.md, `outcome` as the outcome of a payment, `link` as the text that leads to the row's
 * thing.
 */
export type Kind = 'text' | 'money' | 'number' | 'state' | 'outcome' | 'time' | 'utc' | 'day' | 'id' | 'link';

export interface Column {
  /** Its name in the export's first line. */
  key: string;
  heading: string;
  kind: Kind;
  value(row: Row): Value;
  /** On the page as well as in the export. */
  isShown: boolean;
  /** On the page only of those who see several merchants. */
  forMany: boolean;
  /** Its value is the id of a payment, and is shown as the address at which the customer pays it. */
  isPayAddress?: true;
}

/** The parameters that lists take. `after` is the place where the page before ended. */
export const filterNames = [
  'site',
  'merchant',
  'state',
  'outcome',
  'customer',
  'q',
  'from',
  'to',
  'bank',
  'min',
  'max',
  'reference',
  'event',
  'receiver',
  'type',
  'surface',
  'finding',
  'who',
  'action',
  'subject',
  'sort',
  'order',
  'after',
] as const;
export type FilterName = (typeof filterNames)[number];

/** The values by which lists can be sorted. */
export type SortName = 'created' | 'amount' | 'outcome';

/** Filters as they were understood. */
export interface Filters {
  siteId?: string;
  merchantId?: string;
  state?: string;
  outcome?: Outcome;
  /** A part of a customer's name, e-mail address or telephone number. */
  customer?: string;
  /** The same, in the list of customers. */
  q?: string;
  /** The parts to look for; a list sets them. */
  customerParts?: CustomerParts;
  /** The instants [from, to) of whole South African days. */
  from?: Date;
  to?: Date;
  bankId?: string;
  minCents?: Cents;
  maxCents?: Cents;
  /** A whole reference or its beginning. */
  reference?: string;
  event?: string;
  receiver?: string;
  type?: string;
  surface?: string;
  finding?: string;
  /** An address of a user, or cli:NAME; in the list of users its beginning. */
  who?: string;
  action?: string;
  /** What something was done to, or the beginning of its name. */
  subject?: string;
  /** The order of the rows; absent: by the time of creation. */
  sort?: SortName;
  /** Absent: the newest or the largest first; outcomes by the alphabet. */
  order?: 'asc' | 'desc';
  /** The thing whose rows are listed: of charges the subscription, of items the job, of lines the settlement. */
  of?: string;
  /** Where the page begins; a count and an export are of all pages. */
  place?: Place;
  /** The filters in the address, without `after`: relative days are still words. */
  words: Partial<Record<FilterName, string>>;
}

/** The filters of lists of money that customers pay or get. */
export const customerFilters: readonly FilterName[] = [
  'merchant',
  'site',
  'customer',
  'state',
  'from',
  'to',
  'bank',
  'min',
  'max',
  'reference',
  'after',
];

export interface ListedThing {
  page: string;
  id: string;
}

/** The place of a row. */
export type Spot = Pick<Row, 'id' | 'createdAt'>;

/** One page of a list, as a user sees it. */
export interface PageAsked {
  viewer: Viewer;
  filters: Filters;
  request: PageRequest;
}

/** Takes the rows of one page, each as it arrives, and returns the part computed from them. */
export interface Gathering<Part> {
  add(row: Row): void;
  end(): Part;
}

/** A list as pages, exports and tests use it. */
export interface List {
  name: string;
  caption: string;
  /** One of them and many, in words: "payment", "payments". */
  nouns: readonly [one: string, many: string];
  /** The action that a user must have permission for. */
  action: Action;
  /** The list is of one thing, which `filters.of` names by its id. */
  of: 'subscription' | 'customer' | 'payment link' | 'bulk job' | 'settlement' | 'task' | null;
  filters: readonly FilterName[];
  /** The words that filters take which take only some words: of `state` those of docs/states.md. */
  words: Partial<Record<FilterName, readonly string[]>>;
  columns: readonly Column[];
  /** The columns of the page by their keys; absent: those that are shown, in the order of the export. */
  pageOrder?: readonly string[];
  /** The permission that a column or a filter of this name needs beside the list's own. */
  needs?: Partial<Record<string, Action>>;
  /** The amount that exports add up, in cents; null if there is nothing to add. */
  sum: ((row: Row) => Cents) | null;
  /** The console page of the object of a row, and its id there; undefined if it has none. */
  leadsTo(row: Row): ListedThing | undefined;
  /** Returns a page, newest first. Throws TooWide when it takes more than two seconds. */
  page(db: Sql, viewer: Viewer, filters: Filters, request: PageRequest): Promise<Page<Row>>;
  /**
   * Returns only the places of rows, for several pages at once and with one connection: one row more than the limit
   * means that there are more. Throws TooWide if one of them takes more than two seconds.
   */
  spots(db: Sql, pages: readonly PageAsked[]): Promise<Spot[][]>;
  /** Returns how many rows there are, at most `mostCounted` + 1. Throws TooWide when it takes more than two seconds. */
  count(db: Sql, viewer: Viewer, filters: Filters): Promise<number>;
  /**
   * Returns the number of all rows and their sum: exact up to `mostCounted` rows, and beyond where the totals of days know the
   * filters. Throws TooWide when the count takes more than two seconds.
   */
  totals(db: Sql, viewer: Viewer, filters: Filters): Promise<Total>;
  /**
   * Yields the parts computed from some thousand rows at a time, in the order of the pages, each with a separate
   * statement. A failed read can be repeated, and its rows collected again. A row stays in memory only while it is
   * processed; only its part lives on.
   */
  rows<Part>(
    reader: Reader,
    viewer: Viewer,
    filters: Filters,
    gather: () => Gathering<Part>,
  ): AsyncGenerator<Part, void, void>;
}

export interface Total {
  count: number;
  /** Their sum in cents, of `count` rows; null for a list without an amount, or if it takes too long. */
  cents: Cents | null;
  /** There are more rows than these. */
  isMore: boolean;
}

/** Exactly as many are counted. */
export const mostCounted = 10_000;

export type Condition = (db: Db, filters: Filters, viewer: Viewer) => Fragment;

export interface Description
  extends Pick<
    List,
    'name' | 'caption' | 'nouns' | 'action' | 'columns' | 'pageOrder' | 'needs' | 'filters'
  > {
  of?: NonNullable<List['of']>;
  words?: List['words'];
  /** The column, by its key, that exports and totals add up: its values are `amount_cents` or `net_cents` of the source. */
  sum?: 'amount' | 'net';
  /** Amounts can be negative: a part of the rows is not the least of all. */
  isSigned?: true;
  /** The name of its rows in the totals of days, which know the merchant, site, state and days. */
  dayTotals?: 'payment' | 'refund' | 'payout';
  leadsTo?: List['leadsTo'];
  /**
   * A select of all rows, without conditions of whose they are. It has id, created_at and merchant_id, and what its filters
   * need: site_id, state, amount_cents, bank_id, reference, of_id.
   */
  source(db: Db): Fragment;
  /** The condition for the rows that a viewer sees, in place of those of the viewer's merchants. */
  scope?: (db: Db, viewer: Viewer) => Fragment;
  /** Its own conditions for filters, in place of the usual ones. They read `listed`, a row of the source. */
  conditions?: Partial<Record<FilterName, Condition>>;
  /** Its ids follow the time at which its rows were made: of all merchants together, its pages go by ids (order.ts). */
  followsIds?: true;
  /** Its filters are in its indexes: the rows of a page are found there before any is read. */
  isCovered?: true;
  /**
   * What is joined to `listed` for a filter, in place of a condition: at most one row to each. It is never joined by a hash or
   * sorted, which would be of all rows: where many are joined, a page and a count end long before.
   */
  joins?: Partial<Record<FilterName, Condition>>;
  /** What else is read of the rows of a page: ", more.column" of `joins`, which start at `page`, a row of the source. */
  more?(db: Db, viewer: Viewer): { columns: Fragment; joins?: Fragment };
}
