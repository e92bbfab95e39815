// The float of a site: the reference with which it is topped up, and what it holds.
import type { FastifyRequest } from 'fastify';
import { createTopUpReference } from '../../core/deposits/actions.ts';
import { getFloat } from '../../core/payouts/actions.ts';
import { parseDecimal, toJsonNumber } from '../../kernel/money.ts';
import { bankingDetailsOf, requireDepositAccount } from '../banking-details.ts';
import { contextOf } from '../dialect/auth.ts';
import type { DialectDeps } from '../dialect/deps.ts';
import { Refusal } from '../dialect/errors.ts';
import { givenOnce } from '../dialect/given.ts';
import { siteOf } from './auth.ts';

/** The banking details to pay to, with the site's reference. Whatever amount arrives with it raises the float. */
export async function createFloatTopUpReference(
  deps: DialectDeps,
  request: FastifyRequest,
): Promise<unknown> {
  const site = await siteOf(deps, request);
  const amount = givenOnce(request.query as Record<string, unknown>).get('amount');
  if (amount && !parseDecimal(amount.text)) {
    throw new Refusal(400, 'amount must be more than 0, with at most two decimals');
  }
  const account = requireDepositAccount(deps.rail);
  const reference = await createTopUpReference(contextOf(deps, request, site), site);
  return bankingDetailsOf(account, reference, true);
}

export async function getFloatBalanceInfo(deps: DialectDeps, request: FastifyRequest): Promise<unknown> {
  const site = await siteOf(deps, request);
  const { availableCents, pendingCents } = await getFloat(contextOf(deps, request, site), site);
  return {
    siteCode: site.code,
    currencyCode: 'ZAR',
    balance: toJsonNumber(availableCents + pendingCents),
    available: toJsonNumber(availableCents),
    pendingPayouts: toJsonNumber(pendingCents),
  };
}
