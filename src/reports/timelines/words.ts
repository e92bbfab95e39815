// The words of a timeline: the surface of a request, banks, and free text without secrets.

import { bankById } from '../../core/banks.ts';
import { maskNumbers } from '../../kernel/formats/mask.ts';

/** Returns the surface of an actor. `contract` decides without an actor, or for a merchant's key. */
export function surfaceOf(actor: string | null, contract?: string): string {
  const byKey = contract === 'payouts' ? 'via the Payouts API' : 'via the Payments API';
  if (actor === null) return contract === 'one' ? 'via the One API' : byKey;
  if (actor.startsWith('client:')) return 'via the One API';
  if (actor.startsWith('site:') || actor.startsWith('merchant:')) return byKey;
  if (actor.startsWith('cli')) return 'at the command line';
  if (actor === 'customer') return 'by an HTML form of the shop';
  if (actor.startsWith('user:')) return 'at the console';
  if (actor === 'bank') return 'for a deposit';
  return 'by the service';
}

export const bankNameOf = (id: string): string => bankById(id)?.name ?? 'a bank';

/** Returns free text without hidden data: long numbers keep their last four digits, and secrets are removed. */
export function redact(text: string): string {
  return maskNumbers(text.replace(/whsec_[A-Za-z0-9+/=_-]+/g, 'whsec_…'));
}

/** Returns an address without what may be a secret: its query, and anything before its host. */
export function shownUrl(text: string): string {
  const url = URL.parse(text);
  if (!url) return redact(text);
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}
