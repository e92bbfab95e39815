// The service's process: started, made to run due work, killed at moments from the seed, and started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, openSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Random } from '../storm/random.ts';

const entry = fileURLToPath(new URL('production.ts', import.meta.url));

/** Ages the claims of folders that the killed process held: half a minute passes before the next one starts. */
function letClaimsEnd(dataDir: string): void {
  for (const claim of globSync(join(dataDir, '**', '.reading.json'))) utimesSync(claim, 0, 0);
}

export async function openProcess(options: {
  env: NodeJS.ProcessEnv;
  dataDir: string;
  random: Random;
  /** At which of the works that `struck` does the process dies. */
  fatal: ReadonlySet<number>;
}) {
  const { env, dataDir, random, fatal } = options;
  const output = openSync(join(dataDir, 'service.log'), 'a');
  let child: ChildProcess;
  let ready: Promise<unknown>;
  let [asked, works, kills] = [0, 0, 0];
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
    letClaimsEnd(dataDir);
    launch();
  }

  /** Queries the process, and the next one where it dies before its response. */
  async function ask(what: 'hear' | 'drain', at: Date): Promise<void> {
    for (;;) {
      await ready;
      const own = child;
      asked += 1;
      const number = asked;
      const answer = new Promise<string | null | undefined>((resolve) => {
        const hear = (said: { answered?: number; failure: string | null }) => {
          if (said.answered === number) end(said.failure);
        };
        const gone = () => end(undefined);
        const end = (said: string | null | undefined) => {
          own.off('exit', gone).off('message', hear);
          resolve(said);
        };
        own.on('exit', gone).on('message', hear);
        own.send({ number, what, at: at.toISOString() }, (error) => error && gone());
      });
      const failure = await answer;
      if (failure === null) return;
      if (failure !== undefined) throw new Error(`due work failed: ${failure}`);
      await sleep(5);
    }
  }

  launch();
  await ready!;
  process.once('exit', () => child.kill('SIGKILL'));

  return {
    /** Resolves when the process has received the later time. */
    hear: (at: Date) => ask('hear', at),
    /** Resolves when all that is due by an instant was done, however often the process dies on the way. */
    drain: (at: Date) => ask('drain', at),
    /** Does `work`; where a kill is drawn for it, the process dies some time into it and is started again. */
    struck: async <T>(work: () => Promise<T>): Promise<T> => {
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
    end: async (): Promise<void> => {
      isEnding = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      child.disconnect();
      await gone;
    },
  };
}
