// Damage to files: in bits, letters, lines and whole parts.
import type { Random } from '../storm/random.ts';

type Below = (limit: number) => number;
type Change = (bytes: Buffer, below: Below, pieces: readonly string[]) => Buffer;

const put = (bytes: Buffer, from: number, to: number, what: Buffer | string): Buffer =>
  Buffer.concat([bytes.subarray(0, from), Buffer.from(what as string), bytes.subarray(to)]);

/** Returns the start and end of a random line; its end is after its line feed. */
function lineIn(bytes: Buffer, below: Below): [number, number] {
  const at = below(bytes.length + 1);
  const from = bytes.lastIndexOf(10, Math.max(at - 1, 0)) + 1;
  const feed = bytes.indexOf(10, at);
  return [Math.min(from, at), feed < 0 ? bytes.length : feed + 1];
}

const changes: Change[] = [
  // A bit.
  (bytes, below) => {
    const changed = Buffer.from(bytes);
    if (changed.length > 0) changed[below(changed.length)]! ^= 1 << below(8);
    return changed;
  },
  // Cut off, at its end or at its beginning, or a hole.
  (bytes, below) => bytes.subarray(0, below(bytes.length + 1)),
  (bytes, below) => bytes.subarray(below(Math.min(bytes.length, 200) + 1)),
  (bytes, below) => {
    const from = below(bytes.length + 1);
    return put(bytes, from, Math.min(from + below(60), bytes.length), '');
  },
  // A line repeated, removed, or moved.
  (bytes, below) => {
    const [from, to] = lineIn(bytes, below);
    return put(bytes, to, to, bytes.subarray(from, to));
  },
  (bytes, below) => {
    const [from, to] = lineIn(bytes, below);
    return put(bytes, from, to, '');
  },
  (bytes, below) => {
    const [from, to] = lineIn(bytes, below);
    const without = put(bytes, from, to, '');
    const [place] = lineIn(without, below);
    return put(without, place, place, bytes.subarray(from, to));
  },
  // Another digit.
  (bytes, below) => {
    const changed = Buffer.from(bytes);
    for (let at = below(bytes.length + 1); at < changed.length; at += 1) {
      if (changed[at]! < 48 || changed[at]! > 57) continue;
      changed[at] = 48 + below(10);
      break;
    }
    return changed;
  },
  // Zeros, one or a hole of them, between or instead.
  (bytes, below) => {
    const at = below(bytes.length + 1);
    const length = below(4) === 0 ? 200 : 1;
    return put(bytes, at, below(2) === 0 ? at : Math.min(at + length, bytes.length), Buffer.alloc(length));
  },
  // Something of another place, or of another format.
  (bytes, below, pieces) => {
    const at = below(bytes.length + 1);
    return put(bytes, at, at, pieces[below(pieces.length)]!);
  },
  (bytes, below) => {
    const [from, at] = [below(bytes.length + 1), below(bytes.length + 1)];
    return put(bytes, at, at, bytes.subarray(from, from + below(80)));
  },
  // Other ends of lines, another encoding.
  (bytes, below) => {
    const text = bytes.toString();
    const ended = text.replaceAll('\r\n', '\n').replaceAll('\n', ['\r', '\n', '\r\n', '\n\n'][below(4)]!);
    return below(8) > 0
      ? Buffer.from(ended)
      : Buffer.from(`\ufeff${ended}`, below(2) === 0 ? 'utf16le' : 'utf8');
  },
  // A field that is huge, now and then.
  (bytes, below) => {
    if (below(40) > 0) return bytes;
    const at = below(bytes.length + 1);
    const letter = ['9', 'A', ' ', '(', '"', '<', ':', '\n', ',', '&'][below(10)]!;
    return put(bytes, at, at, letter.repeat(10_000 + below(200_000)));
  },
];

/** Returns the bytes after one to three changes; `pieces` are put between them. */
export function damaged(random: Random, bytes: Buffer, pieces: readonly string[]): Buffer {
  const below: Below = (limit) => random.between(0, limit);
  let changed = bytes;
  for (let times = random.between(1, 4); times > 0; times -= 1)
    changed = random.pick(changes)(changed, below, pieces);
  return changed;
}
