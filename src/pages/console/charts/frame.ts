// What every chart is made of: a figure with its caption, the drawing, and the same numbers as a table.
import { type Html, html } from '../../html.ts';
import { hatchingsOf, type Look } from './looks.ts';

/** A number of the table, and the list that it counts. */
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
  /** Of marks and words. Places across are percentages, so that words keep their size at every width. */
  marks: Html;
  looks: readonly Look[];
  /** Whether words stand at both sides of the marks. */
  room: 'both' | 'none';
}

export interface Figure {
  /** Of the whole page only once: it begins the ids. */
  id: string;
  title: string;
  /** The one sentence that the chart says. */
  says: string;
  /** What the drawing shows, for who does not see it. */
  describes: string;
  /** Absent where there is nothing to draw: then `says` tells why. */
  drawing?: Drawing | undefined;
  numbers: Numbers;
}

/** What stands in the place of a drawing of nothing. */
const nothing: Drawing = {
  height: 48,
  marks: html`<g class="levels"><line x1="0" x2="100%" y1="40" y2="40" class="ground"/></g>`,
  looks: [],
  room: 'none',
};

/** Returns a chart. */
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
<summary>As a table<span class="unseen"> of: ${title}</span></summary>
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
