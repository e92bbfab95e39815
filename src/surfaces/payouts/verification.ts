// The question to a site's verify address whether a payout is genuine, and how its answer is read.
import type { VerificationAnswer, VerificationForm } from '../../core/payouts/jobs.ts';
import { parseJson } from '../../kernel/formats/json.ts';
import { toJsonNumber } from '../../kernel/money.ts';
import { firstOf } from '../../kernel/required.ts';
import { verificationHash } from './hash.ts';

const longestReason = 50;

export const verificationForm: VerificationForm = {
  write: (payout, site, accountNumber, { apiKeys, payoutAccessTokens }) => {
    const { id: payoutId, merchantReference, customerBankReference, isRtc, notifyUrl, amountCents } = payout;
    const bankingDetails = { bankGroupId: payout.bankGroupId, accountNumber, branchCode: payout.branchCode };
    const same = { siteCode: site.code, merchantReference, customerBankReference, isRtc, notifyUrl };
    const body = {
      payoutId,
      siteCode: site.code,
      amount: toJsonNumber(amountCents),
      merchantReference,
      customerBankReference,
      isRtc,
      ...(notifyUrl !== null && { notifyUrl }),
      bankingDetails,
      hashCheck: verificationHash(payoutId, { ...same, ...bankingDetails, amountCents }, firstOf(apiKeys)),
    };
    return {
      // In the contract's spelling, which some receivers depend on.
      headers: { 'content-type': 'application/json', AccessToken: firstOf(payoutAccessTokens) },
      body: JSON.stringify(body),
    };
  },

  read: (body) => {
    let parsed: unknown;
    try {
      parsed = parseJson(body);
    } catch {
      return undefined;
    }
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return undefined;
    return toAnswer(parsed);
  },
};

function toAnswer(parsed: object): VerificationAnswer {
  const members = new Map(Object.entries(parsed).map(([name, value]) => [name.toLowerCase(), value]));
  const textOf = (name: string): string | null => {
    const value: unknown = members.get(name.toLowerCase());
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    payoutId: textOf('payoutId'),
    // Merchants' JSON libraries differ: true, "true", "True".
    isVerified: String(members.get('isverified')).toLowerCase() === 'true',
    key: textOf('accountNumberDecryptionKey'),
    reason: textOf('reason')?.slice(0, longestReason) ?? null,
  };
}
