// The repository's own documents, and the addresses that they have on the site.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { LinkOf } from './markdown.ts';

const root = new URL('../../../', import.meta.url);

/** The heading of a page in the navigation. */
export type Group = 'Begin' | 'Guides' | 'Reference' | 'Operations' | 'Decisions' | 'About';

export interface Source {
  /** Its path in the repository. */
  file: string;
  /** Its path on the site. */
  path: string;
  group: Group;
}

const single: Source[] = [
  { file: 'docs/start.md', path: '/docs/start', group: 'Begin' },
  { file: 'docs/go-live.md', path: '/docs/go-live', group: 'Begin' },
  { file: 'docs/comparison.md', path: '/docs/comparison', group: 'Begin' },
  { file: 'docs/glossary.md', path: '/docs/glossary', group: 'Begin' },
  { file: 'sdk/README.md', path: '/docs/sdk', group: 'Guides' },
  { file: 'docs/settings.md', path: '/docs/settings', group: 'Reference' },
  { file: 'CHANGELOG.md', path: '/docs/changelog', group: 'About' },
  { file: 'ARCHITECTURE.md', path: '/docs/architecture', group: 'About' },
  { file: 'docs/payment-walk.md', path: '/docs/payment-walk', group: 'About' },
  { file: 'docs/money-flows.md', path: '/docs/money-flows', group: 'About' },
  { file: 'docs/roles.md', path: '/docs/roles', group: 'About' },
  { file: 'docs/security.md', path: '/docs/security', group: 'About' },
  { file: 'docs/promises.md', path: '/docs/promises', group: 'About' },
  { file: 'docs/proofs.md', path: '/docs/proofs', group: 'About' },
  { file: 'docs/licences.md', path: '/docs/licences', group: 'About' },
];

const folders: [folder: string, group: Group][] = [
  ['guides', 'Guides'],
  ['operations', 'Operations'],
  ['adr', 'Decisions'],
];

/** Files that links lead to and that have a page of their own making. */
const others: Record<string, string> = {
  'README.md': '/docs',
  'docs/README.md': '/docs',
  'docs/errors.md': '/docs/errors',
  'docs/states.md': '/docs/lifecycle',
  'docs/hash-vectors.json': '/docs/hash-vectors.json',
  'docs/postman.json': '/docs/postman.json',
  'docs/adr': '/docs/adr/0001-record-decisions',
  'docs/guides': '/docs',
  'docs/openapi/one.json': '/docs/openapi/one.json',
  'docs/openapi/payments.json': '/docs/openapi/payments.json',
  'docs/openapi/payouts.json': '/docs/openapi/payouts.json',
  'docs/openapi/external.json': '/docs/openapi/external.json',
};

/** Returns every document that is a page. */
export function findSources(): Source[] {
  const inFolders = folders.flatMap(([folder, group]) =>
    namesIn(`docs/${folder}/`).map((name) => ({
      file: `docs/${folder}/${name}.md`,
      path: `/docs/${folder}/${name}`,
      group,
    })),
  );
  return [...single, ...inFolders];
}

function namesIn(folder: string): string[] {
  try {
    const names = readdirSync(new URL(folder, root)).filter((name) => name.endsWith('.md'));
    return names.map((name) => name.slice(0, -'.md'.length)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export const readSource = (file: string): string => readFileSync(new URL(file, root), 'utf8');

/** Returns how links of a document become addresses of the site. */
export function linksOf(file: string, sources: readonly Source[]): LinkOf {
  const pages = new Map([
    ...Object.entries(others),
    ...sources.map(({ file, path }): [string, string] => [file, path]),
  ]);
  return (target) => {
    if (target.startsWith('#') || /^https?:/.test(target)) return target;
    if (target.startsWith('/')) return target;
    const [path = '', anchor] = target.split('#');
    const at = posix.join(posix.dirname(file), path).replace(/\/$/, '');
    const page = pages.get(at);
    if (page === undefined) return undefined;
    return anchor === undefined ? page : `${page}#${anchor}`;
  };
}
