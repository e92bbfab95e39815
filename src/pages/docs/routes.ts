// The documentation in a running service: every page, a search, and the OpenAPI documents.
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { memberOf } from '../../kernel/required.ts';
import { wantsPage } from '../customer/not-found.ts';
import { pagePolicy } from '../page.ts';
import { type Addresses, asItIs, createFilling, type DemoKeys, inHtml, inJson } from './filling.ts';
import { type Found, loadSearch } from './search.ts';
import { drawMissing, drawResults, type Site, wordsOfAddress } from './site.ts';
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

/** Former addresses of pages, below /docs. */
const movedPages: Readonly<Record<string, string>> = { 'guides/exam': 'guides/webhook-test' };

/** / redirects to /docs, which links to everything. Error objects link to /docs/errors. */
export function docsRoutes(deps: DocsDeps): FastifyPluginAsync {
  let written: Promise<Documentation> | undefined;
  const documentation = (): Promise<Documentation> => {
    written ??= deps.write();
    written.catch(() => (written = undefined));
    return written;
  };
  let loaded: ReturnType<typeof loadSearch> | undefined;
  const find = async (query: string): Promise<Found[]> => {
    if (query === '') return [];
    const { site } = await documentation();
    loaded ??= loadSearch(site.index);
    return (await loaded)(query);
  };
  const fill = createFilling(deps.config, deps.findDemoKeys);
  return async (server) => {
    server.get('/', (_request, reply) => reply.redirect('/docs', 302));
    // The address at which programs look for it.
    for (const file of ['llms.txt', 'llms-full.txt'])
      server.get(`/${file}`, (_request, reply) => reply.redirect(`/docs/${file}`, 302));
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
    for (const file of ['hash-vectors.json', 'postman.json'])
      server.get(`/docs/${file}`, (_request, reply) =>
        reply.type('application/json; charset=utf-8').send(readSource(`docs/${file}`)),
      );
    server.get('/docs/search', async (request, reply) => {
      const query = queryOf(request.query);
      const found = await find(query);
      return send(reply, drawResults((await documentation()).site, query, found));
    });
    server.get('/docs/search.json', async (request) => (await find(queryOf(request.query))).slice(0, 10));
    const show = async (path: string, reply: FastifyReply): Promise<unknown> => {
      const { site } = await documentation();
      const { pages, plain } = site;
      const text = plain.get(path);
      if (text !== undefined) {
        const type = path.endsWith('.md') ? 'text/markdown' : 'text/plain';
        return reply.type(`${type}; charset=utf-8`).send(await fill(path, () => text, asItIs));
      }
      const page = pages.get(path);
      if (page !== undefined) return send(reply, await fill(path, () => page, inHtml));
      const other = site.renamed.get(path.toLowerCase());
      return other === undefined ? showMissing(path, reply) : reply.redirect(other, 301);
    };
    const showMissing = async (path: string, reply: FastifyReply): Promise<unknown> => {
      if (!wantsPage(reply.request.headers.accept, false)) return reply.callNotFound();
      const wanted = wordsOfAddress(path.slice(0, longestQuery));
      const { site } = await documentation();
      return send(reply.code(404), drawMissing(site, wanted, await find(wanted)));
    };
    // Pages that were renamed.
    for (const [old, now] of Object.entries(movedPages))
      server.get(`/docs/${old}`, (_request, reply) => reply.redirect(`/docs/${now}`, 301));
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

function send(reply: FastifyReply, text: string): unknown {
  return reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy()).send(text);
}
