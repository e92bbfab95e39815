// Mirrors an account's folder and its bank's server: new files there come into `in`, whole; new files in `out` go
// there, once.
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../kernel/process/log.ts';
import type { Remote, RemoteFile } from '../../../kernel/sftp/connection.ts';
import { leftAlone, writeWhole } from '../placing.ts';
import { reasonOf, type Troubles } from '../troubles.ts';
import { type Memory, remember, versionOf } from './memory.ts';
import type { SftpSettings } from './settings.ts';

export interface Mirroring {
  remote: Remote;
  folders: Pick<SftpSettings, 'take' | 'give'>;
  /** The folder with the account's `in` and `out`. */
  own: string;
  memory: Memory;
  /** The largest file that is taken, in megabytes. */
  mostMb: number;
  log: Logger;
  /** Payment files that the server has refused. */
  troubles: Troubles;
  /** Throws where another process may be mirroring by now. */
  assertAlone(): Promise<unknown>;
}

/** Takes the new files on the server. Returns how many. */
export async function takeNew(mirroring: Mirroring): Promise<number> {
  const { remote, folders, own, memory, log } = mirroring;
  const files = (await remote.list(folders.take)).filter(({ name }) => !leftAlone.test(name));
  const names = new Set(files.map(({ name }) => name));
  for (const name of memory.taken.keys()) if (!names.has(name)) memory.taken.delete(name);
  const fresh = files.filter((file) => memory.taken.get(file.name) !== versionOf(file));
  fresh.sort((one, other) => one.changedAt - other.changedAt || (one.name < other.name ? -1 : 1));
  let taken = 0;
  try {
    for (const file of fresh) {
      try {
        if (await take(mirroring, file)) taken += 1;
      } catch (error) {
        // A file that cannot be had stops none behind it; a server that is gone ends the look.
        if (!(await isThere(remote, folders.take))) throw error;
        log.warn(
          { file: file.name, reason: reasonOf(error) },
          'a file on a bank’s server could not be taken',
        );
      }
    }
  } finally {
    // A file without stored state is taken again, and known to the core.
    if (fresh.length > 0) await remember(own, memory, writeWhole);
  }
  return taken;
}

/** Takes a file, unless it is changing, or one of its name waits to be read. Returns whether it did. */
async function take(
  { remote, folders, own, memory, mostMb, log }: Mirroring,
  file: RemoteFile,
): Promise<boolean> {
  const { name, size } = file;
  const isNamed = !/[\p{Cc}/\\]/u.test(name) && Buffer.byteLength(name) <= 200;
  if (!isNamed || size > mostMb * 1024 ** 2) {
    log.warn(
      { file: name.slice(0, 200), size },
      'a file on a bank’s server is not taken: its name or its size',
    );
    memory.taken.set(name, versionOf(file));
    return false;
  }
  const path = join(own, 'in', name);
  if ((await sizeOf(path)) !== undefined) return false;
  const part = `${path}.part`;
  try {
    await remote.read(`${folders.take}/${name}`, part, size);
    const now = await remote.stat(`${folders.take}/${name}`);
    // The bank is still writing it.
    if (!now || versionOf(now) !== versionOf(file) || (await sizeOf(part)) !== size) return false;
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
  memory.taken.set(name, versionOf(file));
  return true;
}

/**
 * Gives the server what is new in `out`. Returns how many files. One that the server refuses keeps no other, and is passed
 * over for a while.
 */
export async function giveNew(mirroring: Mirroring): Promise<number> {
  const { remote, folders, own, memory, log, troubles } = mirroring;
  const entries = await readdir(join(own, 'out'), { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !leftAlone.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => !['given', 'unsure'].includes(memory.given.get(name) ?? ''));
  names.sort();
  let given = 0;
  for (const name of names) {
    const key = join(own, name);
    if (troubles.isPassed(key)) continue;
    try {
      await give(mirroring, name);
      troubles.end(key);
      given += 1;
    } catch (error) {
      if (!(await isThere(remote, folders.give))) throw error;
      log.warn(
        { file: name, failures: troubles.add(key), reason: reasonOf(error) },
        'a payment file could not be put on a bank’s server',
      );
    }
  }
  return given;
}

/** True if the server still responds. */
const isThere = (remote: Remote, folder: string): Promise<boolean> =>
  remote.stat(folder).then(
    () => true,
    () => false,
  );

/**
 * Gives the server a file. Between two runs anything can have happened: the process was killed, the response was lost,
 * and the bank takes files away. So each step is stored before it is done, and a step that may have paid is never
 * repeated.
 */
async function give(mirroring: Mirroring, name: string): Promise<void> {
  const { remote, folders, own, memory, log } = mirroring;
  const from = join(own, 'out', name);
  const size = (await sizeOf(from)) ?? 0;
  const [path, part] = [`${folders.give}/${name}`, `${folders.give}/${name}.part`];
  const before = memory.given.get(name);
  const there = await remote.stat(path);
  if (there?.size === size) {
    await note(mirroring, name, 'given');
    return discard(remote, part);
  }
  if (there && before !== 'writing')
    throw new Error(`${path} on the server is another file: ${there.size} bytes, not ${size}`);
  if (!there && before === 'writing') {
    log.error(
      { file: name },
      'it is not known whether the bank has a payment file: ask the bank; the file is not sent again',
    );
    return note(mirroring, name, 'unsure');
  }
  if (before === 'writing') return writeInPlace(mirroring, { from, path, name, size });
  const isPartWhole = (await remote.stat(part))?.size === size;
  if (before === 'renaming' && !isPartWhole) {
    log.info({ file: name }, 'the bank has taken a payment file before its name was confirmed');
    return note(mirroring, name, 'given');
  }
  if (before === undefined) {
    await remote.write(from, part, size);
    const written = await remote.stat(part);
    if (written?.size !== size) throw new Error(`${part} on the server is not whole`);
    await note(mirroring, name, 'renaming');
  }
  await finish(mirroring, { from, path, part, name, size });
}

interface Giving {
  from: string;
  path: string;
  name: string;
  size: number;
}

/** Gives a file that is whole on the server its own name. */
async function finish(mirroring: Mirroring, giving: Giving & { part: string }): Promise<void> {
  const { remote } = mirroring;
  const { path, part, name, size } = giving;
  await mirroring.assertAlone();
  try {
    await remote.rename(part, path);
  } catch (error) {
    // Only while the connection lives is it known that nothing was renamed.
    const isUnnamed = (await remote.stat(path)) === undefined && (await remote.stat(part))?.size === size;
    if (!isUnnamed) throw error;
    await writeInPlace(mirroring, giving);
    return discard(remote, part);
  }
  await note(mirroring, name, 'given');
}

/** Writes a file under its own name, to a server that renames nothing. */
async function writeInPlace(mirroring: Mirroring, { from, path, name, size }: Giving): Promise<void> {
  const { remote } = mirroring;
  await note(mirroring, name, 'writing');
  await mirroring.assertAlone();
  await remote.write(from, path, size);
  await note(mirroring, name, 'given');
}

/** Removes a useless file, if the server lets it. */
const discard = (remote: Remote, path: string): Promise<void> => remote.remove(path).catch(() => {});

async function note(
  { own, memory }: Mirroring,
  name: string,
  given: 'renaming' | 'writing' | 'given' | 'unsure',
) {
  memory.given.set(name, given);
  await remember(own, memory, writeWhole);
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
