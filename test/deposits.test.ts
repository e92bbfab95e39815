// Deposits over HTTP on every surface that has them, from the reference to the notification. What the merchant signs and
// verifies here shares no code with the service.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { allocateDeposit } from '../src/core/deposits/deciding.ts';
import { returnDeposit } from '../src/core/deposits/returning.ts';
import { findSiteByCode, type NewMerchant } from '../src/core/merchants/actions.ts';
import { listMismatches } from '../src/core/mismatches/actions.ts';
import { isSigned, openRefunds, zar } from './refunding.ts';
import { startReceiver } from './running.ts';

const shop = await openRefunds();
const { merchant, receiver, ctx, clock } = shop;
afterEach(() => shop.assertSound());

const fnb = '4816019c-3314-4c80-8b6b-b2cd16dcc4ec';
const sha512 = (text: string) => createHash('sha512').update(text.toLowerCase()).digest('hex');

type Fields = Record<string, string | number | undefined>;

/** A request with its hash: the values present in the document's order, the amount with its two decimals. */
function signed(fields: Fields, { privateKey }: NewMerchant = merchant): Fields {
  const order = ['siteCode', 'amount', 'transactionReference', 'bankId', 'notifyUrl', 'expiryDateUtc'];
  const values = order.flatMap((name) => {
    const value = fields[name];
    if (value === undefined || value === '') return [];
    return [name === 'amount' ? Number(value).toFixed(2) : String(value)];
  });
  return { hashCheck: sha512(values.join('') + privateKey), ...fields };
}

const usual = (more: Fields = {}): Fields => ({
  siteCode: merchant.siteCode,
  amount: '100.00',
  transactionReference: 'ORDER-1',
  notifyUrl: `${receiver.url}/notify`,
  ...more,
});

/** The two surfaces: the same operations at other addresses. */
const surfaces = {
  payments: {
    single: '/payments/secure/banktransfer/single',
    multiple: '/payments/secure/banktransfer/multiple',
    details: '/payments/secure/banktransfer/bankingdetails',
  },
  external: {
    single: '/external/Secure/BankTransfer/Single',
    multiple: '/external/Secure/BankTransfer/Multiple',
    details: '/external/Secure/BankTransfer/BankingDetails',
  },
} as const;
type Surface = (typeof surfaces)[keyof typeof surfaces];

const json = { 'content-type': 'application/json', accept: 'application/json' };
const key = { apikey: merchant.apiKey };
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  shop.send(
    'POST',
    path,
    { ...json, ...key, ...headers },
    typeof body === 'string' ? body : JSON.stringify(body),
  );
const readDetails = (
  surface: Surface,
  query: Record<string, string>,
  headers: Record<string, string> = key,
) => shop.send('GET', `${surface.details}?${new URLSearchParams(query)}`, headers);

/** Money arrives; answers the deposit's id when everything that follows was sent. */
async function arrive(reference: string, amount: number | string, from?: object): Promise<string> {
  clock.advance(1);
  const { status, body, text } = await shop.sandbox('/deposits', {
    reference,
    amount,
    ...(from && { from }),
  });
  assert.equal(status, 200, text);
  await shop.drain();
  return body.depositId;
}

/** The notifications that came about a reference, each with the hash and the signature that the document describes. */
function notified(transactionReference: string): Record<string, string>[] {
  const posts = receiver.received.map((one) => ({ one, form: new URLSearchParams(one.body) }));
  return posts
    .filter(({ form }) => form.get('TransactionReference') === transactionReference)
    .map(({ one, form }) => {
      const names =
        'SiteCode, TransactionId, TransactionReference, Amount, Status, Optional1, Optional2, Optional3, Optional4, Optional5, CurrencyCode, IsTest, StatusMessage';
      const text = names.split(', ').map((name) => form.get(name) ?? '');
      assert.equal(form.get('Hash'), sha512(text.join('') + merchant.privateKey));
      assert.ok(isSigned(one, merchant.webhookSecret));
      return Object.fromEntries(form);
    });
}

const statuses = (transactionReference: string) =>
  notified(transactionReference).map(({ Status, Amount, SubStatus }) => [Status, Amount, SubStatus]);

async function transactions(transactionReference: string) {
  const query = new URLSearchParams({ siteCode: merchant.siteCode, transactionReference });
  const { body } = await shop.send('GET', `/payments/GetTransactionByReference?${query}`, key);
  return body as {
    transactionId: string;
    status: string;
    statusMessage: string;
    amount: number;
    bankName: string;
  }[];
}

for (const [name, surface] of Object.entries(surfaces)) {
  describe(`on the ${name} surface`, () => {
    test('a unique reference is made, read in any spelling, paid by its deposit, and told', async () => {
      const transactionReference = `${name}-1`;
      const made = await post(surface.single, signed(usual({ transactionReference })));
      assert.equal(made.status, 200, made.text);
      const { beneficiaryReference } = made.body;
      assert.deepEqual(made.body, {
        bankName: 'Demo Bank',
        branchCode: '999999',
        accountNumber: made.body.accountNumber,
        beneficiaryReference,
      });
      assert.match(made.body.accountNumber, /^\d{9,20}$/);
      assert.match(beneficiaryReference, /^[A-Z0-9]{1,20}$/);
      const typed = ` ${beneficiaryReference.toLowerCase().slice(0, 6)}-${beneficiaryReference.slice(6)}`;
      const read = await readDetails(surface, { siteCode: merchant.siteCode, bankReference: typed });
      assert.deepEqual([read.status, read.body], [200, made.body]);
      assert.deepEqual(
        (await transactions(transactionReference)).map(({ status }) => status),
        ['Pending'],
      );
      await arrive(typed, '100', { bankId: fnb, accountNumber: '62001234567' });
      const [paid] = await transactions(transactionReference);
      assert.deepEqual([paid!.status, paid!.amount, paid!.bankName], ['Complete', 100, 'FNB']);
      assert.deepEqual(statuses(transactionReference), [['Complete', '100.00', '']]);
      assert.deepEqual(notified(transactionReference)[0]!.MaskedAccountNumber, '*******4567');
    });

    test('a static reference makes a payment of each deposit; with a bank, the recipient is named', async () => {
      const transactionReference = `${name}-2`;
      const { amount: _, ...fields } = usual({ transactionReference, bankId: fnb });
      const made = await post(surface.multiple, signed(fields));
      assert.equal(made.status, 200, made.text);
      assert.equal(made.body.publicRecipientName, 'Tefo');
      for (const amount of [0.01, 250, 250]) await arrive(made.body.beneficiaryReference, amount);
      assert.deepEqual(statuses(transactionReference).sort(), [
        ['Complete', '0.01', ''],
        ['Complete', '250.00', ''],
        ['Complete', '250.00', ''],
      ]);
      assert.equal(new Set(notified(transactionReference).map(({ TransactionId }) => TransactionId)).size, 3);
    });

    test('the hash is over the values present, the amount as it counts and not as it is written, and nothing else', async () => {
      for (const fields of [
        usual({ amount: 100, expiryDateUtc: '2026-12-01 10:00', bankId: fnb }),
        usual({ amount: '100.5', notifyUrl: undefined }),
        usual({ notifyUrl: '' }),
      ]) {
        const made = await post(surface.single, signed(fields));
        assert.equal(made.status, 200, made.text);
        const upper = { ...fields, hashCheck: String(signed(fields).hashCheck).toUpperCase() };
        assert.equal((await post(surface.single, upper)).status, 200);
      }
      for (const change of [
        { amount: '100.01' },
        { transactionReference: 'ORDER-2' },
        { bankId: fnb },
        { notifyUrl: undefined },
        { expiryDateUtc: '2026-12-01 10:00' },
        { hashCheck: 'a'.repeat(128) },
      ]) {
        const { status, text } = await post(surface.single, { ...signed(usual()), ...change });
        assert.deepEqual([status, text], [400, 'HashCheck value has failed'], JSON.stringify(change));
      }
      // Their developer is told which mistake it was, and nothing else.
      clock.advance(1);
      const keyFirst = sha512(merchant.privateKey + Object.values(usual()).join(''));
      await post(surface.single, { ...usual({ transactionReference: 'ORDER-1' }), hashCheck: keyFirst });
      await shop.drain();
      const site = (await findSiteByCode(ctx.db, merchant.siteCode))!;
      const [newest] = await listMismatches(ctx, site);
      const { surface: about, reference, findings } = newest!;
      assert.deepEqual(
        [about, reference, findings!.map(({ mistake }) => mistake)],
        ['banktransfer', 'ORDER-1', ['KeyFirst']],
      );
    });

    test('what is wrong is the 400 or the 401 as a plain text that names it', async () => {
      const refusals: [fields: Fields | string, status: number, text: RegExp][] = [
        [usual({ siteCode: undefined }), 400, /^siteCode is required$/],
        [usual({ siteCode: 'NOBODY' }), 401, /^The ApiKey does not belong to the siteCode$/],
        [usual({ amount: undefined }), 400, /^amount is required$/],
        [usual({ amount: '0' }), 400, /^amount must be a number above 0/],
        [usual({ amount: '1.005' }), 400, /^amount must be a number above 0/],
        [usual({ transactionReference: undefined }), 400, /^transactionReference is required$/],
        [usual({ transactionReference: 'x'.repeat(51) }), 400, /^transactionReference must have at most 50/],
        [usual({ bankId: 'fnb' }), 400, /^bankId must be a UUID$/],
        [usual({ bankId: '018f0000-0000-7000-8000-000000000000' }), 400, /^bankId is no known bank$/],
        [usual({ notifyUrl: 'ftp://shop.example' }), 400, /^notifyUrl must be a whole http/],
        [usual({ notifyUrl: 'http://169.254.169.254/x' }), 400, /^notifyUrl may not be used: /],
        [usual({ expiryDateUtc: 'soon' }), 400, /^expiryDateUtc must be a time/],
        [usual({ expiryDateUtc: '2026-11-20 09:59' }), 400, /^expiryDateUtc must be in the future$/],
        ['[]', 400, /^The body must be one object$/],
        ['{"siteCode": "A", "SITECODE": "B"}', 400, /^SITECODE is given twice$/],
      ];
      for (const [fields, status, text] of refusals) {
        const answer = await post(surface.single, typeof fields === 'string' ? fields : signed(fields));
        assert.equal(answer.status, status, answer.text);
        assert.match(answer.text, text);
        assert.match(String(answer.headers['content-type']), /^text\/plain/);
      }
      const { hashCheck: _, ...unsigned } = signed(usual());
      assert.equal((await post(surface.single, unsigned)).text, 'hashCheck is required');
      for (const headers of [{ apikey: '' }, { apikey: 'wrong' }]) {
        assert.equal((await post(surface.single, signed(usual()), headers)).status, 401);
        const query = { siteCode: merchant.siteCode, bankReference: 'DEP1' };
        assert.equal((await readDetails(surface, query, headers)).status, 401);
      }
    });

    test('details are those of the site’s own references, and of none that does not exist', async () => {
      const { siteCode } = merchant;
      const made = await post(surface.single, signed(usual()));
      const bankReference = made.body.beneficiaryReference;
      const other = await shop.stranger();
      const asOther = { apikey: other.apiKey };
      const unknown =
        'No deposit reference of the site has this text; spaces, dashes and letter case do not matter.';
      for (const [query, headers, status, text] of [
        [{ siteCode, bankReference: 'DEP000000000000' }, key, 400, unknown],
        [{ siteCode: other.siteCode, bankReference }, asOther, 400, unknown],
        [{ siteCode, bankReference }, asOther, 401, 'The ApiKey does not belong to the siteCode'],
        [{ siteCode }, key, 400, 'bankReference is required'],
        [{ bankReference }, key, 400, 'siteCode is required'],
      ] as const) {
        const answer = await readDetails(surface, query as never, headers);
        assert.deepEqual([answer.status, answer.text], [status, text]);
      }
    });
  });
}

describe('in XML', () => {
  test('a request is read, and banking details are written, with names in PascalCase', async () => {
    const transactionReference = 'XML & more';
    const fields = signed(usual({ transactionReference, bankId: fnb }));
    const elements = Object.entries(fields).map(([name, value]) => {
      const element = name[0]!.toUpperCase() + name.slice(1);
      return `<${element}>${String(value).replace('&', '&amp;')}</${element}>`;
    });
    const body = `<?xml version="1.0"?><BankTransferRequest>${elements.join('')}</BankTransferRequest>`;
    const xml = { 'content-type': 'application/xml', accept: 'application/xml' };
    const made = await post(surfaces.payments.single, body, xml);
    assert.equal(made.status, 200, made.text);
    assert.match(String(made.headers['content-type']), /^application\/xml/);
    const form =
      /^<\?xml version="1\.0" encoding="utf-8"\?><BankingDetails><BankName>Demo Bank<\/BankName><BranchCode>999999<\/BranchCode><AccountNumber>(\d+)<\/AccountNumber><PublicRecipientName>Tefo<\/PublicRecipientName><BeneficiaryReference>(\w+)<\/BeneficiaryReference><\/BankingDetails>$/;
    const [, , reference] = form.exec(made.text) ?? assert.fail(made.text);
    const query = { siteCode: merchant.siteCode, bankReference: reference! };
    const read = await readDetails(surfaces.payments, query, { ...key, accept: 'application/xml' });
    assert.equal(read.text, made.text);
    await arrive(reference!, 100);
    assert.deepEqual(statuses(transactionReference), [['Complete', '100.00', '']]);
    for (const hostile of [
      '<!DOCTYPE a [<!ENTITY b "c">]><BankTransferRequest/>',
      '<Other/>',
      '<BankTransferRequest>',
    ]) {
      const answer = await post(surfaces.payments.single, hostile, xml);
      assert.equal(answer.status, 400);
      assert.match(answer.text, /^The body cannot be read as XML: /);
    }
  });
});

describe('what did not come as asked', () => {
  test('is PendingInvestigation at once, and then Complete with what came, or Error when it was sent back', async () => {
    const decided = {
      allocated: ['Complete', '90.00', ''],
      returned: ['Error', '90.00', 'Failed'],
    } as const;
    for (const [decision, last] of Object.entries(decided)) {
      const transactionReference = `wrong-${decision}`;
      const made = await post(surfaces.payments.single, signed(usual({ transactionReference })));
      const reference = made.body.beneficiaryReference;
      const id = await arrive(reference, 90);
      assert.deepEqual(statuses(transactionReference), [['PendingInvestigation', '90.00', '']]);
      const [held] = await transactions(transactionReference);
      assert.equal(held!.status, 'PendingInvestigation');
      assert.equal(held!.statusMessage, 'R\u00a090,00 came where R\u00a0100,00 was asked for');
      if (decision === 'allocated') await allocateDeposit(ctx, id, { reference }, null);
      else await returnDeposit(ctx, id, null);
      await shop.pass(1_000);
      await shop.pass(61_000);
      assert.deepEqual(statuses(transactionReference), [['PendingInvestigation', '90.00', ''], last]);
      assert.equal((await transactions(transactionReference))[0]!.status, last[0]);
    }
  });

  test('a second deposit is a transaction of its own under the same reference, told with the merchant’s own fields', async () => {
    const transactionReference = 'second';
    const made = await post(surfaces.payments.single, signed(usual({ transactionReference })));
    for (let count = 0; count < 2; count += 1) await arrive(made.body.beneficiaryReference, 100);
    const expected = [
      ['Complete', '100.00', ''],
      ['PendingInvestigation', '100.00', ''],
    ];
    assert.deepEqual(statuses(transactionReference), expected);
    const found = await transactions(transactionReference);
    assert.deepEqual(
      found.map(({ status }) => status),
      ['PendingInvestigation', 'Complete'],
    );
  });

  test('late money is Complete and flagged, after Abandoned', async () => {
    const transactionReference = 'late';
    const expiryDateUtc = new Date(clock.now().getTime() + 120_000).toISOString();
    const made = await post(surfaces.payments.single, signed(usual({ transactionReference, expiryDateUtc })));
    assert.equal(made.status, 200, made.text);
    await shop.pass(121_000);
    await arrive(made.body.beneficiaryReference, 100);
    const expected = [
      ['Abandoned', '100.00', 'Expired'],
      ['Complete', '100.00', 'PaidLate'],
    ];
    assert.deepEqual(statuses(transactionReference), expected);
  });
});

describe('on the One API', () => {
  test('a deposit pays a payment, its webhook is signed, it is settled and refunded like any other', async () => {
    const told = await startReceiver();
    after(() => told.end());
    const body = {
      paymentRequest: {
        siteCode: merchant.siteCode,
        amount: zar(100),
        merchantReference: 'ONE-1',
        notifyUrl: `${told.url}/one`,
        expireAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
      },
      paymentDetail: { paymentType: 'bankdeposit' },
    };
    const made = await shop.one('POST', '/transactions', { body });
    assert.equal(made.status, 201, made.text);
    const { id, bankingDetails } = made.body;
    await arrive(bankingDetails.beneficiaryReference, 100, { bankId: fnb, accountNumber: '62001234567' });
    assert.equal((await shop.readTransaction(id)).status, 'Successful');
    const [post1, ...more] = told.received;
    assert.deepEqual(more, []);
    assert.ok(isSigned(post1!, merchant.webhookSecret));
    const { type, data } = JSON.parse(post1!.body);
    assert.deepEqual([type, data], ['transaction.complete', { id, status: 'Successful', reason: null }]);
    const refund = await shop.refund(id, 40);
    assert.deepEqual(refund.paidTo, {
      institutionId: fnb,
      institutionName: 'FNB',
      accountNumber: '*******4567',
      branchCode: '250655',
    });
    assert.equal((await shop.sandbox(`/refunds/${refund.id}/outcome`, { outcome: 'complete' })).status, 200);
    assert.equal((await shop.read(refund.id)).status, 'Complete');
    const outcome = await shop.sandbox(`/transactions/${id}/outcome`, { outcome: 'success' });
    assert.equal(outcome.status, 409);
  });

  test('a transaction that waits for its deposit is decided by no sandbox outcome', async () => {
    const asked = await shop.one('POST', '/payments', {
      body: {
        siteCode: merchant.siteCode,
        amount: zar(5),
        merchantReference: 'ONE-2',
        expireAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
      },
    });
    const path = `/payments/${asked.body.id}/transactions`;
    const { body } = await shop.one('POST', path, { body: { paymentType: 'bankdeposit' } });
    for (const id of [body.id, asked.body.id]) {
      const { status, text } = await shop.sandbox(`/transactions/${id}/outcome`, { outcome: 'success' });
      assert.equal(status, 409);
      assert.match(text, /a deposit decides it/);
    }
  });
});

test('what deposits brought is on the settlement, line by line', async () => {
  await shop.moveTo('2026-11-25T08:00:00');
  const query = new URLSearchParams({ fromDate: '2026-11-20', toDate: '2026-11-25' });
  const { body } = await shop.one('GET', `/settlements?${query}`);
  const lines = [];
  for (const { id } of body.results) {
    lines.push(...(await shop.one('GET', `/settlements/${id}/lineitems?limit=500`)).body.results);
  }
  const types = Map.groupBy(lines, ({ type }) => type);
  assert.ok(types.get('transaction')!.length >= 10);
  assert.equal(types.get('refund')!.length, 1);
  const total = lines.reduce(
    (cents, { settlementAmount }) => cents + Math.round(settlementAmount.value * 100),
    0,
  );
  const settled = body.results.reduce(
    (cents: number, { totalSettlement }: { totalSettlement: { value: number } }) =>
      cents + Math.round(totalSettlement.value * 100),
    0,
  );
  assert.equal(total, settled);
});
