// The service in the test's process or as its own, databases and folders, which end with the test file that opened them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentialsOf } from '../../src/app/credentials.ts';
import { openPool, type Sql } from '../../src/kernel/db/db.ts';
import { testDatabase } from './database.ts';
import { atEnd } from './ending.ts';
import { createMerchantOf, type Merchant } from './merchant.ts';
import { makeTefo, type Running, type Tefo } from './process.ts';
import { startService, type TestService, type TestServiceOptions } from './running.ts';

/** Starts the service in this process. */
export async function openService(options?: TestServiceOptions): Promise<TestService> {
  const service = await startService(options);
  atEnd(() => service.end());
  return service;
}

/** Returns the HTTP client of a service's merchant. */
export const clientOf = ({
  base,
  config,
  merchant,
}: Pick<TestService, 'base' | 'config' | 'merchant'>): Merchant =>
  createMerchantOf(base, credentialsOf(config, merchant));

/** Opens a migrated database and a pool over it. */
export async function openDatabase(max = 2): Promise<{ url: string; db: Sql }> {
  const { url, drop } = await testDatabase();
  const db = openPool(url, { max });
  atEnd(async () => {
    await db.end({ timeout: 1 });
    await drop();
  });
  return { url, db };
}

/** Creates a temporary folder. */
export async function openFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `tefo-${name}-`));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a home of the service, whose processes are not started. */
export async function openTefo(...given: Parameters<typeof makeTefo>): Promise<Tefo> {
  const tefo = await makeTefo(...given);
  atEnd(() => tefo.remove());
  return tefo;
}

/** Starts the service as a process; returns it with the client of its demo merchant once it is ready. */
export async function startTefo(
  env: Record<string, string> = {},
): Promise<{ tefo: Tefo; running: Running; merchant: Merchant }> {
  const tefo = await openTefo(env);
  const running = tefo.start();
  await running.ready();
  return { tefo, running, merchant: createMerchantOf(tefo.base, await tefo.credentials()) };
}
