// Looks at the banks' SFTP servers: each account by itself, so that one that fails keeps no other.
import { type BankAccount, findActiveAccounts } from '../../../core/accounts/actions.ts';
import type { Context } from '../../../core/context.ts';
import type { Sweep } from '../../../kernel/concurrency/jobs.ts';
import { makeFolders } from '../folder.ts';
import { connect } from './connection.ts';
import { recall } from './memory.ts';
import { giveNew, takeNew } from './mirror.ts';
import { type SftpSettings, sftpOf } from './settings.ts';

export interface SftpOptions {
  ctx: Context;
  /** Holds a folder for each account. */
  folder: string;
  /** How often to look, in milliseconds. */
  everyMs: number;
  /** Looks at the server of this account alone. */
  only?: string;
}

/** A server that fails is passed over, at most so many looks. */
const mostPassed = 15;

interface Trouble {
  failures: number;
  /** How many looks pass it over. */
  passes: number;
}

export function createSftpSweep(options: SftpOptions): Sweep {
  const { ctx, everyMs, only } = options;
  const troubles = new Map<string, Trouble>();

  async function look(account: BankAccount, settings: SftpSettings, assertAlone: () => Promise<unknown>) {
    const trouble = troubles.get(account.id) ?? { failures: 0, passes: 0 };
    if (trouble.passes > 0) {
      trouble.passes -= 1;
      return 0;
    }
    try {
      const moved = await mirror(options, account, settings, assertAlone);
      if (troubles.delete(account.id)) ctx.log.info({ account: account.id }, 'a bank’s SFTP server is back');
      return moved;
    } catch (error) {
      const failures = trouble.failures + 1;
      const passes = Math.min(2 ** (failures - 1) - 1, mostPassed);
      troubles.set(account.id, { failures, passes });
      const reason = error instanceof Error ? error.message.slice(0, 300) : String(error);
      ctx.log.warn(
        { account: account.id, host: settings.host, failures, reason },
        'a bank’s SFTP server failed',
      );
      return 0;
    }
  }

  return {
    name: 'bank-sftp',
    intervalMs: everyMs,
    run: async () => {
      const all = await findActiveAccounts(ctx.db);
      const accounts = only === undefined ? all : all.filter(({ id }) => id === only);
      const reached = accounts.flatMap((account) => {
        const settings = sftpOf(ctx, account);
        return settings ? [{ account, settings }] : [];
      });
      if (reached.length === 0) return 0;
      const moved = await alone(ctx, (assertAlone) =>
        Promise.all(reached.map(({ account, settings }) => look(account, settings, assertAlone))),
      );
      return moved.reduce((sum, one) => sum + one, 0);
    },
  };
}

/** Mirrors an account's folder once. Returns how many files moved. */
async function mirror(
  { ctx, folder }: SftpOptions,
  account: BankAccount,
  settings: SftpSettings,
  assertAlone: () => Promise<unknown>,
): Promise<number> {
  const own = await makeFolders(folder, account.id);
  const memory = await recall(own);
  const remote = await connect(settings);
  try {
    const log = ctx.log.child({ account: account.id });
    const mirroring = { remote, folders: settings, own, memory, log, assertAlone };
    const given = await settled(giveNew(mirroring));
    // What the bank does not take keeps nothing of what it tells.
    const taken = await takeNew(mirroring);
    return given() + taken;
  } finally {
    await remote.close();
  }
}

/** Waits for an answer; returns what gives it, or throws what it failed with. */
const settled = <T>(answer: Promise<T>): Promise<() => T> =>
  answer.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );

/**
 * Does `work` in one process at a time, which several may share the folders. The lock is a connection's own: no transaction
 * is open while a bank is waited for, and a process that is killed leaves none behind. Returns nothing where another process
 * has it.
 */
async function alone(
  { db }: Context,
  work: (assertAlone: () => Promise<unknown>) => Promise<number[]>,
): Promise<number[]> {
  const connection = await db.reserve();
  try {
    const [row] = await connection<{ isOurs: boolean }[]>`
      select pg_try_advisory_lock(hashtext('tefo sftp')) as is_ours`;
    if (!row!.isOurs) return [];
    try {
      return await work(() => connection`select 1`);
    } finally {
      await connection`select pg_advisory_unlock(hashtext('tefo sftp'))`;
    }
  } finally {
    connection.release();
  }
}
