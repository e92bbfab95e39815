// The documentation for programs that read text: each written page as Markdown, llms.txt, which lists them all, and
// llms-full.txt, which is all of them.
import { getOrThrow } from '../../kernel/required.ts';
import { origin } from './filling.ts';
import type { DocPage, Documents } from './model.ts';
import { findSources, type Group, linksOf, readSource } from './sources.ts';

/** The address of a page's Markdown. */
export const markdownOf = (path: string): string => `${path}.md`;

/** Returns the texts by their addresses. Their links lead to Markdown where there is some, and else to pages. */
export function plainTexts(pages: ReadonlyMap<string, DocPage>, documents: Documents): Map<string, string> {
  const sources = findSources();
  const written = new Set(sources.map(({ path }) => path));
  const asText = (address: string): string => {
    const [path = '', anchor] = address.split('#');
    const to = written.has(path) ? markdownOf(path) : path;
    return anchor === undefined ? to : `${to}#${anchor}`;
  };
  const texts = new Map<string, string>();
  for (const { file, path } of sources) {
    const linkOf = linksOf(file, sources);
    const linked = readSource(file).replace(
      /\]\(([^()\s]+)\)/g,
      (_, target: string) => `](${asText(linkOf(target) ?? target)})`,
    );
    texts.set(markdownOf(path), linked);
  }
  const whole = sources.filter(({ path }) => listed.includes(getOrThrow(pages, path).group!));
  texts.set('/docs/llms-full.txt', whole.map(({ path }) => texts.get(markdownOf(path))).join('\n\n'));
  return texts.set('/docs/llms.txt', listOf([...pages.values()], asText, Object.keys(documents)));
}

const listed: readonly Group[] = ['Begin', 'Guides', 'Reference', 'Operations', 'About'];

function listOf(
  pages: readonly DocPage[],
  asText: (address: string) => string,
  documents: readonly string[],
): string {
  const line = (title: string, path: string): string => `- [${title}](${origin}${path})`;
  const groups = listed.map((group) => {
    const lines = pages
      .filter((page) => page.group === group)
      .map((page) => line(page.title, asText(page.path)));
    return `## ${group}\n\n${lines.join('\n')}\n`;
  });
  const machine = [
    ...documents.map((name) => line(`OpenAPI of the surface ${name}`, `/docs/openapi/${name}.json`)),
    line('Hash vectors', '/docs/hash-vectors.json'),
    line('Collection for Postman and Bruno', '/docs/postman.json'),
    line('All that is written, as one text', '/docs/llms-full.txt'),
  ];
  return `# Tefo

> Bank payments for South African merchants, on four HTTP surfaces: request a payment, send the customer to a page of ours,
> hear what became of it. Refunds, payouts, subscriptions, deposits, bulk jobs and settlements belong to it. These pages are
> served by the service that they describe: it may be a sandbox, whose samples run as they stand.

${groups.join('\n')}
## For programs

${machine.join('\n')}
`;
}
