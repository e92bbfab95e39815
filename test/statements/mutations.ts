// Damages valid files and reads them: only a refusal is thrown, nothing hangs, accepted files add up, and undamaged lines
// are read correctly.
import fc from 'fast-check';
import { BadStatement } from '../../src/core/statements/parsed-statement.ts';
import { type Statement, writeStatement, written } from '../support/bank-statements.ts';
import { type ReadWhole, readWhole } from './read-whole.ts';
import { statements } from './samples.ts';

export interface MutationReport {
  runs: number;
  accepted: number;
  refused: number;
  /** In milliseconds of the processor. */
  slowest: number;
  breaches: string[];
}

interface Base {
  name: string;
  bytes: Buffer;
  /** The whole text of each movement in the file, and its cents. */
  chunks: { mark: string; raw: Buffer; amount: bigint }[];
}

/** In milliseconds of the processor; the files are small, a field may be huge. */
const slow = 3_000;
const perFormat = 40;

/** Numbers by chance, the same for the same seed (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Runs mutations one by one. */
export async function mutate({
  seed,
  runs,
  onThousand = () => {},
}: {
  seed: number;
  runs: number;
  onThousand?: () => void;
}): Promise<MutationReport> {
  const bases = basesOf(seed);
  const below = numbers(seed);
  const report: MutationReport = { runs, accepted: 0, refused: 0, slowest: 0, breaches: [] };
  for (let run = 0; run < runs; run += 1) {
    const base = bases[below(bases.length)]!;
    let bytes = base.bytes;
    for (let times = 1 + below(3); times > 0; times -= 1)
      bytes = mutations[below(mutations.length)]!(bytes, below);
    const before = process.threadCpuUsage();
    const breach = await tried(base, bytes, report);
    const { user, system } = process.threadCpuUsage(before);
    const took = Math.round((user + system) / 1_000);
    report.slowest = Math.max(report.slowest, took);
    const found = breach ?? (took > slow ? `took ${took} ms` : undefined);
    if (found !== undefined && report.breaches.length < 20)
      report.breaches.push(
        `${base.name}, seed ${seed}, run ${run}: ${found}\n${bytes.subarray(0, 3_000).toString('latin1')}`,
      );
    if (run % 1_000 === 999) onThousand();
  }
  return report;
}

function basesOf(seed: number): Base[] {
  const samples = fc.sample(statements, { numRuns: perFormat, seed }).map(marked);
  return written.flatMap((name) => samples.map((statement) => baseOf(name, statement)));
}

/** Each movement gets a word that no other one has. */
function marked(statement: Statement): Statement {
  const lines = statement.lines.map((line, index) => ({ ...line, text: `MARK${index}X ${line.text}` }));
  return { ...statement, lines };
}

function baseOf(name: string, statement: Statement): Base {
  const text = writeStatement(name, statement);
  const chunks = statement.lines.map(({ amount }, index) => {
    const mark = `MARK${index}X`;
    return { mark, raw: Buffer.from(chunkOf(name, text, mark)), amount };
  });
  return { name, bytes: Buffer.from(text), chunks };
}

/** Returns all that the file says of a movement. */
function chunkOf(name: string, text: string, mark: string): string {
  const at = text.indexOf(mark);
  const begins = name.startsWith('mt') ? ':61:' : name.startsWith('camt') ? '<Ntry>' : '\n';
  const ends = name.startsWith('camt') ? '</Ntry>' : '\n';
  return text.slice(text.lastIndexOf(begins, at), text.indexOf(ends, at) + ends.length);
}

async function tried(base: Base, bytes: Buffer, report: MutationReport): Promise<string | undefined> {
  let read: ReadWhole;
  try {
    read = await readWhole(bytes);
  } catch (error) {
    report.refused += 1;
    return error instanceof BadStatement ? undefined : `threw ${(error as Error).stack}`;
  }
  report.accepted += 1;
  return wrongSum(read) ?? wrongAmount(base, bytes, read);
}

function wrongSum({ statements: read }: ReadWhole): string | undefined {
  for (const { opening, closing, lines } of read) {
    if (opening === null || closing === null) continue;
    const booked = lines.filter(({ status }) => status === 'booked');
    const sum = booked.reduce((total, { amount }) => total + amount, opening);
    if (sum !== closing) return `the lines make ${sum}, not ${closing}`;
  }
  return undefined;
}

function wrongAmount({ chunks }: Base, bytes: Buffer, { lines }: ReadWhole): string | undefined {
  for (const { mark, raw, amount } of chunks) {
    if (!bytes.includes(raw)) continue;
    const reported = lines.filter((line) => line.text.includes(mark));
    if (reported.length > 0 && !reported.some((line) => line.amount === amount))
      return `${mark} was not damaged, and is ${reported.map((line) => line.amount).join(', ')} instead of ${amount}`;
  }
  return undefined;
}

type Mutation = (bytes: Buffer, below: (n: number) => number) => Buffer;

const put = (bytes: Buffer, from: number, to: number, what: Buffer | string): Buffer =>
  Buffer.concat([bytes.subarray(0, from), Buffer.from(what as string), bytes.subarray(to)]);

/** Returns the start and end of a random line; its end is after its line feed. */
function lineIn(bytes: Buffer, below: (n: number) => number): [number, number] {
  const at = below(bytes.length + 1);
  const from = bytes.lastIndexOf(10, Math.max(at - 1, 0)) + 1;
  const feed = bytes.indexOf(10, at);
  return [Math.min(from, at), feed < 0 ? bytes.length : feed + 1];
}

const tokens = [
  ...['"', ',', '\n', '\r', ';', "'", '-', '(', ')', '.', ' ', 'R', 'C', 'D', '0', '9', '\u00e9', '\ufeff'],
  ...[':61:', ':86:', ':62F:', ':60F:', ':20:', '-}', '{4:', '{1:', ':', '//', ',00', 'ZAR', 'USD'],
  ...[
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    '&a;',
    '&#0;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<Ntry>',
    '</Ntry>',
    '<a>',
  ],
  ...[
    '<TxDtls/>',
    '<RvslInd>true</RvslInd>',
    'Ccy="USD"',
    '<STMTTRN>',
    '</STMTTRN>',
    '<TRNAMT>1.00',
    '<__proto__>',
  ],
  ...[
    'OPEN BALANCE',
    'Total:',
    '(Pending)',
    'PROVISIONAL STATEMENT',
    '#',
    '99991231',
    '2026-12-31',
    '1e9',
    'NaN',
  ],
];

const mutations: Mutation[] = [
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
  (bytes, below) => {
    const at = below(bytes.length + 1);
    return put(bytes, at, at, tokens[below(tokens.length)]!);
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
