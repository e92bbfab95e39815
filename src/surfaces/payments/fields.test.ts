import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  type Answer,
  merchantHash,
  openSurface,
  requestFields,
} from '../../../test/support/setup/payments-api.ts';

type Surface = Awaited<ReturnType<typeof openSurface>>;

describe('a field of a payment request', () => {
  let surface: Surface;
  before(async () => {
    surface = await openSurface();
  });

  const long = (length: number) => 'x'.repeat(length);
  const link = (length: number) => `https://shop.example/${long(length - 21)}`;
  const textLimits = {
    transactionReference: 50,
    optional1: 255,
    optional2: 255,
    optional3: 255,
    optional4: 255,
    optional5: 255,
    customer: 255,
    bankAccountNumber: 20,
    branchCode: 10,
    bankAccountName: 50,
    payeeDisplayName: 50,
    bankReference: 20,
    hashCheck: 250,
  };
  for (const [name, most] of Object.entries(textLimits)) {
    test(`takes at most ${most} characters as ${name}`, async () => {
      // A hash of the right length still does not match the request.
      const whenLong = name === 'hashCheck' ? 'HashCheck value has failed' : null;
      assert.equal(await surface.refusal({ [name]: long(most) }), whenLong);
      assert.equal(
        await surface.refusal({ [name]: long(most + 1) }),
        `${name} must have at most ${most} characters`,
      );
    });
  }

  for (const name of ['cancelUrl', 'errorUrl', 'successUrl', 'notifyUrl']) {
    test(`takes a web address of at most 150 characters as ${name}`, async () => {
      assert.equal(await surface.refusal({ [name]: link(150) }), null);
      assert.equal(await surface.refusal({ [name]: 'HTTP://localhost:8080/a?b=c#d' }), null);
      assert.equal(await surface.refusal({ [name]: link(151) }), `${name} must have at most 150 characters`);
      assert.equal(
        await surface.refusal({ [name]: 'https://a b/' }),
        `${name} contains a space: an address has %20 in its place`,
      );
      for (const bad of [
        'shop.example',
        'ftp://shop.example/',
        'javascript:alert(1)',
        'https://',
        'https://a/\n',
        '//a/',
      ]) {
        assert.equal(
          await surface.refusal({ [name]: bad }),
          `${name} must be a whole http or https address`,
          bad,
        );
      }
    });
  }

  const required = Object.keys(requestFields('')).filter((name) => name !== 'siteCode');
  for (const name of [...required, 'siteCode', 'hashCheck']) {
    test(`needs ${name}: absent, null, empty and blank are the same`, async () => {
      for (const value of [undefined, null, '', '  ']) {
        const fields = { ...requestFields(surface.merchant.siteCode), [name]: value };
        const hashCheck = name === 'hashCheck' ? value : merchantHash(fields, surface.merchant.privateKey);
        const { errorMessage } = (await surface.post({ ...fields, hashCheck })).json<Answer>();
        const says = name === 'isTest' && value === '  ' ? 'must be true or false' : 'is required';
        assert.match(errorMessage!, new RegExp(`^${name} (is required|${says})$`));
      }
    });
  }

  const refusals: [field: string, values: unknown[], says: string][] = [
    ['countryCode', ['za', 'US', 'ZAF'], 'must be ZA'],
    ['currencyCode', ['zar', 'USD', 'R'], 'must be ZAR'],
    ['bankReference', ['A.1', 'é', "a'b"], 'must have letters, digits, spaces, dashes and underscores only'],
    ['selectedBankId', ['FNB', '123'], 'must be a UUID'],
    ['isTest', ['yes', '1', 'falsee'], 'must be true or false'],
    ['allowVariableAmount', ['yes', 1], 'must be true or false'],
    [
      'expiryDateUtc',
      [
        '2026-12-01',
        '2026-02-30 10:00',
        '2026-12-01 24:30',
        'tomorrow',
        '01/12/2026 10:00',
        '2026-12-01 10:00 PM',
        '9999-12-31T23:59:59-12:00',
      ],
      'must be a time like 2027-01-31 16:30 in UTC, or an ISO 8601 date and time',
    ],
    [
      'expiryDateUtc',
      ['2026-11-20 08:00', '2026-11-20T09:59:59+02:00', '2020-01-01 00:00'],
      'must be in the future; it is 2026-11-20T08:00:00.000Z here, because the sandbox’s clock was moved (GET /sandbox/clock reads it)',
    ],
    ['transactionReference', ['a\u0000b', '\ud800'], 'has characters that are not allowed'],
    ['transactionReference', [123, true, ['a'], { a: 1 }], 'must be text'],
    [
      'amount',
      [true, ['1'], {}],
      'must be a number above 0 with at most two decimals and twelve digits before them',
    ],
    ['selectedBankId', ['00000000-0000-7000-8000-000000000000'], 'is not a known bank'],
  ];
  for (const [name, values, says] of refusals) {
    test(`is refused with the reason: ${name} ${says}`, async () => {
      for (const value of values) {
        assert.equal(await surface.refusal({ [name]: value }), `${name} ${says}`, String(value));
      }
    });
  }

  test('that decides nothing never refuses a payment, and is kept as far as it can be read', async () => {
    const phones: [typed: unknown, kept: string | undefined][] = [
      ['+27821234567', '0821234567'],
      ['082 123 4567', '0821234567'],
      ['+27 (0)82 123-4567', '0821234567'],
      ['0027821234567', '0821234567'],
      [27821234567, '0821234567'],
      ['+44 7911 123456', '+447911123456'],
      ['0821234567 / 0117654321', undefined],
      ['ask my wife', undefined],
      [long(300), undefined],
    ];
    for (const [typed, kept] of phones) {
      const { details } = await surface.pay({ customerCellphoneNumber: typed });
      assert.equal(details.customerCellphoneNumber, kept, String(typed));
    }
    const identifiers: [given: unknown, kept: string | undefined, isUnchecked: true | undefined][] = [
      ['8001015009087', '8001015009087', undefined],
      ['8001015009088', '8001015009088', true],
      ['A1234567', 'A1234567', true],
      [8001015009087, '8001015009087', undefined],
      [long(14), undefined, undefined],
    ];
    for (const [given, kept, isUnchecked] of identifiers) {
      const { details } = await surface.pay({ customerIdentifier: given });
      assert.deepEqual([details.customerIdentifier, details.isIdentifierUnchecked], [kept, isUnchecked]);
    }
  });

  test('is written to the bank with a dash for an underscore', async () => {
    assert.equal((await surface.pay({ bankReference: 'ORDER_17_b' })).bankReference, 'ORDER-17-b');
  });

  test('takes a time with a T, seconds, Z or an offset', async () => {
    for (const [written, means] of [
      ['2026-12-01 10:30', '2026-12-01T10:30:00.000Z'],
      ['2026-12-01T10:30:15Z', '2026-12-01T10:30:15.000Z'],
      ['2026-12-01T10:30:15.5+02:00', '2026-12-01T08:30:15.500Z'],
      ['2026-11-20 08:01', '2026-11-20T08:01:00.000Z'],
    ] as const) {
      assert.equal((await surface.pay({ expiryDateUtc: written })).expiresAt?.toISOString(), means);
    }
  });

  test('takes exact amounts and refuses every other, as a number and as text', async () => {
    const { siteCode, privateKey } = surface.merchant;
    const send = async (json: string, amount: string) => {
      const fields = requestFields(siteCode, { amount });
      const text = JSON.stringify({ ...fields, hashCheck: merchantHash(fields, privateKey), amount: 0 });
      const answer = await surface.server.inject({
        method: 'POST',
        url: '/payments/postpaymentrequest',
        headers: { apikey: surface.merchant.apiKey, 'content-type': 'application/json' },
        payload: text.replace('"amount":0', `"amount":${json}`),
      });
      const { paymentRequestId, errorMessage } = answer.json<Answer>();
      if (errorMessage !== null) return errorMessage;
      const [row] = await surface.db<
        { amountCents: bigint }[]
      >`select amount_cents from payments where id = ${paymentRequestId}`;
      return row!.amountCents;
    };
    const good: [json: string, hashed: string, cents: bigint][] = [
      ['"10.5"', '10.50', 1050n],
      ['10.5', '10.50', 1050n],
      ['10.50', '10.50', 1050n],
      ['25', '25.00', 2500n],
      ['1E+2', '100.00', 10000n],
      ['1.005e1', '10.05', 1005n],
      ['250000e-5', '2.50', 250n],
      ['"0.01"', '0.01', 1n],
      ['599.80', '599.80', 59980n],
      ['5.05', '5.05', 505n],
      ['"999999999999.99"', '999999999999.99', 99999999999999n],
    ];
    for (const [json, hashed, cents] of good) assert.equal(await send(json, hashed), cents, json);
    const bad = [
      '"10.005"',
      '10.005',
      '1e-3',
      '1e13',
      '1e999',
      '"1e3"',
      '"NaN"',
      '-0',
      '"-0"',
      '0',
      '"0.00"',
      '-5',
      '"+5"',
      '9007199254740993',
      '"9007199254740993"',
      '"1,50"',
      '"R10"',
      '" 10"',
      '"0x10"',
      '"Infinity"',
      '"1."',
      '".5"',
    ];
    for (const json of bad) {
      const says = 'amount must be a number above 0 with at most two decimals and twelve digits before them';
      assert.equal(await send(json, '10.00'), says, json);
    }
  });

  test('gives a band where the payer may choose the amount', async () => {
    const band = (variableAmountMin: unknown, variableAmountMax: unknown) =>
      surface.refusal({ allowVariableAmount: true, variableAmountMin, variableAmountMax });
    assert.equal(await band(25, 25), null);
    assert.equal(await band('10.50', 50), null);
    assert.match((await band(10, 20))!, /^amount: /);
    assert.equal(
      await band(undefined, 20),
      'variableAmountMin is required where allowVariableAmount is true',
    );
    assert.equal(
      await band(10, undefined),
      'variableAmountMax is required where allowVariableAmount is true',
    );
    assert.equal(await band(20.01, 20), 'variableAmountMin must not be more than variableAmountMax');
    assert.match((await band('1e1', 20))!, /^variableAmountMin must be a number/);
    assert.equal(
      await surface.refusal({ allowVariableAmount: false, variableAmountMin: 20, variableAmountMax: 10 }),
      null,
    );
  });

  test('ignores fields that are not known', async () => {
    assert.equal(
      await surface.refusal({ GenerateShortUrl: true, Token: 'x', more: { a: [1] }, __proto: 1 }),
      null,
    );
  });
});
