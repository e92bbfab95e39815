// docs/hash-vectors.json as a reader of the contract alone uses it: no code here is the service's.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { paymentFields } from './contract/signatures.ts';

type Fields = Record<string, string | number | boolean | null>;
interface Hashed {
  text: string;
  digest: string;
}
interface Vector extends Hashed {
  name: string;
  fields: Fields;
  alsoAccepted?: Also[];
}
interface Also extends Hashed {
  without?: string[];
  with?: Fields;
  lowerCase?: string;
  amount?: string;
}

const [privateKey, apiKey] = ['Private-KEY-of-Nobody', 'Api-KEY-of-Nobody'];
const payout = 'siteCode amount merchantReference customerBankReference isRtc notifyUrl';
const account = 'bankGroupId accountNumber branchCode';
const optionals = 'Optional1 Optional2 Optional3 Optional4 Optional5';

/** Key and order of every hash, from the contract. */
const contract: Record<string, [key: string, order: string, amount?: 'decimal' | 'cents']> = {
  'payment request': [privateKey, paymentFields.join(' '), 'decimal'],
  'refund item': [privateKey, 'transactionId amount refundReason notifyUrl', 'decimal'],
  'payout request': [apiKey, `${payout} ${account}`, 'cents'],
  'unique deposit reference': [
    privateKey,
    'siteCode amount transactionReference bankId notifyUrl expiryDateUtc',
    'decimal',
  ],
  'static deposit reference': [privateKey, 'siteCode transactionReference bankId notifyUrl'],
  'notification of a payment': [
    privateKey,
    `SiteCode TransactionId TransactionReference Amount Status ${optionals} CurrencyCode IsTest StatusMessage`,
  ],
  'notification of a refund': [
    privateKey,
    'RefundId TransactionId CurrencyCode Amount Status BankName AccountNumber StatusMessage',
  ],
  'notification of a payout': [
    apiKey,
    'payoutId siteCode merchantReference customerMerchantReference status subStatus',
  ],
  'result of a bulk job': [privateKey, 'jobId jobReference status compressedData error'],
  'question whether a payout is yours': [apiKey, `payoutId ${payout} ${account}`, 'cents'],
};

function amountOf(given: unknown, as: 'decimal' | 'cents'): string {
  const [rand, fraction = ''] = String(given).split('.') as [string, string?];
  const cents = fraction.padEnd(2, '0');
  return as === 'decimal' ? `${rand}.${cents}` : String(Number(rand + cents));
}

/** As PHP's strtolower. */
const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function textOf(
  fields: Fields,
  [key, order, amount]: (typeof contract)[string],
  { lowerCase, amount: bare }: Partial<Also> = {},
): string {
  let text = '';
  for (const name of order.split(' ')) {
    const value = fields[name];
    if (value === null || value === undefined || value === '') continue;
    text += name === 'amount' && amount && !bare ? amountOf(value, amount) : `${value}`;
  }
  return lowerCase ? asciiLower(text + key) : (text + key).toLowerCase();
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
        const expect = (hashed: Hashed, of: Fields, as?: Partial<Also>) => {
          assert.equal(hashed.text, textOf(of, rule, as), title);
          assert.equal(hashed.digest, createHash('sha512').update(hashed.text, 'utf8').digest('hex'), title);
        };
        expect({ text, digest }, fields);
        for (const also of alsoAccepted) {
          const { without = [], with: other = {} } = also;
          const left = Object.entries(fields).filter(([field]) => !without.includes(field));
          expect(also, { ...Object.fromEntries(left), ...other }, also);
        }
      }
    });
  }

  test('every hash of the contract begins with zeros once, and covers empty values and accents', () => {
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

  test('a request with accents have the text of a lower case that knows ASCII only, and no other has', () => {
    for (const { name, vectors } of hashes) {
      const isRequest = /request|item|reference/.test(name);
      for (const { fields, text, alsoAccepted = [] } of vectors) {
        const isLowered = alsoAccepted.some(({ lowerCase }) => lowerCase === 'of ASCII letters alone');
        const hasAccents = Object.values(fields).some((value) => /[À-Þ]/.test(String(value)));
        assert.equal(isLowered, isRequest && hasAccents, `${name}: ${text}`);
      }
    }
  });

  test('a request whose amount is a number of JSON have the text with that number, where it is another', () => {
    const decimal = Object.entries(contract).filter(([, rule]) => rule[2] === 'decimal');
    for (const [name] of decimal) {
      const { vectors } = hashes.find((one) => one.name === name)!;
      const numbers = vectors.filter(({ fields }) => typeof fields.amount === 'number');
      assert.ok(numbers.length > 0, name);
      for (const { fields, alsoAccepted = [] } of vectors) {
        const bare = alsoAccepted.some(({ amount }) => amount === 'the number as JSON has it');
        assert.equal(bare, typeof fields.amount === 'number', `${name}: ${fields.amount}`);
      }
    }
    const php = hashes[0]!.vectors.find(({ name }) => name.includes('PHP'))!;
    assert.ok(
      php.alsoAccepted!.some(({ amount, lowerCase }) => amount && lowerCase),
      'both at once',
    );
  });
});
