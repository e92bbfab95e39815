// The addresses of a merchant's logo and colours. Their names depend on their content, so browsers cache them forever.
import type { FastifyPluginAsync } from 'fastify';
import type { Context } from '../../core/context.ts';
import { findLogo } from '../../core/merchants/actions.ts';
import { assetCaching } from '../assets.ts';
import { accentSheetAt } from './brand.ts';

/** Serves logos and colour stylesheets at /brand. */
export function brandRoutes({ db }: Context): FastifyPluginAsync {
  return async (server) => {
    server.get('/brand/:name', async (request, reply) => {
      const { name } = request.params as { name: string };
      // A file that is opened directly must not run or load anything.
      reply
        .header('content-security-policy', "default-src 'none'")
        .header('x-content-type-options', 'nosniff');
      const sheet = accentSheetAt(`/brand/${name}`);
      if (sheet)
        return reply.type('text/css; charset=utf-8').header('cache-control', assetCaching).send(sheet);
      const [, hash] = /^logo-([0-9a-f]{32})\.png$/.exec(name) ?? [];
      const logo = hash === undefined ? undefined : await findLogo(db, hash);
      if (logo) return reply.type('image/png').header('cache-control', assetCaching).send(logo);
      return reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.');
    });
  };
}
