// The recent number of each mistake with a hash, at each site.
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db } from '../../kernel/db/db.ts';

export interface FindingCount {
  /** The mistake's name; null for requests that are not examined yet or not explained. */
  finding: string | null;
  site: string;
  count: number;
  newestAt: Date;
  /** What to do; null without a finding. */
  cure: string | null;
}

/** Returns the mistakes since an instant, the most frequent first, at most twenty. */
export const countFindings = (db: Db, viewer: Viewer, since: Date) => db<FindingCount[]>`
    select findings -> 0 ->> 'mistake' as finding, sites.code as site, count(*)::integer as count,
      max(mismatch.created_at) as newest_at, max(findings -> 0 ->> 'cure') as cure
    from hash_mismatches mismatch join sites on sites.id = mismatch.site_id
    where mismatch.created_at >= ${since} and ${seenBy(db, viewer, 'mismatch.merchant_id')}
    group by 1, 2 order by 3 desc, 1, 2 limit 20`;
