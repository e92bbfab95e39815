import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertError, openOne } from '../../../test/support/setup/one-api.ts';
import { changeSite } from '../../core/merchants/actions.ts';
import { BankUnavailable } from '../../core/rails.ts';

const one = await openOne();
const { siteCode } = one.merchant;
await changeSite(one.ctx, siteCode, { verificationFeeCents: 150n });

const path = '/bankaccount/verify';
const request = (more: Record<string, unknown> = {}) => ({
  accountNumber: '9000000001',
  branchCode: '999999',
  identity: { type: 'said', identifier: '8001015009087' },
  initials: 'T',
  surname: 'Mokoena',
  ...more,
});

const yes = {
  accountExists: true,
  accountOpen: true,
  identityMatches: true,
  nameMatches: true,
  acceptsCredits: true,
  acceptsDebits: true,
};
const silent = Object.fromEntries(Object.keys(yes).map((name) => [name, null]));

async function charged(): Promise<bigint> {
  const [row] = await one.db<{ cents: bigint }[]>`
    select coalesce(-sum(entry.amount_cents), 0)::bigint as cents
    from ledger_entries entry join ledger_accounts account on account.id = entry.account_id and account.kind = 'fees'`;
  return row!.cents;
}

describe('an account', () => {
  test('that matches its holder is Verified', async () => {
    const { status, body, headers } = await one.post(path, request());
    assert.equal(status, 200);
    assert.match(body.id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(body, {
      id: body.id,
      status: 'Verified',
      reason: null,
      checkDigit: 'NotChecked',
      checks: yes,
    });
    assert.equal(headers.location, undefined);
    assert.ok(headers['x-correlation-id']);
  });

  test('that is not is NotVerified, with each check that the bank made', async () => {
    const { status, body } = await one.post(path, request({ accountNumber: '9000000093' }));
    assert.equal(status, 200);
    assert.deepEqual(
      [body.status, body.reason, body.checks],
      ['NotVerified', 'the account belongs to another identity', { ...yes, identityMatches: false }],
    );
  });

  test('whose number fails its check digit is NotVerified, and the bank is not queried', async () => {
    one.simulator.setFaults({ down: true });
    const wrong = { accountNumber: '62001234568', branchCode: '250655' };
    const { status, body } = await one.post(path, request(wrong));
    one.simulator.setFaults({});
    assert.equal(status, 200);
    assert.deepEqual(
      [body.status, body.checkDigit, body.checks],
      ['NotVerified', 'Failed', { ...silent, accountExists: false }],
    );
  });

  test('of a bank that cannot be queried is Unavailable, and costs nothing', async () => {
    const before = await charged();
    one.simulator.setFaults({ down: true });
    const { status, body } = await one.post(path, request());
    one.simulator.setFaults({});
    assert.equal(status, 200);
    assert.deepEqual(
      [body.status, body.reason, body.checks],
      ['Unavailable', 'the bank could not be asked', silent],
    );
    assert.equal(await charged(), before);
  });

  test('may be named by its branch, by its institution, or by both', async () => {
    const institutionId = '4816019c-3314-4c80-8b6b-b2cd16dcc4ec';
    const accountNumber = '62001234567';
    for (const place of [
      { branchCode: '250655' },
      { branchCode: '210554' },
      { institutionId },
      { institutionId: institutionId.toUpperCase() },
      { branchCode: '210554', institutionId },
    ]) {
      const { branchCode: _, ...rest } = request();
      const { status, body } = await one.post(path, { ...rest, accountNumber, ...place });
      assert.deepEqual(
        [status, body.status, body.checkDigit],
        [200, 'Verified', 'Passed'],
        JSON.stringify(place),
      );
    }
  });

  test('may be a company’s or a foreigner’s, and of a type', async () => {
    const { surname: _s, initials: _i, ...rest } = request();
    const company = {
      identity: { type: 'registration', identifier: '2019/123456/07' },
      name: 'Karoo (Pty) Ltd',
    };
    assert.equal(
      (await one.post(path, { ...rest, ...company, accountType: 'Cheque' })).body.status,
      'Verified',
    );
    const passport = { identity: { type: 'passport', identifier: 'M00123456' }, accountType: 'Savings' };
    assert.equal((await one.post(path, request(passport))).body.status, 'Verified');
  });
});

describe('a request is refused that', () => {
  const refused: [what: string, body: unknown, pointer: string][] = [
    ['has no account number', request({ accountNumber: undefined }), '/accountNumber'],
    ['has an invalid account number', request({ accountNumber: '12 34' }), '/accountNumber'],
    ['has an account number as a number', request({ accountNumber: 9000000001 }), '/accountNumber'],
    ['has an account number without end', request({ accountNumber: '1'.repeat(21) }), '/accountNumber'],
    ['names neither branch nor institution', request({ branchCode: undefined }), '/branchCode'],
    ['names an unknown branch', request({ branchCode: '000000' }), '/branchCode'],
    ['names a branch that cannot be', request({ branchCode: '25065' }), '/branchCode'],
    [
      'names a branch of another institution',
      request({ branchCode: '470010', institutionId: '4816019c-3314-4c80-8b6b-b2cd16dcc4ec' }),
      '/branchCode',
    ],
    [
      'names an unknown institution',
      request({ institutionId: '00000000-0000-4000-8000-000000000000' }),
      '/institutionId',
    ],
    ['names an institution that cannot be', request({ institutionId: 'FNB' }), '/institutionId'],
    ['has no identity', request({ identity: undefined }), '/identity'],
    [
      'has an identity of another type',
      request({ identity: { type: 'id', identifier: '1' } }),
      '/identity/type',
    ],
    [
      'has an identity number with a wrong check digit',
      request({ identity: { type: 'said', identifier: '8001015009088' } }),
      '/identity/identifier',
    ],
    [
      'has an empty identity',
      request({ identity: { type: 'passport', identifier: '' } }),
      '/identity/identifier',
    ],
    ['has neither surname nor name', request({ surname: undefined }), '/surname'],
    ['has an unknown account type', request({ accountType: 'Bond' }), '/accountType'],
    ['has a surname without end', request({ surname: 'x'.repeat(101) }), '/surname'],
    ['names another merchant’s site', request({ siteCode: 'NOBODY0001' }), '/siteCode'],
    ['has text that cannot be stored', request({ surname: 'a\u0000' }), '/surname'],
    ['is no object', [], ''],
  ];
  for (const [what, body, pointer] of refused) {
    test(what, async () => {
      const before = await charged();
      assertError(await one.post(path, body), { status: 400, code: 'BadRequest', source: { pointer } });
      assert.equal(await charged(), before);
    });
  }

  test('comes without the scope of payments', async () => {
    const other = await one.stranger('refunds');
    const answer = await one.call('POST', path, { body: request(), token: other.token });
    assertError(answer, { status: 403, code: 'Forbidden', source: { header: 'Authorization' } });
  });
});

describe('the fee', () => {
  test('is the site’s own; without a siteCode the merchant’s first site pays', async () => {
    const before = await charged();
    await one.post(path, request({ siteCode }));
    await one.post(path, request());
    assert.equal(await charged(), before + 300n);
    const other = await one.stranger();
    const theirs = await one.call('POST', path, { body: request(), token: other.token });
    assert.equal(theirs.status, 200);
    assertError(await one.call('POST', path, { body: request({ siteCode }), token: other.token }), {
      status: 400,
      code: 'BadRequest',
      source: { pointer: '/siteCode' },
    });
    assert.equal(await charged(), before + 300n, 'their site has no fee');
  });

  test('is charged once for a key, however often and at whatever moment it is sent', async () => {
    const before = await charged();
    const asked: unknown[] = [];
    const { verification } = one.simulator.rail;
    const { verify } = verification;
    verification.verify = (query) => {
      asked.push(query);
      return verify(query);
    };
    const headers = { 'idempotency-key': 'verify-1' };
    const answers = await Promise.all(Array.from({ length: 100 }, () => one.post(path, request(), headers)));
    for (let more = 0; more < 3; more++) answers.push(await one.post(path, request(), headers));
    verification.verify = verify;
    const reported = answers.filter(({ status }) => status === 200);
    assert.ok(reported.length >= 4);
    assert.equal(new Set(reported.map(({ text }) => text)).size, 1);
    const waiting = answers.filter(({ status }) => status !== 200);
    assert.ok(
      waiting.every(({ status, headers: { 'retry-after': after } }) => status === 409 && after === '1'),
    );
    assert.equal(asked.length, 1);
    assert.equal(await charged(), before + 150n);
    assertError(await one.post(path, request({ surname: 'Other' }), headers), {
      status: 409,
      code: 'Conflict',
      source: { header: 'Idempotency-Key' },
    });
  });

  test('leaves a key free if the service fails, and keeps an Unavailable result', async () => {
    const before = await charged();
    const { verification } = one.simulator.rail;
    const { verify } = verification;
    const headers = { 'idempotency-key': 'verify-2' };
    verification.verify = () => Promise.reject(new Error('a bug'));
    assert.equal((await one.post(path, request(), headers)).status, 500);
    verification.verify = () => Promise.reject(new BankUnavailable());
    const unavailable = await one.post(path, request(), headers);
    verification.verify = verify;
    assert.equal(unavailable.body.status, 'Unavailable');
    const again = await one.post(path, request(), headers);
    assert.deepEqual([again.status, again.text], [200, unavailable.text]);
    assert.equal(await charged(), before);
  });
});
