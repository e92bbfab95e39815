// Chart 1: gross volume by day, against as many days before.

import { formatRand } from '../../../kernel/money.ts';
import { itemAt } from '../../../kernel/required.ts';
import type { MoneyDay } from '../../../reports/totals/figures.ts';
import { type Html, html } from '../../html.ts';
import { counted, countWord, dayWord, shareWord, shortRand } from './formats.ts';
import { figure } from './frame.ts';
import { listOf } from './links.ts';
import { axis, bandsOf, columns, labels, levels, levelWords, line, plotOf, upTo } from './marks.ts';

/** A site code narrows the linked lists, as it has narrowed the figures. */
export interface ChartOptions {
  site?: string | undefined;
}

/** Returns the chart of gross volume by day; the last day is today. */
export function moneyInChart(days: readonly MoneyDay[], { site }: ChartOptions = {}): Html {
  const id = 'chart-money-in';
  const total = days.reduce((sum, { cents }) => sum + cents, 0n);
  const before = days.reduce((sum, day) => sum + day.before.cents, 0n);
  const plot = plotOf(220);
  const largest = Math.max(...days.flatMap((day) => [Number(day.cents), Number(day.before.cents)]), 0);
  const scale = upTo(plot, largest / 100, { whole: false });
  const yOf = (cents: bigint) => scale.y(Number(cents) / 100);
  const bands = bandsOf(days.length);
  const last = days.length - 1;
  const isToday = (index: number) => index === last;
  const stacks = days.map(({ day, cents, payments }, index) => ({
    pieces: [
      {
        value: Number(cents) / 100,
        look: isToday(index) ? ('today' as const) : ('money' as const),
      },
    ],
    isOpen: isToday(index),
    says: `${dayWord(day)}: ${formatRand(cents)}, ${counted(payments, 'payment')}${isToday(index) ? ' so far' : ''}`,
  }));
  const marks = html`
${levels(scale)}
${columns(id, scale, bands, stacks)}
${line(
  plot,
  days.map((day, index) => [itemAt(bands, index).middle, yOf(day.before.cents)] as const),
  'earlier',
)}
${levelWords(scale, (tick) => shortRand(tick * 100))}
${axis(plot, bands, 7, (index) => (isToday(index) ? 'Today' : dayWord(itemAt(days, index).day)))}
${labels(id, plot, [{ y: yOf(days[last]?.before.cents ?? 0n), text: `Previous ${days.length} days` }])}`;
  return figure({
    id,
    title: 'Gross volume',
    says:
      total + before === 0n
        ? ''
        : `${formatRand(total)} in ${counted(days.length, 'day')}${comparison(total, before, days.length)}.`,
    describes:
      total + before === 0n
        ? `No data for the last ${2 * days.length} days.`
        : `One bar for each of ${counted(days.length, 'day')}, and a thin line for the previous ${days.length} days. ${best(days)}`,
    drawing:
      total + before === 0n ? undefined : { height: plot.height, marks, looks: ['today'], room: 'both' },
    numbers: {
      columns: ['Day', 'Paid payments', 'Gross volume', `Previous ${days.length} days`],
      rows: days.toReversed().map(({ day, payments, cents, before: earlier }) => ({
        head: { text: dayWord(day) },
        cells: [
          {
            text: countWord(payments),
            href: listOf('payments', { site, state: 'complete', from: day, to: day }),
          },
          { text: formatRand(cents) },
          {
            text: formatRand(earlier.cents),
            href: listOf('payments', { site, state: 'complete', from: earlier.day, to: earlier.day }),
          },
        ],
      })),
    },
  });
}

/** Compares two sums in words: ", 12,5 % more than in the previous 30 days". From twice on it gives the factor. */
export function comparison(total: bigint, before: bigint, days: number): string {
  if (before === 0n) return `; none in the previous ${days} days`;
  if (total === before) return `, the same as in the previous ${days} days`;
  if (total >= 2n * before) {
    const tenths = (total * 10n) / before;
    const times = tenths < 100n && tenths % 10n > 0n ? `${tenths / 10n},${tenths % 10n}` : `${tenths / 10n}`;
    return `, ${times} times the previous ${days} days`;
  }
  const [more, word] = total > before ? [total - before, 'more'] : [before - total, 'less'];
  return `, ${shareWord(Number(more), Number(before))} ${word} than in the previous ${days} days`;
}

function best(days: readonly MoneyDay[]): string {
  const most = days.reduce((found, day) => (day.cents > found.cents ? day : found));
  return `The best day was ${dayWord(most.day)}: ${formatRand(most.cents)}. A payment counts on the day on which it was created, as in the list.`;
}
