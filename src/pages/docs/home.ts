// The first page of the documentation: what Tefo is, which API to use, and the guides by task.
import { lastOf } from '../../kernel/required.ts';
import { type Html, html } from '../html.ts';
import type { DocPage } from './model.ts';
import { purposes } from './reference.ts';

/** The topics of the first page, and their guides by name. Guides without a topic come last. */
const topics: readonly [wanted: string, guides: readonly string[]][] = [
  ['Accept payments', ['accept-a-payment', 'payment-links', 'subscriptions', 'deposits', 'bulk']],
  ['Refund and pay out', ['refunds', 'payouts', 'account-verification', 'settlements', 'books']],
  ['Receive notifications', ['webhooks', 'notifications', 'hashes', 'webhook-test']],
  ['Connect your system', ['migrate', 'sdk', 'php', 'woocommerce', 'mcp', 'retries', 'lists', 'versions']],
  ['Test', ['sandbox', 'testing', 'ci', 'cli']],
  ['Use a real bank', ['first-real-rand', 'banks', 'investec', 'rails']],
  ['Run it', ['docker', 'console']],
];

function guideTopics(guides: readonly DocPage[]): Html {
  const isOf = (names: readonly string[]) => (page: DocPage) => names.includes(lastOf(page.path.split('/')));
  const named = topics.flatMap(([, names]) => names);
  const others = guides.filter((page) => !isOf(named)(page));
  const rows = topics.map(([wanted, names]): [string, DocPage[]] => [
    wanted,
    names.flatMap((name) => guides.filter(isOf([name]))),
  ]);
  return html`<dl>${[...rows, ['More', others] as const].map(
    ([wanted, pages]) =>
      pages.length > 0 &&
      html`<dt>${wanted}</dt><dd>${pages.map(
        ({ path, title }, index) => html`${index > 0 && ' · '}<a href="${path}">${title}</a>`,
      )}</dd>\n`,
  )}</dl>`;
}

/** Returns the first page, which links to the others. */
export function homePage(pages: readonly DocPage[]): DocPage {
  const linked = (group: string) => pages.filter((page) => page.group === group);
  const list = (group: string) =>
    html`<ul class="links">${linked(group).map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>\n`)}</ul>`;
  const purposeOf = ({ path }: DocPage): string => purposes[lastOf(path.split('/'))] ?? '';
  const [apis, references] = [true, false].map((isApi) =>
    linked('Reference').filter(({ path }) => path.startsWith('/docs/api/') === isApi),
  );
  return {
    path: '/docs',
    title: 'Tefo',
    group: 'Begin',
    sections: [{ id: 'main', title: 'Tefo', level: 1, text: 'Documentation' }],
    body: html`<h1>Tefo</h1>
<p>Tefo is a self-hosted service that receives bank payments in South Africa: customers pay in rand from their bank account, on a page of
yours or of Tefo. It refunds, pays out, settles and keeps a double-entry ledger. It is for merchants and payment teams who want to run
this service themselves.</p>
<p>Tefo speaks an existing interface: an integration that works with that interface works with Tefo after a change of its base address and
keys. See <a href="/docs/guides/migrate">Migrate an existing integration</a>, and <a href="/docs/comparison">how Tefo compares</a> with
payment switches, mocks and ledgers.</p>
<p><a class="docs-first" href="/docs/start">Take a payment in five minutes</a></p>
<h2 id="apis">Which API to use</h2>
<p>Use the One API for new work.</p>
<ul>${apis!.map((page) => html`<li><a href="${page.path}">${page.title}</a>: ${purposeOf(page)}</li>\n`)}</ul>
<h2 id="real-money">Real money</h2>
<p>Two ways move real money today: <a href="/docs/guides/banks">bank statements and EFT</a> with any bank, where customers pay by bank
transfer with a reference, and <a href="/docs/guides/investec">Investec’s API</a>. The redirect to a customer’s bank is simulated: it is
for tests, until you connect <a href="/docs/guides/rails">a rail of your own</a>.</p>
<h2 id="guides">Guides</h2>
${guideTopics(linked('Guides'))}
<h2 id="reference">Reference</h2>
<ul class="links">${references!.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>\n`)}</ul>
${linked('Operations').length > 0 && html`<h2 id="operations">Run it in production</h2>${list('Operations')}`}
<h2 id="about">About Tefo</h2>
${list('About')}`,
  };
}
