// Subscription charges that need attention: those that fail now, why others failed, and which are due next.
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';

export interface FailingCharge {
  subscriptionId: string;
  reference: string;
  amountCents: Cents;
  attempts: number;
  reason: string | null;
  /** The next attempt. */
  dueAt: Date | null;
}

const mostListed = 50;

/** Returns charges that failed and are tried again, the soonest attempt first. */
export const listFailing = (db: Db, viewer: Viewer) => db<FailingCharge[]>`
    select subscription_id, merchant_reference as reference, amount_cents, attempts, state_reason as reason, due_at
    from subscription_charges where state = 'retrying' and ${seenBy(db, viewer)}
    order by due_at, id limit ${mostListed}`;

export interface FailedBy {
  reason: string | null;
  count: number;
  cents: Cents;
}

/** Returns why charges failed for good since an instant, the commonest reason first. */
export const countFailed = (db: Db, viewer: Viewer, since: Date) => db<FailedBy[]>`
    select state_reason as reason, count(*)::integer as count, sum(amount_cents)::bigint as cents
    from subscription_charges where state = 'failed' and completed_at >= ${since} and ${seenBy(db, viewer)}
    group by 1 order by 2 desc, 1 limit ${mostListed}`;

export interface DueOn {
  /** "2026-12-01". */
  day: string;
  count: number;
  cents: Cents;
}

/** Returns the sums of due charges on each day up to an instant, the first day first. */
export const sumDue = (db: Db, viewer: Viewer, until: Date) => db<DueOn[]>`
    select charge_date::text as day, count(*)::integer as count, sum(amount_cents)::bigint as cents
    from subscription_charges where state = 'scheduled' and due_at <= ${until} and ${seenBy(db, viewer)}
    group by 1 order by 1 limit ${mostListed}`;
