// The papers of a month: invoices, credit notes, statements and scheduled reports, with receivers that are
// down for two days. Each is compared with the merchant's own arithmetic and with the ledger.
import { changeInvoiceDetails, listInvoices } from '../../src/core/invoices/actions.ts';
import { decideCredit, requestCredit } from '../../src/core/invoices/credits.ts';
import { rangeOf } from '../../src/core/invoices/issuing.ts';
import { balanceAt } from '../../src/core/ledger/actions.ts';
import { findSiteByCode } from '../../src/core/merchants/actions.ts';
import { everything } from '../../src/core/viewer.ts';
import { readStatement } from '../../src/reports/account-statement/statement.ts';
import type { TestService } from '../support/running.ts';
import type { MailServer } from '../support/smtp-server.ts';
import { isBusinessDay } from './books.ts';
import { judgeMails } from './mails.ts';
import { judgeReports, newestFees } from './reports.ts';
import type { Month } from './stage.ts';

/** The operator's VAT: none in the first month, from the second on, and another rate in the third. */
export const vatRates = [
  { from: '2028-05-01', percent: 15 },
  { from: '2028-06-10', percent: 16 },
];

const address = 'books@karoo.example';

export const paperSettings = (mail: MailServer): Record<string, string> => ({
  ...{ SMTP_URL: mail.url, TEFO_MAIL_FROM: 'payments@tefo.example', TEFO_VAT_NUMBER: '4123456789' },
  TEFO_VAT_RATES: vatRates.map(({ from, percent }) => `${percent}@${from}`).join(','),
});

/** Sets the address of invoices. */
export async function beginPapers({ ctx, merchant }: TestService): Promise<void> {
  await changeInvoiceDetails(ctx, merchant.merchant.id, { invoiceEmail: address });
}

/** True on the day that invoices the month before. */
export const isInvoiceDay = (day: string): boolean =>
  isBusinessDay(day) &&
  !Array.from({ length: Number(day.slice(8)) - 1 }, (_, before) => before + 1).some((date) =>
    isBusinessDay(`${day.slice(0, 8)}${String(date).padStart(2, '0')}`),
  );

/** After invoices were issued: a credit note for a part of the newest, by two people; one more is refused. */
export async function creditNewest(month: Month): Promise<void> {
  const { service, shops, books, random, violations } = month;
  const { ctx, clock } = service;
  const newest = (await listInvoices(ctx, everything)).find(({ kind }) => kind === 'invoice');
  if (!newest) return void violations.push(`no invoice at ${clock.now().toISOString()}`);
  const line = random.between(1, newest.lines.length + 1);
  const { totalCents } = newest.lines[line - 1]!;
  const amount = BigInt(random.between(1, Number(totalCents) + 1));
  const [{ site }] = shops;
  const given = { number: newest.number, line, reason: 'Agreed discount', siteCode: site };
  const credit = await requestCredit({ ...ctx, actor: 'cli:maker' }, everything, { ...given, amount });
  const { credit: done } = await decideCredit(
    { ...ctx, actor: 'cli:checker' },
    everything,
    credit.id,
    'approve',
  );
  books.credited(site, Number(done.amountCents), Number(done.vatCents), clock.now());
  const isRefused = await requestCredit({ ...ctx, actor: 'cli:maker' }, everything, {
    ...given,
    amount: totalCents,
  }).then(
    () => false,
    () => true,
  );
  if (!isRefused) violations.push(`${newest.number} can be credited for more than it is`);
}

/** Compares all papers, month by month. `months`: the first days of the months that are over. */
export async function judgePapers(month: Month, months: readonly string[]) {
  const { service, shops, books, violations } = month;
  const { db, merchant } = service;
  const say = (what: string) => void violations.push(`papers: ${what}`);
  const same = (what: string, found: unknown, expected: unknown) => {
    const [is, was] = [found, expected].map((one) =>
      JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
    );
    if (is !== was) say(`${what} is ${is}, expected ${was}`);
  };
  const figures = { invoices: 0, creditNotes: 0, invoiced: 0, vat: 0, statements: 0, reportFiles: 0 };
  let closing: bigint | undefined;
  for (const first of months) {
    const name = first.slice(0, 7);
    const own = await shops[0].readAll(`/invoices?month=${name}&limit=3`);
    const sum = (kind: string, of: 'total' | 'vat'): number =>
      own.filter((one) => one.kind === kind).reduce((all, one) => all + Math.round(one[of].value * 100), 0);
    const expected = books.feesOf(name);
    same(
      `the invoice of ${name}`,
      [sum('invoice', 'total'), sum('invoice', 'vat')],
      [expected.fee, expected.vat],
    );
    same(
      `the credit notes of ${name}`,
      [sum('creditNote', 'total'), sum('creditNote', 'vat')],
      [expected.credited, expected.creditedVat],
    );
    const lines = own.filter(({ kind }) => kind === 'invoice').flatMap((one) => one.lines);
    same(
      `the lines of ${name}`,
      Object.fromEntries(
        lines.map(({ vatRate, quantity, total }) => [vatRate, [quantity, Math.round(total.value * 100)]]),
      ),
      expected.byRate,
    );
    figures.invoices += own.filter(({ kind }) => kind === 'invoice').length;
    figures.creditNotes += own.filter(({ kind }) => kind === 'creditNote').length;
    figures.invoiced += sum('invoice', 'total') - sum('creditNote', 'total');
    figures.vat += sum('invoice', 'vat') - sum('creditNote', 'vat');

    const of = {
      viewer: everything,
      merchantId: merchant.merchant.id,
      ...rangeOf(Temporal.PlainDate.from(first)),
    };
    const statement = await readStatement(db, of);
    const [net, vat] = [
      expected.fee - expected.vat - (expected.credited - expected.creditedVat),
      expected.vat - expected.creditedVat,
    ];
    same(
      `the statement of ${name}`,
      [statement.gross.cents, statement.fees.cents, statement.vat.cents],
      [expected.gross, -net, -vat],
    );
    if (closing !== undefined) same(`the opening balance of ${name}`, statement.opening.cents, closing);
    closing = statement.closing.cents;
    const balances = await Promise.all(
      shops.flatMap(({ site }) =>
        (['merchant', 'float'] as const).map(async (kind) =>
          balanceAt(db, kind, (await findSiteByCode(db, site))!.id, new Date(of.to.getTime() - 1)),
        ),
      ),
    );
    same(
      `the closing balance of ${name}`,
      closing,
      balances.reduce((all, one) => all + one, 0n),
    );
    figures.statements += 1;

    for (const [way, text] of await newestFees(month, name)) {
      same(`the file of ${name} (${way})`, feesIn(text), [
        expected.fee - expected.credited,
        expected.vat - expected.creditedVat,
      ]);
      figures.reportFiles += 1;
    }
  }
  return { ...figures, ...(await judgeMails(month, say)), ...(await judgeReports(month, say)) };
}

/** Adds up a report of fees: the total and the VAT, in cents. */
function feesIn(text: string): [number, number] {
  // The last lines are comments.
  const [head = '', ...rows] = text
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  const names = head.split(',');
  const sumOf = (column: string): number =>
    rows.reduce((all, row) => all + Math.round(Number(row.split(',')[names.indexOf(column)]) * 100), 0);
  return [sumOf('amount'), sumOf('vat')];
}
