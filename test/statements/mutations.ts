// Damages valid files and reads them: only a refusal is thrown, nothing hangs, accepted files add up, and undamaged lines
// are read correctly.
import fc from 'fast-check';
import { BadStatement } from '../../src/core/statements/parsed-statement.ts';
import { seeded } from '../storm/random.ts';
import { type Statement, writeStatement, written } from '../support/bank-statements.ts';
import { damaged } from '../support/damage.ts';
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

export async function mutate(options: {
  seed: number;
  runs: number;
  onThousand?: () => void;
}): Promise<MutationReport> {
  const { seed, runs, onThousand = () => {} } = options;
  const bases = basesOf(seed);
  const random = seeded(seed, 'statements');
  const report: MutationReport = { runs, accepted: 0, refused: 0, slowest: 0, breaches: [] };
  for (let run = 0; run < runs; run += 1) {
    const base = random.pick(bases);
    const bytes = damaged(random, base.bytes, pieces);
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

const pieces = [
  ...['"', ',', '\n', '\r', ';', "'", '-', '(', ')', '.', ' ', 'R', 'C', 'D', '0', '9', '\u00e9', '\ufeff'],
  ...[':61:', ':86:', ':62F:', ':60F:', ':20:', '-}', '{4:', '{1:', ':', '//', ',00', 'ZAR', 'USD'],
  ...['<!DOCTYPE x [<!ENTITY a "b">]>', '<RvslInd>true</RvslInd>', 'Ccy="USD"', '<TRNAMT>1.00'],
  ...'&a; &#0; <!-- --> <![CDATA[ ]]> <Ntry> </Ntry> <a> <TxDtls/> <STMTTRN> </STMTTRN> <__proto__>'.split(
    ' ',
  ),
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
