// tefo invoice, tefo merchant set: invoices for fees, and merchants' details on them.

import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../core/errors.ts';
import {
  changeInvoiceDetails,
  findInvoice,
  type Invoice,
  type InvoiceFilter,
  type InvoiceSetting,
  invoiceSettings,
  listInvoices,
} from '../core/invoices/actions.ts';
import { invoicePdf } from '../core/invoices/pdf.ts';
import { everything } from '../core/viewer.ts';
import { formatDecimal } from '../kernel/money.ts';
import { type Line, paint } from '../kernel/process/terminal.ts';
import { firstOf } from '../kernel/required.ts';
import { type Choices, UsageError, type Work } from './command.ts';
import { onDatabase, withContext } from './context.ts';
import { requireMerchant } from './merchants.ts';
import { lines, print, table } from './output.ts';

const percent = (basisPoints: number): number => basisPoints / 100;

const described = (invoice: Invoice) => ({
  number: invoice.number,
  kind: invoice.kind,
  merchant: invoice.buyer.code,
  period: invoice.period.slice(0, 7),
  net: formatDecimal(invoice.netCents),
  vat: formatDecimal(invoice.vatCents),
  total: formatDecimal(invoice.totalCents),
  rate: percent(invoice.rate),
  issuedAt: invoice.createdAt.toISOString(),
});

export const invoiceList: Work = async ({ values }) => {
  const { month, merchant } = values;
  if (month !== undefined && !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(String(month)))
    throw new UsageError('--month must be a month such as 2026-12');
  await withContext(async (ctx) => {
    const filter: InvoiceFilter = {
      ...(month !== undefined && { period: `${month}-01` }),
      ...(merchant !== undefined && { merchantId: (await requireMerchant(ctx, String(merchant))).id }),
    };
    const found = await listInvoices(ctx, everything, filter);
    const list = found.map(described);
    print(values.json, list, () =>
      table(
        list.map(({ number, merchant, period, net, vat, total }) => [
          paint('name', number),
          ...[merchant, period, net, vat, total],
        ]),
      ),
    );
  });
};

export const invoiceShow = onDatabase(async (ctx, { values, positionals }) => {
  const invoice = await findInvoice(ctx, everything, firstOf(positionals));
  if (values.pdf !== undefined)
    await pipeline(await invoicePdf(invoice), createWriteStream(String(values.pdf)));
  const { title, seller, buyer } = invoice;
  const shown = described(invoice);
  const items = invoice.lines.map(({ description, quantity, rate, netCents, vatCents, totalCents }) => ({
    ...{ description, quantity, rate: percent(rate), net: formatDecimal(netCents) },
    ...{ vat: formatDecimal(vatCents), total: formatDecimal(totalCents) },
  }));
  print(values.json, { ...shown, title, seller, buyer, lines: items }, () => [
    [paint('title', title)],
    ...lines({ ...shown, seller: seller.name, buyer: buyer.name }),
    ...table(items.map((item) => Object.values(item).map(String))),
  ]);
});

const merchantSettings = Object.keys(invoiceSettings) as InvoiceSetting[];

export const merchantChoices: Choices = { KEY: merchantSettings };

export const merchantSet: Work = async ({ values, positionals }) => {
  const [code = '', ...given] = positionals;
  const change: Partial<Record<InvoiceSetting, string>> = {};
  for (const setting of given) {
    const [name = '', ...rest] = setting.split('=');
    if (!Object.hasOwn(invoiceSettings, name) || !setting.includes('='))
      throw new UsageError(`a merchant has no setting ${name}; it has ${merchantSettings.join(', ')}`);
    change[name as InvoiceSetting] = rest.join('=');
  }
  await withContext(async (ctx) => {
    const merchant = await requireMerchant(ctx, code);
    try {
      const details = await changeInvoiceDetails(ctx, merchant.id, change);
      const shown: Record<string, string | null> = Object.fromEntries(
        merchantSettings.map((name) => [name, details[invoiceSettings[name]]]),
      );
      print(values.json, { merchant: code, settings: shown }, (): Line[] =>
        lines(Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, value ?? '']))),
      );
    } catch (error) {
      throw error instanceof DomainError ? new UsageError(error.message) : error;
    }
  });
};
