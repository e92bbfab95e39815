// Requests with a wrong hash are kept, so that their merchant's developer can be told what went wrong.
import type { Context } from '../../core/context.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { type HashSurface, recordMismatch } from '../mismatches/actions.ts';
import type { FieldKind, KeptEvidence, SentPart } from '../mismatches/evidence.ts';
import { withinLimits } from '../mismatches/limits.ts';
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

/** Of each site, by its id, the first item with a wrong hash of one request, and how many there were. */
export type WrongItems<Item> = Map<string, { first: Item; wrong: number }>;

/** Counts an item whose hash is wrong: who gets one wrong gets them all wrong in the same way, so that one is kept. */
export function noteWrong<Item>(noted: WrongItems<Item>, siteId: string, item: Item): void {
  const known = noted.get(siteId);
  noted.set(siteId, { first: known?.first ?? item, wrong: (known?.wrong ?? 0) + 1 });
}

/** Keeps a payment request; `among` where it came with others. */
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

/** What there is to know about a payment request and its hash. */
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

/** Everything but the hash, in the order in which it was sent. */
export function* sentFields(given: GivenFields): Generator<SentPart> {
  for (const [name, { kind, text: plain, written: text = plain }] of given) {
    const isBare = kind === 'number' || kind === 'boolean';
    if (name !== 'hashcheck') yield { name, text, ...(isBare && { isBare }) };
  }
}
