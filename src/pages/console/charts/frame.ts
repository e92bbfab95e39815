// The frame of every chart: a figure with its caption, the drawing, and the same numbers as a table.
import { type Html, html } from '../../html.ts';
import { hatchingsOf, type Look } from './looks.ts';

/** A number of the table, and the list behind it. */
export interface Cell {
  text: string;
  href?: string;
}

export interface Numbers {
  /** The names of the columns; the first names the rows. */
  columns: readonly string[];
  rows: readonly { head: Cell; cells: readonly Cell[] }[];
}

export interface Drawing {
  /** In CSS pixels. */
  height: number;
  /** Marks and labels. Horizontal positions are percentages, so that text keeps its size at every width. */
  marks: Html;
  looks: readonly Look[];
  /** Whether there are labels on both sides of the marks. */
  room: 'both' | 'none';
}

export interface Figure {
  /** Unique on the page: the prefix of the ids. */
  id: string;
  title: string;
  /** The message of the chart, in one sentence. */
  says: string;
  /** The drawing in words, for screen readers. */
  describes: string;
  /** Absent without data: then `describes` is shown. */
  drawing?: Drawing | undefined;
  numbers: Numbers;
}

/** The drawing of a chart without data. */
const nothing: Drawing = {
  height: 48,
  marks: html`<g class="levels"><line x1="0" x2="100%" y1="40" y2="40" class="ground"/></g>`,
  looks: [],
  room: 'none',
};

export function figure({ id, title, says, describes, drawing, numbers }: Figure): Html {
  const { height, marks, looks, room } = drawing ?? nothing;
  return html`<figure class="chart" id="${id}">
<figcaption><span class="chart-title">${title}</span> <span class="chart-says">${drawing ? says : describes}</span></figcaption>
<div class="chart-room chart-room-${room}">
<svg class="chart-drawing" role="img" width="100%" height="${height}" aria-labelledby="${id}-title" aria-describedby="${id}-desc">
<title id="${id}-title">${title}</title>
<desc id="${id}-desc">${describes}</desc>
${hatchingsOf(id, looks)}
${marks}
</svg>
</div>
${table(title, numbers)}
</figure>`;
}

function table(title: string, { columns, rows }: Numbers): Html {
  const [first, ...rest] = columns;
  return html`<details class="chart-numbers">
<summary>View as table<span class="unseen">: ${title}</span></summary>
<div class="chart-scroll" tabindex="0" role="region" aria-label="${title}: the numbers">
<table class="cards">
<caption class="unseen">${title}</caption>
<thead><tr><th scope="col">${first}</th>${rest.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ({ head, cells }) =>
    html`<tr><th scope="row">${written(head)}</th>${cells.map((cell, index) => html`<td data-label="${rest[index]}">${written(cell)}</td>`)}</tr>
`,
)}</tbody>
</table>
</div>
</details>`;
}

const written = ({ text, href }: Cell): Html =>
  href === undefined ? html`${text}` : html`<a href="${href}">${text}</a>`;
