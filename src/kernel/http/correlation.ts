// X-Correlation-ID: identifies a request in logs and responses. A sent one is returned unchanged or refused.
import type { IncomingMessage } from 'node:http';

export const correlationHeader = 'x-correlation-id';

const usable = /^[\x20-\x7e]{1,128}$/;

/** The rule of such an id, as a phrase that follows its name. */
export const correlationRule = 'must be 1 to 128 characters of printable ASCII, and given once';

/** Returns the id sent with a request: undefined without one, null if it is invalid. */
export function sentCorrelationId(request: IncomingMessage): string | null | undefined {
  const given = request.headers[correlationHeader];
  if (given === undefined) return undefined;
  // Node joins repeated headers, and the result could pass as one id.
  if (typeof given !== 'string' || !usable.test(given)) return null;
  return given.includes(', ') && isGivenTwice(request) ? null : given;
}

function isGivenTwice({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  return names.filter((name) => name.toLowerCase() === correlationHeader).length > 1;
}
