// What is kept of a payout request with a wrong hash.
import type { FieldKind, KeptEvidence, SentPart } from '../hash-doctor/doctor.ts';
import { type HashedRequest, hashedNames } from './hash.ts';

const kinds: Partial<Record<string, FieldKind>> = { amount: 'cents', isRtc: 'boolean', notifyUrl: 'address' };

/** The values of a request as its hash takes them, and its body as it was sent. */
export function payoutEvidence(request: HashedRequest, hashCheck: string, body: unknown): KeptEvidence {
  const { amountCents, isRtc, notifyUrl, ...texts } = request;
  const values: Record<string, string> = {
    ...texts,
    amount: String(amountCents),
    isRtc: String(isRtc),
    notifyUrl: notifyUrl ?? '',
  };
  const fields = hashedNames.map((name) => ({ name, text: values[name]!, kind: kinds[name] ?? 'text' }));
  return { fields, sent: sentParts(body as object), digest: hashCheck, mayBeLeftOut: [] };
}

/** Everything but the hash, in the order in which it was sent. */
function sentParts(record: object, within?: string): SentPart[] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]): SentPart[] => {
    if (name.toLowerCase() === 'hashcheck' || value === null || value === '') return [];
    if (typeof value === 'object') return within === undefined ? sentParts(value as object, name) : [];
    const isBare = typeof value !== 'string';
    return [
      { name, text: String(value), ...(isBare && { isBare }), ...(within !== undefined && { within }) },
    ];
  });
}
