// Payment files of any content, for properties.
import fc from 'fast-check';
import type { FilePayment, PaymentFile } from '../../src/core/payment-files/format.ts';
import { checkDigits } from '../../src/kernel/check-digits.ts';

/** Typical text of users and other systems. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'Refund 12',
    "Ma\u00ebl O'Brien & Sons <Pty>",
    '=1+1',
    '-cmd',
    '@SUM(A1)',
    '+27 82',
  ),
  fc.constantFrom(
    '\u5f20\u4f1f',
    '\u202eabc',
    'a,b "c"',
    'two\r\nlines\ttab',
    '\ud800',
    ']]>',
    '&amp;',
    '<!--',
    '\u0149 huis',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);

const amount = fc.oneof(
  fc.constantFrom(1n, 99n, 100n, 500_000_000n, 9_999_999_999n),
  fc.bigInt(1n, 9_999_999_999n),
);
const digits = (least: number, most: number) => fc.stringMatching(new RegExp(`^\\d{${least},${most}}$`));

const payment: fc.Arbitrary<FilePayment> = fc.record({
  bankReference: digits(10, 10).map((drawn) => `PAY${drawn}${checkDigits(drawn)}`),
  amount,
  holder: text,
  accountNumber: digits(1, 16),
  branchCode: digits(6, 6),
  accountType: fc.constantFrom('cheque', 'savings', null),
  text,
});

/** Files of one to `most` payments. */
export const files = (most: number): fc.Arbitrary<PaymentFile> =>
  fc.record({
    messageId: fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{0,34}$/),
    createdAt: fc.date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
    executionDate: fc.constantFrom('2026-12-01', '2028-02-29'),
    account: fc.record({
      holder: text,
      accountNumber: digits(1, 16),
      branchCode: digits(6, 6),
      customer: fc.option(text),
    }),
    payments: fc.uniqueArray(payment, {
      minLength: 1,
      maxLength: most,
      selector: ({ bankReference }) => bankReference,
    }),
  });
