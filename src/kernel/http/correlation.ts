// X-Correlation-ID: what names a request in logs and answers. One that was sent comes back as it was sent, or is refused.
import type { IncomingMessage } from 'node:http';

export const correlationHeader = 'x-correlation-id';

const usable = /^[\x20-\x7e]{1,128}$/;

/** What such an id must be, as a phrase that follows its name. */
export const correlationRule = 'must be 1 to 128 characters of printable ASCII, and given once';

/** The id that a request was sent with; undefined where there is none; null where it is none that may be used. */
export function sentCorrelationId(request: IncomingMessage): string | null | undefined {
  const given = request.headers[correlationHeader];
  if (given === undefined) return undefined;
  // Node joins what is given twice, and what it makes of it looks like one.
  if (typeof given !== 'string' || !usable.test(given)) return null;
  return given.includes(', ') && isGivenTwice(request) ? null : given;
}

function isGivenTwice({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  return names.filter((name) => name.toLowerCase() === correlationHeader).length > 1;
}
