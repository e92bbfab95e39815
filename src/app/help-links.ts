// Links a refusal to the page that explains it. A header carries the link, because the contract fixes the body.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashRefusal } from '../core/hash-mismatches/actions.ts';

/** Adds `Link: <…>; rel="help"` to refusals that have a page of the documentation. */
export function addHelpLinks(server: FastifyInstance, publicUrl: string): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const page = pageFor(request);
    if (page) reply.header('link', `<${publicUrl}/docs/${page}>; rel="help"`);
    done(null, payload);
  });
}

function pageFor({ refused, url }: FastifyRequest): string | undefined {
  if (refused?.text === hashRefusal) return 'guides/hashes';
  return refused?.code && url.startsWith('/one/v1') ? `errors/${refused.code}` : undefined;
}
