// What is kept of a payout request with a wrong hash.
import { formatDecimal } from '../../kernel/money.ts';
import type { FieldKind, KeptEvidence } from '../hash-doctor/doctor.ts';
import { type HashedRequest, hashedNames } from './hash.ts';

const kinds: Partial<Record<string, FieldKind>> = { amount: 'cents', isRtc: 'boolean', notifyUrl: 'address' };

/** The values of a request as its hash takes them, and as they were sent. */
export function payoutEvidence(request: HashedRequest, hashCheck: string): KeptEvidence {
  const { amountCents, isRtc, notifyUrl, ...texts } = request;
  const values: Record<string, string> = {
    ...texts,
    amount: String(amountCents),
    isRtc: String(isRtc),
    notifyUrl: notifyUrl ?? '',
  };
  const fields = hashedNames.map((name) => ({ name, text: values[name]!, kind: kinds[name] ?? 'text' }));
  const sent = fields.map(({ name, text }) => ({
    name,
    text: name === 'amount' ? formatDecimal(amountCents) : text,
  }));
  return { fields, sent, digest: hashCheck, mayBeLeftOut: [] };
}
