// The floats of sites, for a page that also shows the payouts from them.
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';

export interface SiteFloat {
  /** The site's code. */
  site: string;
  availableCents: Cents;
  pendingCents: Cents;
}

const mostListed = 200;

/** Returns the floats that a viewer sees, by the codes of their sites, at most 200. */
export const listFloats = (db: Db, viewer: Viewer) => db<SiteFloat[]>`
    select sites.code as site, floats.available_cents, floats.pending_cents
    from floats join sites on sites.id = floats.site_id
    where ${seenBy(db, viewer, 'floats.merchant_id')} order by sites.code limit ${mostListed}`;
