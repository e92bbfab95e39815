// The state that an account's mirror keeps between two runs, in a file next to the folders that it mirrors: both are
// lost together. A file taken a second time is known to the core; a given file is never given again.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteFile } from '../../../kernel/sftp/connection.ts';

/**
 * The progress of a file of `out`: whole on the server under another name, and about to get its own; about to be
 * written under its own name, because the server renames nothing; there; or unknown.
 */
export type Given = 'renaming' | 'writing' | 'given' | 'unsure';

export interface Memory {
  /** By name: size and time of each file that was taken, and is still on the server. */
  taken: Map<string, string>;
  given: Map<string, Given>;
}

export const versionOf = ({ size, changedAt }: Pick<RemoteFile, 'size' | 'changedAt'>): string =>
  `${size} ${changedAt}`;

const fileOf = (own: string): string => join(own, '.sftp.json');

/** Returns the stored state of an account with these folders. Throws for a file that cannot be read. */
export async function recall(own: string): Promise<Memory> {
  let text: string;
  try {
    text = await readFile(fileOf(own), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { taken: new Map(), given: new Map() };
    throw error;
  }
  try {
    const { taken, given } = JSON.parse(text) as { taken: [string, string][]; given: [string, Given][] };
    return { taken: new Map(taken), given: new Map(given) };
  } catch {
    // Going on with nothing would pay twice.
    throw new Error(
      `${fileOf(own)} cannot be read: restore it, or list in it the files that the bank already has`,
    );
  }
}

/** Remembers, before it returns. */
export async function remember(
  own: string,
  memory: Memory,
  write: (path: string, content: string) => Promise<void>,
): Promise<void> {
  await write(fileOf(own), JSON.stringify({ taken: [...memory.taken], given: [...memory.given] }));
}
