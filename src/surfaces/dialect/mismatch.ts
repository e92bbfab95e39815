// Requests with a wrong hash are kept, so that their merchant's developer can be told what went wrong.
import type { Context } from '../../core/context.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { type HashSurface, recordMismatch } from '../../core/mismatches/actions.ts';
import type { FieldKind, KeptEvidence } from '../hash-doctor/doctor.ts';
import type { GivenFields } from './given.ts';
import { hashedFields, type RequestTexts, twoDecimals } from './hash.ts';

/** What a request with a wrong hash is told. */
export const hashRefusal = 'HashCheck value has failed';

const kinds: Partial<Record<string, FieldKind>> = {
  amount: 'amount',
  variableAmountMin: 'amount',
  variableAmountMax: 'amount',
  isTest: 'boolean',
  allowVariableAmount: 'boolean',
};

/** Keeps a payment request. */
export function keepPaymentRequest(
  ctx: Context,
  site: Pick<Site, 'id' | 'merchantId'>,
  surface: HashSurface,
  given: GivenFields,
  texts: RequestTexts,
): Promise<void> {
  const evidence = paymentEvidence(given, texts);
  return recordMismatch(ctx, site, { surface, reference: texts.transactionReference, evidence });
}

/** What there is to know about a payment request and its hash. */
export function paymentEvidence(given: GivenFields, texts: RequestTexts): KeptEvidence {
  const isPlainFalse = texts.allowVariableAmount?.toLowerCase() === 'false';
  return {
    fields: hashedFields.map((name) => ({
      name,
      text: (name === 'amount' ? twoDecimals(texts.amount) : texts[name]) ?? '',
      kind: kinds[name] ?? 'text',
    })),
    sent: sentFields(given),
    digest: given.get('hashcheck')?.text ?? '',
    mayBeLeftOut: ['customerCellphoneNumber', ...(isPlainFalse ? ['allowVariableAmount'] : [])],
  };
}

/** Everything but the hash, in the order in which it was sent. */
export function sentFields(given: GivenFields): { name: string; text: string }[] {
  return [...given].filter(([name]) => name !== 'hashcheck').map(([name, { text }]) => ({ name, text }));
}
