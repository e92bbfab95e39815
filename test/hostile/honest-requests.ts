// Requests as merchants' programs sign them for their payers, ordinary ones and such as lead into temptation.
import fc from 'fast-check';
import type { Form } from './recuts.ts';

const maybe = (arbitrary: fc.Arbitrary<string>, weight = 1): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: fc.constant(''), weight: 1 }, { arbitrary, weight });
const oneOf = (...values: string[]) => fc.constantFrom(...values);

const host = oneOf(
  'https://shop.example',
  'http://127.0.0.1:9000',
  'https://www.truefitness.co.za',
  'https://falsebay.co.za:8443/t',
  'HTTPS://Shop.Example',
);
const path = oneOf(
  '/notify',
  '/index.php?wc-api=tefo&order=17',
  '/notify.php?x=',
  '/n?test=false&key=wc_order_1',
  '/n/true/17',
  '/truecolours/notify',
  '/n?back=https%3A%2F%2Fshop.example%2F',
  '/n?at=2027-01-31T16:30',
  '/n?sum=true5.0050.00',
  '/false-alarm',
  '/n?cancelled=true&a=b',
);
const oddPath = oneOf(
  '/n?istrue',
  '/n?back=https://shop.example/home',
  '/n?live=true',
  '/n/false',
  '/truenotify',
  '/n?p=http://',
);
const address = fc
  .tuple(host, fc.oneof({ arbitrary: path, weight: 40 }, { arbitrary: oddPath, weight: 1 }))
  .map((parts) => parts.join(''));

const expiry = oneOf(
  '2026-12-01 10:30',
  '2026-11-20 07:00',
  '2027-01-31 16:30',
  '2027-01-31T16:30:00Z',
  '2027-01-31T16:30:00.123Z',
  '2027-01-31T16:30+02:00',
  '2027-01-31T16:30:00.1234567',
);
const name = oneOf(
  'True Fitness',
  'False Bay Diving',
  'Acme',
  'Acme (Pty) Ltd',
  'Trueworth',
  'H&M',
  'T/A Foods',
  'Shop 24',
  'true5.00',
  "O'Neil",
  'Élan Ürün',
);
const oddName = oneOf('BeTrue Shop', 'NoFalsework', 'Sale 2027-01-31 16:30 only', 'htt', 'fals', '/a=b');
const payee = fc.oneof({ arbitrary: name, weight: 15 }, { arbitrary: oddName, weight: 1 });
const band = fc.oneof(
  { arbitrary: fc.constant({}), weight: 3 },
  { arbitrary: oneOf('false', 'False').map((allowVariableAmount) => ({ allowVariableAmount })), weight: 1 },
  {
    arbitrary: fc
      .tuple(oneOf('true', 'True'), oneOf('5.00', '500.00', '0.50'), oneOf('1000.00', '500.00', '25000.00'))
      .map(([allowVariableAmount, variableAmountMin, variableAmountMax]) => ({
        allowVariableAmount,
        variableAmountMin,
        variableAmountMax,
      })),
    weight: 2,
  },
);

/** A signed request without its site and hash. Its amount is within every band. */
export const honestRequest: fc.Arbitrary<Form> = fc
  .tuple(
    fc.record({
      amount: oneOf('500.00', '999.99', '750.50'),
      transactionReference: oneOf('1001', 'ORDER-17', 'true-9', '5', 'a false one', 'wc_order_9', 'ÄÖÜ 17'),
      bankReference: oneOf('5 ACME', 'INV 17', 'INV_17', 'TRUE 1', '20270131'),
      optional1: maybe(oneOf('2.1.4', 'https://shop.example/orders/5', 'false')),
      optional5: maybe(oneOf('plugin 3.2', 'true')),
      customer: maybe(
        oneOf(
          'Thabo Mokoena',
          'Élise ŠTĚPÁNEK',
          'thabo@shop.example',
          'https://evil.example/',
          '2027-01-31 x',
          'http://',
        ),
      ),
      cancelUrl: address,
      errorUrl: address,
      successUrl: address,
      notifyUrl: address,
      isTest: oneOf('false', 'false', 'False', 'true'),
      selectedBankId: maybe(oneOf('4816019c-3314-4c80-8b6b-b2cd16dcc4ec')),
      bankAccountNumber: maybe(oneOf('62001234567', '62001234567', '5.0050.00')),
      branchCode: maybe(oneOf('250655')),
      bankAccountName: maybe(payee),
      payeeDisplayName: maybe(payee, 2),
      expiryDateUtc: maybe(expiry, 2),
      customerIdentifier: maybe(oneOf('8001015009087', 'A1234567')),
      customerCellphoneNumber: maybe(oneOf('0821234567', '+27821234567', '082 123 4567', '(021) 555-1234')),
    }),
    band,
  )
  .map(([fields, more]) => {
    const given = Object.entries({ ...fields, ...more }).filter(([, text]) => text !== '');
    return Object.fromEntries(given) as Form;
  });
