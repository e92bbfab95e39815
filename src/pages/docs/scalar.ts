// The API reference's script, as its package ships it for browsers: pages load nothing from other hosts. The rest of
// the package is not loaded.
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

/** The script's file. */
export const scalarFile = new URL('js/standalone.js', entry);

/** Its address, which changes with its version. */
export const scalarPath = `/assets/scalar-${version}.js`;

/** Serves the script, compressed for clients that accept it. */
export function scalarAsset(): FastifyPluginAsync {
  // It is several megabytes and rarely requested, so it is read and compressed for the first request.
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
