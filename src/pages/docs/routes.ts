// The documentation in a running service: every page, a search, and the OpenAPI documents.
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { memberOf } from '../../kernel/required.ts';
import { wantsPage } from '../customer/not-found.ts';
import { pagePolicy } from '../page.ts';
import { type Addresses, asItIs, createFilling, type DemoKeys, inHtml, inJson } from './filling.ts';
import { scalarAsset } from './scalar.ts';
import { search } from './search.ts';
import { drawMissing, drawResults, type Site } from './site.ts';
import { readSource } from './sources.ts';

export interface Documentation {
  site: Site;
  /** The OpenAPI documents as JSON, by the names of their surfaces. */
  documents: Readonly<Record<string, string>>;
}

interface DocsDeps {
  config: Addresses;
  /** The names of the surfaces that have a document. */
  documentNames: readonly string[];
  /** Makes all of it, when the first of it is requested. */
  write(): Promise<Documentation>;
  /** Returns the JSON schema of fixtures, in a sandbox. */
  writeFixturesSchema: (() => Promise<object>) | undefined;
  /** Returns the demo merchant's keys, in a sandbox that has one. */
  findDemoKeys: (() => Promise<DemoKeys | undefined>) | undefined;
}

const longestQuery = 100;

/** / redirects to /docs, which links to everything. Error objects link to /docs/errors. */
export function docsRoutes(deps: DocsDeps): FastifyPluginAsync {
  let written: Promise<Documentation> | undefined;
  const documentation = (): Promise<Documentation> => {
    written ??= deps.write();
    written.catch(() => (written = undefined));
    return written;
  };
  const fill = createFilling(deps.config, deps.findDemoKeys);
  return async (server) => {
    server.get('/', (_request, reply) => reply.redirect('/docs', 302));
    // Where programs look for it.
    for (const file of ['llms.txt', 'llms-full.txt'])
      server.get(`/${file}`, (_request, reply) => reply.redirect(`/docs/${file}`, 302));
    server.register(scalarAsset());
    for (const name of deps.documentNames) {
      server.get(`/docs/openapi/${name}.json`, async (_request, reply) =>
        reply
          .type('application/json; charset=utf-8')
          .send(
            await fill(`${name}.json`, async () => memberOf((await documentation()).documents, name), inJson),
          ),
      );
    }
    const { writeFixturesSchema } = deps;
    if (writeFixturesSchema) {
      server.get('/docs/fixtures.schema.json', async (_request, reply) =>
        reply
          .type('application/schema+json; charset=utf-8')
          .send(JSON.stringify(await writeFixturesSchema())),
      );
    }
    server.get('/docs/hash-vectors.json', (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(readSource('docs/hash-vectors.json')),
    );
    server.get('/docs/search', async (request, reply) =>
      send(reply, drawResults((await documentation()).site, queryOf(request.query))),
    );
    server.get('/docs/search.json', async (request) =>
      search((await documentation()).site.entries, queryOf(request.query)),
    );
    const show = async (path: string, reply: FastifyReply): Promise<unknown> => {
      const { pages, plain } = (await documentation()).site;
      const text = plain.get(path);
      if (text !== undefined) {
        const type = path.endsWith('.md') ? 'text/markdown' : 'text/plain';
        return reply.type(`${type}; charset=utf-8`).send(await fill(path, () => text, asItIs));
      }
      const page = pages.get(path);
      if (!page) {
        if (!wantsPage(reply.request.headers.accept, false)) return reply.callNotFound();
        return send(reply.code(404), drawMissing((await documentation()).site, path.slice(0, longestQuery)));
      }
      return send(reply, await fill(path, () => page.text, inHtml), page.hasInlineStyles);
    };
    server.get('/docs', (_request, reply) => show('/docs', reply));
    server.get<{ Params: { '*': string } }>('/docs/*', ({ params }, reply) =>
      show(`/docs/${params['*']}`, reply),
    );
  };
}

function queryOf(query: unknown): string {
  const { q } = query as { q?: unknown };
  return typeof q === 'string' ? q.slice(0, longestQuery).trim() : '';
}

function send(reply: FastifyReply, text: string, inlineStyles = false): unknown {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy([], { inlineStyles }))
    .send(text);
}
