// Chart 2: the success rate of each bank in the last 24 hours, against its normal range.
import { scaleLinear } from 'd3-scale';
import type { BankSuccess } from '../../../reports/totals/figures.ts';
import { type Html, html } from '../../html.ts';
import { counted, countWord, shareWord } from './formats.ts';
import { figure } from './frame.ts';
import type { ChartOptions } from './gross-volume.ts';
import { listOf } from './links.ts';
import { at } from './marks.ts';

/** The sample is too small below this number of attempts: the dot is a ring. */
const few = 10;
const rowHeight = 46;
const whole = 10_000;

/** Returns the chart of success by bank. `days`: the South African days that overlap the 24 hours, for links. */
export function bankSuccessChart(
  banks: readonly BankSuccess[],
  { site, from, to }: ChartOptions & { from?: string; to?: string } = {},
): Html {
  const id = 'chart-banks';
  const unusual = banks.filter((bank) => verdictOf(bank) === 'low');
  const lowest = Math.min(...banks.flatMap((bank) => [rateOf(bank), bank.usual?.low ?? whole]), whole);
  const scale = scaleLinear([Math.min(lowest, 9_000), whole], [0, 100]).nice(4);
  const ticks = scale.ticks(4);
  const height = banks.length * rowHeight + 28;
  const marks = html`
<g class="levels">${ticks.map((tick) => html`<line x1="${at(scale(tick))}%" x2="${at(scale(tick))}%" y1="8" y2="${height - 22}"/>`)}</g>
<g class="ticks">${ticks.map((tick) => html`<text x="${at(scale(tick))}%" y="${height - 6}" text-anchor="${tick === whole ? 'end' : tick === ticks[0] ? 'start' : 'middle'}">${tick / 100} %</text>`)}</g>
${banks.map((bank, index) => row(bank, index * rowHeight, scale))}`;
  return figure({
    id,
    title: 'Success rate by bank, last 24 h',
    says:
      banks.length === 0
        ? ''
        : unusual.length === 0
          ? usualWords(banks)
          : `Below the normal range: ${unusual.map(({ name }) => name).join(', ')}.`,
    describes:
      banks.length === 0
        ? 'No attempts in the last 24 hours.'
        : `A dot for the success rate of each of ${counted(banks.length, 'bank')}, and a band for its normal range: eight of ten of the previous 28 days.`,
    drawing: banks.length === 0 ? undefined : { height, marks, looks: [], room: 'none' },
    numbers: {
      columns: ['Bank', 'Attempts', 'Successful', 'Success rate', 'Normal range'],
      rows: banks.map((bank) => ({
        head: { text: bank.name, href: listOf('payments', { site, bank: bank.bankId, from, to }) },
        cells: [
          { text: countWord(bank.ended) },
          { text: countWord(bank.paid) },
          { text: shareWord(bank.paid, bank.ended) },
          { text: usualWord(bank) },
        ],
      })),
    },
  });
}

/** Claims a normal range only for banks that have one and enough attempts to judge. */
function usualWords(banks: readonly BankSuccess[]): string {
  const judged = banks.filter(({ ended, usual }) => ended >= few && usual !== null).length;
  if (judged === banks.length) return 'All banks within their normal range.';
  return judged === 0
    ? 'Too few attempts for a comparison with the normal range.'
    : `Within their normal range: ${judged} of ${counted(banks.length, 'bank')}; the others have too few attempts.`;
}

const rateOf = ({ paid, ended }: BankSuccess): number => (ended === 0 ? whole : (paid / ended) * whole);

function verdictOf(bank: BankSuccess): 'few' | 'low' | 'usual' {
  if (bank.ended < few) return 'few';
  return bank.usual && rateOf(bank) < bank.usual.low ? 'low' : 'usual';
}

const usualWord = ({ usual }: BankSuccess): string =>
  usual ? `${shareWord(usual.low, whole)} to ${shareWord(usual.high, whole)}` : 'not known yet';

function row(bank: BankSuccess, top: number, scale: (value: number) => number): Html {
  const middle = top + 32;
  const x = at(scale(rateOf(bank)));
  const verdict = verdictOf(bank);
  const { usual } = bank;
  return html`<g class="bank"><title>${bank.name}: ${shareWord(bank.paid, bank.ended)} of ${counted(bank.ended, 'attempt')}; normal range: ${usualWord(bank)}</title>
<text class="name" x="0" y="${top + 18}">${bank.name}</text>
<text class="value value-${verdict}" x="100%" y="${top + 18}" text-anchor="end">${shareWord(bank.paid, bank.ended)} of ${countWord(bank.ended)}</text>
<line class="track" x1="0" x2="100%" y1="${middle}" y2="${middle}"/>
${usual && html`<rect class="band" x="${at(scale(usual.low))}%" width="${at(Math.max(scale(usual.high) - scale(usual.low), 0.6))}%" y="${middle - 6}" height="12" rx="3"/>`}
${dot(verdict, x, middle)}</g>`;
}

/** A filled dot is normal, a ring is a small sample, and a cross is below the normal range. */
function dot(verdict: ReturnType<typeof verdictOf>, x: string, y: number): Html {
  if (verdict === 'low')
    return html`<svg class="cross" x="${x}%" y="${y}" width="1" height="1" overflow="visible"><path d="M-5 -5L5 5M5 -5L-5 5"/></svg>`;
  return html`<circle class="dot-${verdict}" cx="${x}%" cy="${y}" r="5.5"/>`;
}
