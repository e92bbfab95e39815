// Sends a batch of lines to the target of a stream. Returns once the receiver has it; throws with the reason otherwise.
import { Readable } from 'node:stream';
import type { Post } from '../../kernel/http/outbound.ts';
import { connect, type Remote } from '../../kernel/sftp/connection.ts';
import type { Context } from '../context.ts';
import { appendLines } from './file.ts';
import type { Stream } from './store.ts';
import { readTarget, type StreamAccess, type StreamTarget } from './targets.ts';

/** Lines with a number each, in their order. */
export interface Batch {
  text: string;
  first: bigint;
  last: bigint;
  /** The day of the last line, such as 2026-11-27. */
  day: string;
}

const timeoutMs = 30_000;

export async function sendBatch(ctx: Context, post: Post, stream: Stream, batch: Batch): Promise<void> {
  const target = readTarget(stream.target, ctx.policy.addressRules, '/');
  if (target.kind === 'file') return appendLines(target.path, batch.text, batch.day);
  const access = (
    stream.settingsSealed === null ? {} : JSON.parse(ctx.keyring.open(stream.settingsSealed))
  ) as StreamAccess;
  if (target.kind === 'https') return postBatch(post, stream, target.url, access, batch);
  return upload(ctx, stream, target, access, batch);
}

async function postBatch(
  post: Post,
  { name }: Stream,
  url: string,
  { token }: StreamAccess,
  { text, first, last }: Batch,
): Promise<void> {
  const { statusCode, error } = await post({
    ...{ url, body: text, timeoutMs },
    headers: {
      'content-type': 'application/x-ndjson',
      'tefo-stream': name,
      'tefo-sequence': `${first}-${last}`,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });
  if (statusCode === null) throw new Error(error ?? 'no response');
  if (statusCode < 200 || statusCode > 299) throw new Error(`HTTP ${statusCode}`);
}

async function upload(
  { policy }: Context,
  { name }: Stream,
  { server, folder }: Extract<StreamTarget, { kind: 'sftp' }>,
  { sftp }: StreamAccess,
  { text, first, last }: Batch,
): Promise<void> {
  const { mode, allowedNetworks } = policy.addressRules;
  let remote: Remote | undefined;
  try {
    if (!sftp) throw new Error('the key of the server is not stored');
    remote = await connect({ ...server, ...sftp }, { privateAllowed: mode === 'staging', allowedNetworks });
    const content = Buffer.from(text);
    const number = (one: bigint) => String(one).padStart(12, '0');
    const path = `${folder === '' ? '.' : folder}/${name}_${number(first)}-${number(last)}.ndjson`;
    // An earlier attempt may have ended before its position was noted.
    if ((await remote.stat(path))?.size === content.length) return;
    await remote.write(Readable.from([content]), `${path}.part`, content.length);
    if ((await remote.stat(`${path}.part`))?.size !== content.length)
      throw new Error(`${path}.part on the server is not whole`);
    await remote.rename(`${path}.part`, path);
  } catch (error) {
    // Without its code: a refused connection to this server is not one to the database.
    throw new Error((error as Error).message, { cause: error });
  } finally {
    await remote?.close();
  }
}
