// Paying by a deposit in the checkout: whether an account takes one, when its details are shown, and what opens it.
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import { chooseDeposit } from '../../core/deposits/actions.ts';
import { DomainError } from '../../core/errors.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import type { Payment } from '../../core/payments/actions.ts';
import type { DepositAccount, OfferedBank, Rails } from '../../core/rails.ts';
import { depositType, type Transaction } from '../../core/transactions/actions.ts';
import type { CheckoutPage } from './states.ts';

interface Visited {
  ctx: Context;
  payment: Payment;
  transaction: Transaction | undefined;
  page: CheckoutPage;
}

/** The ways to pay of a payment. */
export interface Ways {
  banks: OfferedBank[];
  depositAccount: DepositAccount | null;
}

export const noWays: Ways = { banks: [], depositAccount: null };

/**
 * Returns how a payment can be paid. No way is open to a suspended merchant, or for a test: its payer chooses how it ends.
 */
export async function waysOf(
  { rails, directory }: { rails: Rails; directory: Directory },
  { merchantId, isTest }: Payment,
): Promise<Ways> {
  if (isTest || (await directory.isSuspended(merchantId))) return noWays;
  const [banks, depositAccount] = await Promise.all([
    rails.banks(merchantId),
    rails.depositAccountFor(merchantId),
  ]);
  return { banks, depositAccount };
}

/** Whether a visit is of a payment that is, or was to be, paid by a deposit and no other way was chosen since. */
export function isOfDeposit({ page, transaction }: Visited): boolean {
  return transaction?.paymentType === depositType && ['choose', 'held', 'paid', 'expired'].includes(page);
}

/**
 * Opens a deposit where it is the only way to pay, so that the first page shows its details. It is opened once, however
 * often the page is read, and not by a browser that only looks ahead: that one gets the button. Returns undefined if
 * nothing is open.
 */
export async function openOnlyWay(
  { ctx, payment }: Visited,
  { banks, depositAccount }: Ways,
  request: FastifyRequest,
): Promise<Transaction | undefined> {
  if (banks.length > 0 || !depositAccount || isLookingAhead(request)) return undefined;
  try {
    return await chooseDeposit(ctx, payment, depositAccount.account);
  } catch (error) {
    // The payment has changed since it was read, and its page shows that.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Whether a request is a prefetch or the like, and no person looks at the page. */
function isLookingAhead({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET') return true;
  const said = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']];
  return said.some((value) => /prefetch|prerender|preview/i.test(String(value ?? '')));
}
