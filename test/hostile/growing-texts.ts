// Texts of any length, each of one hostile or honest shape.
import { writeStatement } from '../support/bank-statements.ts';

/** A piece as often as it fits, between a beginning and an end. */
export const filled =
  (piece: string, head = '', tail = '') =>
  (size: number): string =>
    head + piece.repeat(Math.max(1, Math.floor((size - head.length - tail.length) / piece.length))) + tail;

/** Different pieces, as many as fit. */
export const counted =
  (piece: (index: number) => string, head = '', tail = '') =>
  (size: number): string => {
    const pieces: string[] = [];
    for (let left = size - head.length - tail.length, index = 0; left > 0; index += 1) {
      const one = piece(index);
      left -= one.length;
      if (left >= 0) pieces.push(one);
    }
    return head + pieces.join('') + tail;
  };

/** An opener as often as its closer. */
export const nested =
  (open: string, close: string, head = '', tail = '') =>
  (size: number): string => {
    const times = Math.floor((size - head.length - tail.length) / (open.length + close.length));
    return head + open.repeat(times) + close.repeat(times) + tail;
  };

/** A statement as a bank writes it, of as many lines as fit. */
export const honest =
  (format: string, text = 'SHOP') =>
  (size: number): string => {
    const write = (lines: number) =>
      writeStatement(format, {
        account: '62000001234',
        number: 1,
        from: '2026-11-20',
        opening: 0n,
        lines: Array.from({ length: lines }, (_, index) => ({
          date: '2026-11-20',
          amount: 100n,
          text: `${text} ${index}`,
          reference: '',
        })),
      });
    const perLine = (write(200).length - write(100).length) / 100;
    return write(Math.floor(size / perLine));
  };
