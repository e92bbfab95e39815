// Looks at the banks' SFTP servers: each account by itself, so that one that fails keeps no other.
import { type BankAccount, findActiveAccounts } from '../../../core/accounts/actions.ts';
import type { Context } from '../../../core/context.ts';
import type { Sweep } from '../../../kernel/concurrency/jobs.ts';
import { alone } from '../../../kernel/db/session-lock.ts';
import { connect } from '../../../kernel/sftp/connection.ts';
import { makeFolders } from '../placing.ts';
import { reasonOf, Troubles } from '../troubles.ts';
import { recall } from './memory.ts';
import { giveNew, takeNew } from './mirror.ts';
import { type SftpSettings, sftpOf } from './settings.ts';

export interface SftpOptions {
  ctx: Context;
  /** Holds a folder for each account. */
  folder: string;
  /** How often to look, in milliseconds. */
  everyMs: number;
  /** The largest file that is taken, in megabytes. */
  mostMb?: number;
  /** Looks at the server of this account alone. */
  only?: string;
}

export function createSftpSweep(options: SftpOptions): Sweep {
  const { ctx, everyMs, only } = options;
  const troubles = new Troubles();

  async function look({ account, settings }: Reached, assertAlone: () => Promise<unknown>) {
    if (troubles.isPassed(account.id)) return 0;
    try {
      const moved = await mirror({ ...options, troubles }, account, settings, assertAlone);
      if (troubles.end(account.id)) ctx.log.info({ account: account.id }, 'a bank’s SFTP server is back');
      return moved;
    } catch (error) {
      ctx.log.warn(
        {
          account: account.id,
          host: settings.host,
          failures: troubles.add(account.id),
          reason: reasonOf(error),
        },
        'a bank’s SFTP server failed',
      );
      return 0;
    }
  }

  /** Settings that cannot be opened keep no other account from its server. */
  function reach(account: BankAccount): Reached[] {
    try {
      const settings = sftpOf(ctx, account);
      return settings ? [{ account, settings }] : [];
    } catch (error) {
      ctx.log.error({ account: account.id, error }, 'the settings of a bank’s SFTP server cannot be read');
      return [];
    }
  }

  return {
    name: 'bank-sftp',
    intervalMs: everyMs,
    run: async () => {
      const all = await findActiveAccounts(ctx.db);
      const accounts = only === undefined ? all : all.filter(({ id }) => id === only);
      const reached = accounts.flatMap(reach);
      if (reached.length === 0) return 0;
      const moved = await alone(ctx.db, 'tefo sftp', (assertAlone) =>
        Promise.all(reached.map((one) => look(one, assertAlone))),
      );
      return (moved ?? []).reduce((sum, one) => sum + one, 0);
    },
  };
}

interface Reached {
  account: BankAccount;
  settings: SftpSettings;
}

/** Mirrors an account's folder once. Returns how many files moved. */
async function mirror(
  { ctx, folder, mostMb = 256, troubles }: SftpOptions & { troubles: Troubles },
  account: BankAccount,
  settings: SftpSettings,
  assertAlone: () => Promise<unknown>,
): Promise<number> {
  const own = await makeFolders(folder, account.id);
  const memory = await recall(own);
  const remote = await connect(settings);
  try {
    const log = ctx.log.child({ account: account.id });
    const mirroring = { remote, folders: settings, own, memory, mostMb, log, troubles, assertAlone };
    const given = await settled(giveNew(mirroring));
    // A file that the bank does not take must not stop the files that it gives.
    const taken = await takeNew(mirroring);
    return given() + taken;
  } finally {
    await remote.close();
  }
}

/** Waits for a promise; returns a function that returns its value or throws its error. */
const settled = <T>(answer: Promise<T>): Promise<() => T> =>
  answer.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
