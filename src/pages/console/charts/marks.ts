// Marks, drawn on the server. Horizontal positions are percentages of the drawing and vertical ones are CSS pixels, so that text
// and strokes keep their size at any width.
import { scaleBand, scaleLinear } from 'd3-scale';
import { area as areaOf, line as lineOf } from 'd3-shape';
import { itemAt } from '../../../kernel/required.ts';
import { type Html, html } from '../../html.ts';
import { type Look, looksLike } from './looks.ts';

/** Space above the marks for a label, and below them for the axis, in pixels. */
const above = 18;
const below = 24;

/** The place of the marks: from `top` to `bottom`, in pixels. */
export interface Plot {
  height: number;
  top: number;
  bottom: number;
}

export const plotOf = (height: number): Plot => ({ height, top: above, bottom: height - below });

/** A position or size as text: two decimals at most. */
export const at = (value: number): string => String(Math.round(value * 100) / 100);

export interface Scale {
  /** The vertical position of a value, in pixels. */
  y(value: number): number;
  ticks: number[];
}

/** Returns a scale from zero, or a lesser value, to the largest value, with round steps; whole steps for counts. */
export function upTo(plot: Plot, largest: number, { whole = true, least = 0 } = {}): Scale {
  const top = largest > 0 ? largest : least < 0 ? 0 : 1;
  const scale = scaleLinear([least, top], [plot.bottom, plot.top]).nice(3);
  const ticks = scale.ticks(3).filter((tick) => !whole || Number.isInteger(tick));
  return { y: (value) => scale(value), ticks };
}

/** Returns the level lines of a scale, which marks cover. */
export function levels({ y, ticks }: Scale): Html {
  return html`<g class="levels">${ticks.map(
    (tick) =>
      html`<line x1="0" x2="100%" y1="${at(y(tick))}" y2="${at(y(tick))}"${tick === 0 && html` class="ground"`}/>`,
  )}</g>`;
}

/** Returns the labels of the level lines, at their left; in a narrow drawing above the marks. */
export function levelWords({ y, ticks }: Scale, word: (tick: number) => string): Html {
  return html`<g class="level-words">${ticks.map(
    (tick) =>
      html`<text x="0" dx="-8" dy="4" y="${at(y(tick))}" text-anchor="end"${tick === 0 && html` class="ground"`}>${word(tick)}</text>`,
  )}</g>`;
}

export interface Band {
  /** The left edge, the width and the middle of a day or an hour, in percent. */
  x: number;
  width: number;
  middle: number;
}

/** Returns the positions of a number of days or hours. */
export function bandsOf(count: number, padding = 0.25): Band[] {
  const scale = scaleBand(
    Array.from({ length: count }, (_, index) => String(index)),
    [0, 100],
  ).padding(padding);
  const width = scale.bandwidth();
  return Array.from({ length: count }, (_, index) => {
    const x = scale(String(index))!;
    return { x, width, middle: x + width / 2 };
  });
}

/** Returns the labels below the marks: every `every`th, counted from the last. */
export function axis(
  plot: Plot,
  bands: readonly Band[],
  every: number,
  word: (index: number) => string,
): Html {
  const chosen = bands.flatMap((band, index) =>
    (bands.length - 1 - index) % every === 0 ? [{ band, index }] : [],
  );
  return html`<g class="ticks">${chosen.map(({ band, index }) => {
    // The outermost labels stay within the drawing.
    const anchor = band.middle > 96 ? 'end' : band.middle < 4 ? 'start' : 'middle';
    const x = anchor === 'end' ? band.x + band.width : anchor === 'start' ? band.x : band.middle;
    // In a narrow drawing, every second label is shown.
    const isMinor = ((bands.length - 1 - index) / every) % 2 === 1;
    return html`<text x="${at(x)}%" y="${plot.height - 6}" text-anchor="${anchor}"${isMinor && html` class="minor"`}>${word(index)}</text>`;
  })}</g>`;
}

/** A piece of a column: its height in the scale, and how it looks. */
export interface Piece {
  value: number;
  look: Look;
}

/** Returns stacked columns, the first piece at the bottom, each as wide as its band, with a tooltip. */
export function columns(
  id: string,
  { y }: Scale,
  bands: readonly Band[],
  stacks: readonly { pieces: readonly Piece[]; says: string; isOpen?: boolean }[],
): Html {
  return html`<g class="columns">${stacks.map(({ pieces, says, isOpen }, index) => {
    const { x, width } = itemAt(bands, index);
    let sum = 0;
    const drawn = pieces.flatMap(({ value, look }) => {
      if (value <= 0) return [];
      const bottom = y(sum);
      sum += value;
      // A piece of any size is visible.
      const height = Math.max(bottom - y(sum), 1);
      return [
        html`<rect ${looksLike(id, look)} x="${at(x)}%" width="${at(width)}%" y="${at(bottom - height)}" height="${at(height)}"/>`,
      ];
    });
    return html`<g${isOpen && html` class="open"`}><title>${says}</title>${drawn}</g>`;
  })}</g>`;
}

type Point = readonly [x: number, y: number | null];

/** A drawing of points: stretched across, while its strokes keep their width. */
const stretched = (plot: Plot, content: Html): Html =>
  html`<svg x="0" y="0" width="100%" height="${plot.height}" viewBox="0 0 100 ${plot.height}" preserveAspectRatio="none">${content}</svg>`;

/** Returns a line through points, x in percent. A missing value breaks it, and a single point is a dot. */
export function line(plot: Plot, points: readonly Point[], look: string): Html {
  const path = lineOf<Point>()
    .defined(([, y]) => y !== null)
    .x(([x]) => x)
    .y(([, y]) => y!)
    .digits(2)(points as Point[]);
  const alone = points.filter(
    ([, y], index) =>
      y !== null && (points[index - 1]?.[1] ?? null) === null && (points[index + 1]?.[1] ?? null) === null,
  );
  const dots = alone.map(([x, y]) => html`<circle class="dot ${look}" cx="${at(x)}%" cy="${at(y!)}" r="3"/>`);
  // The halo separates the line from the marks below it.
  const both = html`<path class="halo" d="${path}"/><path class="line ${look}" d="${path}"/>`;
  return html`${path && stretched(plot, both)}${dots}`;
}

/** Returns the area between two lines of points, x in percent. */
export function area(
  id: string,
  plot: Plot,
  points: readonly { x: number; low: number; high: number }[],
  look: Look,
): Html {
  const path = areaOf<(typeof points)[number]>()
    .x(({ x }) => x)
    .y0(({ low }) => low)
    .y1(({ high }) => high)
    .digits(2)([...points]);
  // Hatchings must not be stretched: the path is only cut out of them.
  const clip = `${id}-clip-${look}`;
  return html`<clipPath id="${clip}" clipPathUnits="objectBoundingBox"><path transform="scale(0.01 ${(1 / plot.height).toPrecision(6)})" d="${path}"/></clipPath><rect ${looksLike(id, look)} x="0" y="0" width="100%" height="${plot.height}" clip-path="url(#${clip})"/>`;
}

export interface Label {
  /** Its vertical position, in pixels. */
  y: number;
  text: string;
  /** The look of its swatch; absent: no swatch. */
  look?: Look;
}

const lineHeight = 16;

/** Returns labels at the right of the marks, moved apart where they would overlap. */
export function labels(id: string, plot: Plot, given: readonly Label[]): Html {
  const placed = apart(
    given.toSorted((one, other) => one.y - other.y),
    plot,
  );
  return html`<g class="labels">${placed.map(
    ({ y, text, look }) =>
      html`<svg x="100%" y="${at(y - 8)}" width="140" height="16" overflow="visible">${look && html`<rect ${looksLike(id, look)} x="8" y="3" width="10" height="10"/>`}<text x="${look ? 23 : 8}" y="12">${text}</text></svg>`,
  )}</g>`;
}

/** Moves labels down as far as needed, and then up again to stay within the drawing. */
export function apart(sorted: readonly Label[], { bottom, top }: Pick<Plot, 'top' | 'bottom'>): Label[] {
  const moved = sorted.map((label) => ({ ...label }));
  for (const [index, label] of moved.entries()) {
    const before = moved[index - 1];
    label.y = Math.max(label.y, before ? before.y + lineHeight : top);
  }
  let limit = bottom;
  for (const label of moved.toReversed()) {
    label.y = Math.min(label.y, limit);
    limit = label.y - lineHeight;
  }
  return moved;
}
