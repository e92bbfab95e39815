// The documentation in a running service: the API reference, how to take a first payment, and what every error code
// means.
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { errorRegistry } from '../../core/errors.ts';
import { type Html, html, render } from '../html.ts';
import { page, pagePolicy } from '../page.ts';
import { type Documents, referencePage } from './reference.ts';
import { scalarAsset } from './scalar.ts';

interface DocsDeps {
  config: Record<'publicUrl' | 'oneUrl' | 'paymentsUrl' | 'payoutsUrl' | 'externalUrl', string>;
  sandbox: boolean;
  /** The names of the surfaces that have a document. */
  documentNames: readonly string[];
  /** Writes the documents, when the first one is requested. */
  writeDocuments(): Promise<Documents>;
  /** Returns the JSON schema of fixtures, in a sandbox. */
  writeFixturesSchema: (() => Promise<object>) | undefined;
  /** The codes that every operation of the One API can return, with their HTTP status. */
  commonErrors: Record<string, { status: number; title: string }>;
}

/** / redirects to /docs, which links to everything. Error objects link to /docs/errors. */
export function docsRoutes(deps: DocsDeps): FastifyPluginAsync {
  let written: Promise<Documents> | undefined;
  const documents = (): Promise<Documents> => (written ??= deps.writeDocuments());
  return async (server) => {
    server.get('/', (_request, reply) => reply.redirect('/docs', 302));
    server.register(scalarAsset());
    server.get('/docs', async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', pagePolicy([], { inlineStyles: true }))
        .send(render(referencePage(await documents()))),
    );
    server.get('/docs/start', (_request, reply) => send(reply, 'Tefo', startPage(deps)));
    for (const name of deps.documentNames) {
      server.get(`/docs/openapi/${name}.json`, async (_request, reply) =>
        reply.type('application/json; charset=utf-8').send(JSON.stringify((await documents())[name])),
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
    server.get('/docs/errors', (_request, reply) => send(reply, 'Error codes', errorsPage(deps)));
  };
}

function send(reply: FastifyReply, title: string, main: Html): unknown {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy())
    .send(
      render(page({ language: 'en', title, main: html`<div class="stack">${main}</div>`, width: 'wide' })),
    );
}

function startPage({ config, sandbox }: DocsDeps): Html {
  const amounts = [
    ['.91', 'declined'],
    ['.92', 'cancelled at the bank'],
    ['.93', 'abandoned as soon as the payer reaches the bank'],
    ['.94', 'pending, successful after 60 seconds'],
    ['.95', 'pending, declined after 60 seconds'],
    ['.96', 'successful after the payment has expired'],
    ['.97', 'paid; a refund of it fails'],
    ['.98', 'paid; a refund of it comes back after a day'],
    ['.99', 'the bank does not answer at first, then successful'],
  ];
  return html`<h1>Tefo</h1>
<p>Bank payments for South African merchants. This service speaks the One API, the Payments API, the Payouts API and
the Merchant External API.</p>
<dl class="facts">
<dt>One API</dt><dd><code>${config.oneUrl}</code></dd>
<dt>Payments API</dt><dd><code>${config.paymentsUrl}</code></dd>
<dt>Payouts API</dt><dd><code>${config.payoutsUrl}</code></dd>
<dt>Merchant External API</dt><dd><code>${config.externalUrl}</code></dd>
<dt>Checkout</dt><dd><code>${config.publicUrl}/pay/{paymentId}</code></dd>
</dl>
<p><code>npx tefo credentials</code> shows the demo merchant’s credentials, and the first screen of
<code>npm start</code> takes a first payment on each surface.</p>
${
  sandbox
    ? html`<h2>Amounts that decide by themselves</h2>
<p>The cents of an amount tell the simulated bank what to do when the payer approves. Any other amount is paid.</p>
<dl class="facts">${amounts.map(([cents, outcome]) => html`<dt>${cents}</dt><dd>${outcome}</dd>`)}</dl>
<p>Or decide by hand: <code>POST ${config.publicUrl}/sandbox/transactions/{id}/outcome</code> with your ApiKey header
and <code>{"outcome": "success"}</code>; a payment’s id will do as well.</p>`
    : ''
}
<p><a href="/docs">API reference</a> · <a href="/docs/errors">Error codes</a></p>`;
}

function errorsPage({ commonErrors }: DocsDeps): Html {
  return html`<h1>Error codes</h1>
<p>Clients key on the code. Its meaning never changes; the detail of an error says what happened this time.</p>
${Object.entries(commonErrors).map(
  ([code, { status, title }]) => html`<h2 id="${code}">${code}</h2>
<p>${status}. ${title}.</p>`,
)}
${Object.entries(errorRegistry).map(
  ([code, entry]) => html`<h2 id="${code}">${code}</h2>
<p>${entry.title}. ${entry.cause}</p>
<p><strong>What to do:</strong> ${entry.cure}</p>`,
)}`;
}
