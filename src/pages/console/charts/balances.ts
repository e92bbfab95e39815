// Chart 6: customer funds by kind, day by day.
import { formatRand } from '../../../kernel/money.ts';
import { itemAt, lastOf } from '../../../kernel/required.ts';
import { type Place, type PlaceDay, places } from '../../../reports/totals/figures.ts';
import { type Html, html } from '../../html.ts';
import { counted, dayWord, shortRand } from './formats.ts';
import { figure } from './frame.ts';
import { listOf } from './links.ts';
import type { Look } from './looks.ts';
import { area, axis, bandsOf, type Label, labels, levels, levelWords, line, plotOf, upTo } from './marks.ts';

const looks: Record<Place, { word: string; look: Look }> = {
  owed: { word: 'Owed to merchants', look: 'owed' },
  floats: { word: 'Floats', look: 'floats' },
  inFlight: { word: 'In flight', look: 'in-flight' },
  suspense: { word: 'Suspense', look: 'suspense' },
};

/** Returns the sum of a day's balances above zero, or of those below it, in cents. */
const sumOf = ({ owed }: PlaceDay, isKept: (cents: bigint) => boolean): number =>
  places.reduce((sum, place) => (isKept(owed[place]) ? sum + Number(owed[place]) : sum), 0);

const isAbove = (cents: bigint): boolean => cents > 0n;
const isBelow = (cents: bigint): boolean => cents < 0n;

/** Returns the chart of balances; the last day is today, up to now. */
export function moneyPlacesChart(days: readonly PlaceDay[]): Html {
  const id = 'chart-places';
  const isEmpty = days.every(
    ({ owed, clearing }) => !clearing && places.every((place) => owed[place] === 0n),
  );
  const hasBanks = days.some(({ clearing }) => clearing !== null);
  const plot = plotOf(240);
  const ends = [
    ...days.flatMap((day) => [sumOf(day, isAbove), sumOf(day, isBelow)]),
    ...days.map(({ clearing }) => Number(clearing ?? 0n)),
  ];
  const scale = upTo(plot, Math.max(...ends, 0), { whole: false, least: Math.min(...ends, 0) });
  const bands = bandsOf(days.length, 0);
  const xOf = (index: number) => (days.length === 1 ? index * 100 : (index / (days.length - 1)) * 100);
  const shown = places.filter((place) => days.some(({ owed }) => owed[place] !== 0n));
  // Balances above zero are stacked upwards, and those below it downwards.
  const stacked = days.map(() => ({ above: 0, below: 0 }));
  const now = days.at(-1);
  const owedNow = (place: Place) => now?.owed[place] ?? 0n;
  const atBanks = now?.clearing ?? 0n;
  const words: Label[] = [];
  const areas = shown.map((place) => {
    const points = days.map(({ owed }, index) => {
      const so = itemAt(stacked, index);
      const side = owed[place] < 0n ? 'below' : 'above';
      const low = so[side];
      so[side] += Number(owed[place]);
      return { x: xOf(index), low: scale.y(low), high: scale.y(so[side]) };
    });
    const { word, look } = looks[place];
    const end = lastOf(points);
    words.push({
      y: (end.low + end.high) / 2,
      // The whole name is longer than the room at the right.
      text: `${place === 'owed' ? 'Merchants' : word} ${shortRand(owedNow(place))}`,
      look,
    });
    // One day alone is as wide as the drawing.
    const wide =
      points.length === 1
        ? [
            { ...end, x: 0 },
            { ...end, x: 100 },
          ]
        : points;
    return area(id, plot, wide, look);
  });
  if (hasBanks)
    words.push({
      y: scale.y(Number(atBanks)),
      text: `At banks ${shortRand(atBanks)}`,
    });
  const marks = html`
${levels(scale)}
${areas}
${
  hasBanks &&
  line(
    plot,
    days.map(
      ({ clearing }, index) => [xOf(index), clearing === null ? null : scale.y(Number(clearing))] as const,
    ),
    'banks',
  )
}
${levelWords(scale, shortRand)}
${axis(plot, bands, 7, (index) => (index === days.length - 1 ? 'Today' : dayWord(itemAt(days, index).day)))}
${labels(id, plot, words)}`;
  const total = places.reduce((sum, place) => sum + owedNow(place), 0n);
  return figure({
    id,
    title: 'Balances',
    says: isEmpty
      ? ''
      : `Customer funds held: ${formatRand(total)}${hasBanks ? `. Bank accounts: ${formatRand(atBanks)}` : ''}.`,
    describes: isEmpty
      ? `No journals in the last ${counted(days.length, 'day')}.`
      : `Stacked areas by day: ${shown.map((place) => `${looks[place].word} ${formatRand(owedNow(place))}`).join(', ')} now${hasBanks ? ', and a line for the balance of our bank accounts' : ''}.`,
    drawing: isEmpty
      ? undefined
      : { height: plot.height, marks, looks: shown.map((place) => looks[place].look), room: 'both' },
    numbers: {
      columns: ['Day', ...(hasBanks ? ['At banks'] : []), ...places.map((place) => looks[place].word)],
      rows: days.toReversed().map(({ day, owed, clearing }) => ({
        head: { text: dayWord(day), href: listOf('ledger', { from: day, to: day }) },
        cells: [
          ...(hasBanks ? [{ text: formatRand(clearing ?? 0n) }] : []),
          ...places.map((place) => ({ text: formatRand(owed[place]) })),
        ],
      })),
    },
  });
}
