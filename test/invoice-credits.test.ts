// Credit notes for a part of an invoice: by two operators, never more than is left of it, and equal to the ledger.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { extractText } from 'unpdf';
import type { Actor } from '../src/core/context.ts';
import { findInvoice, type Invoice, listInvoices } from '../src/core/invoices/actions.ts';
import { decideCredit, leftOfLine, requestCredit } from '../src/core/invoices/credits.ts';
import { createInvoiceSweep } from '../src/core/invoices/jobs.ts';
import { invoicePdf } from '../src/core/invoices/pdf.ts';
import { balanceAt, serviceBalanceAt } from '../src/core/ledger/actions.ts';
import { createSite, findSiteByCode } from '../src/core/merchants/actions.ts';
import { inWork } from '../src/core/unit-of-work.ts';
import { noteRole } from '../src/core/users/grants.ts';
import { atCommandLine } from '../src/core/users/signed-in-user.ts';
import { createUser } from '../src/core/users/users.ts';
import { everything, only } from '../src/core/viewer.ts';
import { checkEverything } from '../src/reports/checks/all.ts';
import { enter, type Visitor, visitorOf } from './console/support.ts';
import { tefoOn } from './support/cli.ts';
import { openService } from './support/opening.ts';
import { charge, local, settleAt, takeBack } from './support/settling.ts';

const service = await openService({
  env: { TEFO_VAT_RATES: '15@2026-12-01,16@2027-02-15', TEFO_VAT_NUMBER: '4123456789' },
});
const site = (await findSiteByCode(service.db, service.merchant.siteCode))!;
await createInvoiceSweep(service.ctx).run();

describe('credit notes for a part of an invoice', () => {
  const invoiceAt = async (at: string): Promise<Invoice> => {
    service.clock.set(local(at));
    const sweep = createInvoiceSweep(service.ctx);
    while ((await sweep.run()) > 0);
    const newest = await listInvoices(service.ctx, only(site.merchantId));
    return newest.find(({ kind }) => kind === 'invoice')!;
  };
  const as = (actor: Actor) => ({ ...service.ctx, actor });
  const ask = (number: string, amount?: bigint, line = 1) =>
    requestCredit(as('cli:maker'), everything, { number, line, amount, reason: 'Agreed discount' });
  const approve = (id: string, by: Actor = 'cli:checker') => decideCredit(as(by), everything, id, 'approve');
  const left = async ({ number }: Invoice, line = 1) =>
    (await leftOfLine(service.ctx, await findInvoice(service.ctx, everything, number), line)).left;
  /** The fees are booked without transactions and statements, and the run of settlements is not part of each test. */
  const ofOthers = /^(transaction-is-booked|bank-clearing-is-the-statement|journal-is-settled|only-debts)/;
  const sound = async () => {
    const found = await checkEverything(service.db, service.config);
    const rules = found.map(({ rule, detail }) => `${rule} ${detail}`);
    assert.deepEqual(
      rules.filter((one) => !ofOthers.test(one)),
      [],
    );
  };
  const now = () => service.clock.now();

  test('are booked on approval, with their VAT, and are part of the next settlement', async () => {
    await charge(service, site, '2026-12-10T10:00', 1_150n);
    const invoice = await invoiceAt('2027-01-04T06:00');
    await settleAt(service.ctx, service.clock, '2027-01-04T07:00');
    const of = async () => [
      await balanceAt(service.db, 'merchant', site.id, now()),
      await serviceBalanceAt(service.db, 'fees', now()),
      await serviceBalanceAt(service.db, 'vat', now()),
    ];
    const before = await of();
    const { id, amountCents } = await ask(invoice.number, 460n);
    assert.deepEqual([await of(), await left(invoice)], [before, 690n]);
    const { number } = await approve(id);
    assert.equal(amountCents, 460n);
    // Debits are positive.
    const [balance, fees, vat] = await of();
    assert.deepEqual([balance! - before[0]!, fees! - before[1]!, vat! - before[2]!], [460n, 400n, 60n]);
    const note = await findInvoice(service.ctx, everything, number!);
    assert.deepEqual(
      [note.title, note.period, note.netCents, note.vatCents, note.rate, note.corrects],
      ['Credit note', '2027-01-01', 400n, 60n, 1_500, { number: invoice.number, reason: 'Agreed discount' }],
    );
    const { text } = await extractText(new Uint8Array(await buffer(await invoicePdf(note))), {
      mergePages: true,
    });
    for (const printed of [number!, invoice.number, 'Agreed discount'])
      assert.ok(text.includes(printed), text);
    await charge(service, site, '2027-01-04T10:00', 230n);
    await settleAt(service.ctx, service.clock, '2027-01-05T00:02');
    const [line] = await service.db`
      select type, reference, amount_cents, fee_cents, vat_cents from settlement_lines where fee_cents < 0`;
    assert.deepEqual(
      { ...line },
      { type: 'fee', reference: number, amountCents: 0n, feeCents: -460n, vatCents: -60n },
    );
    // The month's own documents leave it out.
    await invoiceAt('2027-02-01T06:00');
    await sound();
  });

  test('never exceed what is left, with 200 requests and 200 approvals at once', async () => {
    await charge(service, site, '2027-02-02T10:00', 1_000n);
    const invoice = await invoiceAt('2027-03-01T06:00');
    const asked = await Promise.allSettled(Array.from({ length: 200 }, () => ask(invoice.number, 90n)));
    const credits = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.equal(credits.length, 11);
    for (const one of asked)
      if (one.status === 'rejected') assert.match(String(one.reason), /amount must be/);
    assert.equal(await left(invoice), 10n);
    const decided = await Promise.allSettled(
      Array.from({ length: 200 }, (_, place) => approve(credits[place % credits.length]!.id)),
    );
    assert.equal(decided.filter(({ status }) => status === 'fulfilled').length, 11);
    await approve((await ask(invoice.number)).id);
    assert.equal(await left(invoice), 0n);
    await assert.rejects(ask(invoice.number, 1n), /amount must be more than zero and at most/);
    await sound();
  });

  test('of a whole line in parts have exactly its VAT', async () => {
    for (const fee of [7n, 333n, 4_999n, 17n]) await charge(service, site, '2027-03-02T10:00', fee);
    const invoice = await invoiceAt('2027-04-01T06:00');
    const [line] = invoice.lines;
    for (const amount of [1n, 1n, 3n, 29n, 1_234n, 2n, 999n, undefined])
      await approve((await ask(invoice.number, amount)).id);
    const [credited] = await service.db`
      select sum(amount_cents)::bigint as total, sum(vat_cents)::bigint as vat from invoice_credits where invoice_id = ${invoice.id}`;
    assert.deepEqual({ ...credited }, { total: line!.totalCents, vat: line!.vatCents });
    await sound();
  });

  test('leave out the fees that reversed payments gave back', async () => {
    const first = await charge(service, site, '2027-04-02T10:00', 580n);
    await charge(service, site, '2027-04-02T11:00', 232n);
    const invoice = await invoiceAt('2027-05-03T06:00');
    const waiting = await ask(invoice.number, 500n);
    await takeBack(service.ctx, first);
    assert.equal(await left(invoice), 0n);
    await assert.rejects(approve(waiting.id), /only R\s2,32 is left/u);
    await decideCredit(as('cli:checker'), everything, waiting.id, 'decline');
    assert.equal(await left(invoice), 232n);
    await approve((await ask(invoice.number)).id);
    await invoiceAt('2027-06-01T06:00');
    await sound();
  });

  test('are refused for other lines, sites, reasons and documents', async () => {
    await charge(service, site, '2027-06-02T10:00', 580n);
    const invoice = await invoiceAt('2027-07-01T06:00');
    await assert.rejects(ask(invoice.number, 1n, 2), /line must be 1 to 1/);
    await assert.rejects(ask('CN-000001', 1n), /only an invoice/);
    await assert.rejects(ask('INV-999999', 1n), /no invoice/);
    const given = { number: invoice.number, line: 1, amount: 5n, reason: 'r' };
    await assert.rejects(
      requestCredit(as('cli:maker'), everything, { ...given, reason: ' ' }),
      /reason must have/,
    );
    await assert.rejects(requestCredit(as('cli:maker'), only(crypto.randomUUID()), given), /no invoice/);
    await assert.rejects(requestCredit(as('system'), everything, given), /by must be/);
    const { siteCode } = await createSite(service.ctx, service.merchant.merchant, 'Second');
    await assert.rejects(requestCredit(as('cli:maker'), everything, given), /site must be one of/);
    const credit = await requestCredit(as('cli:maker'), everything, { ...given, siteCode });
    await assert.rejects(approve(credit.id, 'cli:maker'), /cannot approve it/);
    await approve(credit.id);
    await assert.rejects(approve(credit.id), /already approved/);
    const second = (await findSiteByCode(service.db, siteCode))!;
    assert.equal(await balanceAt(service.db, 'merchant', second.id, now()), 5n);
    await sound();
  });

  describe('at the console and the command line', () => {
    let maker: Visitor;
    let checker: Visitor;
    let invoice: Invoice;
    before(async () => {
      maker = await visitorOf(service, 'operator-finance');
      checker = await visitorOf(service, 'operator-admin');
      await charge(service, site, '2027-07-02T10:00', 116_000n);
      invoice = await invoiceAt('2027-08-02T06:00');
    });
    const request = async (amount: string) => {
      const page = `/console/invoices/${invoice.number}`;
      const fields = { line: '1', amount, reason: 'Wrong tariff', site: site.code };
      return maker.act(page, `${page}/credit`, fields);
    };

    test('one operator requests and another approves by typing the amount', async () => {
      const refused = await request('99999999');
      assert.equal(refused.status, 422);
      assert.match(refused.text, /at most R/);
      const path = (await request('116,00')).to!;
      assert.match(path, /^\/console\/invoices\/credits\//);
      assert.match((await maker.get(path)).text, /creator of a credit note cannot approve it/);
      const form = crypto.randomUUID();
      assert.equal((await maker.post(path, { form, do: 'approve', amount: '116.00' })).status, 403);
      assert.match((await checker.get('/console')).text, /credit notes? to approve/);
      assert.equal((await checker.act(path, path, { do: 'approve', amount: '116.01' })).status, 422);
      const done = await checker.act(path, path, { do: 'approve', amount: '116.00' });
      assert.match(done.to!, /^\/console\/invoices\/CN-/);
      assert.match((await checker.get(done.to!)).text, /Wrong tariff/);
      const declined = (await request('58.00')).to!;
      assert.equal((await checker.act(declined, declined, { do: 'decline', note: 'no' })).to, declined);
      assert.match((await checker.get('/console/invoices/credits.csv?state=declined')).text, /58\.00/);
      await sound();
    });

    test('an approver whose role comes from the requester is refused', async () => {
      const { userId, email, password } = await createUser(service.ctx, atCommandLine('test', true), {
        ...{ email: 'granted@test.example', role: 'operator-finance', merchantId: null },
      });
      const role = { userId, by: maker.userId, merchantId: null, role: 'operator-finance' };
      await inWork(service.ctx, (work) => noteRole(work, role));
      const granted = await enter(service, { userId, email, password });
      const path = (await request('1.00')).to!;
      assert.match((await granted.get(path)).text, /was granted by the creator/);
      const form = crypto.randomUUID();
      assert.equal((await granted.post(path, { form, do: 'approve', amount: '1.00' })).status, 403);
    });

    test('users of a merchant see the document, and neither requests nor decides', async () => {
      const finance = await visitorOf(service, 'finance');
      const [note] = await listInvoices(service.ctx, only(site.merchantId));
      assert.equal((await finance.get(`/console/invoices/${note!.number}`)).status, 200);
      const page = await finance.get(`/console/invoices/${invoice.number}`);
      assert.ok(!page.text.includes('Request credit note'));
      const path = (await request('1.00')).to!;
      for (const closed of [path, '/console/invoices/credits'])
        assert.equal((await finance.get(closed)).status, 403);
      const form = crypto.randomUUID();
      const sent = await finance.post(path, { form, do: 'approve', amount: '1.00' });
      assert.equal(sent.status, 403);
    });

    test('the command line requests, lists, approves and declines', async () => {
      const tefo = tefoOn(service);
      const own = ['--site', site.code, '--json'];
      const credit = ['invoice', 'credit', invoice.number, '--reason', 'r'];
      const asked = await tefo(...credit, '--amount', '2.32', '--by', 'ann', ...own);
      const { id, amount, state } = JSON.parse(asked.out);
      assert.deepEqual([amount, state], ['2.32', 'waiting']);
      const waiting = JSON.parse((await tefo('invoice', 'credits', '--json')).out) as { id: string }[];
      assert.ok(waiting.some((one) => one.id === id));
      assert.notEqual((await tefo('invoice', 'approve', id, '--by', 'ann')).code, 0);
      const approved = JSON.parse((await tefo('invoice', 'approve', id, '--by', 'ben', '--json')).out);
      assert.match(approved.creditNote, /^CN-\d{6}$/);
      const other = JSON.parse((await tefo(...credit, '--by', 'ann', ...own)).out);
      assert.match((await tefo('invoice', 'decline', other.id, '--by', 'ben')).out, /is declined/);
      const wrong = await tefo(...credit, '--amount', '0');
      assert.match(wrong.err, /--amount must be an amount/);
      await sound();
    });
  });
});
