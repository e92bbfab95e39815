// Files and folders named by users, and why they cannot be used, in words.
import { accessSync, constants, mkdirSync } from 'node:fs';

const reasons: Record<string, string> = {
  ENOENT: 'it is not there',
  EISDIR: 'it is a folder',
  EEXIST: 'a file is there',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is on a file system that cannot be written',
  ENOSPC: 'no space is left',
  ENAMETOOLONG: 'its name is too long',
};

/** Returns why a file cannot be read or written, in words. */
export function fileReason(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return reasons[code ?? ''] ?? message;
}

/** Creates the folder that a setting names if needed. Throws a plain message when it cannot be created or written. */
export function makeFolder(path: string, setting: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const isFile = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const why = isFile ? 'is a file' : `cannot be used: ${fileReason(error)}`;
    throw new Error(`${setting} is ${path}, which ${why}. It must be a folder that this user can write to`);
  }
}
