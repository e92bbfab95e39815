import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judge } from '../../../test/contract/documents.ts';
import { budget } from '../../../test/support/budget.ts';
import { readFields } from './fields.ts';
import { type GivenFields, readElement } from './given.ts';

const whole = {
  siteCode: 'KARKAR1234',
  countryCode: 'ZA',
  currencyCode: 'ZAR',
  amount: '25.00',
  transactionReference: 'ORDER-17',
  bankReference: 'INV 17',
  cancelUrl: 'https://shop.example/cancel',
  errorUrl: 'https://shop.example/error',
  successUrl: 'https://shop.example/success',
  notifyUrl: 'https://shop.example/notify',
  isTest: false,
  hashCheck: 'a'.repeat(128),
};

const takes = (body: object): boolean =>
  readFields(readElement(JSON.stringify(body)) as GivenFields, () => false).problem === undefined;
const describes = (body: object): boolean =>
  judge('payments', '/components/schemas/PaymentRequest', body) === undefined;

const text = (most: number) => fc.string({ unit: 'grapheme', minLength: 1, maxLength: most + 2 });
const address = fc.oneof(
  fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true }),
  fc.constantFrom(
    'HTTPS://Shop.Example/',
    'https://shop.example/Zoë?a=ß',
    'http://[::1]:80/',
    'ftp://a/',
    'shop',
    'https://',
  ),
  text(150),
);
const amount = fc.oneof(
  fc.constantFrom(
    '0',
    '0.00',
    '1',
    '1.5',
    '00001.00',
    '1.555',
    '-1',
    '1e3',
    ' 1',
    '999999999999.99',
    '1000000000000',
    1,
    25.5,
    0,
    -1,
    true,
  ),
  fc.stringMatching(/^\d{1,13}(\.\d{0,3})?$/),
);
const flag = fc.constantFrom(true, false, 'true', 'False', 'TRUE', 'yes', '1', 1);

/** Good and bad values for each field. */
const values: Record<string, fc.Arbitrary<unknown>> = {
  siteCode: text(50),
  countryCode: fc.constantFrom('ZA', 'za', 'US'),
  currencyCode: fc.constantFrom('ZAR', 'zar', 'USD'),
  amount,
  transactionReference: text(50),
  bankReference: fc.oneof(text(20), fc.stringMatching(/^[A-Za-z0-9 -]{1,21}$/)),
  optional1: text(50),
  customer: text(100),
  cancelUrl: address,
  notifyUrl: address,
  isTest: flag,
  selectedBankId: fc.oneof(
    fc.uuid(),
    fc.uuid().map((id) => id.toUpperCase()),
    text(36),
  ),
  bankAccountNumber: text(20),
  branchCode: text(10),
  payeeDisplayName: text(50),
  expiryDateUtc: fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.constantFrom(
      '2027-01-31 16:30',
      '2027-01-31t16:30z',
      '2027-02-30 16:30',
      '2027-01-31',
      '2027-01-31T16:30+02:00',
      'soon',
    ),
  ),
  allowVariableAmount: flag,
  variableAmountMin: amount,
  customerIdentifier: fc.oneof(
    fc.constantFrom('8001015009087', '8001015009088'),
    fc.stringMatching(/^\d{12,14}$/),
  ),
  customerCellphoneNumber: fc.oneof(fc.stringMatching(/^\d{1,11}$/), text(10)),
  hashCheck: text(250),
};

// What a schema cannot express: a day that exists, an address that can be read, an amount as JSON writes it, text that
// is blank or cannot be stored.
const beyondSchemas = ['expiryDateUtc', 'cancelUrl', 'notifyUrl', 'amount', 'variableAmountMin'];
const isPlain = (value: unknown): boolean =>
  typeof value !== 'string' || (value.trim() !== '' && value.isWellFormed() && !value.includes('\0'));

// Shops write addresses with letters that a URI cannot have. The rule takes more than the document can express.
const isIri = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:/i.test(value) && /[^ -~]/.test(value);

for (const [name, arbitrary] of Object.entries(values)) {
  test(`the document says of ${name} what its rule says`, () => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        const body = { ...whole, [name]: value };
        if (takes(body)) assert.ok(describes(body) || isIri(value), 'the document refuses an accepted value');
        else if (isPlain(value) && !beyondSchemas.includes(name))
          assert.ok(!describes(body), 'the document allows a refused value');
      }),
      { numRuns: budget(75, 300) },
    );
  });
}

test('the document requires the same fields as the rules', () => {
  for (const name of Object.keys(whole)) {
    const { [name as 'amount']: _, ...rest } = whole;
    assert.deepEqual([takes(rest), describes(rest)], [false, false], name);
  }
  assert.deepEqual([takes(whole), describes(whole)], [true, true]);
});
