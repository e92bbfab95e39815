// A search over the documentation: pages and their sections, operations, fields, codes, events, settings and commands.
import MiniSearch, { type Options } from 'minisearch';
import { findPages, indexOptions } from '../assets/docs-find.js';
import type { DocPage } from './model.ts';

/** A page, or a section of one. */
export interface Entry {
  title: string;
  /** Other names of it, such as the last part of its address or an operation's id. */
  names: string;
  headings: string;
  page: string;
  address: string;
  text: string;
  /** The beginning of the text. */
  excerpt: string;
  /** How much it counts: usage comes before reference, and reference before decisions. */
  weight: number;
}

export type Found = Pick<Entry, 'title' | 'page' | 'address' | 'text'>;

const weights: readonly [path: RegExp, weight: number][] = [
  [/^\/docs\/guides\/(cli|webhook-test|rails)/, 1],
  [/^\/docs\/(guides\/|start|go-live|sdk)/, 2.6],
  [/^\/docs\/(glossary|lifecycle|settings)/, 0.9],
  [/^\/docs\/(events|errors)\//, 1],
  [/^\/docs\/(api|operations)\//, 1],
  [/^\/docs\/objects\//, 0.5],
  [/^\/docs\/(adr\/|changelog|promises|payment-walk|architecture)/, 0.15],
];

export function entriesOf(pages: readonly DocPage[]): Entry[] {
  return pages.flatMap((page) => {
    const weight = weights.find(([pattern]) => pattern.test(page.path))?.[1] ?? 0.4;
    return [pageOf(page, weight), ...sectionsOf(page, weight)];
  });
}

function pageOf({ path, title, sections }: DocPage, weight: number): Entry {
  // The names of packages are those of other things too, such as "express".
  const texts = path === '/docs/licences' ? [] : sections.map(({ text }) => text);
  return {
    title,
    names: namesOf(path),
    headings: sections.map((section) => section.title).join('\n'),
    page: title,
    address: path,
    text: texts.join('\n'),
    excerpt: beginningOf(texts[0] ?? ''),
    weight,
  };
}

function sectionsOf(page: DocPage, weight: number): Entry[] {
  const { path, title, sections } = page;
  const places = sections.slice(1).map(({ id, level, title: heading, text }) => ({
    title: nameOf(page, level, heading),
    names: id,
    address: `${path}#${id}`,
    text: path === '/docs/licences' ? '' : text,
  }));
  const settings = path === '/docs/settings' ? settingsOf(path, sections) : [];
  return [...places, ...settings].map((place) => ({
    ...place,
    headings: '',
    page: title,
    excerpt: beginningOf(place.text),
    weight,
  }));
}

const nameOf = ({ path }: DocPage, level: number, heading: string): string =>
  path === '/docs/guides/cli' && level === 4 ? `tefo ${heading}` : heading;

/** The last part of an address: the name of a guide, an operation, a code or an event. */
const namesOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Each line of the table of settings is found by its name. */
function settingsOf(path: string, sections: DocPage['sections']) {
  return sections
    .flatMap(({ text }) => text.split('\n'))
    .flatMap((line) => {
      const [name = '', ...rest] = line.split(' · ');
      const isSetting = /^[A-Z][A-Z0-9_]{3,}$/.test(name);
      const text = rest.join(' · ');
      return isSetting ? [{ title: name, names: name, address: `${path}#${name}`, text }] : [];
    });
}

function beginningOf(text: string): string {
  const line = text.replaceAll('\n', ' ');
  if (line.length <= 160) return line;
  const end = line.lastIndexOf(' ', 160);
  return `${line.slice(0, end > 0 ? end : 160)}…`;
}

const options: Options<Entry & { id: number }> = indexOptions;

/** Returns the index of entries as JSON, which `loadIndex` reads. */
export function writeIndex(entries: readonly Entry[]): string {
  const index = new MiniSearch(options);
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return JSON.stringify(index);
}

/** Returns the search of an index. It is read in steps, so that it delays no payment. */
export async function loadSearch(index: string): Promise<(query: string) => Found[]> {
  const loaded = await MiniSearch.loadJSONAsync(index, options);
  return (query) => findPages(loaded, query) as Found[];
}
