// Polls each account for its transactions, and imports them as statements: past days as final ones, the rest as an
// intraday one. No network call happens inside of a transaction.
import { type BankAccount, findActiveAccounts } from '../../core/accounts/actions.ts';
import type { Context } from '../../core/context.ts';
import { BankUnavailable } from '../../core/rails.ts';
import { findClosing, importStatement } from '../../core/statements/actions.ts';
import { BadStatement, type Reported } from '../../core/statements/parsed-statement.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { parseDay } from '../../kernel/calendar.ts';
import { hourMs, minuteMs, plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { required } from '../../kernel/required.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import type { Connect } from './connections.ts';
import { reportedOf } from './lines.ts';
import * as store from './store.ts';

export const railName = 'investec';

/** The time between two polls of an account, in milliseconds. */
const everyMs = minuteMs;
/** After failures: twice as long after each, up to this. A 429 comes without a time. */
const longestPauseMs = 30 * minuteMs;
/** The time for which no other process polls an account during a poll, in milliseconds. */
const leaseMs = 5 * minuteMs;
/** The bank books for a day until so long after its midnight. */
const afterMidnightMs = 6 * hourMs;
/** The number of final days that are requested again: the bank may have added to them. */
const daysAgain = 3;

export interface PollingOptions {
  ctx: Context;
  connect: Connect;
}

export function createPollSweep(options: PollingOptions): Sweep {
  const { ctx } = options;
  let isPassing = false;
  return {
    name: 'investec.poll',
    intervalMs: 5_000,
    passing: (is) => {
      isPassing = is;
    },
    run: async () => {
      // The bank's time does not pass in leaps.
      if (isPassing) return 0;
      const own = (await findActiveAccounts(ctx.db)).filter(({ rail }) => rail === railName);
      // At once: an account whose bank hangs keeps no other waiting.
      const asked = await Promise.allSettled(own.map((account) => pollIfDue(options, account)));
      const failed = asked.find(({ status }) => status === 'rejected');
      if (failed) throw (failed as PromiseRejectedResult).reason;
      return asked.filter((one) => one.status === 'fulfilled' && one.value).length;
    },
  };
}

/** Polls an account if it is due; returns whether it was. Throws only if the database is away. */
async function pollIfDue(options: PollingOptions, account: BankAccount): Promise<boolean> {
  const { ctx } = options;
  const now = ctx.clock.now();
  const poll = await store.claimPoll(ctx.db, account.id, now, plus(now, leaseMs));
  if (!poll) return false;
  try {
    await askAndTake(options, account, poll, now);
    await store.endPoll(ctx.db, account.id, plus(now, everyMs), 0);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const failures = poll.failures + 1;
    const pauseMs = Math.min(everyMs * 2 ** Math.min(failures, 10), longestPauseMs);
    await store.endPoll(ctx.db, account.id, plus(now, pauseMs), failures);
    logFailure(ctx, account.id, error, pauseMs);
  }
  return true;
}

function logFailure({ log }: Context, account: string, error: unknown, pauseMs: number): void {
  const again = { account, againInSeconds: pauseMs / 1_000 };
  if (error instanceof BankUnavailable)
    log.warn({ ...again, reason: error.message }, 'Investec returned no transactions');
  else if (error instanceof BadStatement)
    log.error(
      { ...again, reason: error.message, line: error.line },
      'the transactions from Investec are refused',
    );
  else log.error({ ...again, error }, 'an account at Investec could not be asked');
}

async function askAndTake(
  { ctx, connect }: PollingOptions,
  account: BankAccount,
  poll: store.Poll,
  now: Date,
): Promise<void> {
  const { client, settings, atBank } = await connect(account.id);
  const { accountId, accountNumber } = await atBank();
  const days = { from: await firstDay(ctx, account), to: dayOf(now).toString() };
  const rows = await client.transactions(accountId, days);
  const pending = await client.pendingTransactions(accountId);
  const openFrom = dayOf(plus(now, -afterMidnightMs)).toString();
  const reported = reportedOf(rows, pending, {
    banking: settings.banking,
    accountId,
    accountNumber,
    ...days,
    openFrom,
  });
  const [closedSha256, openSha256] = [shaOf(reported.closed), shaOf(reported.open)];
  const isClosedNew = closedSha256 !== poll.closedSha256;
  const take = async (part: readonly Reported[], sha256: string): Promise<void> => {
    if (part.length === 0) return;
    const file = {
      name: `${days.from} to ${days.to}`,
      // A repetition after another result is not a duplicate.
      sha256: sha256Hex(`${sha256} ${now.toISOString()}`),
      read: async function* () {
        yield [...part];
      },
    };
    await importStatement({ ...ctx, actor: 'bank' }, account.id, file, railName);
  };
  if (isClosedNew) await take(reported.closed, closedSha256);
  // A final statement takes announced lines away; those that are still announced are in this one.
  if (isClosedNew || openSha256 !== poll.openSha256) await take(reported.open, openSha256);
  await store.setReported(ctx.db, account.id, { closedSha256, openSha256 });
}

/** Days before an account was added are not requested: its opening balance is that of its first day. */
async function firstDay({ db }: Context, { id, createdAt }: BankAccount): Promise<string> {
  const added = dayOf(createdAt).toString();
  const last = await findClosing(db, id, null);
  if (!last?.toOn) return added;
  const again = required(parseDay(last.toOn), 'day')
    .subtract({ days: daysAgain - 1 })
    .toString();
  return again < added ? added : again;
}

const shaOf = (reported: readonly Reported[]): string =>
  sha256Hex(JSON.stringify(reported, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
