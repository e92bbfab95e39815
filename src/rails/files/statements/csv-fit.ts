// Which profile a CSV file is of: the one whose titles it has, or whose way to begin.
import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import { withoutEnd } from '../../../kernel/formats/text.ts';
import { decoded } from './bytes.ts';
import type { Row } from './csv-rows.ts';
import type { Layout, Profile } from './profile.ts';

export interface Fit {
  profile: Profile;
  layout: Layout;
  /** How many of the rows come before the lines. */
  preamble: number;
}

/** Before the titles. */
export const mostPreamble = 60;

/** Returns a title as titles are compared: in small letters, with single spaces, without null bytes. */
export const titleOf = (cell: string): string =>
  cell.replaceAll('\0', '').trim().replace(/\s+/g, ' ').toLowerCase();

/** Returns how a profile fits rows, of which the first ones are enough; undefined if it does not. */
export function fitOf(profile: Profile, rows: readonly Row[]): Fit | undefined {
  if (profile.untitled) {
    const first = rows[0]?.cells.find((cell) => cell !== '') ?? '';
    const isIt = profile.untitled.begins.test(titleOf(first));
    return isIt ? { profile, layout: profile.layouts[0]!, preamble: 0 } : undefined;
  }
  for (const layout of profile.layouts) {
    const wanted = keyOf(layout.header);
    const at = rows.slice(0, mostPreamble).findIndex(({ cells }) => keyOf(cells.map(decoded)) === wanted);
    if (at >= 0) return { profile, layout, preamble: at + 1 };
  }
  return undefined;
}

const keyOf = (titles: readonly string[]): string => withoutEnd(titles.map(titleOf).join('\n'), '\n');

/**
 * Returns how the one profile fits that does. Throws BadStatement for none or several, with the names of those that
 * might.
 */
export function onlyFit(profiles: readonly Profile[], rows: readonly Row[]): Fit {
  const fits = profiles.map((profile) => fitOf(profile, rows)).filter((fit) => fit !== undefined);
  if (fits.length === 1) return fits[0]!;
  if (fits.length > 1) {
    const names = fits.map((fit) => fit.profile.name).join(', ');
    throw new BadStatement(`several profiles fit: say which one it is of ${names}`, null);
  }
  const near = profiles.filter((profile) => likeness(profile, rows) >= 0.5).map(({ name }) => name);
  throw new BadStatement(
    near.length > 0
      ? `no profile fits its titles; it might be ${near.join(' or ')}`
      : `no profile fits; those known are ${profiles.map(({ name }) => name).join(', ')}`,
    null,
  );
}

/** Throws BadStatement if a file is not of the profile that was named. */
export function fitOrRefuse(profile: Profile, others: readonly Profile[], rows: readonly Row[]): Fit {
  const fit = fitOf(profile, rows);
  if (fit) return fit;
  const names = others.filter((other) => fitOf(other, rows)).map(({ name }) => name);
  const hint = names.length > 0 ? `; it might be ${names.join(' or ')}` : '';
  const wanted = profile.untitled
    ? ''
    : `: the titles ${profile.layouts[0]!.header.join(', ')} are not there`;
  throw new BadStatement(`it is not of the profile ${profile.name}${wanted}${hint}`, null);
}

/** How much of a profile's titles one row has, from 0 to 1. */
function likeness(profile: Profile, rows: readonly Row[]): number {
  if (profile.untitled) return 0;
  const found = profile.layouts.flatMap(({ header }) =>
    rows.slice(0, mostPreamble).map(({ cells }) => {
      const titles = new Set(cells.map((cell) => titleOf(decoded(cell))));
      return header.filter((title) => titles.has(titleOf(title))).length / header.length;
    }),
  );
  return Math.max(0, ...found);
}
