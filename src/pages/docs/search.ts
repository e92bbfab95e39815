// A search over everything in the documentation: pages and their sections, operations, members, codes, events, settings
// and commands. All of it is in memory: a few thousand short texts.
import type { DocPage } from './model.ts';

export interface Entry {
  title: string;
  /** The page that it is on. */
  page: string;
  address: string;
  text: string;
}

/** Returns what can be found on the pages. */
export function entriesOf(pages: readonly DocPage[]): Entry[] {
  return pages.flatMap(({ path, title, sections }) => [
    ...sections.map(({ id, level, title: heading, text }, index) => ({
      title: path === '/docs/guides/cli' && level === 4 ? `tefo ${heading}` : heading,
      page: title,
      address: index === 0 ? path : `${path}#${id}`,
      // The names of packages are those of other things too, such as "express".
      text: path === '/docs/licences' ? '' : text,
    })),
    ...(path === '/docs/settings' ? settingsOf(path, title, sections) : []),
  ]);
}

/** Each line of the table of settings is found by its name. */
function settingsOf(path: string, page: string, sections: DocPage['sections']): Entry[] {
  return sections
    .flatMap(({ text }) => text.split('\n'))
    .flatMap((line) => {
      const [name = '', ...rest] = line.split(' · ');
      const isSetting = /^[A-Z][A-Z0-9_]{3,}$/.test(name);
      return isSetting ? [{ title: name, page, address: `${path}#${name}`, text: rest.join(' · ') }] : [];
    });
}

/** Returns the entries that have every word of a query, best first: in the title before in the text. */
export function search(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 30)
    .map(({ entry }) => entry);
}

/**
 * Returns the score of an entry; 0: a word is missing. A match at the start of a word counts more than one within it: a search
 * for "port" should not find "import" first. It and `search` also run in the browsers of exported sites.
 */
export function scoreOf(entry: Entry, words: readonly string[]): number {
  const title = entry.title.toLowerCase();
  const [page, text] = [entry.page.toLowerCase(), entry.text.toLowerCase()];
  const beginsAt = (part: string, at: number): boolean => at === 0 || !/[a-z0-9]/.test(part.charAt(at - 1));
  const gainIn = (part: string, word: string, [begun, within]: [number, number]): number => {
    let at = part.indexOf(word);
    if (at < 0) return 0;
    for (; at >= 0; at = part.indexOf(word, at + 1)) if (beginsAt(part, at)) return begun;
    return within;
  };
  const gained = words.map((word) =>
    Math.max(gainIn(title, word, [10, 4]), gainIn(page, word, [4, 1]), gainIn(text, word, [2, 1])),
  );
  if (gained.includes(0)) return 0;
  const whole = words.join(' ');
  const ends = title.endsWith(whole) && beginsAt(title, title.length - whole.length);
  const named = [title === whole, title.startsWith(whole), ends].indexOf(true);
  const score = gained.reduce<number>((sum, one) => sum + one, 0) + ([100, 40, 30][named] ?? 0);
  // Readers search for usage first: decisions come last.
  if (entry.address.startsWith('/docs/adr/')) return score / 2;
  // Of a page and its sections, the page; more so where it is about that.
  return entry.address.includes('#') ? score : score + (Math.max(...gained) === 10 ? 5 : 1);
}
