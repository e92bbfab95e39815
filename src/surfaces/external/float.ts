// A site's float: the reference for topping it up, and its balance.
import Type, { type Static } from 'typebox';
import { createTopUpReference } from '../../core/deposits/actions.ts';
import { getFloat } from '../../core/payouts/actions.ts';
import { parseDecimal, toJsonNumber } from '../../kernel/money.ts';
import { BankingDetails, bankingDetailsOf, requireDepositAccount } from '../banking-details.ts';
import { contextOf } from '../dialect/auth.ts';
import { Refusal } from '../dialect/errors.ts';
import { givenOnce } from '../dialect/given.ts';
import { rand, siteCode } from '../dialect/shapes.ts';
import { operation } from '../operation.ts';
import { type SiteCall, siteOf } from './auth.ts';

const ofSite = {
  siteCode: Type.Optional(siteCode),
};
const FloatQuery = Type.Object(ofSite);
const TopUpQuery = Type.Object({
  amount: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  ...ofSite,
});

const FloatBalance = Type.Object(
  {
    siteCode: Type.String({ maxLength: 50 }),
    currencyCode: Type.Enum(['ZAR']),
    balance: rand,
    available: Type.Number(),
    pendingPayouts: rand,
  },
  { title: 'FloatBalance' },
);

export const floatOperations = [
  operation({
    method: 'POST',
    path: '/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest',
    name: 'createFloatTopUpReferenceRequest',
    summary: 'Create float top-up reference',
    description:
      'Always returns the same reference. Every deposit with it, of any amount, tops up the float.',
    query: TopUpQuery,
    responses: { 200: BankingDetails },
    handle: createFloatTopUpReference,
  }),
  operation({
    method: 'GET',
    path: '/Secure/FloatTopUp/GetFloatBalanceInfo',
    name: 'getFloatBalanceInfo',
    summary: 'Get float balance',
    query: FloatQuery,
    responses: { 200: FloatBalance },
    handle: getFloatBalanceInfo,
  }),
];

/** Returns the banking details with the site's reference. Any amount that arrives with it raises the float. */
async function createFloatTopUpReference(call: SiteCall): Promise<BankingDetails> {
  const site = await siteOf(call);
  const query = call.request.query as Record<string, unknown>;
  const { text } = givenOnce(query).get('amount') ?? {};
  if (isNamed(query, 'amount') && !parseDecimal(text ?? ''))
    throw new Refusal(400, 'amount must be more than 0, with at most two decimals');
  const account = await requireDepositAccount(call.deps.rails, site.merchantId);
  const reference = await createTopUpReference(contextOf(call, site), site);
  return bankingDetailsOf(account, reference, true);
}

/** Returns whether a query has a name, also without a value: "?amount=" is an amount that got lost. */
const isNamed = (query: Record<string, unknown>, wanted: string): boolean =>
  Object.keys(query).some((name) => name.toLowerCase() === wanted);

async function getFloatBalanceInfo(call: SiteCall): Promise<Static<typeof FloatBalance>> {
  const site = await siteOf(call);
  const { availableCents, pendingCents } = await getFloat(contextOf(call, site), site);
  return {
    siteCode: site.code,
    currencyCode: 'ZAR',
    balance: toJsonNumber(availableCents + pendingCents),
    available: toJsonNumber(availableCents),
    pendingPayouts: toJsonNumber(pendingCents),
  };
}
