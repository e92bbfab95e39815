// The evidence of a payout request with a wrong hash.
import type { FieldKind, KeptEvidence, SentPart } from '../../core/hash-mismatches/evidence.ts';
import { withinLimits } from '../../core/hash-mismatches/limits.ts';
import { type HashedRequest, hashedNames } from './hash.ts';

const kinds: Partial<Record<string, FieldKind>> = { amount: 'cents', isRtc: 'boolean', notifyUrl: 'address' };

/** Returns the values of a request as its hash takes them, and its body as it was sent. */
export function payoutEvidence(request: HashedRequest, hashCheck: string, body: unknown): KeptEvidence {
  const { amountCents, isRtc, notifyUrl, ...texts } = request;
  const values: Record<string, string> = {
    ...texts,
    amount: String(amountCents),
    isRtc: String(isRtc),
    notifyUrl: notifyUrl ?? '',
  };
  const fields = hashedNames.map((name) => ({ name, text: values[name]!, kind: kinds[name] ?? 'text' }));
  return withinLimits({ fields, sent: sentParts(body as object), digest: hashCheck, mayBeLeftOut: [] });
}

/** Yields everything but the hash, in the order in which it was sent. */
function* sentParts(record: object, within?: string): Generator<SentPart> {
  for (const [name, value] of Object.entries(record) as [string, unknown][]) {
    if (value === null || value === '' || name.toLowerCase() === 'hashcheck') continue;
    if (typeof value !== 'object') {
      const isBare = typeof value !== 'string';
      yield { name, text: String(value), ...(isBare && { isBare }), ...(within !== undefined && { within }) };
    } else if (within === undefined) yield* sentParts(value, name);
  }
}
