// The service's processes, as a supervisor keeps them: each with a separate data directory, all over one database.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { answersReady, makeTefo, type Running, type Tefo } from '../support/process.ts';
import { until } from './spawning.ts';

export interface Service {
  name: string;
  role: 'api' | 'worker';
  /** kill -9, and a new start at once; resolves when that is ready. */
  killAndStart(): Promise<void>;
}

export type Services = Awaited<ReturnType<typeof startServices>>;

/** A port for each process. */
export interface ServicePorts {
  api: number[];
  worker: number[];
}

/** Starts them with the given settings. `onEnd` receives each that ends without a kill. */
export async function startServices(
  env: Record<string, string>,
  ports: ServicePorts,
  onEnd: (what: string) => void,
) {
  const homes: Tefo[] = [];
  let isOver = false;
  const all: Service[] = [];
  for (const role of ['api', 'worker'] as const) {
    for (const [index, port] of ports[role].entries()) {
      const home = await makeTefo({ ...env, TEFO_ROLE: role, TEFO_PORT: String(port) });
      // One demo merchant for all: the first process has created it.
      if (homes[0]) copyCredentials(homes[0], home);
      homes.push(home);
      const service = keep(home, `${role}${index + 1}`, role, port, (what) => {
        if (isOver) return false;
        onEnd(what);
        return true;
      });
      await service.start();
      all.push(service);
    }
  }
  const everyPort = [...ports.api, ...ports.worker];
  return {
    all,
    credentials: await homes[0]!.credentials(),
    /** Resolves when each says that it is ready. */
    ready: () => until(async () => !(await Promise.all(everyPort.map(answersReady))).includes(false)),
    /** Runs a command of the service's over the same database. */
    command: homes[0]!.program,
    remove: async (): Promise<void> => {
      isOver = true;
      for (const home of homes) await home.remove();
    },
  };
}

function copyCredentials(from: Tefo, to: Tefo): void {
  cpSync(join(from.dataDir, 'credentials.json'), join(to.dataDir, 'credentials.json'));
}

function keep(
  home: Tefo,
  name: string,
  role: Service['role'],
  port: number,
  shallStartAgain: (why: string) => boolean,
): Service & { start(): Promise<void> } {
  let running: Running | undefined;
  const start = async (): Promise<void> => {
    const started = home.start({ TEFO_PORT: String(port) });
    running = started;
    void started.ended.then(({ code, signal, stderr }) => {
      if (running !== started) return;
      const why = `${name} has ended by itself (${signal ?? code}): ${stderr.trim().slice(-500)}`;
      if (shallStartAgain(why)) start().catch(() => {});
    });
    await started.ready();
  };
  return {
    name,
    role,
    start,
    killAndStart: async () => {
      const killed = running;
      running = undefined;
      killed?.signal('SIGKILL');
      await killed?.ended;
      await start();
    },
  };
}
