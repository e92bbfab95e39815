import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { budget } from '../../../test/support/budget.ts';
import { merchantHash } from '../../../test/support/setup/payments-api.ts';
import {
  hashedFields,
  hashInput,
  isSigned,
  type RequestTexts,
  requestHashInput,
  signedWriting,
} from './hash.ts';

const key = '215114531AFF7134A94C88CEEA48E';
const published: RequestTexts = {
  siteCode: 'TSTSTE0001',
  countryCode: 'ZA',
  currencyCode: 'ZAR',
  amount: '25.00',
  transactionReference: '123',
  bankReference: 'ABC123',
  cancelUrl: 'http://demo.ozow.com/cancel.aspx',
  errorUrl: 'http://demo.ozow.com/error.aspx',
  successUrl: 'http://demo.ozow.com/success.aspx',
  notifyUrl: 'http://demo.ozow.com/notify.aspx',
  isTest: 'false',
};
const publishedHash =
  'eedcba106cd8fef3ba6cec5ec80de7d7d7fc90343028bf95b908718c671d0fe885ca08b206d788de009d237a93c18e66edf6ede3f5ca7057e23474106465dcc6';
const sha512 = (text: string) => createHash('sha512').update(text).digest('hex');

describe('the hash of a payment request', () => {
  test('is the published one for the published example', () => {
    assert.equal(sha512(requestHashInput(published, key)), publishedHash);
    assert.ok(isSigned(published, publishedHash, [key]));
  });

  test('is over exactly the fields of the contract, in its order', () => {
    const each = Object.fromEntries(hashedFields.map((name) => [name, `[${name}]`])) as RequestTexts;
    const inOrder =
      'siteCode countryCode currencyCode amount transactionReference bankReference optional1 optional2 optional3 optional4 optional5 customer cancelUrl errorUrl successUrl notifyUrl isTest selectedBankId bankAccountNumber branchCode bankAccountName payeeDisplayName expiryDateUtc allowVariableAmount variableAmountMin variableAmountMax customerIdentifier customerCellphoneNumber';
    const expected = inOrder.split(' ').map((name) => `[${name}]`);
    assert.equal(requestHashInput(each, 'KEY'), `${expected.join('')}KEY`.toLowerCase());
  });

  test('counts the amount with two decimals, however it was written', () => {
    for (const amount of ['25', '25.0', '25.00'])
      assert.ok(isSigned({ ...published, amount }, publishedHash, [key]));
    assert.ok(!isSigned({ ...published, amount: '25.01' }, publishedHash, [key]));
  });

  test('counts each bound of a variable amount as it was written, or with two decimals', () => {
    for (const [variableAmountMin, variableAmountMax] of [
      ['10', '20.00'],
      ['10.00', '20'],
      ['10', '20'],
    ] as const) {
      const written = { ...published, allowVariableAmount: 'true', variableAmountMin, variableAmountMax };
      const inDecimals = { ...written, variableAmountMin: '10.00', variableAmountMax: '20.00' };
      for (const hashed of [written, inDecimals])
        assert.ok(isSigned(written, merchantHash(hashed, key), [key]), JSON.stringify(hashed));
      const other = { ...written, variableAmountMax: '20.01' };
      assert.ok(!isSigned(written, merchantHash(other, key), [key]));
    }
  });

  test('is not calculated for more than 8192 characters with the hash', () => {
    const others = Object.values(published).join('').length + publishedHash.length;
    const isLong = (length: number): boolean => {
      const long = { ...published, optional1: 'x'.repeat(length - others) };
      return isSigned(long, merchantHash(long, key), [key]);
    };
    assert.deepEqual([isLong(8_192), isLong(8_193)], [true, false]);
  });

  test('is right in any letter case and without the zeros it begins with', () => {
    assert.ok(isSigned(published, publishedHash.toUpperCase(), [key]));
    const [texts, hash] = [...Array(5000).keys()]
      .map((n) => ({ ...published, transactionReference: `${n}` }))
      .map((one) => [one, merchantHash(one, key)] as const)
      .find(([, digest]) => digest.startsWith('00'))!;
    assert.ok(isSigned(texts, hash, [key]));
    assert.ok(isSigned(texts, hash.slice(1), [key]));
    assert.ok(isSigned(texts, hash.slice(2), [key]));
    assert.ok(isSigned(texts, `000${hash}`, [key]));
  });

  test('is wrong under another key, cut short, empty, and with one digit changed', () => {
    assert.ok(!isSigned(published, publishedHash, ['another']));
    assert.ok(!isSigned(published, publishedHash, []));
    const changed = (publishedHash[0] === 'f' ? '0' : 'f') + publishedHash.slice(1);
    for (const hash of ['', '0', publishedHash.slice(0, -1), ` ${publishedHash}`, changed]) {
      assert.ok(!isSigned(published, hash, [key]), hash);
    }
  });

  test('is right under each of several keys, for as long as both are usable', () => {
    assert.ok(isSigned(published, publishedHash, ['the new one', key]));
    assert.ok(isSigned(published, merchantHash(published, 'the new one'), ['the new one', key]));
  });

  test('may be that of a client whose lower case knows A to Z alone', () => {
    const texts = { ...published, customer: 'Élise ŠTĚPÁNEK', optional1: 'ÄÖÜ' };
    const ascii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    const joined = hashedFields.map((name) => texts[name as keyof typeof texts] ?? '').join('') + key;
    assert.notEqual(ascii(joined), joined.toLowerCase());
    assert.ok(isSigned(texts, sha512(ascii(joined)), [key]));
    assert.ok(isSigned(texts, sha512(joined.toLowerCase()), [key]));
    assert.ok(!isSigned(texts, sha512(joined), [key]));
    assert.ok(!isSigned(texts, sha512(joined.toUpperCase()), [key]));
  });

  test('may have the amount as JSON has it as a number, and as nothing else', () => {
    const texts = { ...published, amount: '25' };
    const values = hashedFields.map((name) => texts[name as keyof typeof texts] ?? '');
    const hash = sha512((values.join('') + key).toLowerCase());
    assert.ok(signedWriting(texts, hash, [key], '25'));
    assert.equal(signedWriting(texts, hash, [key]), undefined);
    assert.equal(signedWriting({ ...texts, amount: '25.00' }, hash, [key]), undefined);
  });

  test('may leave out the cellphone number, allowVariableAmount when it is false, and both; nothing else', () => {
    const optional = { customerCellphoneNumber: '0821234567', allowVariableAmount: 'False' };
    // A hash has no separator between its fields: with isTest=false, it would be unclear which "false" is missing.
    const texts: RequestTexts = { ...published, isTest: 'true', ...optional };
    const without = (...names: (keyof RequestTexts)[]) =>
      merchantHash({ ...texts, ...Object.fromEntries(names.map((name) => [name, undefined])) }, key);
    assert.ok(isSigned(texts, without(), [key]));
    assert.ok(isSigned(texts, without('customerCellphoneNumber'), [key]));
    assert.ok(isSigned(texts, without('allowVariableAmount'), [key]));
    assert.ok(isSigned(texts, without('customerCellphoneNumber', 'allowVariableAmount'), [key]));
    const variable = { ...texts, allowVariableAmount: 'true' };
    assert.ok(!isSigned(variable, without('allowVariableAmount'), [key]));
    for (const name of Object.keys(published) as (keyof RequestTexts)[]) {
      assert.ok(!isSigned(texts, without(name), [key]), name);
    }
  });

  test('may write the band of a variable amount as sent or with two decimals', () => {
    const texts: RequestTexts = {
      ...published,
      allowVariableAmount: 'true',
      variableAmountMin: '5',
      variableAmountMax: '50.5',
    };
    assert.ok(isSigned(texts, merchantHash(texts, key), [key]));
    const twoDecimals = { ...texts, variableAmountMin: '5.00', variableAmountMax: '50.50' };
    assert.ok(isSigned(texts, merchantHash(twoDecimals, key), [key]));
    assert.ok(!isSigned(texts, merchantHash({ ...texts, variableAmountMin: '5.01' }, key), [key]));
  });

  test('agrees with an independent implementation for any fields, and with no other fields', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('ÄÖ', 'İ', 'ΑΣ', 'TRUE', ''),
    );
    const texts = fc.dictionary(fc.constantFrom(...hashedFields.filter((name) => name !== 'amount')), value);
    fc.assert(
      fc.property(texts, fc.string(), (given, privateKey) => {
        const hash = merchantHash(given, privateKey);
        assert.ok(isSigned(given as RequestTexts, hash, [privateKey]));
        assert.ok(!isSigned({ ...given, siteCode: `${given.siteCode ?? ''}x` }, hash, [privateKey]));
      }),
      { numRuns: budget(100, 500) },
    );
  });
});

test('null, undefined and empty are the same in every hash', () => {
  assert.equal(hashInput(['A', null, undefined, '', 'b'], 'K'), 'abk');
});
