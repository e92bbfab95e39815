// Chart 5: deliveries of notifications by hour, and the age of the oldest pending one.
import { firstOf, itemAt } from '../../../kernel/required.ts';
import type { NotificationHour } from '../../../reports/totals/figures.ts';
import { type Html, html } from '../../html.ts';
import {
  counted,
  countWord,
  dayAndHour,
  dayOfHour,
  durationWord,
  hourWord,
  shareWord,
  shortCount,
} from './formats.ts';
import { figure } from './frame.ts';
import type { ChartOptions } from './gross-volume.ts';
import { listOf } from './links.ts';
import type { Look } from './looks.ts';
import { axis, bandsOf, columns, labels, levels, levelWords, plotOf, upTo } from './marks.ts';

const parts = ['atOnce', 'retried', 'failed', 'waiting'] as const;
type Part = (typeof parts)[number];
const looks: Record<Part, { word: string; look: Look }> = {
  atOnce: { word: 'First attempt', look: 'successful' },
  retried: { word: 'After retries', look: 'retried' },
  failed: { word: 'Failed', look: 'failed' },
  waiting: { word: 'Pending', look: 'waiting' },
};

/** Returns the chart of notifications by hour; the last hour is this one. `oldestSeconds`: the age of the oldest pending one. */
export function notificationsChart(
  hours: readonly NotificationHour[],
  { site, oldestSeconds }: ChartOptions & { oldestSeconds?: number | undefined } = {},
): Html {
  const id = 'chart-notices';
  const sums = hours.map((hour) => parts.reduce((sum, part) => sum + hour[part], 0));
  const all = sums.reduce((sum, one) => sum + one, 0);
  const totals = parts.map((part) => ({ part, total: hours.reduce((sum, hour) => sum + hour[part], 0) }));
  const shown = totals.filter(({ total }) => total > 0);
  const plot = plotOf(200);
  const scale = upTo(plot, Math.max(...sums, 0));
  const bands = bandsOf(hours.length);
  const stacks = hours.map((hour, index) => ({
    pieces: shown.map(({ part }) => ({
      value: hour[part],
      look: looks[part].look,
    })),
    says: [
      `${dayAndHour(hour.hour)}: ${counted(itemAt(sums, index), 'notification')}`,
      ...shown
        .filter(({ part }) => hour[part] > 0)
        .map(({ part }) => `${looks[part].word} ${countWord(hour[part])}`),
    ].join(', '),
    isOpen: index === hours.length - 1,
  }));
  const reference = hours.findLast((_, index) => itemAt(sums, index) > 0);
  let sum = 0;
  const beside = shown.map(({ part, total }) => {
    const y = scale.y(sum + (reference?.[part] ?? 0) / 2);
    sum += reference?.[part] ?? 0;
    const { word, look } = looks[part];
    return { y, text: `${word} ${shortCount(total)}`, look };
  });
  const marks = html`
${levels(scale)}
${columns(id, scale, bands, stacks)}
${levelWords(scale, shortCount)}
${axis(plot, bands, 6, (index) => hourWord(itemAt(hours, index).hour))}
${labels(id, plot, beside)}`;
  const waits =
    oldestSeconds === undefined ? 'None pending.' : `Oldest pending: ${durationWord(oldestSeconds)}.`;
  return figure({
    id,
    title: 'Notifications',
    says:
      all === 0
        ? ''
        : `${shareWord(firstOf(totals).total, all)} of ${counted(all, 'notification')} delivered at first attempt. ${waits}`,
    describes:
      all === 0
        ? `No notifications in the last ${counted(hours.length, 'hour')}. ${oldestSeconds === undefined ? '' : waits}`
        : `One column for each of ${counted(hours.length, 'hour')}, by result: ${shown.map(({ part, total }) => `${looks[part].word} ${countWord(total)}`).join(', ')}.`,
    drawing:
      all === 0
        ? undefined
        : { height: plot.height, marks, looks: shown.map(({ part }) => looks[part].look), room: 'both' },
    numbers: {
      columns: ['Hour', ...parts.map((part) => looks[part].word)],
      rows: hours.toReversed().map((hour) => {
        const day = dayOfHour(hour.hour);
        return {
          head: { text: dayAndHour(hour.hour), href: listOf('notices', { site, from: day, to: day }) },
          cells: parts.map((part) => ({ text: countWord(hour[part]) })),
        };
      }),
    },
  });
}
