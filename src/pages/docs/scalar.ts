// The API reference's script, as its package ships it for a browser: a page loads nothing from elsewhere. Nothing else of the
// package is loaded here.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyPluginAsync } from 'fastify';
import { assetCaching } from '../assets.ts';

const entry = import.meta.resolve('@scalar/fastify-api-reference');
const { version } = JSON.parse(readFileSync(new URL('../package.json', entry), 'utf8')) as {
  version: string;
};

/** Where the script is on the disk. */
export const scalarFile = new URL('js/standalone.js', entry);

/** Its address, which changes with its version. */
export const scalarPath = `/assets/scalar-${version}.js`;

/** Serves the script, packed to whoever takes that. */
export function scalarAsset(): FastifyPluginAsync {
  // Megabytes that few processes are ever asked for: read and packed for the first request.
  let packed: Promise<Buffer> | undefined;
  return async (server) => {
    server.get(scalarPath, async (request, reply) => {
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', assetCaching)
        .header('vary', 'accept-encoding');
      const takesPacked = /\bgzip\b/.test(String(request.headers['accept-encoding']));
      if (!takesPacked) return reply.send(await readFile(scalarFile));
      packed ??= readFile(scalarFile).then((script) => promisify(gzip)(script, { level: 9 }));
      return reply.header('content-encoding', 'gzip').send(await packed);
    });
  };
}
