// Balances at any instant: the last snapshot before it plus the entries since. Crediting an account locks nothing; a
// debit of a site's balance takes the site's spending lock, so that only debits of one site wait for each other.
import { dayMs, minuteMs, plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Db, Tx } from '../../kernel/db/db.ts';
import { waitForWriters } from '../../kernel/db/quiesce.ts';
import type { Cents } from '../../kernel/money.ts';
import { getOrThrow } from '../../kernel/required.ts';
import type { Context, Work } from '../context.ts';
import { lastClosed } from '../settlement-days.ts';
import { type AccountKind, accountKinds } from './postings.ts';
import * as store from './store.ts';

/** Returns the balance of a site's account at an instant, in cents: positive if it is due to the site. */
export async function balanceAt(db: Db, kind: AccountKind, siteId: string, at: Date): Promise<Cents> {
  return -(await store.sumUpTo(db, kind, { siteId }, at));
}

/**
 * Returns the balance of the service's accounts of a kind at an instant, in cents, of all bank accounts together: a debit is
 * positive.
 */
export function serviceBalanceAt(db: Db, kind: AccountKind, at: Date): Promise<Cents> {
  if (accountKinds[kind].owner === 'site') throw new Error(`${kind} is an account of sites`);
  return store.sumUpTo(db, kind, 'service', at);
}

/** Returns the ledger's balance of a bank account, in cents. */
export function clearingOf(db: Db, bankAccount: string): Promise<Cents> {
  return store.sumUpTo(db, 'bank_clearing', { bankAccount }, null);
}

/**
 * Returns what a site may spend of its balance now, in cents. Takes the site's spending lock until the transaction ends: two
 * spenders cannot both count on the same money. Credits that commit in the meantime only make it more.
 */
export async function spendable(tx: Tx, siteId: string): Promise<Cents> {
  return getOrThrow(await spendableOf(tx, [siteId]), siteId);
}

/** Does the same for several sites. All callers take their locks in one order. */
export async function spendableOf(tx: Tx, siteIds: readonly string[]): Promise<Map<string, Cents>> {
  await store.lockSpending(tx, siteIds);
  const sums = await store.sumOfSites(tx, 'merchant', siteIds);
  return new Map(siteIds.map((siteId) => [siteId, -(sums.get(siteId) ?? 0n)]));
}

/**
 * Returns the given sites with ended business days that are not settled: until then, nothing else may spend their balances.
 * The caller holds their spending locks.
 */
export function findUnsettled({ tx, policy, clock }: Work, siteIds: readonly string[]): Promise<Set<string>> {
  return store.findUnsettledOf(tx, siteIds, lastClosed(policy, clock.now()).cutOffAt);
}

/**
 * Returns the spendable balances of sites, in cents, for display: it locks nothing, and they can be less a moment
 * later.
 */
export async function readSpendable(db: Db, siteIds: readonly string[]): Promise<Map<string, Cents>> {
  const sums = await store.sumOfSites(db, 'merchant', siteIds);
  return new Map(siteIds.map((siteId) => [siteId, -(sums.get(siteId) ?? 0n)]));
}

// Entries are stamped before they commit. A snapshot keeps well behind the clock, and waits for those that are writing:
// the clock may have been moved since they were stamped.
const settledAfterMs = 10 * minuteMs;
const snapshotEveryMs = dayMs;

/** Keeps balances cheap with any number of entries: a daily snapshot of each account that moved. */
export function createSnapshotSweep(ctx: Context): Sweep {
  return {
    name: 'ledger.snapshot',
    intervalMs: minuteMs,
    run: async () => {
      const at = plus(ctx.clock.now(), -settledAfterMs);
      if (!(await waitForWriters(ctx.db))) return 0;
      return store.insertSnapshots(ctx.db, at, plus(at, -snapshotEveryMs), 500);
    },
  };
}
