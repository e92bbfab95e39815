// A separate tefo with its embedded, durable PostgreSQL, to be killed and restarted, also while it starts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeTefo as makeHome, type Running } from '../support/process.ts';
import { until } from '../support/until.ts';

export type TefoProcess = Awaited<ReturnType<typeof makeTefo>>;

/** `nodeArgs` are for the service's process; `env` are settings of all that runs there. */
export async function makeTefo(options: { nodeArgs?: string[]; env?: Record<string, string> } = {}) {
  const { nodeArgs = [], env } = options;
  const home = await makeHome(env, { isFirstStart: true, nodeArgs, isMeasured: true });
  let running: Running | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = running;
    running = undefined;
    ending?.signal(signal);
    await ending?.ended;
  };
  return {
    base: home.base,
    /** Of the service's process while it runs. */
    pid: () => running?.pid,
    /** Starts the process, which is not ready then. */
    launch: (): void => {
      running = home.start();
    },
    /** Resolves when it is ready, with the milliseconds since `launch`; throws when the process ended. */
    ready: () => running!.ready(),
    /** Its PostgreSQL lives on until the next start ends it. */
    kill: () => end('SIGKILL'),
    /** Resolves when the service has started another, and is ready. */
    killPostgres: home.killDatabase,
    /** An orderly end, which also stops PostgreSQL. */
    stop: () => end('SIGTERM'),
    /** The demo merchant's, which the first start creates just after it is ready. */
    credentials: async () => {
      await until(() => existsSync(join(home.dataDir, 'credentials.json')));
      return home.credentials();
    },
    databaseUrl: home.databaseUrl,
    postgresPid: home.readyPostmaster,
    command: home.program,
    remove: async (): Promise<void> => {
      await end('SIGTERM');
      await home.remove();
    },
  };
}
