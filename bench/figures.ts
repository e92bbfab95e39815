// Figures of several rounds, and their output.
import { median } from '../test/support/figures.ts';

/** One line of the result: a figure and its reference. Ratios count; figures are for orientation. */
export interface Line {
  /** "a" to "l": its measurement. */
  part: string;
  what: string;
  ours: string;
  theirs?: string;
  /** Ours divided by the reference, the median over the rounds. */
  ratio?: number;
  /** The target of the ratio, or of the figure when there is no ratio: ">= 1", "< 130 MB". */
  target?: string;
}

/**
 * Measures two sides in turn, so that disturbances hit both; returns the medians of both and of their ratio. `inTurn`: each is
 * first in every second round.
 */
export async function compare(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  { inTurn = false } = {},
): Promise<{ ours: number; theirs: number; ratio: number }> {
  const pairs: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (inTurn && round % 2 === 1) {
      const second = await theirs();
      pairs.push({ ours: await ours(), theirs: second });
    } else pairs.push({ ours: await ours(), theirs: await theirs() });
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    theirs: median(pairs.map((pair) => pair.theirs)),
    ratio: median(pairs.map((pair) => pair.ours / pair.theirs)),
  };
}

export const rate = (perSecond: number): string => `${Math.round(perSecond)}/s`;
export const milliseconds = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

/** Returns the lines as a table for readers. */
export function table(lines: Line[]): string {
  const head = ['', 'what', 'tefo', 'against', 'ratio', 'target'];
  const rows = lines.map((line) => [
    line.part,
    line.what,
    line.ours,
    line.theirs ?? '',
    line.ratio?.toFixed(2) ?? '',
    line.target ?? '',
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
