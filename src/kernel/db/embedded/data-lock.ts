// Allows one running tefo per data directory: a lock file names its owner and is void once that process ends.
import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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
 *
 * Every owner has its own file with a number, and the highest number counts. A file that is in force is never
 * moved or replaced, so a slow process that saw a dead owner cannot remove the lock of the process that was faster.
 * The last file stays after a release, empty: numbers only rise.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const mine = join(dataDir, `lock-draft.${randomUUID()}`);
  await writeFile(mine, JSON.stringify(await identify(process.pid)), { mode: 0o600 });
  try {
    for (;;) {
      const last = await lastNumber(dataDir);
      const owner = await readOwner(lockFile(dataDir, last));
      if (owner && (await isSameProcess(owner))) throw new DataDirInUse(dataDir, owner.pid);
      const lock = lockFile(dataDir, last + 1);
      // A link is created atomically: of two processes that want the same number, one gets it.
      if (!(await linked(mine, lock))) continue;
      if ((await lastNumber(dataDir)) === last + 1) {
        await Promise.all(
          (await numbers(dataDir)).map((n) => n <= last && rm(lockFile(dataDir, n), { force: true })),
        );
        return () => writeFile(lock, '');
      }
      // Others took this number and a higher one in the meantime, and removed the file of this one.
      await rm(lock, { force: true });
    }
  } finally {
    await rm(mine, { force: true });
  }
}

/** Returns the pid of the running tefo that holds the data directory, or undefined. */
export async function lockHolder(dataDir: string): Promise<number | undefined> {
  const owner = await readOwner(lockFile(dataDir, await lastNumber(dataDir)));
  return owner && (await isSameProcess(owner)) ? owner.pid : undefined;
}

function lockFile(dataDir: string, number: number): string {
  return join(dataDir, number <= 1 ? 'lock' : `lock.${number}`);
}

/** Returns the highest number of a lock file, or 0 without any. */
async function lastNumber(dataDir: string): Promise<number> {
  return Math.max(0, ...(await numbers(dataDir)));
}

async function numbers(dataDir: string): Promise<number[]> {
  const names = await readdir(dataDir).catch(() => []);
  return names.flatMap((name) => {
    const found = /^lock(?:\.([0-9]{1,15}))?$/.exec(name);
    return found ? [Number(found[1] ?? 1)] : [];
  });
}

async function readOwner(path: string): Promise<ProcessIdentity | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  try {
    const owner = JSON.parse(text) as ProcessIdentity;
    return Number.isInteger(owner.pid) ? owner : undefined;
  } catch {
    return undefined;
  }
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
