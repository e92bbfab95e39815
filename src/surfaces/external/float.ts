// The float of a site: the reference with which it is topped up, and what it holds.
import { createTopUpReference } from '../../core/deposits/actions.ts';
import { getFloat } from '../../core/payouts/actions.ts';
import { parseDecimal, toJsonNumber } from '../../kernel/money.ts';
import type { Call } from './call.ts';
import { Refusal } from './errors.ts';

/** The banking details to pay to, with the site's reference. Whatever amount arrives with it raises the float. */
export async function createFloatTopUpReference({ deps, ctx, site, query }: Call): Promise<unknown> {
  const amount = query.get('amount');
  if (amount !== undefined && !parseDecimal(amount)) {
    throw new Refusal(400, 'amount must be more than 0, with at most two decimals');
  }
  const { bankName, branchCode, number: accountNumber, holder } = deps.depositAccount;
  return {
    bankName,
    branchCode,
    accountNumber,
    publicRecipientName: holder,
    beneficiaryReference: await createTopUpReference(ctx, site),
  };
}

export async function getFloatBalanceInfo({ ctx, site }: Call): Promise<unknown> {
  const { availableCents, pendingCents } = await getFloat(ctx, site);
  return {
    siteCode: site.code,
    currencyCode: 'ZAR',
    balance: toJsonNumber(availableCents + pendingCents),
    available: toJsonNumber(availableCents),
    pendingPayouts: toJsonNumber(pendingCents),
  };
}
