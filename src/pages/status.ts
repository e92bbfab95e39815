// How a status looks everywhere: a word with a shape and a colour, never only a colour.
import { type Html, html, raw } from './html.ts';

export type StatusKind = 'successful' | 'pending' | 'error' | 'refunded' | 'ended';

const shapes: Record<StatusKind, string> = {
  successful:
    '<circle cx="8" cy="8" r="8" fill="currentColor"/><path class="tick" d="M4.3 8.4l2.6 2.6 4.9-5.6" fill="none" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
  pending: '<circle cx="8" cy="8" r="5.75" fill="none" stroke="currentColor" stroke-width="2.5"/>',
  error: '<path d="M3 3l10 10M13 3L3 13" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>',
  refunded:
    '<path d="M7 3L2.5 8 7 13M3 8h11" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>',
  ended: '<path d="M2 8h12" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>',
};

/** Returns a status word with its shape: tick, ring, cross, back arrow or dash. */
export function status(kind: StatusKind, word: string): Html {
  return html`<span class="status status-${kind}">${shape(kind)}<span>${word}</span></span>`;
}

function shape(kind: StatusKind): Html {
  return raw(`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${shapes[kind]}</svg>`);
}
