// Appends lines to a file. A line that a killed process left incomplete is removed first; the file is renamed when a day
// begins, or when it is large.
import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileReason } from '../../kernel/process/files.ts';

/** The size from which a new file begins, in bytes. */
const mostBytes = 128 * 1024 * 1024;
/** Longer than any line. */
const tailBytes = 4 * 1024 * 1024;

/** Appends whole lines, and returns once they are on the disk. `day`: the day of the last of them. */
export async function appendLines(path: string, text: string, day: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const { size, lastDay } = await repair(path);
    if (size >= mostBytes || (lastDay !== undefined && lastDay < day)) await rotate(path, lastDay ?? day);
    const file = await open(path, 'a', 0o600);
    try {
      await file.appendFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new Error(fileReason(error), { cause: error });
  }
}

/** Removes an incomplete last line. Returns the size of the file, and the day of its last line. */
async function repair(path: string): Promise<{ size: number; lastDay?: string | undefined }> {
  let file: FileHandle;
  try {
    file = await open(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { size: 0 };
    throw error;
  }
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - tailBytes);
    const tail = Buffer.alloc(size - from);
    await file.read(tail, 0, tail.length, from);
    const end = tail.lastIndexOf(0x0a) + 1;
    if (end < tail.length) await file.truncate(from + end);
    const begin = tail.lastIndexOf(0x0a, end - 2) + 1;
    const last = end === 0 ? '' : tail.subarray(begin, end).toString();
    return { size: from + end, lastDay: /"at":"(\d{4}-\d{2}-\d{2})/.exec(last)?.[1] };
  } finally {
    await file.close();
  }
}

async function rotate(path: string, day: string): Promise<void> {
  for (let number = 1; ; number += 1) {
    const name = `${path}.${day}.${number}`;
    const isFree = await stat(name).then(
      () => false,
      () => true,
    );
    if (isFree) return rename(path, name);
  }
}
