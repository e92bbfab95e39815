// How a story says what it says: who asked where, banks, and free text without what may not be told.
import { bankById } from '../../core/banks.ts';

/** On which surface somebody acted, as an actor tells. `contract` is what there is where nobody recorded the actor. */
export function surfaceOf(actor: string | null, contract?: string): string {
  if (actor === null) return contract === 'one' ? 'on the One API' : 'on the Payments API';
  if (actor.startsWith('client:')) return 'on the One API';
  if (actor.startsWith('site:') || actor.startsWith('merchant:')) return 'on the Payments API';
  if (actor.startsWith('cli')) return 'at the command line';
  if (actor === 'customer') return 'by a form that the customer’s browser posted';
  if (actor === 'bank') return 'because a deposit came';
  return 'by the service';
}

export const bankNameOf = (id: string): string => bankById(id)?.name ?? 'a bank';

/**
 * Text that somebody wrote freely, without what may not be told: of a number as long as an account's the last four digits
 * stay; secrets go.
 */
export function redact(text: string): string {
  return text
    .replace(/whsec_[A-Za-z0-9+/=_-]+/g, 'whsec_…')
    .replace(/(?<![\w-])\d{7,19}(?![\w-])/g, (digits) => digits.slice(-4).padStart(digits.length, '*'));
}

/** An address as far as it may be told: what stands in its query or before its host may be a secret. */
export function shownUrl(text: string): string {
  const url = URL.parse(text);
  if (!url) return redact(text);
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}
