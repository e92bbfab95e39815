// Counts the refused requests of the surfaces, by merchant.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashRefusal } from '../core/hash-mismatches/actions.ts';
import type { RefusalCounter } from '../reports/refusals/counts.ts';

const surfaces: readonly (readonly [prefix: string, surface: string])[] = [
  ['/one/v1', 'One API'],
  ['/payments', 'Payments API'],
  ['/payouts/v1', 'Payouts API'],
  ['/external', 'External API'],
];

const names: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'NotAllowed',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

export const hasWrongHash = ({ refused }: FastifyRequest): boolean => refused?.text === hashRefusal;

/** Counts every refused request of a known merchant, except wrong hashes, which are stored one by one. */
export function countRefused(server: FastifyInstance, counter: RefusalCounter): void {
  server.addHook('onResponse', (request, reply, done) => {
    // The Payments API refuses a payment request with a 200.
    if (reply.statusCode >= 400 || request.refused?.text !== undefined)
      note(request, reply.statusCode, counter);
    done();
  });
}

function note(request: FastifyRequest, status: number, counter: RefusalCounter): void {
  const { refused, caller } = request;
  const place = surfaces.find(([prefix]) => request.url.startsWith(prefix));
  if (!place || !caller || hasWrongHash(request)) return;
  counter.note({
    merchantId: caller.merchantId,
    siteId: caller.site?.id ?? refused?.siteId ?? null,
    surface: place[1],
    code: refused?.code ?? names[status] ?? `Http${status}`,
  });
}
