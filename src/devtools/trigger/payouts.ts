// The recipe for payouts: tops up the float if needed, and decides the bank's answer in the sandbox.

import { type Cents, formatDecimal, parseDecimal, toJsonNumber } from '../../kernel/money.ts';
import { firstOf, required } from '../../kernel/required.ts';
import { sha512Hex } from '../../kernel/security/crypto.ts';
import { requestHashInput } from '../../surfaces/payouts/hash.ts';
import { type Session, until } from '../session.ts';
import { type Given, type Recipe, type Recipes, usualAmount } from './recipe.ts';

/** An account at TymeBank with a valid check digit. */
const payee = {
  bankGroupId: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80',
  accountNumber: '51000000001',
  branchCode: '678910',
};
const arrivalMs = 5_000;

const payoutComplete: Recipe = {
  outcomes: ['complete', 'rejected', 'failed', 'returned'],
  run: async (session, given) => {
    const { code } = session.site;
    if (!session.site.allowPlainAccountNumbers) {
      throw new Error(
        `site ${code} takes encrypted account numbers only, which its verification address must decrypt; \`tefo site set ${code} allowPlainAccountNumbers=true\` allows this one`,
      );
    }
    const amount = given.amount ?? usualAmount;
    const topUpReference = await coverFloat(session, amount);
    const payoutId = await requestPayout(session, given, amount);
    await session.sandbox('POST', `/payouts/${payoutId}/outcome`, { outcome: given.outcome });
    return {
      objectId: payoutId,
      ids: {
        reference: given.reference ?? given.freshReference,
        payoutId,
        ...(topUpReference !== undefined && { topUpReference }),
      },
    };
  },
};

/** Deposits the missing amount into the site's float. Returns the reference of the deposit. */
async function coverFloat(session: Session, amount: Cents): Promise<string | undefined> {
  const at = `${session.config.externalUrl}/Secure/FloatTopUp`;
  const site = new URLSearchParams({ siteCode: session.site.code });
  const available = async (): Promise<Cents> => {
    const float = await session.withKey('GET', `${at}/GetFloatBalanceInfo?${site}`);
    return required(parseDecimal(String(float.available)), 'amount');
  };
  const lacking = amount - (await available());
  if (lacking <= 0n) return undefined;
  const details = await session.withKey('POST', `${at}/CreateFloatTopUpReferenceRequest?${site}`);
  const reference = details.beneficiaryReference;
  await session.sandbox('POST', '/deposits', { reference, amount: formatDecimal(lacking) });
  const isThere = await until(async () => (await available()) >= amount || undefined, arrivalMs);
  if (!isThere) throw new Error(`the deposit ${reference} has not reached the float`);
  return reference;
}

async function requestPayout(session: Session, given: Given, amountCents: Cents): Promise<string> {
  const { code: siteCode } = session.site;
  const apiKey = firstOf(session.secrets.apiKeys);
  const fields = {
    siteCode,
    merchantReference: given.reference ?? given.freshReference,
    customerBankReference: 'TEFO TRIGGER',
    isRtc: false,
    notifyUrl: given.notifyUrl ?? null,
  };
  const hashCheck = sha512Hex(requestHashInput({ ...fields, amountCents, ...payee }, apiKey));
  const body = { ...fields, amount: toJsonNumber(amountCents), bankingDetails: payee, hashCheck };
  const url = `${session.config.payoutsUrl}/requestpayout`;
  const { payoutId, payoutStatus } = await session.withKey('POST', url, body, { SiteCode: siteCode });
  if (!payoutId) throw new Error(`the payout was refused: ${payoutStatus.errorMessage}`);
  return payoutId;
}

export const payoutRecipes = {
  'payout.complete': payoutComplete,
} satisfies Recipes;
