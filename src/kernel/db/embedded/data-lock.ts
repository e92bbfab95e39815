// Allows one running tefo per data directory: a lock file names its owner and is void once that process ends.
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identify, isSameProcess, type ProcessIdentity } from './processes.ts';

export class DataDirInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `another tefo (pid ${pid}) is running on the data directory ${dataDir}: ` +
        `stop it, or set TEFO_DATA_DIR to another directory`,
    );
    this.name = 'DataDirInUse';
  }
}

/**
 * Takes the lock of a data directory and returns the function that releases it. Throws DataDirInUse while its owner
 * runs; takes over the lock of a dead process.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const lock = join(dataDir, 'lock');
  const mine = join(dataDir, `lock.${randomUUID()}`);
  await writeFile(mine, JSON.stringify(await identify(process.pid)), { mode: 0o600 });
  try {
    for (;;) {
      const seen = await readLock(lock);
      if (seen.owner && (await isSameProcess(seen.owner))) throw new DataDirInUse(dataDir, seen.owner.pid);
      if (seen.text !== undefined) await discard(lock, seen.text);
      // A link is created atomically: of two processes that start at once, one wins.
      if (await linked(mine, lock)) return async () => rm(lock, { force: true });
    }
  } finally {
    await rm(mine, { force: true });
  }
}

/** Returns the pid of the running tefo that holds the data directory, or undefined. */
export async function lockHolder(dataDir: string): Promise<number | undefined> {
  const { owner } = await readLock(join(dataDir, 'lock'));
  return owner && (await isSameProcess(owner)) ? owner.pid : undefined;
}

async function readLock(path: string): Promise<{ text?: string; owner?: ProcessIdentity }> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  try {
    const owner = JSON.parse(text) as ProcessIdentity;
    return Number.isInteger(owner.pid) ? { text, owner } : { text };
  } catch {
    return { text };
  }
}

/** Removes a dead owner's lock; puts a new owner's lock back. */
async function discard(lock: string, dead: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
  } catch {
    return;
  }
  if ((await readLock(aside)).text !== dead) await linked(aside, lock);
  await rm(aside, { force: true });
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
