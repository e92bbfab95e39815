// Whether there is a way for money to come: nobody is asked for what they cannot pay.
import type { AnyContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { findWaitingMerchants } from '../merchants/actions.ts';
import type { Ability } from '../rails.ts';
import { type BankAccount, choose, findAccounts, isOffered } from './actions.ts';

const waysToPay: readonly Ability[] = ['orders', 'deposits'];

/** Returns which merchants' money can come in one of some ways: of those that are live. The simulated bank can do everything for everybody. */
export async function readPayability(
  ctx: AnyContext,
  ways: readonly Ability[] = waysToPay,
): Promise<(merchantId: string) => boolean> {
  if (ctx.policy.hasBanks) return () => true;
  const [accounts, waiting] = await Promise.all([findAccounts(ctx.db), findWaitingMerchants(ctx.db)]);
  return (merchantId) =>
    !waiting.includes(merchantId) &&
    ways.some((ability) => choose(accounts, merchantId, ability) !== undefined);
}

/** Throws PaymentMethodUnavailable where a merchant's money cannot come in any of some ways. */
export async function assertPayable(
  ctx: AnyContext,
  merchantId: string,
  ways: readonly Ability[] = waysToPay,
): Promise<void> {
  const isPayable = await readPayability(ctx, ways);
  if (!isPayable(merchantId)) throw new DomainError('PaymentMethodUnavailable');
}

/** Whether any bank is connected at all. */
export async function hasAnyBank(ctx: AnyContext): Promise<boolean> {
  if (ctx.policy.hasBanks) return true;
  const accounts: readonly BankAccount[] = await findAccounts(ctx.db);
  return accounts.some((account) => waysToPay.some((ability) => isOffered(account, ability)));
}
