// Sends the refusals of a flood late. A client that tries again as soon as it is refused would occupy the service with its
// refusals alone; a response that is held costs a timer.
import type { FastifyInstance } from 'fastify';
import type { SharedCounts } from './shared-counts.ts';

/** So many refusals of an address in a minute are sent at once. */
const mostAtOnce = 50;
const heldMs = 2_000;
/** So many are held at one time; the others are sent at once. */
const mostHeld = 5_000;

/** Holds responses with Retry-After to callers without a valid key, where their address got many of them this minute. */
export function holdRefusals(server: FastifyInstance, counts: SharedCounts): void {
  let held = 0;
  server.addHook('onSend', ({ counted }, reply, payload, done) => {
    const isRefusal = counted && counted.key === undefined && reply.hasHeader('retry-after');
    if (!isRefusal || counts.add(`held ${counted.address}`, mostAtOnce) <= mostAtOnce || held >= mostHeld)
      return done(null, payload);
    held += 1;
    setTimeout(() => {
      held -= 1;
      done(null, payload);
    }, heldMs);
  });
}
