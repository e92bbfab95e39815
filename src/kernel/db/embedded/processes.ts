// Facts about another process by its id: whether it runs, since when, and its program.
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface ProcessIdentity {
  pid: number;
  /** Start time in clock ticks since boot, to detect a reused pid; null if /proc does not exist. */
  started: string | null;
}

/** Returns the identity of a running process, or undefined when no process has this id (a zombie counts as dead). */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  if (process.platform !== 'linux') return alive(pid) ? { pid, started: null } : undefined;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The command name is in parentheses and may contain anything, so fields are counted after it.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return { pid, started: fields[19] ?? null };
}

export async function isSameProcess(identity: ProcessIdentity): Promise<boolean> {
  const now = await identify(identity.pid);
  return now !== undefined && now.started === identity.started;
}

/** True if the process is a PostgreSQL server whose data directory is `directory` (a real path). */
export async function isPostgresOn(pid: number, directory: string): Promise<boolean> {
  if (!(await identify(pid))) return false;
  if (process.platform !== 'linux') {
    const command = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(
      () => undefined,
    );
    return command?.stdout.includes('postgres') === true && command.stdout.includes(directory);
  }
  // The server's working directory is its data directory, and its command line starts with the binary's name.
  const [folder, command] = await Promise.all([
    readlink(`/proc/${pid}/cwd`).catch(() => undefined),
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
  ]);
  return folder === directory && basename(command.split('\0')[0] ?? '').startsWith('postgres');
}

/** Waits until the process is gone; returns false when it still runs after `timeoutMs`. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (await identify(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
