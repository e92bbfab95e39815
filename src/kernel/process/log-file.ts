// A log's file, which is put aside when it has grown to its limit: tefo.log is the newest, tefo.log.1 the one before.
import { closeSync, fstatSync, openSync, renameSync, statSync, write, writeSync } from 'node:fs';

/** So many are kept beside the newest. */
const mostKept = 3;

/** The files of a log, the newest first; there may be fewer. */
export function logFiles(path: string): string[] {
  return [path, ...Array.from({ length: mostKept }, (_, index) => `${path}.${index + 1}`)];
}

export interface RotatingFile {
  write(bytes: Buffer, done: (error: Error | null, written: number) => void): void;
  /** The same at once; throws what went wrong. */
  writeNow(bytes: Buffer): void;
}

/** Opens a file that only its owner may read, to append to it. Throws when it cannot be opened. */
export function openRotating(path: string, mostBytes: number): RotatingFile {
  let file = openSync(path, 'a', 0o600);
  let size = fstatSync(file).size;

  function rotate(): void {
    // Another process may have put it aside already, or somebody removed it: then the name is free, or a newer file's.
    const named = statSync(path, { throwIfNoEntry: false });
    if (named?.ino === fstatSync(file).ino) {
      const names = logFiles(path);
      for (let older = names.length - 1; older > 0; older -= 1) {
        if (statSync(names[older - 1]!, { throwIfNoEntry: false }))
          renameSync(names[older - 1]!, names[older]!);
      }
    }
    const next = openSync(path, 'a', 0o600);
    closeSync(file);
    file = next;
    size = fstatSync(file).size;
  }

  /** Makes room before a write. A disk or folder that allows no rotation does not stop the log. */
  function makeRoom(bytes: number): void {
    if (size === 0 || size + bytes <= mostBytes) return;
    try {
      rotate();
    } catch {
      // It is tried again with the next write.
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
