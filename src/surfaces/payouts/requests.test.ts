import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accounts } from '../../../test/support/setup/payouts.ts';
import {
  type Body,
  merchantHash,
  openSurface,
  sha512,
  uuid,
} from '../../../test/support/setup/payouts-api.ts';
import { createMerchant, rotateSecret } from '../../core/merchants/actions.ts';
import { everything } from '../../core/viewer.ts';

const api = await openSurface({ float: 10_000_000n });
const { call, request, requestBody, signed, merchant } = api;

const post = (body: unknown, headers: Record<string, string | undefined> = {}) =>
  call('POST', '/requestpayout', { body, headers });

describe('a payout request', () => {
  test('is answered with its id and that it was received', async () => {
    const { status, headers, body } = await request();
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^application\/json/);
    assert.match(body.payoutId, uuid);
    assert.deepEqual(body, {
      payoutId: body.payoutId,
      payoutStatus: { status: 1, subStatus: 0, errorMessage: null },
    });
    assert.ok(headers['x-correlation-id']);
  });

  test('may leave out notifyUrl, or say null or nothing', async () => {
    for (const notifyUrl of [undefined, null, '']) {
      assert.equal((await request({ notifyUrl })).body.payoutStatus.status, 1);
    }
  });

  test('with a verifyUrl gets a warning that the site’s is used', async () => {
    for (const name of ['verifyUrl', 'VerifyURL']) {
      const { headers, body } = await request({ [name]: 'https://shop.example/verify' });
      assert.equal(body.payoutStatus.status, 1);
      assert.match(String(headers['tefo-warning']), /^verifyUrl of a request is ignored.*of the site/);
    }
    for (const more of [{}, { verifyUrl: null }, { verifyUrl: '' }])
      assert.equal((await request(more)).headers['tefo-warning'], undefined);
  });

  test('may name its members in any letter case, but none of them twice', async () => {
    const { siteCode, bankingDetails, ...rest } = signed(requestBody());
    const { bankGroupId, ...details } = bankingDetails;
    const body = {
      SITECODE: siteCode,
      BankingDetails: { BankGroupId: bankGroupId, ...details },
      ...rest,
      extra: 1,
    };
    assert.equal((await post(body)).body.payoutStatus.status, 1);
    const twice = await post({ ...body, siteCode });
    assert.deepEqual([twice.status, twice.body], [400, { message: 'siteCode is given twice' }]);
  });

  test('takes its amount to the cent', async () => {
    for (const [amount, cents] of [
      [0.01, 1n],
      [1.1, 110n],
      [599.8, 59_980n],
      [5.06, 506n],
      [1e2, 10_000n],
    ] as const) {
      const text = JSON.stringify(signed(requestBody({ amount })));
      const { body } = await post(text);
      assert.match(body.payoutId, uuid);
      assert.equal((await api.now({ id: body.payoutId })).amountCents, cents);
    }
  });

  test('is signed over exactly the fields of the contract, in their order, over cents and the ApiKey', async () => {
    const { bankId, branchCode, number } = accounts.tyme;
    const body = requestBody({
      amount: 12.3,
      merchantReference: 'Ä 1',
      isRtc: false,
      notifyUrl: 'https://A.example/N',
    });
    const text = `${merchant.siteCode}1230ä 1KAROO 17falsehttps://a.example/n${bankId}${number}${branchCode}${merchant.apiKey}`;
    const hashCheck = sha512(text.toLowerCase());
    assert.equal(hashCheck, merchantHash(body, merchant.apiKey));
    assert.equal((await post({ ...body, hashCheck: hashCheck.toUpperCase() })).body.payoutStatus.status, 1);
  });
});

describe('a payout that is refused is a 200 without payoutId', () => {
  const refused = async (
    answer: Promise<{ status: number; body: Body }>,
    subStatus: number,
    message: RegExp | string,
  ) => {
    const { status, body } = await answer;
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['payoutStatus']);
    const { errorMessage, ...rest } = body.payoutStatus;
    assert.deepEqual(rest, { status: 99, subStatus });
    if (typeof message === 'string') assert.equal(errorMessage, message);
    else assert.match(errorMessage, message);
  };

  test('for a wrong hash, whichever field it is wrong about', async () => {
    const right = signed(requestBody());
    const wrong = 'HashCheck value has failed';
    const changes: Body[] = [
      { amount: 100.01 },
      { merchantReference: 'Other' },
      { customerBankReference: 'OTHER' },
      { notifyUrl: 'https://shop.example/other' },
      { isRtc: true },
      { bankingDetails: { ...right.bankingDetails, accountNumber: '51000000002' } },
      { bankingDetails: { ...right.bankingDetails, branchCode: '678911' } },
      { bankingDetails: { ...right.bankingDetails, bankGroupId: accounts.fnb.bankId } },
      { hashCheck: 'x' },
      { hashCheck: merchantHash(right, merchant.privateKey) },
      { hashCheck: `${right.hashCheck}0` },
    ];
    for (const change of changes) await refused(post({ ...right, ...change }), 0, wrong);
    assert.equal((await post(right)).body.payoutStatus.status, 1, 'the right one passes');
  });

  test('for a bank that does not exist, and a branch that is another bank’s', async () => {
    const bankGroupId = '00000000-0000-4000-8000-000000000000';
    await refused(request({ bankingDetails: { bankGroupId } }), 0, 'bankGroupId is not a known bank');
    await refused(
      request({ bankingDetails: { branchCode: '250655' } }),
      0,
      'branchCode is not a branch of the bank',
    );
  });

  test('for an account number that fails its check digit: 9904', async () => {
    const { bankId: bankGroupId, branchCode, number } = accounts.fnb;
    const bankingDetails = { bankGroupId, branchCode, accountNumber: number.replace('7', '8') };
    await refused(request({ bankingDetails }), 9904, 'the account number fails its check digit');
  });

  test('for more than the float holds: 203', async () => {
    await refused(request({ amount: 1_000_000 }), 203, 'the float does not cover the payout');
  });

  test('for a merchantReference that was used before: 204', async () => {
    await api.requested({ merchantReference: 'Twice' });
    await refused(request({ merchantReference: 'Twice' }), 204, 'the merchantReference was used before');
  });

  test('for an encrypted account number without a verify address: 205', async () => {
    const accountNumber = 'q5Zl0Jd0mYyZKp3bq2m0Ow==';
    await refused(request({ bankingDetails: { accountNumber } }), 205, /no verify address/);
  });

  test('for a plain account number where the site does not allow it: 205', async () => {
    await api.changeSite({ allowPlainAccountNumbers: false });
    api.directory.forget();
    await refused(request(), 205, 'the accountNumber must be encrypted');
    await api.changeSite({ allowPlainAccountNumbers: true });
    api.directory.forget();
  });

  test('for isRtc in staging: 405', async () => {
    await refused(request({ isRtc: true }), 405, /not available here: isRtc must be false/);
  });
});

describe('a request of the wrong shape is a 400 with a message', () => {
  const wrong: [what: string, change: Body, message: RegExp][] = [
    ['no siteCode', { siteCode: undefined }, /^siteCode is required$/],
    ['another site than the header', { siteCode: 'OTHER' }, /^siteCode must match the SiteCode header$/],
    [
      'a siteCode of 51 characters',
      { siteCode: 'x'.repeat(51) },
      /^siteCode must have at most 50 characters$/,
    ],
    ['no amount', { amount: undefined }, /^amount is required$/],
    ['an amount that is text', { amount: '100.00' }, /^amount must be a number$/],
    ['an amount of nothing', { amount: 0 }, /^amount must be more than 0/],
    ['a negative amount', { amount: -1 }, /^amount must be more than 0/],
    ['three decimals', { amount: 1.001 }, /^amount must be more than 0, with at most two decimals$/],
    ['an amount that is null', { amount: null }, /^amount must be a number$/],
    ['no merchantReference', { merchantReference: undefined }, /^merchantReference is required$/],
    ['an empty merchantReference', { merchantReference: '' }, /^merchantReference must not be empty$/],
    [
      '21 characters',
      { merchantReference: 'x'.repeat(21) },
      /^merchantReference must have at most 20 characters$/,
    ],
    [
      'a customerBankReference of 21',
      { customerBankReference: 'x'.repeat(21) },
      /^customerBankReference must have at most/,
    ],
    [
      'other characters in it',
      { customerBankReference: 'PAY_1' },
      /^customerBankReference must have letters, digits, spaces and dashes only$/,
    ],
    [
      'other characters at its end',
      { customerBankReference: 'PAY 1\n' },
      /^customerBankReference must have letters, digits, spaces and dashes only$/,
    ],
    ['isRtc as text', { isRtc: 'false' }, /^isRtc must be a boolean$/],
    ['no isRtc', { isRtc: undefined }, /^isRtc is required$/],
    [
      'a long notifyUrl',
      { notifyUrl: `https://shop.example/${'x'.repeat(130)}` },
      /^notifyUrl must have at most 150/,
    ],
    [
      'an invalid notifyUrl',
      { notifyUrl: 'shop.example' },
      /^notifyUrl must be a whole http or https address$/,
    ],
    [
      'a notifyUrl to a metadata address',
      { notifyUrl: 'http://169.254.169.254/' },
      /^notifyUrl is not allowed/,
    ],
    ['no bankingDetails', { bankingDetails: undefined }, /bankingDetails is required/],
    ['bankingDetails as text', { bankingDetails: 'x' }, /^bankingDetails must be an object$/],
    ['no hashCheck', { hashCheck: undefined }, /^hashCheck is required$/],
    ['a hashCheck that is a number', { hashCheck: 1 }, /^hashCheck must be a string$/],
  ];
  for (const [what, change, message] of wrong) {
    test(what, async () => {
      const { status, body } = await post({ ...signed(requestBody()), ...change });
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body), ['message']);
      assert.match(body.message, message);
    });
  }

  const wrongDetails: [Body, RegExp][] = [
    [{ bankGroupId: undefined }, /^bankingDetails.bankGroupId is required$/],
    [{ bankGroupId: 'FNB' }, /^bankingDetails.bankGroupId must be a uuid$/],
    [{ accountNumber: undefined }, /^bankingDetails.accountNumber is required$/],
    [{ accountNumber: 51000000001 }, /^bankingDetails.accountNumber must be a string$/],
    [{ accountNumber: 'A'.repeat(251) }, /^bankingDetails.accountNumber must have at most 250 characters$/],
    [{ branchCode: '' }, /^bankingDetails.branchCode must not be empty$/],
    [{ branchCode: '12345678901' }, /^bankingDetails.branchCode must have at most 10 characters$/],
  ];
  for (const [change, message] of wrongDetails) {
    test(`bankingDetails with ${JSON.stringify(change)}`, async () => {
      const body = signed(requestBody());
      const answer = await post({ ...body, bankingDetails: { ...body.bankingDetails, ...change } });
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, message);
    });
  }

  test('a body that is no JSON, no object, or not there', async () => {
    for (const body of ['{', 'null', '[]', '"text"', '17']) {
      const answer = await post(body);
      assert.equal(answer.status, 400, body);
      assert.deepEqual(Object.keys(answer.body), ['message']);
    }
    assert.equal((await call('POST', '/requestpayout')).status, 400);
  });

  test('a number that a double cannot hold', async () => {
    const body = JSON.stringify(signed(requestBody())).replace('"amount":100', '"amount":9007199254740993');
    const answer = await post(body);
    assert.equal(answer.status, 400);
    assert.match(
      answer.body.message,
      /^amount cannot be taken exactly as it was sent: numbers have at most 15 digits/,
    );
    const exponent = await post(body.replace('9007199254740993', '1.00005e2'));
    assert.match(exponent.body.message, /^amount must be more than 0, with at most two decimals/);
  });
});

describe('who calls', () => {
  test('a missing header is a 400, at every operation', async () => {
    for (const name of ['ApiKey', 'SiteCode']) {
      for (const [method, path] of [
        ['POST', '/requestpayout'],
        ['GET', '/getpayout?payoutId=x'],
        ['POST', '/getpayoutbyreference'],
        ['GET', '/getavailablebanks'],
      ] as const) {
        for (const value of [undefined, '', ' ']) {
          const answer = await call(method, path, { headers: { [name]: value } });
          assert.deepEqual(
            [answer.status, answer.body],
            [400, { message: `The ${name} header is required` }],
          );
        }
      }
    }
  });

  test('an ApiKey and a SiteCode that do not belong together are a 403, and look the same whichever is wrong', async () => {
    const other = await createMerchant(api.ctx, { name: 'Other Shop' });
    for (const headers of [
      { ApiKey: 'nobodys' },
      { SiteCode: 'NOBODYS0001' },
      { ApiKey: other.apiKey },
      { SiteCode: other.siteCode },
      { ApiKey: merchant.privateKey },
    ]) {
      const answer = await call('GET', '/getavailablebanks', { headers });
      assert.deepEqual(
        [answer.status, answer.body],
        [403, { message: 'The SiteCode does not belong to the ApiKey' }],
      );
    }
  });

  test('a rotated ApiKey works and signs for 24 hours in addition to the new one', async () => {
    const site = await api.siteNow();
    const { secret: fresh } = await rotateSecret(api.ctx, everything, {
      merchantId: site.merchantId,
      kind: 'api_key',
    });
    api.directory.forget();
    const body = requestBody();
    assert.equal((await post(signed(body))).body.payoutStatus.status, 1);
    const next = requestBody();
    const hashCheck = merchantHash(next, fresh);
    assert.equal((await post({ ...next, hashCheck }, { ApiKey: fresh })).body.payoutStatus.status, 1);
    api.clock.advance(25 * 3_600_000);
    assert.equal((await post(signed(requestBody()))).status, 403);
  });
});
