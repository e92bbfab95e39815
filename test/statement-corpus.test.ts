// Statement files after the layouts of real banks, with invented names and numbers. Next to each file is its content, as
// the format defines it: every line, every statement, or the reason of its refusal.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ReportedLine } from '../src/core/statements/parsed-statement.ts';
import { formatDecimal } from '../src/kernel/money.ts';
import { profileNamed } from '../src/rails/files/profile-names.ts';
import { readWhole, refusalOf } from './statements/read-whole.ts';

interface ExpectedLine {
  date: string;
  /** Default: the date. */
  valueDate?: string;
  amount: string;
  text: string;
  reference: string;
  /** Default: null. */
  hint?: 'charge' | 'interest';
  /** Default: booked. */
  status?: 'pending';
  isReversal?: true;
  payer?: { branchCode: string; accountNumber: string; holder: string | null };
}

interface Expected {
  /** The content of the file. */
  rule: string;
  today: string;
  profile?: string;
  /** Facts that are not named here are not compared. */
  statements?: ({ account: string | null; opening: string | null; closing: string | null } & {
    lines: ExpectedLine[];
  })[];
  skipped?: { account: string | null; reason: string }[];
  /** A part of the reason, with the line before it. */
  refused?: string;
}

const folder = new URL('statements/corpus/', import.meta.url);
const names = readdirSync(folder).filter((name) => !name.endsWith('.json'));

for (const name of names) {
  const expected: Expected = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
  test(`${name}: ${expected.rule}`, async () => {
    const file = readFileSync(new URL(name, folder));
    const options = { profile: profileNamed(expected.profile ?? 'auto'), today: expected.today };
    if (expected.refused !== undefined) {
      const refusal = `line ${await refusalOf(file, options)}`;
      assert.ok(refusal.includes(expected.refused), `${refusal} is not: ${expected.refused}`);
      return;
    }
    // The size of the pieces in which a file is read changes nothing.
    for (const size of [50_000, 7]) {
      const read = await readWhole(file, { ...options, size });
      assert.deepEqual(
        read.skipped.map(({ account }) => account),
        (expected.skipped ?? []).map(({ account }) => account),
      );
      for (const [index, { reason }] of (expected.skipped ?? []).entries())
        assert.ok(read.skipped[index]!.reason.includes(reason), read.skipped[index]!.reason);
      const statements = read.statements.map((one) => {
        const { opening, closing, lines, ...facts } = one;
        return { ...facts, opening: decimal(opening), closing: decimal(closing), lines: lines.map(written) };
      });
      const wanted = expected.statements!.map((one, index) => ({
        ...statements[index],
        ...one,
        lines: one.lines.map((line) => ({ valueDate: line.date, ...line })),
      }));
      assert.deepEqual(statements, wanted);
    }
  });
}

test('the corpus has at least 60 files', () => {
  assert.ok(names.length >= 60, `${names.length}`);
});

const decimal = (cents: bigint | null): string | null => (cents === null ? null : formatDecimal(cents));

/** Returns a line as the expectations write it: without default values. */
function written(line: ReportedLine): ExpectedLine {
  const { bookedOn, valueOn, amount, text, reference, hint, status, isReversal } = line;
  return {
    date: bookedOn,
    valueDate: valueOn,
    amount: formatDecimal(amount),
    text,
    reference,
    ...(hint !== null && { hint }),
    ...(status === 'pending' && { status }),
    ...(isReversal && { isReversal }),
    ...(line.payer && { payer: line.payer }),
  };
}
