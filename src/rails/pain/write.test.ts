import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { files } from '../../../test/pain/files.ts';
import { budget } from '../../../test/support/budget.ts';
import { readOrders } from '../../../test/support/pain.ts';
import type { PaymentFile } from '../../core/payment-files/format.ts';
import { profiles } from './profiles.ts';

const profileOf = (name: string) => profiles.find((profile) => profile.name === name)!;
const xml = profiles.filter(({ extension }) => extension === 'xml');
const setX = /^[A-Za-z0-9/?:().,'+ -]+$/;

const example: PaymentFile = {
  messageId: 'TEFO-20261201-1',
  createdAt: new Date('2026-12-01T14:00:00.123Z'),
  executionDate: '2026-12-01',
  account: { holder: 'Shop & Co', accountNumber: '0000000019', branchCode: '051001', customer: 'OWN1' },
  payments: [
    {
      bankReference: 'PAY123456789092',
      amount: 1n,
      holder: '',
      accountNumber: '0012345678',
      branchCode: '250655',
      accountType: 'savings',
      text: '',
    },
    {
      bankReference: 'PAY000000000195',
      amount: 9_999_999_999n,
      holder: 'Ma\u00ebl O\u2019Brien <Pty>',
      accountNumber: '1',
      branchCode: '051001',
      accountType: null,
      text: '-1+1, "x"',
    },
  ],
};

describe('a payment file as pain.001', () => {
  test('states each amount, account, reference and sum exactly', () => {
    fc.assert(
      fc.property(fc.constantFrom(...xml), files(12), (profile, file) => {
        const text = profile.write(file);
        assert.equal(profile.write(structuredClone(file)), text);
        const read = readOrders(text);
        const sum = file.payments.reduce((total, { amount }) => total + amount, 0n);
        assert.equal(read.version, profile.format);
        assert.equal(read.messageId, file.messageId);
        assert.equal(read.executionDate, file.executionDate);
        assert.equal(Date.parse(read.createdAt), file.createdAt.getTime());
        assert.deepEqual(read.counts, [file.payments.length, file.payments.length]);
        assert.deepEqual(read.sums, [sum, sum]);
        const { accountNumber, branchCode } = file.account;
        assert.deepEqual([read.accountNumber, read.branchCode], [accountNumber, branchCode]);
        assert.deepEqual(
          read.payments.map((order) => [
            order.bankReference,
            order.instructionId,
            order.amount,
            order.currency,
            order.accountNumber,
            order.branchCode,
          ]),
          file.payments.map((payment) => [
            payment.bankReference,
            payment.bankReference,
            payment.amount,
            'ZAR',
            payment.accountNumber,
            payment.branchCode,
          ]),
        );
        for (const { holder, text: reported } of read.payments) {
          assert.match(holder, setX);
          assert.match(reported, setX);
          assert.ok(holder.length <= 70 && reported.length <= 140);
        }
      }),
      { numRuns: budget(25, 2_000) },
    );
  });

  test('has the elements that Standard Bank publishes, and no others', () => {
    const text = profileOf('standardbank').write(example);
    const read = readOrders(text);
    assert.equal(read.customer, 'OWN1');
    assert.equal(read.holder, 'Shop + Co');
    assert.deepEqual(
      read.payments.map(({ holder, text, accountType, charges, clearingSystem }) => ({
        holder,
        text,
        accountType,
        charges,
        clearingSystem,
      })),
      [
        {
          holder: 'Account holder',
          text: 'PAY123456789092',
          accountType: 'SVGS',
          charges: 'CRED',
          clearingSystem: null,
        },
        {
          holder: "Mael O'Brien (Pty)",
          text: "-1+1, 'x'",
          accountType: 'CACC',
          charges: 'CRED',
          clearingSystem: null,
        },
      ],
    );
    for (const part of [
      '<CreDtTm>2026-12-01T14:00:00.123Z</CreDtTm>',
      '<PmtMtd>TRF</PmtMtd>',
      '<BtchBookg>true</BtchBookg>',
      '<InstrPrty>NORM</InstrPrty>',
      '<ReqdExctnDt>2026-12-01</ReqdExctnDt>',
      '<Cd>CUST</Cd>',
      '<Ccy>ZAR</Ccy>',
      '<Ctry>ZA</Ctry>',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.doesNotMatch(text, /IBAN|BIC|SvcLvl/);
  });

  test('names the clearing system in the generic forms, and an account type only if it is known', () => {
    for (const name of ['pain.001.001.03', 'pain.001.001.09']) {
      const { payments } = readOrders(profileOf(name).write(example));
      assert.deepEqual(
        payments.map(({ accountType, charges, clearingSystem }) => [accountType, charges, clearingSystem]),
        [
          ['SVGS', null, 'ZANCC'],
          [null, null, 'ZANCC'],
        ],
      );
    }
    assert.match(profileOf('pain.001.001.09').write(example), /<ReqdExctnDt>\s*<Dt>2026-12-01</);
  });
});

describe('a payment file as CSV', () => {
  test('has one line for each payment, in CRLF and RFC 4180, and no formula', () => {
    assert.equal(
      profileOf('csv').write(example),
      'Date,Account,Branch,Type,Holder,Amount,Their reference,Our reference\r\n' +
        '2026-12-01,0012345678,250655,savings,Account holder,0.01,PAY123456789092,PAY123456789092\r\n' +
        "2026-12-01,1,051001,cheque,Mael O'Brien (Pty),99999999.99,\"1+1, 'x'\",PAY000000000195\r\n",
    );
  });

  test('has fields that no spreadsheet calculates, whatever the texts', () => {
    fc.assert(
      fc.property(files(5), (file) => {
        const [, ...lines] = profileOf('csv').write(file).split('\r\n');
        assert.equal(lines.pop(), '');
        assert.equal(lines.length, file.payments.length);
        for (const line of lines) {
          // No text of the set has a quotation mark.
          const fields = line.match(/"[^"]*"|[^,]+/g)!.map((field) => field.replaceAll('"', ''));
          assert.equal(fields.length, 8, line);
          for (const field of fields) assert.doesNotMatch(field, /^[=+@\t\r-]/);
        }
      }),
      { numRuns: budget(25, 2_000) },
    );
  });
});

test('a file that no bank would take is not written, and the error leaves out the account number', () => {
  const [first] = example.payments;
  const wrong: [Partial<PaymentFile>, RegExp][] = [
    [{ payments: [] }, /has no payments/],
    [{ messageId: 'x'.repeat(36) }, /message id/],
    [{ executionDate: '1 December' }, /execution date/],
    [{ payments: [{ ...first!, amount: 0n }] }, /PAY123456789092 is not more than zero/],
    [{ payments: [{ ...first!, branchCode: '25065' }] }, /PAY123456789092: its branch/],
    [{ payments: [{ ...first!, accountNumber: '62 00' }] }, /PAY123456789092: its number/],
    [{ payments: [first!, first!] }, /twice/],
    [{ account: { ...example.account, accountNumber: '' } }, /the paying account: its number/],
  ];
  for (const { write } of profiles) {
    for (const [change, reason] of wrong) {
      assert.throws(
        () => write({ ...example, ...change }),
        (error: Error) => reason.test(error.message) && !error.message.includes('62 00'),
      );
    }
  }
});
