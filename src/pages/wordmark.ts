// Tefo's name as a drawing: a line of gold runs through the letters and arrives at the coin.
import { type Html, raw } from './html.ts';

/** The wordmark, 60 by 22 px, in the colour of the text around it. */
export function wordmark(): Html {
  return raw(
    '<svg class="wordmark" role="img" aria-label="Tefo" viewBox="0 0 82 30" width="60" height="22" fill="none" stroke-width="3.4" stroke-linecap="round">' +
      '<path class="gold" d="M3 12H56"/>' +
      '<path stroke="currentColor" d="M10 3v17a6 6 0 0 0 6 6h2M38.4 22.5A9 9 0 1 1 40 17.5H23M58 3.5h-2a6 6 0 0 0-6 6V26"/>' +
      '<circle class="gold" cx="70" cy="17.5" r="8.5"/>' +
      '</svg>',
  );
}
