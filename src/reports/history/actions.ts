// The history of a site's objects in time order, for an onlooker.

import type { Context } from '../../core/context.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { firstIdAt, isUuid } from '../../kernel/ids.ts';
import * as store from './store.ts';

export { findEvent, lastSequence } from './store.ts';

export type Entry = store.EventEntry | store.AttemptEntry | store.MismatchEntry;

export interface History {
  /** In time order. */
  entries: Entry[];
  /** Older entries were left out. */
  isCut: boolean;
  /** The requests that belong to the reference; undefined if none was named. */
  correlationIds: ReadonlySet<string> | undefined;
}

/**
 * Returns a site's events, delivery attempts and requests with a wrong hash since an instant. `reference` limits them
 * to one reference of the merchant's or one id of Tefo. At most the newest `limit` of each kind.
 */
export async function readHistory(
  ctx: Context,
  site: Pick<Site, 'id' | 'merchantId'>,
  given: { from: Date; reference: string | undefined; limit: number },
): Promise<History> {
  const db = ctx.db;
  const { from, reference, limit } = given;
  const objectIds = reference === undefined ? [] : await findAbout(ctx, site, reference);
  const scope: store.Scope = {
    merchantId: site.merchantId,
    siteId: site.id,
    from,
    firstId: firstIdAt(from),
    about: reference === undefined ? null : { objectIds, reference },
    limit,
  };
  const kinds: Entry[][] = [
    await store.listEvents(db, scope),
    await store.listAttempts(db, scope),
    await store.listMismatches(db, scope),
  ];
  const entries = kinds.flat().toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const ids = reference === undefined ? undefined : await store.findCorrelations(db, objectIds);
  return {
    entries,
    isCut: kinds.some((kind) => kind.length === limit),
    correlationIds:
      ids && new Set([...ids, ...entries.map(({ correlationId }) => correlationId), reference!]),
  };
}

function findAbout(ctx: Context, site: Pick<Site, 'id'>, reference: string): Promise<string[]> {
  return store.findObjects(ctx.db, site.id, reference, isUuid(reference) ? reference : null);
}
