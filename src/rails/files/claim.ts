// Claims of accounts' folders: which process reads a folder, and which file it is reading, in a file next to the
// folders, written before the reading begins. After a process was killed, its claim names that file.
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUuid } from '../../kernel/random.ts';
import { isMissing, writeWhole } from './placing.ts';

/** In milliseconds: how often a process that reads shows that it lives. */
const renewMs = 5_000;
/**
 * The age at which a claim without renewal counts as abandoned, in milliseconds: its process was killed, or is paused.
 */
export const abandonedMs = 30_000;

interface Kept {
  /** Of the claim. */
  id: string;
  /** The version of the file that is being read. */
  reading: string | null;
  /** How often the reading of a file was interrupted, by its version. */
  interrupted: [version: string, times: number][];
}

export interface Claim {
  /** Notes that a file is about to be read. Returns how often that was interrupted before. */
  begin(name: string): Promise<number>;
  /** Notes that it was read. */
  end(): Promise<void>;
  /** Lets other processes have the folder. */
  release(): Promise<void>;
}

const pathOf = (own: string): string => join(own, '.reading.json');

/** Claims an account's folders for this process. Undefined while another process has them. */
export async function claimFolders(own: string): Promise<Claim | undefined> {
  const path = pathOf(own);
  const kept: Kept = { id: randomUuid(), reading: null, interrupted: [] };
  if (!(await create(path, kept))) {
    const left = await takeAbandoned(own);
    if (left === undefined) return undefined;
    kept.interrupted = left;
    if (!(await create(path, kept))) return undefined;
  }
  return hold(own, kept);
}

async function create(path: string, kept: Kept): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(kept), { flag: 'wx', mode: 0o600, flush: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes a claim that its process abandoned. Returns the file that was interrupted; undefined while the claim is in
 * force.
 */
async function takeAbandoned(own: string): Promise<Kept['interrupted'] | undefined> {
  const apart = join(own, `.${randomUuid()}.part`);
  try {
    const { mtimeMs } = await stat(pathOf(own));
    if ((await presentOf(own)) - mtimeMs < abandonedMs) return undefined;
    // Of several processes, one succeeds.
    await rename(pathOf(own), apart);
    const { reading, interrupted } = JSON.parse(await readFile(apart, 'utf8')) as Kept;
    const times = new Map(interrupted);
    if (reading !== null) times.set(reading, (times.get(reading) ?? 0) + 1);
    return [...times];
  } catch (error) {
    // It was killed before it had written anything.
    if (error instanceof SyntaxError) return [];
    if (isMissing(error)) return undefined;
    throw error;
  } finally {
    await rm(apart, { force: true });
  }
}

/** The time in milliseconds by which the file system, perhaps another machine's, dates files. */
async function presentOf(own: string): Promise<number> {
  const path = join(own, `.${randomUuid()}.part`);
  try {
    await writeFile(path, '', { mode: 0o600 });
    return (await stat(path)).mtimeMs;
  } finally {
    await rm(path, { force: true });
  }
}

function hold(own: string, kept: Kept): Claim {
  const times = new Map(kept.interrupted);
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<unknown>): Promise<unknown> => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };
  const save = () =>
    inTurn(async () => {
      // Another process has taken it over from a paused one.
      if ((await idIn(own)) !== kept.id) return;
      await writeWhole(pathOf(own), JSON.stringify({ ...kept, interrupted: [...times] } satisfies Kept));
    });
  const renewal = setInterval(() => save().catch(() => {}), renewMs);
  renewal.unref();
  return {
    begin: async (name) => {
      const { size, mtimeMs } = await stat(join(own, 'in', name));
      kept.reading = `${name}\n${size} ${mtimeMs}`;
      const before = times.get(kept.reading) ?? 0;
      await save();
      return before;
    },
    end: async () => {
      if (kept.reading === null) return;
      times.delete(kept.reading);
      kept.reading = null;
      await save();
    },
    release: async () => {
      clearInterval(renewal);
      await inTurn(async () => {
        if ((await idIn(own)) === kept.id) await rm(pathOf(own), { force: true });
      });
    },
  };
}

/** Returns the id of the claim in force, or undefined. */
async function idIn(own: string): Promise<string | undefined> {
  try {
    return (JSON.parse(await readFile(pathOf(own), 'utf8')) as Kept).id;
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}
