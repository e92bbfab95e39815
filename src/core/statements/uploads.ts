// Files that a user uploads: previewed first, and kept sealed until they are imported, so that the
// imported bytes are those of the preview.
import { minuteMs, plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import type { AnyContext, Context } from '../context.ts';
import { inWork } from '../unit-of-work.ts';
import * as store from './upload-store.ts';

const keptMs = 30 * minuteMs;
/** The number of files that are kept for one user. */
const mostKept = 5;

export interface Upload {
  id: string;
  name: string;
  bytes: Buffer;
}

/** Keeps a file for half an hour; of a user's files, the newest five. Returns its id. */
export function keepUpload(
  scope: AnyContext,
  bankAccount: string,
  { name, bytes }: Omit<Upload, 'id'>,
): Promise<string> {
  const createdBy = scope.actor;
  return inWork(scope, async (work) => {
    const now = work.clock.now();
    const row: store.StoredUpload = {
      ...{ id: newId(work.clock), bankAccount, sha256: sha256Hex(bytes), name, createdBy, createdAt: now },
      contentSealed: work.keyring.seal(bytes.toString('base64')),
    };
    await store.insertUpload(work.tx, row);
    await store.deleteOld(work.tx, createdBy, mostKept);
    return row.id;
  });
}

/** Returns a file that the actor has uploaded to an account; undefined if it is not kept any more. */
export async function openUpload(
  ctx: AnyContext,
  bankAccount: string,
  id: string,
): Promise<Upload | undefined> {
  if (!isUuid(id)) return undefined;
  const wanted = { id, bankAccount, createdBy: ctx.actor };
  const found = await store.findUpload(ctx.db, wanted, plus(ctx.clock.now(), -keptMs));
  if (!found) return undefined;
  const bytes = Buffer.from(ctx.keyring.open(found.contentSealed), 'base64');
  if (sha256Hex(bytes) !== found.sha256) throw new Error(`the upload ${id} differs from its digest`);
  return { id, name: found.name, bytes };
}

/** Deletes files that were kept for half an hour. */
export const createUploadExpiry = ({ db, clock }: Context): Sweep => ({
  name: 'statement-uploads.forget',
  intervalMs: minuteMs,
  run: () => store.deleteExpired(db, plus(clock.now(), -keptMs)),
});
