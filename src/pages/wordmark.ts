// Tefo's name as a drawing: plain letters, and a coin for the o.
import { type Html, raw } from './html.ts';

/** Returns the wordmark, 62 by 24 px, in the colour of the text around it. */
export function wordmark(): Html {
  return raw(
    '<svg class="wordmark" role="img" aria-label="Tefo" viewBox="0 0 78 30" width="62" height="24" fill="none" stroke-width="3.6" stroke-linecap="round">' +
      '<path stroke="currentColor" d="M9 4v15.5a6.3 6.3 0 0 0 6.3 6.3h1M3.5 11.5h12M22.5 18.3h14.3a7.5 7.5 0 1 0-2.6 5.7M55.5 4.2h-1a6.3 6.3 0 0 0-6.3 6.3V26M42.5 11.5h12"/>' +
      '<circle class="gold" cx="67" cy="18.3" r="7.5" stroke-width="5"/>' +
      '</svg>',
  );
}
