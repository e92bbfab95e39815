// The first page of the console: items that need attention now, and today's figures.
import { payoutMachine } from '../../core/payouts/actions.ts';
import { refundMachine } from '../../core/refunds/actions.ts';
import { failedStates, paidStates, reversedState } from '../../core/transactions/state.ts';
import type { Action } from '../../core/users/permissions.ts';
import { seenBy, type Viewer } from '../../core/viewer.ts';
import { dayOf } from '../../kernel/business-days.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Db, Sql } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import { openStates } from '../../kernel/state-machine.ts';
import { lists } from '../lists/all.ts';
import { parseFilters, queryOf } from '../lists/filters.ts';
import { type Filters, type List, mostCounted } from '../lists/list.ts';
import { type DayTotal, listDays } from './reading-store.ts';

export type WaitingKind =
  | 'payouts'
  | 'deposits'
  | 'webhooks'
  | 'notices'
  | 'bulk'
  | 'refunds'
  | 'refundApprovals'
  | 'lines'
  | 'credits'
  | 'batches'
  | 'beneficiaries';

/** An item that needs attention. */
export interface Waiting {
  kind: WaitingKind;
  /** At most 10 000; `isMore`: there are more. */
  count: number;
  isMore: boolean;
  oldest: Date;
  /** The list that holds them. */
  href: string;
}

/** A number of objects, and their sum in cents. */
export interface Sum {
  count: number;
  cents: Cents;
}

export interface HomeFigures {
  /** Only what there is, in the order of urgency. */
  waiting: Waiting[];
  today: {
    /** Payments made today that are complete. */
    moneyIn: Sum;
    /** Of today's attempts, those that have ended, and with money. */
    attempts: { ended: number; paid: number };
    refunds: Sum;
    payouts: Sum;
  };
}

/** Returns the scope in which the user can see a list; undefined if they cannot open it. */
export type ViewerFor = (action: Action) => Viewer | undefined;

/** Returns the figures of the first page in the viewer's scope, and what waits in the lists that they can open. */
export async function homeFigures(
  db: Sql,
  viewer: Viewer,
  clock: Clock,
  viewerFor: ViewerFor = () => viewer,
): Promise<HomeFigures> {
  const now = clock.now();
  const today = dayOf(now).toString();
  const types: DayTotal['type'][] = ['payment', 'transaction', 'refund', 'payout'];
  const [waiting, totals] = await Promise.all([
    findWaiting(db, viewerFor, now),
    // Nothing here is about fees, which must be read from the ledger for each attempt of today.
    listDays(db, { viewer }, { from: today, to: today }, types, false),
  ]);
  const sumOf = (type: DayTotal['type'], states: readonly string[]): Sum => {
    const own = totals.filter((total) => total.type === type && states.includes(total.state));
    return {
      count: own.reduce((sum, { n }) => sum + Number(n), 0),
      cents: own.reduce((sum, { cents }) => sum + cents, 0n),
    };
  };
  const ended = [...paidStates, ...failedStates, reversedState];
  return {
    waiting,
    today: {
      moneyIn: sumOf('payment', ['complete']),
      attempts: {
        ended: sumOf('transaction', ended).count,
        paid: sumOf('transaction', paidStates).count,
      },
      refunds: sumOf('refund', [...openStates(refundMachine), 'complete']),
      payouts: sumOf('payout', [...openStates(payoutMachine), 'complete']),
    },
  };
}

/** A list of records that need attention: its filters are those of the link, and of the count. */
interface WaitingList {
  list: List;
  path: string;
  words: Filters['words'];
}

const waitingLists: Record<WaitingKind, WaitingList> = {
  payouts: { list: lists.payouts, path: '/console/payouts', words: { state: 'approval' } },
  batches: { list: lists.payoutBatches, path: '/console/payouts/batches', words: { state: 'waiting' } },
  deposits: { list: lists.deposits, path: '/console/deposits', words: { state: 'unmatched' } },
  refundApprovals: { list: lists.refunds, path: '/console/refunds', words: { state: 'approval' } },
  refunds: { list: lists.refunds, path: '/console/refunds', words: { state: 'on_hold' } },
  webhooks: { list: lists.webhooks, path: '/console/webhooks', words: { state: 'disabled' } },
  notices: { list: lists.notices, path: '/console/deliveries', words: { state: 'failed' } },
  bulk: { list: lists.bulkJobs, path: '/console/bulk', words: { state: 'with_errors' } },
  credits: { list: lists.invoiceCredits, path: '/console/invoices/credits', words: { state: 'waiting' } },
  lines: { list: lists.openLines, path: '/console/reconcile/lines', words: {} },
  beneficiaries: {
    list: lists.beneficiaries,
    path: '/console/beneficiaries',
    words: { state: 'unverified' },
  },
};

export const waitingKinds = Object.keys(waitingLists) as WaitingKind[];

/** The kinds whose records can wait for longer than lists show by default. */
const waitsForLong: readonly WaitingKind[] = [
  ...(['payouts', 'deposits', 'refunds', 'refundApprovals'] as const),
  ...(['credits', 'batches'] as const),
];

async function findWaiting(db: Sql, viewerFor: ViewerFor, now: Date): Promise<Waiting[]> {
  const found = await Promise.all(waitingKinds.map((kind) => findOne(db, kind, viewerFor, now)));
  return found.filter((one) => one !== undefined);
}

/** Counts the rows behind the link: the address and the number have the same filters. */
async function findOne(
  db: Sql,
  kind: WaitingKind,
  viewerFor: ViewerFor,
  now: Date,
): Promise<Waiting | undefined> {
  const { list, path, words } = waitingLists[kind];
  const viewer = viewerFor(list.action);
  if (!viewer) return undefined;
  const read = (more: Filters['words']): Filters =>
    required(
      parseFilters(list, { ...words, ...more }, { viewer, sites: [], merchants: [] }, now).filters,
      'filters',
    );
  const filters = read(waitsForLong.includes(kind) ? { from: firstDay } : {});
  const [spots] = await list.spots(db, [{ viewer, filters: { ...filters, order: 'asc' }, request: oneRow }]);
  const first = spots?.[0];
  if (!first) return undefined;
  const oldest = first.createdAt;
  const linked = read(waitsForLong.includes(kind) ? { from: dayOf(oldest).toString() } : {});
  const count = await list.count(db, viewer, linked);
  const query = queryOf(linked);
  return {
    kind,
    count: Math.min(count, mostCounted),
    isMore: count > mostCounted,
    oldest,
    href: query === '' ? path : `${path}?${query}`,
  };
}

const firstDay = '2020-01-01';
const oneRow = { limit: 0, offset: 0 };

/** Returns how long the oldest pending delivery has waited, in seconds; undefined without any. */
export async function oldestNotification(db: Db, viewer: Viewer, clock: Clock): Promise<number | undefined> {
  const [row] = await db<[{ oldest: Date | null }]>`
    select min(created_at) as oldest from deliveries where due_at is not null and status = 'pending' and ${seenBy(db, viewer)}`;
  return row.oldest === null ? undefined : Math.max(0, (clock.now().getTime() - row.oldest.getTime()) / 1000);
}
