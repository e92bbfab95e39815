// The audit log: who did what, to what, and the values before and after. An entry is written in the transaction that it
// records, and each entry is chained to the one before it.

import { hash } from 'node:crypto';
import type { Db } from '../../kernel/db/db.ts';
import { maskLongest, maskNumbers } from '../../kernel/formats/mask.ts';
import type { Work } from '../context.ts';
import type { Viewer } from '../viewer.ts';
import * as store from './audit-store.ts';
import type { Action } from './permissions.ts';

export { type AuditFilter, type AuditRow, countAudit } from './audit-store.ts';

/** Deeds without a right to themselves: of the command line, of a company's sign-in, or under the right of another action. */
export const otherActions = [
  'user.create',
  'user.reset',
  'user.unlock',
  'user.link',
  'person.export',
  'person.erase',
  'stream.change',
] as const;
export type OtherAction = (typeof otherActions)[number];

/** An action of a user, as the audit log records it. */
export interface Deed {
  /** A user's id, cli:NAME, or client:ID of the One API. */
  who: string;
  /** The merchant of the record; null for the operator's. */
  merchantId: string | null;
  action: Action | OtherAction;
  /** The id or name of the record that changed. */
  subject: string;
  before?: object | null;
  after?: object | null;
  /** What the person gave as the reason. Long numbers are masked before it is stored: an entry stays for ever. */
  why?: string | null;
  network?: string | null;
}

/** Names of secret values: none can appear in the log, in any call. */
const secretName = /secret|password|token|privatekey|apikey|credential/i;

/**
 * Writes an entry in the caller's transaction, and returns its position. Others that write one wait until the transaction
 * ends: so call it last.
 */
export async function record(work: Work, deed: Deed): Promise<number> {
  const { before = null, after = null, why = null, network = null, ...rest } = deed;
  await store.lockAudit(work.tx);
  return store.insertEntry(work.tx, {
    ...{ ...rest, why: why && maskNumbers(why), network },
    at: work.realClock.now(),
    before: before && textOf(before),
    after: after && textOf(after),
    correlationId: work.correlationId,
  });
}

/**
 * Records that a person was erased from earlier entries, with a digest of each as it now reads, in the transaction that
 * erased them. The chain then proves for every entry either its text when it was written, or that this was erased from
 * it, and when.
 */
export async function recordErasure(work: Work, deed: Deed, positions: readonly number[]): Promise<void> {
  await store.lockAudit(work.tx);
  const redacted = await store.digestEntries(work.tx, positions);
  await record(work, { ...deed, after: { redacted } });
}

/** Free text is masked by who stores it. Whatever else is typed and noted here keeps no identity or card number either. */
function textOf(value: object): string {
  return JSON.stringify(value, (name, inner) => {
    if (secretName.test(name) && typeof inner === 'string') return '(not kept)';
    if (typeof inner === 'string' && name !== 'email') return maskLongest(inner);
    return typeof inner === 'bigint' ? String(inner) : inner;
  });
}

/** Returns entries where the viewer sees, the newest first. `before`: the position that the page before ended with. */
export async function listAudit(
  db: Db,
  viewer: Viewer,
  { before, limit = 50, ...filter }: store.AuditFilter & { before?: number; limit?: number } = {},
): Promise<{ rows: store.AuditRow[]; hasMore: boolean }> {
  const found = await store.listEntries(db, viewer, filter, { before, limit: limit + 1 });
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}

/** The limit of notes on a subject, whose page shows them all. Several users at once can exceed it by a few. */
export const mostNotes = 100;

/** True if a merchant's users, or with null the operator's, have reached the limit of notes on a subject. */
export async function hasAllNotes(
  { tx }: Work,
  subject: string,
  merchantId: string | null,
): Promise<boolean> {
  return (await store.countNotes(tx, subject, merchantId, mostNotes)) >= mostNotes;
}

const entriesAtATime = 2_000;

/** The state of the chain: its number of entries, and the first position that differs from its original. */
export interface AuditReport {
  entries: number;
  wrong?: { position: number; detail: string };
}

/**
 * Recomputes the whole chain, page by page, while the service can go on, up to the newest recorded entry. An entry that
 * a person was erased from is compared with the entry of that erasure, which is part of the chain itself.
 */
export async function verifyAudit(db: Db): Promise<AuditReport> {
  const head = await store.findHead(db);
  let last: Link = { position: 0, hash: store.beginning };
  for (;;) {
    const page = await store.listChained(db, last.position, entriesAtATime);
    if (page.length === 0) break;
    for (const { position, hash: kept, text } of page) {
      const wrong = judge(last, { position, hash: kept, text }, head);
      if (wrong && !(wrong.position === position && (await isRedacted(db, position, text))))
        return { entries: last.position, wrong };
      last = { position, hash: kept };
    }
  }
  const isCut = head !== undefined && last.position < head.position;
  return { entries: last.position, ...(isCut && { wrong: gone(last.position + 1) }) };
}

async function isRedacted(db: Db, position: number, text: string): Promise<boolean> {
  const digest = await store.findDigest(db, position);
  return digest === hash('sha256', text, 'hex');
}

type Link = Pick<store.ChainedEntry, 'position' | 'hash'>;

function judge(last: Link, { position, hash: kept, text }: store.ChainedEntry, head: Link | undefined) {
  const expected = last.position + 1;
  if (position !== expected) return gone(expected);
  const computed = hash('sha256', Buffer.concat([last.hash, Buffer.from(text)]), 'buffer');
  const isNoted = position !== head?.position || kept.equals(head.hash);
  return computed.equals(kept) && isNoted ? undefined : changed(position);
}

const gone = (position: number) => ({ position, detail: `the entry at position ${position} is missing` });

const changed = (position: number) => ({
  position,
  detail: `the entry at position ${position} was changed since it was written`,
});
