// What has happened to a site's objects, in time order: for whoever looks on.

import type { Context } from '../../core/context.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { firstIdAt, isUuid } from '../../kernel/ids.ts';
import * as store from './store.ts';

export type Entry = store.EventEntry | store.AttemptEntry | store.MismatchEntry;

export interface History {
  /** In time order. */
  entries: Entry[];
  /** Older ones were left out. */
  isCut: boolean;
  /** The requests that the reference is about; undefined where none was named. */
  correlationIds: ReadonlySet<string> | undefined;
}

/**
 * A site's events, attempts to tell somebody, and requests with a wrong hash since an instant; of `reference` alone, where
 * one is named: the merchant's own or an id of ours. Of each kind the newest `limit`.
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

/** The number of a merchant's object's newest event; 0 where it has none. */
export function lastSequence(ctx: Context, merchantId: string, objectId: string): Promise<number> {
  return store.lastSequence(ctx.db, merchantId, objectId);
}

/** A merchant's object's newest event of a type, beyond the number `after`. */
export function findEvent(
  ctx: Context,
  merchantId: string,
  wanted: { objectId: string; type: string; after?: number },
): Promise<{ id: string; sequence: number } | undefined> {
  return store.findEvent(ctx.db, merchantId, wanted);
}
