// Requests that only look at a link: previews in chats, crawlers, browsers that load a page before a person opened it.
import type { IncomingHttpHeaders } from 'node:http';

/** The headers by which browsers say that no one has opened the page yet. */
const early = /prefetch|preview|prerender/i;

/** The names of programs that fetch addresses which people write to each other. */
const programs =
  /bot\b|crawl|spider|slurp|preview|scanner|externalhit|facebookcatalog|whatsapp\/|telegram|embedly|vkshare|google-safety|imageproxy|safelinks|barracuda|proofpoint|mimecast/i;

/**
 * Whether a request shows the page to no person who has opened it. A preview that hides as a browser is not found: it creates a
 * payment that no one pays, which expires.
 */
export function isPreview({ method, headers }: { method: string; headers: IncomingHttpHeaders }): boolean {
  const { 'sec-fetch-dest': destination, 'user-agent': program = '' } = headers;
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) =>
    String(headers[name] ?? ''),
  );
  return (
    method === 'HEAD' ||
    purposes.some((purpose) => early.test(purpose)) ||
    (destination !== undefined && destination !== 'document') ||
    programs.test(program.slice(0, 500))
  );
}
