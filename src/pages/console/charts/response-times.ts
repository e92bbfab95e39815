// Chart 4: the response time of banks, by hour.
import { scaleLog } from 'd3-scale';
import { firstOf, itemAt, lastOf } from '../../../kernel/required.ts';
import type { AnswerHour } from '../../../reports/totals/figures.ts';
import { type Html, html } from '../../html.ts';
import { counted, countWord, dayAndHour, dayOfHour, durationWord, hourWord } from './formats.ts';
import { figure } from './frame.ts';
import type { ChartOptions } from './gross-volume.ts';
import { listOf } from './links.ts';
import { axis, bandsOf, type Label, labels, levels, levelWords, line, plotOf } from './marks.ts';

/** Round durations, in seconds. */
const rounds = [1, 5, 15, 60, 300, 900, 3_600];

type Answered = AnswerHour & { median: number; high: number };

const hasAnswers = (hour: AnswerHour): hour is Answered =>
  hour.answers > 0 && hour.median !== null && hour.high !== null;

/** Returns the chart of bank response times by hour; the last hour is this one. */
export function answerTimesChart(hours: readonly AnswerHour[], { site }: ChartOptions = {}): Html {
  const id = 'chart-answers';
  const answers = hours.reduce((sum, hour) => sum + hour.answers, 0);
  const plot = plotOf(200);
  const values = hours.flatMap(({ median, high }) => [median, high].filter((value) => value !== null));
  const longest = rounds.find((round) => round >= Math.max(...values, 1)) ?? lastOf(rounds);
  const shortest = rounds.findLast((round) => round <= Math.min(...values, longest / 2)) ?? firstOf(rounds);
  const log = scaleLog([shortest, longest], [plot.bottom, plot.top]).clamp(true);
  const y = (value: number) => log(value);
  const scale = { y, ticks: rounds.filter((round) => round >= shortest && round <= longest) };
  const bands = bandsOf(hours.length, 0);
  const points = (of: 'median' | 'high') =>
    hours.map(
      (hour, index) => [itemAt(bands, index).middle, hour[of] === null ? null : y(hour[of])] as const,
    );
  const newest = hours.findLast(hasAnswers);
  const words: Label[] = newest
    ? [
        { y: y(newest.high), text: `p95 ${durationWord(newest.high)}` },
        { y: y(newest.median), text: `p50 ${durationWord(newest.median)}` },
      ]
    : [];
  const marks = html`
${levels(scale)}
${line(plot, points('high'), 'high')}
${line(plot, points('median'), 'median')}
${levelWords(scale, durationWord)}
${axis(plot, bands, 6, (index) => hourWord(itemAt(hours, index).hour))}
${labels(id, plot, words)}`;
  return figure({
    id,
    title: 'Bank response time',
    says: newest
      ? `Median ${durationWord(newest.median)}, 95th percentile ${durationWord(newest.high)}.`
      : '',
    describes:
      answers === 0
        ? `No bank responses in the last ${counted(hours.length, 'hour')}.`
        : `Two lines by hour: the median and the 95th percentile of ${counted(answers, 'response')} in ${counted(hours.length, 'hour')}.`,
    drawing: answers === 0 ? undefined : { height: plot.height, marks, looks: [], room: 'both' },
    numbers: {
      columns: ['Hour', 'Responses', 'Median', '95th percentile'],
      rows: hours.toReversed().map(({ hour, answers: count, median, high }) => {
        const day = dayOfHour(hour);
        return {
          head: { text: dayAndHour(hour), href: listOf('payments', { site, from: day, to: day }) },
          cells: [
            { text: countWord(count) },
            { text: median === null ? '–' : durationWord(median) },
            { text: high === null ? '–' : durationWord(high) },
          ],
        };
      }),
    },
  });
}
