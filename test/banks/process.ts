// The service's process: started, told to do what is due, killed at moments that the seed draws, and started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Random } from '../storm/random.ts';

const entry = fileURLToPath(new URL('service.ts', import.meta.url));

export interface ServiceProcess {
  /** Resolves when all that is due by an instant was done, however often the process dies on the way. */
  drain(at: Date): Promise<void>;
  /** Does `work`; where a kill is drawn for it, the process dies some time into it and is started again. */
  struck<T>(work: () => Promise<T>): Promise<T>;
  kills(): number;
  end(): Promise<void>;
}

export interface ProcessOptions {
  env: NodeJS.ProcessEnv;
  dataDir: string;
  random: Random;
  /** At which of the works that `struck` does the process dies. */
  fatal: ReadonlySet<number>;
}

export async function openProcess({ env, dataDir, random, fatal }: ProcessOptions): Promise<ServiceProcess> {
  const output = openSync(join(dataDir, 'service.log'), 'a');
  let child: ChildProcess;
  let ready: Promise<unknown>;
  let [drains, works, kills] = [0, 0, 0];
  let isEnding = false;

  function launch(): void {
    child = spawn(process.execPath, [entry], { env, cwd: dataDir, stdio: ['ignore', output, output, 'ipc'] });
    const own = child;
    ready = Promise.race([
      once(own, 'message'),
      once(own, 'exit').then(() => {
        if (own === child && !isEnding) throw new Error(`the service ended while it started; see ${dataDir}`);
      }),
    ]);
    ready.catch(() => {});
  }

  async function strike(): Promise<void> {
    await ready;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    kills += 1;
    launch();
  }

  launch();
  await ready!;
  process.once('exit', () => child.kill('SIGKILL'));

  return {
    drain: async (at) => {
      for (;;) {
        await ready;
        const own = child;
        if (own.exitCode !== null || own.signalCode !== null) continue;
        drains += 1;
        const wanted = drains;
        const answer = new Promise<string | null | undefined>((resolve) => {
          own.once('exit', () => resolve(undefined));
          own.on('message', (said: { drained?: number; failure: string | null }) => {
            if (said.drained === wanted) resolve(said.failure);
          });
        });
        own.send({ drain: wanted, at: at.toISOString() }, () => {});
        const failure = await answer;
        own.removeAllListeners('message');
        if (failure === null) return;
        if (failure !== undefined) throw new Error(`what is due could not be done: ${failure}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    struck: async (work) => {
      works += 1;
      if (!fatal.has(works)) return work();
      const wait = random.between(0, 250);
      const striking = new Promise<void>((resolve, reject) => {
        setTimeout(() => strike().then(resolve, reject), wait);
      });
      const [result] = await Promise.all([work(), striking]);
      await ready;
      return result;
    },
    kills: () => kills,
    end: async () => {
      isEnding = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      child.disconnect();
      await gone;
    },
  };
}
