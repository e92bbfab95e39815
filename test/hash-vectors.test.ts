// docs/hash-vectors.json as somebody reads it who knows the contract alone: nothing here is the service's own code.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';

type Fields = Record<string, string | number | boolean | null>;
interface Hashed {
  text: string;
  digest: string;
}
interface Vector extends Hashed {
  name: string;
  fields: Fields;
  alsoAccepted?: (Hashed & { without?: string[]; with?: Fields })[];
}

const optional = [1, 2, 3, 4, 5];

/** Key and order of every hash, from the contract. */
const contract: Record<string, [key: string, order: string, amount?: 'decimal' | 'cents']> = {
  'payment request': [
    'Private-KEY-of-Nobody',
    `siteCode countryCode currencyCode amount transactionReference bankReference ${optional.map((n) => `optional${n}`).join(' ')} customer cancelUrl errorUrl successUrl notifyUrl isTest selectedBankId bankAccountNumber branchCode bankAccountName payeeDisplayName expiryDateUtc allowVariableAmount variableAmountMin variableAmountMax customerIdentifier customerCellphoneNumber`,
    'decimal',
  ],
  'refund item': ['Private-KEY-of-Nobody', 'transactionId amount refundReason notifyUrl', 'decimal'],
  'payout request': [
    'Api-KEY-of-Nobody',
    'siteCode amount merchantReference customerBankReference isRtc notifyUrl bankGroupId accountNumber branchCode',
    'cents',
  ],
  'unique deposit reference': [
    'Private-KEY-of-Nobody',
    'siteCode amount transactionReference bankId notifyUrl expiryDateUtc',
    'decimal',
  ],
  'static deposit reference': ['Private-KEY-of-Nobody', 'siteCode transactionReference bankId notifyUrl'],
  'notification of a payment': [
    'Private-KEY-of-Nobody',
    `SiteCode TransactionId TransactionReference Amount Status ${optional.map((n) => `Optional${n}`).join(' ')} CurrencyCode IsTest StatusMessage`,
  ],
  'notification of a refund': [
    'Private-KEY-of-Nobody',
    'RefundId TransactionId CurrencyCode Amount Status BankName AccountNumber StatusMessage',
  ],
  'notification of a payout': [
    'Api-KEY-of-Nobody',
    'payoutId siteCode merchantReference customerMerchantReference status subStatus',
  ],
  'result of a bulk job': ['Private-KEY-of-Nobody', 'jobId jobReference status compressedData error'],
  'question whether a payout is yours': [
    'Api-KEY-of-Nobody',
    'payoutId siteCode amount merchantReference customerBankReference isRtc notifyUrl bankGroupId accountNumber branchCode',
    'cents',
  ],
};

function amountOf(given: unknown, as: 'decimal' | 'cents'): string {
  const [rand, fraction = ''] = String(given).split('.') as [string, string?];
  const cents = fraction.padEnd(2, '0');
  return as === 'decimal' ? `${rand}.${cents}` : String(Number(rand + cents));
}

function textOf(fields: Fields, [key, order, amount]: (typeof contract)[string]): string {
  let text = '';
  for (const name of order.split(' ')) {
    const value = fields[name];
    if (value === null || value === undefined || value === '') continue;
    text += name === 'amount' && amount ? amountOf(value, amount) : `${value}`;
  }
  return (text + key).toLowerCase();
}

const { hashes } = JSON.parse(await readFile('docs/hash-vectors.json', 'utf8')) as {
  hashes: { name: string; order: string[]; vectors: Vector[] }[];
};

describe('the vectors of', () => {
  for (const { name, order, vectors } of hashes) {
    test(`a ${name} have the text and the digest of the contract`, () => {
      const rule = contract[name]!;
      assert.equal(order.join(' '), rule[1]);
      for (const { name: title, fields, text, digest, alsoAccepted = [] } of vectors) {
        const expect = (hashed: Hashed, of: Fields) => {
          assert.equal(hashed.text, textOf(of, rule), title);
          assert.equal(hashed.digest, createHash('sha512').update(hashed.text, 'utf8').digest('hex'), title);
        };
        expect({ text, digest }, fields);
        for (const { without = [], with: other = {}, ...hashed } of alsoAccepted) {
          const left = Object.entries(fields).filter(([field]) => !without.includes(field));
          expect(hashed, { ...Object.fromEntries(left), ...other });
        }
      }
    });
  }

  test('every hash of the contract begin with zeros once, and meet what is empty and what has accents', () => {
    assert.deepEqual(hashes.map(({ name }) => name).sort(), Object.keys(contract).sort());
    const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
    for (const { name, order, vectors } of hashes) {
      assert.ok(
        vectors.some(({ digest }) => digest.startsWith('00')),
        name,
      );
      const hasEmpty = vectors.some(({ fields }) => order.some((field) => isEmpty(fields[field])));
      assert.ok(hasEmpty || name === 'notification of a payout', `${name}: nothing of it is ever empty`);
      const hasAccents = vectors.some(({ text }) => /[à-þ]/.test(text));
      assert.ok(hasAccents || name.startsWith('question'), name);
    }
  });
});
