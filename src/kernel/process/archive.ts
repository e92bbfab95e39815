// Files that rows go to before they are deleted: lines of JSON, compressed, whole or not there.
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
const draftEnd = '.draft';

/** Writes a new file `name` in `folder`, which is made if needed. Resolves when it will survive a power cut. */
export async function writeArchive(folder: string, name: string, lines: readonly string[]): Promise<void> {
  await makeDurable(folder);
  const draft = join(folder, `${name}${draftEnd}`);
  // Personal data: for this user alone.
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(await compress(`${lines.join('\n')}\n`));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, name));
  await syncFolder(folder);
}

/** Removes half-written files after a crash. No other process may write in `folder` in the meantime. */
export async function removeDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((one) => one.endsWith(draftEnd)))
    await rm(join(folder, name), { force: true });
}

async function makeDurable(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
