// Requests with a wrong hash are kept, so that the merchant's developer can see what went wrong.
import type { Context } from '../../core/context.ts';
import { type HashSurface, recordMismatch } from '../../core/hash-mismatches/actions.ts';
import type { FieldKind, KeptEvidence, SentPart } from '../../core/hash-mismatches/evidence.ts';
import { withinLimits } from '../../core/hash-mismatches/limits.ts';
import type { Site } from '../../core/merchants/actions.ts';
import type { GivenFields } from './given.ts';
import { hashedFields, type RequestTexts, twoDecimals } from './hash.ts';

const kinds: Partial<Record<string, FieldKind>> = {
  amount: 'amount',
  variableAmountMin: 'amount',
  variableAmountMax: 'amount',
  isTest: 'boolean',
  allowVariableAmount: 'boolean',
};

/** For each site id, the first item of a request with a wrong hash, and how many there were. */
export type WrongItems<Item> = Map<string, { first: Item; wrong: number }>;

/** Counts an item with a wrong hash. Clients that get one wrong get all wrong in the same way, so one is kept. */
export function noteWrong<Item>(noted: WrongItems<Item>, siteId: string, item: Item): void {
  const known = noted.get(siteId);
  noted.set(siteId, { first: known?.first ?? item, wrong: (known?.wrong ?? 0) + 1 });
}

/** Keeps a payment request. `among` is set if it came with others. */
export function keepPaymentRequest(
  ctx: Context,
  site: Pick<Site, 'id' | 'merchantId'>,
  surface: HashSurface,
  given: GivenFields,
  texts: RequestTexts,
  among?: KeptEvidence['among'],
): Promise<void> {
  const evidence = { ...paymentEvidence(given, texts), among };
  return recordMismatch(ctx, site, { surface, reference: texts.transactionReference, evidence });
}

/** Returns everything that helps to explain a payment request's hash. */
export function paymentEvidence(given: GivenFields, texts: RequestTexts): KeptEvidence {
  const [variableAmountMin = '', variableAmountMax = ''] = [
    twoDecimals(texts.variableAmountMin),
    twoDecimals(texts.variableAmountMax),
  ];
  const isPlainFalse = texts.allowVariableAmount?.toLowerCase() === 'false';
  return withinLimits({
    fields: hashedFields.map((name) => ({
      name,
      text: (name === 'amount' ? twoDecimals(texts.amount) : texts[name]) ?? '',
      kind: kinds[name] ?? 'text',
    })),
    sent: sentFields(given),
    digest: given.get('hashcheck')?.text ?? '',
    mayBeLeftOut: ['customerCellphoneNumber', ...(isPlainFalse ? ['allowVariableAmount'] : [])],
    mayAlsoBe: { variableAmountMin, variableAmountMax },
  });
}

/** Yields everything but the hash, in the order in which it was sent. */
export function* sentFields(given: GivenFields): Generator<SentPart> {
  for (const [name, { kind, text: plain, written: text = plain }] of given) {
    const isBare = kind === 'number' || kind === 'boolean';
    if (name !== 'hashcheck') yield { name, text, ...(isBare && { isBare }) };
  }
}
