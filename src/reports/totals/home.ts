// The first page of the console: items that need attention now, and today's figures.
import { payoutMachine } from '../../core/payouts/actions.ts';
import { refundMachine } from '../../core/refunds/actions.ts';
import { waitingReason } from '../../core/refunds/jobs.ts';
import { failedStates, paidStates, reversedState } from '../../core/transactions/state.ts';
import { seenBy, type Viewer } from '../../core/viewer.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { startOfDay } from '../../kernel/calendar.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Db, Fragment } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import { memberOf } from '../../kernel/required.ts';
import { openStates } from '../../kernel/state-machine.ts';
import { type DayTotal, listDays } from './reading-store.ts';

/** The number of days that lists show by default. */
const listedDays = 30;
const mostCounted = 10_000;

export type WaitingKind = 'payouts' | 'deposits' | 'webhooks' | 'notices' | 'bulk' | 'refunds' | 'lines';

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

/** Returns the figures of the first page in the viewer's scope. Only operators see the operator's own. */
export async function homeFigures(db: Db, viewer: Viewer, clock: Clock): Promise<HomeFigures> {
  const now = clock.now();
  const today = dayOf(now).toString();
  const types: DayTotal['type'][] = ['payment', 'transaction', 'refund', 'payout'];
  const [waiting, totals] = await Promise.all([
    findWaiting(db, viewer, now),
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

/** The lists of what waits. */
export const addresses: Record<WaitingKind, string> = {
  payouts: '/console/payouts?state=approval',
  deposits: '/console/deposits',
  webhooks: '/console/webhooks?state=disabled',
  notices: '/console/notifications?state=failed',
  bulk: '/console/bulk?state=complete_with_errors',
  refunds: '/console/refunds?state=pending',
  lines: '/console/reconcile',
};

/** Lists show thirty days: an item that has waited for longer is addressed by its day. */
function addressOf(kind: WaitingKind, oldest: Date): string {
  const list = addresses[kind];
  if (kind === 'webhooks' || kind === 'lines') return list;
  return `${list}${list.includes('?') ? '&' : '?'}from=${dayOf(oldest)}`;
}

async function findWaiting(db: Db, viewer: Viewer, now: Date): Promise<Waiting[]> {
  const since = startOfDay(dayOf(now).subtract({ days: listedDays - 1 }));
  const kinds = kindsOf(db, viewer, since);
  const rows = await Promise.all(
    (Object.keys(kinds) as WaitingKind[]).map(async (kind) => {
      const [row] = await db<[{ count: number; oldest: Date | null }]>`
        select count(*)::integer as count, min(at) as oldest from (${memberOf(kinds, kind)} limit ${mostCounted + 1}) found`;
      return { kind, ...row };
    }),
  );
  return rows.flatMap(({ kind, count, oldest }) =>
    oldest === null
      ? []
      : [
          {
            kind,
            count: Math.min(count, mostCounted),
            isMore: count > mostCounted,
            oldest,
            href: addressOf(kind, oldest),
          },
        ],
  );
}

/** What waits, each as a query of instants, the oldest first. Deposits have no owner yet: they are the operator's. */
function kindsOf(db: Db, viewer: Viewer, since: Date): Partial<Record<WaitingKind, Fragment>> {
  const own = seenBy(db, viewer);
  return {
    payouts: db`select created_at as at from payouts where state = 'approval' and ${own} order by created_at`,
    ...(viewer.merchants === 'all' && {
      // all merchants: for operators only.
      deposits: db`select received_at as at from deposits where state in ('waiting', 'parked') order by received_at`,
    }),
    refunds: db`
      select created_at as at from refunds
      where state = 'pending' and state_reason = ${waitingReason} and ${own} order by created_at`,
    webhooks: db`
      select disabled_at as at from receivers
      where disabled_at is not null and webhook_id is not null and ${own}
      order by disabled_at`,
    notices: db`
      select created_at as at from deliveries
      where status = 'failed' and created_at >= ${since} and ${own} order by created_at`,
    bulk: db`
      select created_at as at from bulk_jobs
      where state in ('complete_with_errors', 'error') and created_at >= ${since} and ${own} order by created_at`,
    lines: db`
      select line.booked_on::timestamptz as at from statement_lines line join bank_accounts account on account.id = line.bank_account
      where line.status = 'open' and ${seenBy(db, viewer, 'account.merchant_id')} order by line.booked_on`,
  };
}

/** Returns how long the oldest pending delivery has waited, in seconds; undefined without any. */
export async function oldestNotice(db: Db, viewer: Viewer, clock: Clock): Promise<number | undefined> {
  const [row] = await db<[{ oldest: Date | null }]>`
    select min(created_at) as oldest from deliveries where due_at is not null and status = 'pending' and ${seenBy(db, viewer)}`;
  return row.oldest === null ? undefined : Math.max(0, (clock.now().getTime() - row.oldest.getTime()) / 1000);
}
