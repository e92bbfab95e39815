// A log file that is rotated at a size limit: tefo.log is the newest, tefo.log.1 the one before.
import { closeSync, fstatSync, openSync, renameSync, statSync, write, writeSync } from 'node:fs';
import { itemAt } from '../required.ts';

/** How many older files are kept. */
const mostKept = 3;

/** Returns the files of a log, the newest first; not all need exist. */
export function logFiles(path: string): string[] {
  return [path, ...Array.from({ length: mostKept }, (_, index) => `${path}.${index + 1}`)];
}

export interface RotatingFile {
  write(bytes: Buffer, done: (error: Error | null, written: number) => void): void;
  /** Writes synchronously; throws the failure. */
  writeNow(bytes: Buffer): void;
}

/** Opens a file for appending that only its owner may read. Throws when it cannot be opened. */
export function openRotating(path: string, mostBytes: number): RotatingFile {
  let file = openSync(path, 'a', 0o600);
  let size = fstatSync(file).size;

  function rotate(): void {
    // Another process may have rotated it already, or a user may have removed it.
    const named = statSync(path, { throwIfNoEntry: false });
    if (named?.ino === fstatSync(file).ino) {
      const names = logFiles(path);
      for (let older = names.length - 1; older > 0; older -= 1) {
        if (statSync(itemAt(names, older - 1), { throwIfNoEntry: false }))
          renameSync(itemAt(names, older - 1), names[older]!);
      }
    }
    const next = openSync(path, 'a', 0o600);
    closeSync(file);
    file = next;
    size = fstatSync(file).size;
  }

  /** Rotates before a write if needed. The log continues if the disk or folder allows no rotation. */
  function makeRoom(bytes: number): void {
    if (size === 0 || size + bytes <= mostBytes) return;
    try {
      rotate();
    } catch {
      // The next write tries again.
    }
  }

  return {
    write: (bytes, done) => {
      makeRoom(bytes.length);
      write(file, bytes, (error, written) => {
        size += written;
        done(error, written);
      });
    },
    writeNow: (bytes) => {
      size += writeSync(file, bytes);
    },
  };
}
