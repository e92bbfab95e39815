// What an account's mirror remembers between two looks, in a file beside the folders that it mirrors: whoever loses the one
// loses the other. What is taken a second time is known to the core; what was given is never given again.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteFile } from './connection.ts';

/**
 * How far a file of `out` has come: whole on the server under another name, and about to get its own; about to be written
 * under its own name, where the server renames nothing; there; or nobody knows.
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

/** Returns what is remembered of an account with these folders. Throws for a file that cannot be read. */
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
    throw new Error(`${fileOf(own)} cannot be read: put it back, or list in it what the bank has already`);
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
