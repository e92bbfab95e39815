// The API reference's script, as its package ships it: kept in the repository, packed, so that a page loads nothing from
// elsewhere and an installation does not bring what it was built from.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { FastifyPluginAsync } from 'fastify';
import source from '../assets/vendor/scalar/source.json' with { type: 'json' };
import { assetCaching } from '../assets.ts';

/** Its address, which changes with its version. */
export const scalarPath = `/assets/scalar-${source.version}.js`;

/** Serves the script, packed to whoever takes that. */
export function scalarAsset(): FastifyPluginAsync {
  // Megabytes that few processes are ever asked for.
  let packed: Buffer | undefined;
  return async (server) => {
    server.get(scalarPath, (request, reply) => {
      packed ??= readFileSync(new URL('../assets/vendor/scalar/standalone.js.gz', import.meta.url));
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', assetCaching)
        .header('vary', 'accept-encoding');
      const takesPacked = /\bgzip\b/.test(String(request.headers['accept-encoding']));
      return takesPacked
        ? reply.header('content-encoding', 'gzip').send(packed)
        : reply.send(gunzipSync(packed));
    });
  };
}
