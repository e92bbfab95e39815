// The programs of a cluster as child processes: each with a separate log, and ended with this process.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../../src/kernel/db/embedded/binaries.ts';

export interface Spawner {
  home: string;
  /** Starts a program, which must not run as root, and writes its output to NAME.log. */
  spawn(name: string, command: string[]): ChildProcess;
  killAll(): void;
}

export function createSpawner(home: string, run: Run, env: NodeJS.ProcessEnv): Spawner {
  const children = new Set<ChildProcess>();
  return {
    home,
    spawn: (name, [program, ...args]) => {
      const log = openSync(join(home, `${name}.log`), 'a');
      const child = run(program!, args, { cwd: home, env, detached: true, stdio: ['ignore', log, log] });
      closeSync(log);
      children.add(child);
      child.once('exit', () => children.delete(child));
      return child;
    },
    killAll: () => {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

/** kill -9; resolves when the process has ended. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const patienceMs = 240_000;

/** Waits for a condition; throws after four minutes. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`for ${patienceMs / 1000} s it was not so that ${what}`);
    await sleep(200);
  }
}

/** The JSON that an address returns; undefined without a response within two seconds. */
export async function ask(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(2_000) });
    return { status: answer.status, body: await answer.json().catch(() => undefined) };
  } catch {
    return undefined;
  }
}
