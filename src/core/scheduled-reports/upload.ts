// Uploads a report to an SFTP server once: under a temporary name, and then under its own.
import { Readable } from 'node:stream';
import { connect, type Remote } from '../../kernel/sftp/connection.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { contentOf } from './actions.ts';
import * as store from './store.ts';
import type { SftpAccess, Target } from './targets.ts';

/** Puts a report in its folder. Throws with the reason if it cannot be done now. */
export async function upload(
  { db, clock, keyring, policy }: Context,
  { report, schedule }: store.ReportWork,
  target: Extract<Target, { kind: 'sftp' }>,
  name: string,
): Promise<void> {
  if (schedule.settingsSealed === null) throw new DomainError('ReportNotFound');
  const access = JSON.parse(keyring.open(schedule.settingsSealed)) as SftpAccess;
  const { mode, allowedNetworks } = policy.addressRules;
  // Users of merchants choose the server: it cannot be one of the operator's network.
  const allowed = { privateAllowed: mode === 'staging', allowedNetworks };
  let remote: Remote | undefined;
  try {
    remote = await connect({ ...target.server, ...access }, allowed);
    await place(remote, `${target.folder === '' ? '.' : target.folder}/${name}`, report, {
      content: () => Readable.from(contentOf(db, report)),
      noteWhole: () => store.setUploaded(db, report.id, clock.now()),
    });
  } catch (error) {
    // Without its code: a refused connection to this server is not one to the database.
    throw new Error((error as Error).message, { cause: error });
  } finally {
    await remote?.close();
  }
}

interface Upload {
  content(): Readable;
  /** Notes, before the file has its own name, that the whole file is on the server. */
  noteWhole(): Promise<unknown>;
}

/**
 * An earlier attempt may have ended anywhere. Once the file was whole, the recipient may have taken it under its own name
 * before its delivery was noted: a file that is gone then was delivered.
 */
async function place(remote: Remote, path: string, report: store.Report, { content, noteWhole }: Upload) {
  const size = Number(report.byteCount);
  const part = `${path}.part`;
  const there = await remote.stat(path);
  if (there?.size === size) return;
  if (there) throw new Error(`${path} on the server is another file: ${there.size} bytes, not ${size}`);
  const isPartWhole = (await remote.stat(part))?.size === size;
  if (report.uploadedAt !== null && !isPartWhole) return;
  if (report.uploadedAt === null) {
    await remote.write(content(), part, size);
    if ((await remote.stat(part))?.size !== size) throw new Error(`${part} on the server is not whole`);
    await noteWhole();
  }
  await remote.rename(part, path);
}
