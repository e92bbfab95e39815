// Chart 3: payment outcomes, by day.
import { firstOf, itemAt } from '../../../kernel/required.ts';
import { type Ending, type EndingDay, endings } from '../../../reports/totals/figures.ts';
import { type Html, html } from '../../html.ts';
import { counted, countWord, dayWord, shareWord, shortCount } from './formats.ts';
import { figure } from './frame.ts';
import type { ChartOptions } from './gross-volume.ts';
import { listOf } from './links.ts';
import { axis, bandsOf, columns, labels, levels, levelWords, plotOf, upTo } from './marks.ts';

const wordOf: Record<Ending, string> = {
  successful: 'Paid',
  declined: 'Declined',
  cancelled: 'Cancelled',
  abandoned: 'Abandoned',
  expired: 'Expired',
  failed: 'Failed',
};

/** Returns the chart of outcomes by day; the last day is today. */
export function endingsChart(days: readonly EndingDay[], { site }: ChartOptions = {}): Html {
  const id = 'chart-endings';
  const sums = days.map(({ counts }) => sumOf(counts));
  const all = sums.reduce((sum, one) => sum + one, 0);
  const totals = endings.map((ending) => ({
    ending,
    total: days.reduce((sum, { counts }) => sum + counts[ending], 0),
  }));
  const shown = totals.filter(({ total }) => total > 0);
  const plot = plotOf(240);
  const scale = upTo(plot, Math.max(...sums, 0));
  const bands = bandsOf(days.length);
  const last = days.length - 1;
  const stacks = days.map(({ day, counts, live }, index) => ({
    pieces: shown.map(({ ending }) => ({
      value: counts[ending],
      look: ending,
    })),
    says: [
      `${dayWord(day)}: ${counted(itemAt(sums, index), 'attempt')} ended`,
      ...shown
        .filter(({ ending }) => counts[ending] > 0)
        .map(({ ending }) => `${countWord(counts[ending])} ${wordOf[ending].toLowerCase()}`),
      ...(live > 0 ? [`${countWord(live)} open`] : []),
    ].join(', '),
    isOpen: index === last,
  }));
  const marks = html`
${levels(scale)}
${columns(id, scale, bands, stacks)}
${levelWords(scale, shortCount)}
${axis(plot, bands, 7, (index) => (index === last ? 'Today' : dayWord(itemAt(days, index).day)))}
${labels(id, plot, beside(days, shown, all, scale))}`;
  const successful = firstOf(totals).total;
  return figure({
    id,
    title: 'Payment outcomes',
    says: all === 0 ? '' : `${shareWord(successful, all)} of ${counted(all, 'attempt')} succeeded.`,
    describes:
      all === 0
        ? `No attempts in the last ${counted(days.length, 'day')}.`
        : `One column for each of ${counted(days.length, 'day')}, by outcome: ${shown.map(({ ending, total }) => `${wordOf[ending]} ${countWord(total)}`).join(', ')}.`,
    drawing: all === 0 ? undefined : { height: plot.height, marks, looks: endings, room: 'both' },
    numbers: {
      columns: ['Day', ...endings.map((ending) => wordOf[ending]), 'Open'],
      rows: days.toReversed().map(({ day, counts, live }) => ({
        head: { text: dayWord(day), href: listOf('payments', { site, from: day, to: day }) },
        cells: [...endings.map((ending) => ({ text: countWord(counts[ending]) })), { text: countWord(live) }],
      })),
    },
  });
}

const sumOf = (counts: Record<Ending, number>): number =>
  endings.reduce((sum, ending) => sum + counts[ending], 0);

/** Labels are placed where the pieces of the whole period would be, scaled to the last full day. */
function beside(
  days: readonly EndingDay[],
  shown: readonly { ending: Ending; total: number }[],
  all: number,
  { y }: { y(value: number): number },
) {
  const reference =
    days.findLast(({ counts }, index) => index < days.length - 1 && sumOf(counts) > 0) ?? days.at(-1);
  let sum = 0;
  return shown.map(({ ending, total }) => {
    const count = reference?.counts[ending] ?? 0;
    const middle = y(sum + count / 2);
    sum += count;
    return {
      y: middle,
      text: `${wordOf[ending]} ${shareWord(total, all)}`,
      look: ending,
    };
  });
}
