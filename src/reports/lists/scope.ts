// A user's scope, by the names that filters have.
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Scope } from './filters.ts';

/**
 * Returns a viewer's sites by their codes, and their merchants. all merchants: the condition limits it to the viewer's.
 */
export async function findScope(db: Db, viewer: Viewer): Promise<Scope> {
  const [sites, merchants] = await Promise.all([
    db<{ id: string; code: string; merchantId: string }[]>`
      select id, code, merchant_id from sites where ${seenBy(db, viewer)} order by code`,
    db<{ id: string; code: string; name: string }[]>`
      select id, code, name from merchants where ${seenBy(db, viewer, 'id')} order by code`,
  ]);
  return { viewer, sites, merchants };
}
