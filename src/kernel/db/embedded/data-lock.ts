// One living tefo per data directory: a lock file that names its owner and outlives no process.
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
 * Takes the lock of a data directory and answers the function that gives it back.
 * Throws DataDirInUse while its owner lives; the lock of a dead process is taken over.
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
      // A link either creates the name or fails: of two processes starting at once, one wins.
      if (await linked(mine, lock)) return async () => rm(lock, { force: true });
    }
  } finally {
    await rm(mine, { force: true });
  }
}

/** The pid of the living tefo that holds the data directory, if one does. */
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

/** Moves a dead owner's lock away; a living one that was put there meanwhile goes back in its place. */
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
