// The programs of a cluster as child processes: each with a separate log, and ended with this process.
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../src/kernel/db/embedded/binaries.ts';
import { until as waitUntil } from '../support/until.ts';

export type Spawner = ReturnType<typeof createSpawner>;

export function createSpawner(home: string, run: Run, env: NodeJS.ProcessEnv) {
  const children = new Set<ChildProcess>();
  return {
    home,
    /** Starts a program, which must not run as root, and writes its output to NAME.log. */
    spawn: (name: string, [program, ...args]: string[]): ChildProcess => {
      const log = openSync(join(home, `${name}.log`), 'a');
      const child = run(program!, args, { cwd: home, env, detached: true, stdio: ['ignore', log, log] });
      closeSync(log);
      children.add(child);
      child.once('exit', () => children.delete(child));
      return child;
    },
    killAll: (): void => {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

/** Waits for a condition of a cluster, which is slow to recover. */
export const until = <Result>(ask: () => Promise<Result>) => waitUntil(ask, { limitMs: 240_000 });

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
