// Two processes of the service over one database, with the same keys: what one ends must be over in the other as well.
import { loadConfig } from '../../src/app/config.ts';
import { credentialsOf } from '../../src/app/credentials.ts';
import { contextOver } from '../../src/cli/context.ts';
import { openMerchant } from '../../src/core/users/merchant-opening.ts';
import { openPool, type Sql } from '../../src/kernel/db/db.ts';
import { testDatabase } from '../support/database.ts';
import { atEnd } from '../support/ending.ts';
import { createMerchantOf, type Merchant } from '../support/merchant.ts';
import { makeTefo, type Running, type Tefo } from '../support/process.ts';

export interface Two {
  db: Sql;
  /** The first creates the merchants and runs the commands. */
  tefos: [Tefo, Tefo];
  running: [Running, Running];
  /** Runs a command with --json and returns its output; throws where it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the command prints
  run(...args: string[]): Promise<any>;
  /** A new merchant, as each of the two processes knows it. */
  merchant(name: string): Promise<[Merchant, Merchant]>;
}

export async function startTwo(env: Record<string, string> = {}): Promise<Two> {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 4 });
  const key = Buffer.from('the key of two'.padEnd(32, '.')).toString('base64');
  // One address for both, as behind a balancer: tokens are good for it.
  const oneUrl = 'http://one.example/one/v1';
  const settings = {
    DATABASE_URL: database.url,
    TEFO_MASTER_KEYS: `k1:${key}`,
    TEFO_ONE_URL: oneUrl,
    ...env,
  };
  const tefos: [Tefo, Tefo] = [await makeTefo(settings), await makeTefo(settings)];
  atEnd(async () => {
    for (const tefo of tefos) await tefo.remove();
    await db.end({ timeout: 1 });
    await database.drop();
  });
  const running: [Running, Running] = [tefos[0].start(), tefos[1].start()];
  for (const one of running) await one.ready();
  const run: Two['run'] = async (...args) => {
    const { code, stdout, stderr } = await tefos[0].command(...args, '--json');
    if (code !== 0) throw new Error(`tefo ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout);
  };
  return {
    db,
    tefos,
    running,
    run,
    merchant: async (name) => {
      const config = loadConfig({ ...settings, TEFO_DATA_DIR: tefos[0].dataDir });
      const made = credentialsOf(config, await openMerchant(await contextOver(db, config), { name }));
      return [createMerchantOf(tefos[0].base, made), createMerchantOf(tefos[1].base, made)];
    },
  };
}
