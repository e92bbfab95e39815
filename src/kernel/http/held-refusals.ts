// Sends the refusals of a flood late. A client that tries again as soon as it is refused would occupy the service with its
// refusals alone; a response that is held costs a timer.
import type { FastifyInstance } from 'fastify';
import type { SharedCounts } from './shared-counts.ts';

/** So many refusals of an address in a minute are sent at once. */
const mostAtOnce = 50;
/** Each is held for one to three seconds: clients that were refused together do not come back together. */
const [leastMs, stepMs, steps] = [1_000, 50, 40];
/** So many are held at one time; the others are sent at once. */
const mostHeld = 5_000;
const consolePath = /^\/console(?:[/?]|$)/;

/**
 * Holds responses with Retry-After, and those of the console that require a sign-in, to callers without a valid key, if
 * their address got many of them this minute.
 */
export function holdRefusals(server: FastifyInstance, counts: SharedCounts): void {
  let held = 0;
  let holds = 0;
  server.addHook('onSend', ({ counted, url }, reply, payload, done) => {
    // Without a session, forms and live pages of the console are refused for ever.
    const isRefused = reply.hasHeader('retry-after') || (reply.statusCode === 401 && consolePath.test(url));
    if (counted?.key !== undefined || !counted || !isRefused) return done(null, payload);
    if (counts.add(`held ${counted.address}`, mostAtOnce) <= mostAtOnce || held >= mostHeld)
      return done(null, payload);
    held += 1;
    holds += 1;
    setTimeout(
      () => {
        held -= 1;
        done(null, payload);
      },
      leastMs + (holds % steps) * stepMs,
    );
  });
}
