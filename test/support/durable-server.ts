// A PostgreSQL server with the service's settings, which survives a power cut: for tests that measure or kill.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '../../src/kernel/db/db.ts';
import { startEmbedded } from '../../src/kernel/db/embedded/embedded.ts';
import { migrate } from '../../src/kernel/db/migrate.ts';

export interface DurableServer {
  /** Creates a database, migrated unless it shall be empty; returns its address. */
  database(name: string, options?: { isEmpty: boolean }): Promise<string>;
  /** Stops the server and deletes its files. */
  end(): Promise<void>;
}

export async function openDurableServer(): Promise<DurableServer> {
  const home = await mkdtemp(join(tmpdir(), 'tefo-durable-'));
  const server = await startEmbedded(home);
  return {
    database: async (name, { isEmpty } = { isEmpty: false }) => {
      const admin = openPool(server.url, { max: 1 });
      await admin`create database ${admin(name)}`;
      await admin.end();
      const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
      if (isEmpty) return url;
      const db = openPool(url, { max: 1 });
      await migrate(db);
      await db.end();
      return url;
    },
    end: async () => {
      await server.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Does work with a new database of a server, which ends after it. */
export async function onDurableServer<Result>(
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const server = await openDurableServer();
  try {
    return await work(await server.database('played'));
  } finally {
    await server.end();
  }
}
