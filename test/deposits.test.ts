// The bank transfers of the two surfaces that have them, from the reference to the notification.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { listMismatches } from '../src/core/hash-mismatches/actions.ts';
import { findSiteByCode } from '../src/core/merchants/actions.ts';
import { type Fields, fnb, openDepositing, surfaces } from './support/depositing.ts';
import { hashOf } from './support/merchant.ts';

const shop = await openDepositing();
const { merchant, ctx, clock, signed, usual, key, post, readDetails } = shop;
const { arrive, notified, statuses, transactions } = shop;
afterEach(() => shop.assertSound());

for (const [name, surface] of Object.entries(surfaces)) {
  describe(`on the ${name} surface`, () => {
    test('a unique reference is created, read in any spelling, paid by its deposit, and notified', async () => {
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

    test('a static reference creates a payment for each deposit; with a bank, the recipient is named', async () => {
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

    test('the hash covers only the values present, and the amount by value, not by spelling', async () => {
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
      // Their developer learns only which mistake it was.
      clock.advance(1);
      const keyFirst = hashOf(merchant.privateKey, ...(Object.values(usual()) as string[]));
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

    test('an invalid request is the 400 or the 401 with a plain text that names the mistake', async () => {
      const refusals: [fields: Fields | string, status: number, text: RegExp][] = [
        [usual({ siteCode: undefined }), 400, /^siteCode is required$/],
        [usual({ siteCode: 'NOBODY' }), 401, /^The ApiKey does not belong to the siteCode$/],
        [usual({ amount: undefined }), 400, /^amount is required$/],
        [usual({ amount: '0' }), 400, /^amount must be a number above 0/],
        [usual({ amount: '1.005' }), 400, /^amount must be a number above 0/],
        [usual({ transactionReference: undefined }), 400, /^transactionReference is required$/],
        [usual({ transactionReference: 'x'.repeat(51) }), 400, /^transactionReference must have at most 50/],
        [usual({ bankId: 'fnb' }), 400, /^bankId must be a UUID$/],
        [usual({ bankId: '018f0000-0000-7000-8000-000000000000' }), 400, /^bankId is not a known bank$/],
        [usual({ notifyUrl: 'ftp://shop.example' }), 400, /^notifyUrl must be a whole http/],
        [usual({ notifyUrl: 'http://169.254.169.254/x' }), 400, /^notifyUrl is not allowed: /],
        [usual({ expiryDateUtc: 'soon' }), 400, /^expiryDateUtc must be a time/],
        [
          usual({ expiryDateUtc: '2026-11-20 09:59' }),
          400,
          /^expiryDateUtc must be in the future; it is 2026-11-20T10:00:00\.\d+Z here, because the sandbox’s clock was moved/,
        ],
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
        'No deposit reference of the site has this text; spaces, dashes and letter case are ignored.';
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
