// The refunds that wait for their batch, by site, for a page that also shows the site's spendable balance.
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';

export interface WaitingRefunds {
  /** The site's code. */
  site: string;
  siteId: string;
  merchantId: string;
  count: number;
  cents: Cents;
  /** When the first of them is picked up. */
  dueAt: Date;
}

const mostListed = 50;

/** Returns what waits at the sites that a viewer sees, the soonest first. */
export const listWaitingRefunds = (db: Db, viewer: Viewer) => db<WaitingRefunds[]>`
    select sites.code as site, refunds.site_id, refunds.merchant_id, count(*)::integer as count,
      sum(refunds.amount_cents)::bigint as cents, min(refunds.due_at) as due_at
    from refunds join sites on sites.id = refunds.site_id
    where refunds.state in ('pending', 'approved') and ${seenBy(db, viewer, 'refunds.merchant_id')}
    group by 1, 2, 3 order by min(refunds.due_at), 1 limit ${mostListed}`;
