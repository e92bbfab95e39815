// Every page of the documentation: all its Markdown is rendered, and every link leads to its place.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadConfig } from '../src/app/config.ts';
import { writeDocuments } from '../src/app/documents.ts';
import { surfaceWords } from '../src/app/surface-words.ts';
import { eventRegistry } from '../src/core/events.ts';
import { renderMarkdown } from '../src/pages/docs/markdown.ts';
import type { Documents } from '../src/pages/docs/model.ts';
import { withSamples } from '../src/pages/docs/samples/index.ts';
import { createSite } from '../src/pages/docs/site.ts';
import { findSources, linksOf, readSource } from '../src/pages/docs/sources.ts';
import { render } from '../src/pages/html.ts';
import { transportErrors } from '../src/surfaces/one/errors.ts';

const documents = writeDocuments(loadConfig({})) as Record<string, object> as Documents;
const site = createSite(documents, surfaceWords);
const drawn = site.pages;
const served = [
  ...['one', 'payments', 'payouts', 'external'].map((name) => `/docs/openapi/${name}.json`),
  '/docs/hash-vectors.json',
  '/docs/postman.json',
  '/docs/search',
  ...site.plain.keys(),
];

const linksIn = (page: string): string[] =>
  [...page.matchAll(/ href="([^"]*)"/g)].map(([, address]) => address!.replaceAll('&amp;', '&'));

describe('documents', () => {
  for (const { file } of findSources()) {
    test(`${file} is rendered as a whole, and its links are pages`, () => {
      const missing: string[] = [];
      const linkOf = linksOf(file, findSources());
      const { body, title } = renderMarkdown(readSource(file), (target) => {
        const address = linkOf(target);
        if (address === undefined) missing.push(target);
        return address;
      });
      assert.deepEqual(missing, []);
      assert.notEqual(title, '');
      const words = render(body)
        .replaceAll(/<pre>.*?<\/pre>/gs, '')
        .replaceAll(/<code>[^<]*<\/code>/g, '')
        .replaceAll(/<h\d id="[^"]*">\d+\. /g, '')
        .replaceAll(/<[^>]*>/g, '');
      const left = words.split('\n').filter((line) => /`|\]\(|\*\*|^\s*(#{1,6}|[-*]|\d+\.) |^\|/.test(line));
      assert.deepEqual(left, []);
    });
  }
});

test('each written page exists as Markdown with working links, and llms.txt lists them', () => {
  const there = new Set([...site.pages.keys(), ...served]);
  const list = site.plain.get('/docs/llms.txt')!;
  for (const { path } of findSources()) {
    const text = site.plain.get(`${path}.md`)!;
    assert.ok(text.startsWith('# '), path);
    const links = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, to]) => to!.split('#')[0]!);
    const lost = links.filter((to) => to !== '' && !/^https?:/.test(to) && !there.has(to));
    assert.deepEqual(lost, [], path);
    const isListed = site.links.find((link) => link.path === path)?.group !== 'Decisions';
    assert.equal(list.includes(`http://localhost:8420${path}.md)`), isListed, path);
  }
  for (const { path, group } of site.links.filter(({ path }) => site.plain.has(`${path}.md`)))
    assert.equal(
      site.plain.get('/docs/llms-full.txt')!.includes(site.plain.get(`${path}.md`)!),
      group !== 'Decisions',
      path,
    );
  for (const [, to = ''] of list.matchAll(/\]\(http:\/\/localhost:8420([^)]+)\)/g))
    assert.ok(there.has(to), to);
});

test('a document is rendered as its readers expect', () => {
  const text =
    '# A `b`\n\nSee *this* and **that**, [here](x.md#y) <b>.\n\n- one\n  two\n\n  ```sh\n  a < b\n  ```\n- three\n\n| A | |\n|---|---|\n| `X` | y\\|z |\n';
  const { body, sections } = renderMarkdown(text, (target) => `/docs/${target}`);
  assert.equal(
    render(body).replaceAll('\n', ''),
    '<h1 id="a-b">A <code>b</code></h1><p>See <em>this</em> and <strong>that</strong>, <a href="/docs/x.md#y">here</a> &lt;b&gt;.</p>' +
      '<ul><li><p>onetwo</p><div class="sample" tabindex="0" role="group" aria-label="Code"><pre><code class="language-sh">a &lt; b</code></pre></div></li><li><p>three</p></li></ul>' +
      '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th scope="col">A</th><td></td></tr></thead><tbody><tr><td><code>X</code></td><td>y|z</td></tr></tbody></table></div>',
  );
  assert.deepEqual(sections, [
    {
      id: 'a-b',
      title: 'A b',
      level: 1,
      text: 'See this and that, here <b>.\none two\na < b\nthree\nX · y|z',
    },
  ]);
});

describe('the samples of every operation', () => {
  /** A reference of the table that is not replaced yet. */
  const unresolved = /[^$%]\{[a-z]\w*\}/i;
  const shellOf = (isSandbox: boolean): [name: string, source: string][] =>
    Object.entries(withSamples(documents, isSandbox)).flatMap(([surface, { paths }]) =>
      Object.values(paths)
        .flatMap((methods) => Object.values(methods))
        .map((one) => [`${surface} ${one.operationId}`, one['x-codeSamples']![0]!.source]),
    );

  test('read no variable that they have not set', () => {
    for (const [name, source] of shellOf(true)) {
      const read = [...source.matchAll(/\$\{?([A-Z_]+)/g)].map(([, variable]) => variable!);
      for (const variable of read)
        if (variable !== 'RANDOM') assert.ok(source.includes(`${variable}=`), `${name}: ${variable}`);
      assert.doesNotMatch(source, unresolved, name);
    }
  });

  test('in production name the merchant’s payment methods, and do not query a sandbox', () => {
    const all = new Map(shellOf(false));
    for (const [name, source] of all) {
      assert.doesNotMatch(source, unresolved, name);
      assert.doesNotMatch(source, /sandbox/i, name);
    }
    assert.match(all.get('one getPayment')!, /YOUR_CLIENT_SECRET.*payments\/PAYMENT_ID/s);
    assert.match(all.get('payouts requestPayout')!, /HASH_CHECK=.*"merchantReference": "PAY-1"/s);
  });
});

test('the addresses that were promised are there', () => {
  const promised = [
    ...['', '/start', '/lifecycle', '/errors', '/settings', '/changelog', '/go-live', '/guides/webhooks'],
    ...['one', 'payments', 'payouts', 'external'].map((name) => `/api/${name}`),
    ...Object.keys(eventRegistry).map((type) => `/events/${type}`),
    ...Object.keys(transportErrors).map((code) => `/errors/${code}`),
  ];
  for (const path of promised) assert.ok(drawn.has(`/docs${path}`), path);
});

/** Whether a page links to something that is there, with its anchor. */
function isThere(page: string, link: string): boolean {
  const [to, anchor] = link.split('#') as [string, string?];
  const target = to === '' ? page : drawn.get(to);
  if (target === undefined) return served.includes(to);
  return anchor === undefined || target.includes(` id="${anchor}"`);
}

test('every link of every page leads to a page, and its anchor is on it', () => {
  const wrong = [...drawn].flatMap(([path, page]) =>
    linksIn(page)
      .filter((link) => link.startsWith('/docs') || link.startsWith('#'))
      .filter((link) => !isThere(page, link))
      .map((link) => `${path}: ${link}`),
  );
  assert.deepEqual(wrong, []);
});

test('every page has its own title, one heading, the same navigation, a search, and no id twice', () => {
  const navigationOf = (page: string) =>
    linksIn(
      /<nav[^>]*aria-label="Documentation".*?<\/nav>/s
        .exec(page)![0]
        .replace(/<ul class="docs-children">.*?<\/ul>/s, ''),
    ).join('\n');
  const navigation = navigationOf(drawn.get('/docs')!);
  const titles = new Set<string>();
  for (const [path, page] of drawn) {
    titles.add(/<title>([^<]*)/.exec(page)![1]!);
    assert.equal(page.split('<h1').length, 2, path);
    assert.equal(navigationOf(page), navigation, path);
    assert.match(page, /<input type="search"/, path);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
      path,
    );
  }
  assert.equal(titles.size, drawn.size);
});

test('every place that the search knows exists', () => {
  const { storedFields } = JSON.parse(site.index) as { storedFields: Record<string, { address: string }> };
  for (const { address } of Object.values(storedFields)) {
    const [path, anchor] = address.split('#') as [string, string?];
    assert.ok(drawn.has(path), address);
    if (anchor !== undefined) assert.ok(drawn.get(path)!.includes(` id="${anchor}"`), address);
  }
});
