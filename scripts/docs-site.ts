// `npm run docs:site -- --out DIR`: the documentation as files, for any host and folder. Links between pages are relative,
// and the search runs in the browser.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../src/app/config.ts';
import { writeShownDocuments } from '../src/app/documents.ts';
import { surfaceWords } from '../src/app/surface-words.ts';
import { assets } from '../src/pages/assets.ts';
import { origin } from '../src/pages/docs/filling.ts';
import type { Documents } from '../src/pages/docs/model.ts';
import { withSamples } from '../src/pages/docs/samples/index.ts';
import { createSite, drawResults, type Site } from '../src/pages/docs/site.ts';
import { readSource } from '../src/pages/docs/sources.ts';

/** Returns the file of an address of the site; its anchor stays. */
export function fileOf(address: string): string {
  const [path = '', anchor] = address.split('#');
  const inside = path.replace(/^\/docs\/?/, '').replace(/^\//, '');
  const file =
    inside === '' ? 'index.html' : /\.(json|js|css|svg|md|txt)$/.test(inside) ? inside : `${inside}.html`;
  return anchor === undefined ? file : `${file}#${anchor}`;
}

/** Returns every file of the site by its name. */
export async function exportedFiles(): Promise<Map<string, string | Buffer>> {
  const documents = withSamples(
    writeShownDocuments(loadConfig({})) as Record<string, object> as Documents,
    true,
  );
  const site = createSite(documents, surfaceWords);
  const files = new Map<string, string | Buffer>();
  for (const [path, text] of site.pages) files.set(fileOf(path), withFiles(fileOf(path), text));
  for (const [path, text] of site.plain) files.set(fileOf(path), plainWithFiles(fileOf(path), text));
  files.set('search.html', withFiles('search.html', drawResults(site, '', [])));
  files.set('search-index.js', await indexOf(site));
  for (const [name, document] of Object.entries(documents))
    files.set(`openapi/${name}.json`, JSON.stringify(document));
  for (const name of ['hash-vectors.json', 'postman.json']) files.set(name, readSource(`docs/${name}`));
  const pages = [...files.values()].filter((text) => typeof text === 'string').join('\n');
  for (const [path, { body }] of assets) if (pages.includes(fileOf(path))) files.set(fileOf(path), body);
  return files;
}

/** The text of a page with its addresses as files, from where it stands. */
function withFiles(file: string, text: string): string {
  const from = posix.dirname(file);
  const relative = (address: string): string => posix.relative(from, fileOf(address));
  const root = posix.relative(from, '.');
  return text
    .replace(
      /<body/,
      () => `<body data-index="${relative('/search-index.js')}" data-root="${root === '' ? '' : `${root}/`}"`,
    )
    .replaceAll(
      /( (?:href|src|action)=")(\/[^"]*)"/g,
      (_, before: string, address: string) => `${before}${relative(address)}"`,
    );
}

/** The same of a text in Markdown. */
function plainWithFiles(file: string, text: string): string {
  const from = posix.dirname(file);
  return text
    .replaceAll(`](${origin}/docs`, '](/docs')
    .replaceAll(
      /(\]\()(\/docs[^()\s]*)\)/g,
      (_, before: string, address: string) => `${before}${posix.relative(from, fileOf(address))})`,
    );
}

/** Returns the script of the search, which is the same as in a running service. */
async function indexOf(site: Site): Promise<string> {
  const library = await readFile(new URL('../umd/index.js', import.meta.resolve('minisearch')), 'utf8');
  const { storedFields, ...index } = JSON.parse(site.index);
  const fields = Object.entries(storedFields as Record<string, { address: string }>).map(([id, one]) => [
    id,
    { ...one, address: fileOf(one.address) },
  ]);
  const text = JSON.stringify({ ...index, storedFields: Object.fromEntries(fields) });
  const find = readSource('src/pages/assets/docs-find.js').replaceAll(/^export /gm, '');
  return `${library.replace(/^\/\/# sourceMappingURL.*$/m, '')}
(() => {
${find}
const index = MiniSearch.loadJS(${text}, indexOptions);
window.tefoDocs = { search: (query) => findPages(index, query) };
})();
`;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  if (!values.out) {
    console.error('Say where to: npm run docs:site -- --out DIR');
    process.exit(1);
  }
  const files = await exportedFiles();
  for (const [file, content] of files) {
    const path = join(values.out, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  console.log(`wrote ${files.size} files: open ${join(values.out, 'index.html')}`);
}
