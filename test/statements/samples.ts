// Statements by chance, in the words of South African banks.
import fc from 'fast-check';
import type { Movement, Statement } from '../support/bank-statements.ts';

const words = fc.constantFrom(
  ...[
    'CAPITEC',
    'FNB APP PAYMENT FROM',
    'MAGTAPE CREDIT',
    'PAYSHAP PAYMENT FROM',
    'IB PAYMENT TO',
    'A. SMIT',
    'KHUMALO',
  ],
  ...['7" PIPE', 'VAN & SONS', 'Ünal, B', '0204 000000000012345', 'CAFÉ', '(PTY) LTD', '<X>', 'INV 17'],
);

const text = fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => `EFT ${parts.join(' ')}`);
const reference = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.integer({ min: 0, max: 999_999 }).map((n) => `DEP${String(n).padStart(12, '0')}`),
  },
  fc.integer({ min: 0, max: 999_999 }).map((n) => `TOPUP${String(n).padStart(12, '0')}`),
  fc.constant(''),
);
const amount = fc
  .oneof(fc.bigInt(1n, 500n), fc.bigInt(1n, 10_000_000n), fc.bigInt(1n, 9_999_999_999n))
  .chain((cents) => fc.constantFrom(cents, cents, -cents));

const day = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);

/** Statements of at most a fortnight's days, some over New Year, some overdrawn. */
export const statements: fc.Arbitrary<Statement> = fc
  .record({
    from: fc.constantFrom('2026-12-28', '2026-11-23', '2028-02-28'),
    account: fc.constantFrom('62000000001', '4000000002', '000111222'),
    number: fc.integer({ min: 1, max: 900 }),
    opening: fc.bigInt(-1_000_000n, 100_000_000n),
    lines: fc.array(fc.record({ amount, text, reference, later: fc.integer({ min: 0, max: 2 }) }), {
      maxLength: 8,
    }),
  })
  .map(({ lines, ...statement }) => {
    let days = 0;
    const dated = lines.map(({ later, ...line }): Movement => {
      days += later;
      return { ...line, date: day(statement.from, days) };
    });
    return { ...statement, lines: dated };
  });
