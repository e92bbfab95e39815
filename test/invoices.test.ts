// Invoices and credit notes: issued on the first business day after each month, equal to the ledger, numbered without gaps.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extractText } from 'unpdf';
import { Tefo } from '../sdk/src/index.ts';
import { mailServerOf } from '../src/app/mail-server.ts';
import { createEmailSweep } from '../src/core/emails/jobs.ts';
import { changeInvoiceDetails, findInvoice, listInvoices } from '../src/core/invoices/actions.ts';
import { attachInvoice } from '../src/core/invoices/attachment.ts';
import { issueMonth } from '../src/core/invoices/issuing.ts';
import { createInvoiceSweep } from '../src/core/invoices/jobs.ts';
import { findSiteByCode, type Site } from '../src/core/merchants/actions.ts';
import { openMerchant } from '../src/core/users/merchant-opening.ts';
import { everything, only } from '../src/core/viewer.ts';
import { dayMs } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import { createEmailRenderer } from '../src/pages/emails/render.ts';
import { checkInvoices } from '../src/reports/checks/invoices.ts';
import { visitorOf } from './console/support.ts';
import { openService } from './support/opening.ts';
import { charge, local, takeBack } from './support/settling.ts';
import { openMailServer } from './support/smtp.ts';

const mail = await openMailServer();

const service = await openService({
  env: {
    ...{ TEFO_VAT_RATES: '15@2026-12-01,16@2027-01-15', TEFO_VAT_NUMBER: '4123456789' },
    ...{ SMTP_URL: mail.url, TEFO_MAIL_FROM: 'payments@tefo.example' },
    TEFO_OPERATOR_ADDRESS: '1 Long Street, Cape Town',
  },
});
const first = (await findSiteByCode(service.db, service.merchant.siteCode))!;
const other = await openMerchant(service.ctx, { name: 'Veld & Sons' });
const second = (await findSiteByCode(service.db, other.siteCode))!;
const textOf = async (pdf: Uint8Array): Promise<string> =>
  (await extractText(new Uint8Array(pdf), { mergePages: true })).text;

describe('invoices', () => {
  const runAt = async (at: string) => {
    service.clock.set(local(at));
    await createInvoiceSweep(service.ctx).run();
  };
  const countOf = async ({ merchantId }: Site, period: string) =>
    (await listInvoices(service.ctx, only(merchantId), { period })).length;
  const list = async (viewer = everything) =>
    (await listInvoices(service.ctx, viewer)).map(({ number, period, netCents, vatCents, rate, title }) => [
      ...[number, period, netCents, vatCents, rate, title],
    ]);

  test('come on the first business day after each month, with the VAT of their day', async () => {
    await runAt('2026-11-20T13:00');
    const early = await charge(service, first, '2026-11-25T10:00', 300n);
    await charge(service, second, '2026-11-30T23:59:59.999', 100n);
    await charge(service, first, '2026-12-01T00:00', 115n);
    await runAt('2026-12-01T05:59');
    assert.deepEqual(await list(), []);
    await runAt('2026-12-01T06:00');
    assert.deepEqual(
      new Set((await list()).map(([, ...rest]) => String(rest))),
      new Set(['2026-11-01,300,0,0,Invoice', '2026-11-01,100,0,0,Invoice']),
    );
    const [[november]] = (await list(only(first.merchantId))) as [[string]];
    await takeBack(service.ctx, early);
    // The first of January is a holiday, and 2 and 3 January 2027 are a weekend.
    await runAt('2027-01-03T12:00');
    assert.equal((await list()).length, 2);
    await runAt('2027-01-04T06:00');
    assert.deepEqual(await list(only(first.merchantId)), [
      ['CN-000001', '2026-12-01', 300n, 0n, 0, 'Credit note'],
      ['INV-000003', '2026-12-01', 100n, 15n, 1_500, 'Tax Invoice'],
      [november, '2026-11-01', 300n, 0n, 0, 'Invoice'],
    ]);
    assert.deepEqual(await checkInvoices(service.db), []);
  });

  test('have a line for each rate of a month, and credit a fee at the rate of its charge', async () => {
    const before = await charge(service, second, '2027-01-14T23:59', 1_150n);
    await charge(service, second, '2027-01-15T00:00', 1_160n);
    service.clock.set(local('2027-01-20T10:00'));
    await takeBack(service.ctx, before);
    await runAt('2027-02-01T06:00');
    const [credit, invoice] = await listInvoices(service.ctx, only(second.merchantId), {
      period: '2027-01-01',
    });
    assert.deepEqual(
      invoice!.lines.map(({ rate, netCents, vatCents, quantity }) => [rate, netCents, vatCents, quantity]),
      [
        [1_500, 1_000n, 150n, 1],
        [1_600, 1_000n, 160n, 1],
      ],
    );
    assert.deepEqual(
      [credit!.title, credit!.rate, credit!.netCents, credit!.vatCents],
      ['Credit note', 1_500, 1_000n, 150n],
    );
    assert.deepEqual(await checkInvoices(service.db), []);
  });

  test('are issued once however many processes issue them, under numbers without a gap', async () => {
    const others = await Promise.all(
      Array.from({ length: 12 }, async (_, number) => {
        const { siteCode } = await openMerchant(service.ctx, { name: `Shop ${number}` });
        return (await findSiteByCode(service.db, siteCode))!;
      }),
    );
    for (const [number, site] of others.entries())
      await charge(service, site, '2027-02-10T10:00', BigInt(100 + number));
    service.clock.set(local('2027-03-01T06:00'));
    await Promise.all(Array.from({ length: 8 }, () => issueMonth(service.ctx, '2027-02-01')));
    const issued = await listInvoices(service.ctx, everything, { period: '2027-02-01' });
    assert.equal(issued.length, 12);
    assert.deepEqual(await checkInvoices(service.db), []);
    const numbers = (await listInvoices(service.ctx, everything)).filter(({ kind }) => kind === 'invoice');
    assert.deepEqual(
      numbers.map(({ number }) => number).toSorted(),
      Array.from({ length: numbers.length }, (_, index) => `INV-${String(index + 1).padStart(6, '0')}`),
    );
  });

  test('of one merchant that cannot be issued keep no other merchant from its own', async () => {
    await charge(service, first, '2027-03-02T10:00', 200n);
    await charge(service, second, '2027-03-02T11:00', 300n);
    for (const { merchantId } of [first, second]) {
      await service.db.unsafe(
        `alter table invoices add constraint planted check (merchant_id <> '${merchantId}') not valid`,
      );
      service.clock.set(local('2027-04-01T06:00'));
      await assert.rejects(issueMonth(service.ctx, '2027-03-01'), /planted/);
      await service.db`alter table invoices drop constraint planted`;
      const other = merchantId === first.merchantId ? second : first;
      assert.equal(await countOf(other, '2027-03-01'), 1);
    }
    await runAt('2027-04-01T07:00');
    assert.deepEqual([await countOf(first, '2027-03-01'), await countOf(second, '2027-03-01')], [1, 1]);
    assert.deepEqual(await checkInvoices(service.db), []);
  });

  test('keep the details of their day, cannot change, and are seen by their merchant only', async () => {
    const change = (details: Parameters<typeof changeInvoiceDetails>[2]) =>
      changeInvoiceDetails(service.ctx, first.merchantId, details);
    await assert.rejects(change({ vatNumber: '12' }), /vatNumber/);
    await assert.rejects(change({ invoiceEmail: 'x' }), /invoiceEmail/);
    const invoiceName = 'Karoo Books (Pty) Ltd';
    await change({ vatNumber: '4000000001', invoiceName, invoiceAddress: '5 Main Road' });
    await charge(service, first, '2027-04-10T10:00', 200n);
    await runAt('2027-05-03T06:00');
    const [newest] = await listInvoices(service.ctx, only(first.merchantId));
    assert.deepEqual([newest!.buyer.name, newest!.buyer.vatNumber], ['Karoo Books (Pty) Ltd', '4000000001']);
    assert.deepEqual(newest!.seller, {
      ...{ name: 'Tefo', address: '1 Long Street, Cape Town', vatNumber: '4123456789' },
    });
    const old = await findInvoice(service.ctx, everything, 'inv-000001');
    assert.equal(old.buyer.vatNumber, null);
    await assert.rejects(
      findInvoice(service.ctx, only(second.merchantId), newest!.number),
      /has no invoice or credit note/,
    );
    await assert.rejects(service.db`update invoices set total_cents = 0`, /append-only/);
    await assert.rejects(service.db`delete from invoices`, /append-only/);
  });

  test('are e-mailed with their PDF once, however long the mail server is down and whatever is issued again', async () => {
    await changeInvoiceDetails(service.ctx, second.merchantId, { invoiceEmail: 'books@veld.example' });
    await charge(service, first, '2027-05-10T10:00', 200n);
    await charge(service, second, '2027-05-10T10:00', 300n);
    mail.be('down');
    await runAt('2027-06-01T06:00');
    await Promise.all(Array.from({ length: 4 }, () => issueMonth(service.ctx, '2027-05-01')));
    const { ctx } = service;
    const send = async () => {
      const sweep = createEmailSweep({
        ...{ ctx, attach: attachInvoice(ctx), send: mailServerOf(service.config), mostOfMerchant: 100 },
        render: createEmailRenderer({
          ctx,
          publicUrl: service.base,
          house: { operator: ctx.policy.operator } as never,
        }),
      });
      await sweep.run();
      await sweep.settle?.();
    };
    for (let day = 1; day <= 2; day += 1) {
      await send();
      service.clock.advance(dayMs);
    }
    assert.equal(mail.received.length, 0);
    mail.be('good');
    for (let round = 0; round < 3; round += 1) await send();
    const [issued] = await listInvoices(ctx, only(second.merchantId), { period: '2027-05-01' });
    const [received, ...more] = mail.received;
    assert.deepEqual([received!.to, more.length], ['books@veld.example', 0]);
    assert.match(received!.raw, new RegExp(`Subject: Invoice ${issued!.number}`));
    const [, encoded = ''] =
      /filename="?INV-\d+\.pdf"?[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(received!.raw) ?? [];
    const text = await textOf(Buffer.from(encoded, 'base64'));
    assert.ok(text.includes(issued!.number), text);
  });

  test('are read by the API of their merchant, page by page and as PDF; those of others do not exist', async () => {
    const clientOf = ({ clientId, clientSecret }: typeof other) =>
      new Tefo({ urls: { one: `${service.base}/one/v1` }, clientId, clientSecret });
    const [mine, theirs] = [clientOf(service.merchant), clientOf(other)];
    const own = await listInvoices(service.ctx, only(second.merchantId));
    const numbers: string[] = [];
    for await (const { number } of theirs.one.listInvoices({ query: { limit: 2 } })) numbers.push(number);
    assert.deepEqual(numbers.toSorted(), own.map(({ number }) => number).toSorted());
    const [january] = (await theirs.one.listInvoices({ query: { month: '2027-01' } })).results.filter(
      ({ kind }) => kind === 'invoice',
    );
    const { links, seller, lines, ...rest } = january!;
    assert.deepEqual(rest.total, { currency: 'ZAR', value: 23.1 });
    assert.deepEqual(
      lines.map(({ vatRate, vat }) => [vatRate, vat.value]),
      [
        [15, 1.5],
        [16, 1.6],
      ],
    );
    assert.deepEqual([rest.title, seller.vatNumber], ['Tax Invoice', '4123456789']);
    const path = { number: rest.number };
    assert.deepEqual(await theirs.one.getInvoice({ path }), january);
    assert.ok((await textOf(await theirs.one.getInvoicePdf({ path }))).includes(rest.number));
    for (const call of [mine.one.getInvoice, mine.one.getInvoicePdf])
      await assert.rejects(call({ path }), { status: 404 });
    await assert.rejects(mine.one.getInvoice({ path: { number: 'nothing' } }), { status: 404 });
    await assert.rejects(mine.one.listInvoices({ query: { month: '2027-13' } }), { status: 400 });
    assert.ok(links.pdf.endsWith(`/one/v1/invoices/${rest.number}/pdf`));
  });

  test('are listed and downloaded at the console by those who see the ledger', async () => {
    const finance = await visitorOf(service, 'finance');
    const [newest] = await listInvoices(service.ctx, only(first.merchantId));
    const page = await finance.get('/console/invoices');
    assert.equal(page.status, 200);
    assert.ok(page.text.includes(`href="/console/invoices/${newest!.number}"`), page.text);
    const shown = await finance.get(`/console/invoices/${newest!.number}`);
    assert.ok(shown.text.includes(`href="/console/invoices/${newest!.number}.pdf"`), shown.text);
    const pdf = await fetch(new URL(`/console/invoices/${newest!.number}.pdf`, service.base), {
      headers: { cookie: finance.cookie },
    });
    assert.equal(pdf.headers.get('content-type'), 'application/pdf');
    const [foreign] = await listInvoices(service.ctx, only(second.merchantId));
    assert.equal((await finance.get(`/console/invoices/${foreign!.number}.pdf`)).status, 404);
    assert.equal((await finance.get('/console/invoices/INV-999999.pdf')).status, 404);
    const support = await visitorOf(service, 'support');
    assert.equal((await support.get('/console/invoices')).status, 403);
  });

  test('that differ from the ledger are found by the check', async () => {
    await service.db`
      insert into invoices select ${newId(service.clock)}, merchant_id, 'creditNote', 7, period, seller, buyer, lines, vat_cents,
        total_cents, created_at from invoices where sequence = 1 and kind = 'invoice'`;
    const rules = (await checkInvoices(service.db)).map(({ rule }) => rule);
    assert.deepEqual(new Set(rules), new Set(['invoices-are-the-fees', 'invoice-numbers-have-no-gap']));
  });
});
