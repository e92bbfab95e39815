// Sends the refusals of a flood late. A client that tries again as soon as it is refused would occupy the service with its
// refusals alone; a response that is held costs a timer.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getOrThrow } from '../required.ts';
import type { SharedCounts } from './shared-counts.ts';

/** So many refusals of an address in a minute are sent at once. */
const mostAtOnce = 50;
/**
 * Each is held for a second, and for longer while others of the same address are held: hundreds of connections get about 25
 * refusals a second together. Proxies and clients wait for longer than the maximum.
 */
const [leastMs, eachMs, mostMs] = [1_000, 40, 15_000];
/** So many are held at one time; the others are sent at once. */
const mostHeld = 5_000;
const consolePath = /^\/console(?:[/?]|$)/;

/**
 * Holds responses with Retry-After, and those of the console that require a sign-in, to callers without a valid key, if
 * their address got many of them this minute. `leave` gives back the place of a request at its address: one that is held does
 * no work, and must not keep others at the address out.
 */
export function holdRefusals(
  server: FastifyInstance,
  counts: SharedCounts,
  leave: (counted: NonNullable<FastifyRequest['counted']>) => void,
): void {
  let held = 0;
  const heldOf = new Map<string, number>();
  server.addHook('onSend', ({ counted, url }, reply, payload, done) => {
    // Without a session, forms and live pages of the console are refused for ever.
    const isRefused = reply.hasHeader('retry-after') || (reply.statusCode === 401 && consolePath.test(url));
    if (counted?.key !== undefined || !counted || !isRefused) return done(null, payload);
    const { address } = counted;
    if (counts.add(`held ${address}`, mostAtOnce) <= mostAtOnce || held >= mostHeld)
      return done(null, payload);
    const before = heldOf.get(address) ?? 0;
    heldOf.set(address, before + 1);
    held += 1;
    leave(counted);
    setTimeout(
      () => {
        held -= 1;
        const left = getOrThrow(heldOf, address) - 1;
        if (left > 0) heldOf.set(address, left);
        else heldOf.delete(address);
        done(null, payload);
      },
      Math.min(leastMs + before * eachMs, mostMs),
    );
  });
}
