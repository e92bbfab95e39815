// The chain of journals. It shows every change of booked journals. Each journal is linked soon after its commit, so
// booking waits for nothing (docs/adr/0013).
import { createHash } from 'node:crypto';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { type Db, inTransaction } from '../../kernel/db/db.ts';
import type { Context } from '../context.ts';
import * as store from './chain-store.ts';

/** The end of the chain, as it is exported outside of the database to compare later. */
export interface Head {
  /** The number of links; 0 before the first. */
  position: number;
  hash: Buffer;
}

/** The hash before the first link. */
export const beginning: Head = { position: 0, hash: Buffer.alloc(32) };

/** The hash of a link, from the hash before it and the text of its journal. */
export function hashAfter(before: Buffer, text: string): Buffer {
  return createHash('sha256').update(before).update(text).digest();
}

/** Formats a head for notes: `POSITION:HASH`, the hash in hexadecimal digits. */
export function formatHead({ position, hash }: Head): string {
  return `${position}:${hash.toString('hex')}`;
}

/** Reads what `formatHead` writes; undefined if the text is no head. */
export function parseHead(text: string): Head | undefined {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  return hash === undefined ? undefined : { position: Number(position), hash: Buffer.from(hash, 'hex') };
}

/** Returns where the chain ends now, since when (null if nothing is linked), and how many journals wait for their link. */
export async function ledgerHead(db: Db): Promise<Head & { linkedAt: Date | null; waiting: number }> {
  const [last, waiting] = [await store.lastLink(db), await store.countUnlinked(db)];
  return { ...(last ?? { ...beginning, linkedAt: null }), waiting };
}

/** Returns how many journals wait for their link, and for how many seconds the first of them has. */
export async function linkLag({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<{ waiting: number; seconds: number }> {
  const [waiting, oldest] = await Promise.all([store.countUnlinked(db), store.oldestUnlinked(db)]);
  return { waiting, seconds: oldest ? Math.max(0, clock.now().getTime() - oldest.getTime()) / 1000 : 0 };
}

const journalsAtATime = 2_000;

/** Links the journals that wait. One process does so at a time; a transaction that is killed has linked nothing. */
export function createLinkSweep(ctx: Context): Sweep {
  return {
    name: 'ledger.link',
    intervalMs: 1_000,
    run: async () => ((await store.hasUnlinked(ctx.db)) ? linkSome(ctx) : 0),
  };
}

function linkSome({ db, clock }: Context): Promise<number> {
  return inTransaction(db, async (tx) => {
    if (!(await store.lockLinking(tx))) return 0;
    let { position, hash } = (await store.lastLink(tx)) ?? beginning;
    const waiting = await store.listUnlinked(tx, journalsAtATime);
    const links = waiting.map(({ journalId, text }) => {
      position += 1;
      hash = hashAfter(hash, text);
      return { position, journalId, hash };
    });
    if (links.length > 0) await store.insertLinks(tx, links, clock.now());
    return links.length;
  });
}
