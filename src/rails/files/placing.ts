// The folders of an account, and how files come into them: whole, under a name that is free and short enough.
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { withoutEnd } from '../../kernel/formats/text.ts';
import { randomUuid } from '../../kernel/random.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';

export const folders = ['in', 'out', 'done', 'refused'] as const;

/** Makes an account's folders. Returns the one that they are in. */
export async function makeFolders(root: string, account: string): Promise<string> {
  const own = join(root, account);
  for (const name of folders) await mkdir(join(own, name), { recursive: true, mode: 0o700 });
  return own;
}

/** Names of files that are hidden, or are still being written. */
export const leftAlone = /^\.|\.(part|tmp)$/i;

/** In bytes: the longest name of a file on every usual file system. */
const longestName = 255;
/** In bytes: the room for additions around a name, such as "12-" and ".reason.txt". */
const room = 32;

/** Returns a name that leaves room for its additions; a long one loses its middle to a hash of it. */
export function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longestName - room) return name;
  const extension = Buffer.byteLength(extname(name)) <= 16 ? extname(name) : '';
  // The end of a letter may be cut off.
  const begins = withoutEnd(
    Buffer.from(name)
      .subarray(0, longestName - room - 40)
      .toString(),
    '\ufffd',
  );
  return `${begins}-${sha256Hex(name).slice(0, 16)}${extension}`;
}

/**
 * Moves a file out of `in`, under another name where its own is taken or too long. Returns that name; undefined if the
 * file is gone.
 */
export async function moveTo(
  own: string,
  where: 'done' | 'refused',
  name: string,
): Promise<string | undefined> {
  const short = shortened(name);
  let free = short;
  for (let number = 2; await isThere(join(own, where, free)); number += 1) free = `${number}-${short}`;
  try {
    await rename(join(own, 'in', name), join(own, where, free));
    return free;
  } catch (error) {
    // Another process has taken it as well, and was faster.
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** True if an error means that a file does not exist. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Writes a file so that no reader ever sees a part of it, though others write the same one in the meantime. */
export async function writeWhole(path: string, content: string): Promise<void> {
  const part = `${path}.${randomUuid()}.part`;
  try {
    await writeFile(part, content, { mode: 0o600, flush: true });
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}
