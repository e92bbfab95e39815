// What somebody may choose in a filter: their sites and, where they see several, their merchants.
import { merchantsSeenBy, sitesSeenBy } from '../../core/merchants/actions.ts';
import type { Scope } from '../../reports/lists/filters.ts';
import type { Visit } from './visit.ts';

export async function scopeOf({ ctx, viewer }: Visit): Promise<Scope> {
  return {
    viewer,
    sites: await sitesSeenBy(ctx.db, viewer),
    merchants: await merchantsSeenBy(ctx.db, viewer),
  };
}
