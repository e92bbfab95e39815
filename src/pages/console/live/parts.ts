// The parts of a page that update while it is open. A page is rendered for a stream by its own code: the stream sends only
// the parts that it registers here, so no user sees more in a stream than on the page.
import { createHash } from 'node:crypto';
import { type Html, html, render } from '../../html.ts';

export interface LivePart {
  markup: string;
  /** Read by screen readers on change. Empty: silent. */
  words: string;
}

export interface Live {
  /** The address of the page; undefined for a page that is not live, such as a form's. */
  page: string | undefined;
  /** Rendered for a stream: only the parts are used. */
  isStream: boolean;
  /** Already rendered for the stream. */
  isShown: boolean;
  /** The state when the page was shown, as it reports: the mark of its parts, or its newest row. */
  seen: string | undefined;
  /** For a list: its newest row when the page was shown. */
  since: string | undefined;
  /** Nothing on the page changes any more. */
  isDone: boolean;
  parts: Map<string, LivePart>;
}

/** The part of a visit that is used here. */
interface Living {
  live: Live;
}

const nothing = {
  page: undefined,
  isStream: false,
  isShown: false,
  seen: undefined,
  since: undefined,
  isDone: false,
};

/** Returns the initial state for a visit of a page; without its address, for a page that is not live. */
export const notYet = (page?: string): Live => ({ ...nothing, page, parts: new Map() });

/** Returns the initial state for a visit of a stream. */
export const forStream = (seen: string | undefined): Live => ({
  ...nothing,
  isStream: true,
  seen,
  parts: new Map(),
});

/** Returns a part of a page, which a stream sends again whenever it changes. */
export function live({ live: { parts } }: Living, name: string, markup: Html, words = ''): Html {
  parts.set(name, { markup: render(markup), words });
  return html`<div id="live-${name}" class="live">${markup}</div>`;
}

/** Returns a short text that differs where the parts do. */
export function markOf(parts: ReadonlyMap<string, LivePart>): string {
  const hash = createHash('sha256');
  for (const [name, { markup }] of parts) hash.update(`${name}\0${markup}\0`);
  return hash.digest('base64url').slice(0, 12);
}

/** Returns the markup that connects a page to its stream; nothing for a page without live parts. */
export function liveBar({ live: { page, since, parts } }: Living): Html | undefined {
  if (page === undefined || parts.size === 0) return undefined;
  const query = new URLSearchParams({ page, seen: since ?? markOf(parts) });
  return html`<div id="live" hx-sse:connect="/console/live?${query}" hx-trigger="load, resume" hx-swap="none"></div>
<p id="live-said" class="unseen" role="status" aria-live="polite"></p>`;
}

/** The switch that pauses updates. Scripts show it. */
export const pauseButton = ({ live: { page, parts } }: Living): Html | undefined =>
  page === undefined || parts.size === 0
    ? undefined
    : html`<button type="button" class="button-link" data-pause aria-pressed="false" hidden>Pause live updates</button>`;
