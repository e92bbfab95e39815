// Invoices for fees and credit notes: the list, each as a record, and each as a PDF.
import { buffer } from 'node:stream/consumers';
import Type, { type Static } from 'typebox';
import { findInvoice, type Invoice, pageInvoices } from '../../core/invoices/actions.ts';
import { invoiceKinds } from '../../core/invoices/numbers.ts';
import { invoicePdf } from '../../core/invoices/pdf.ts';
import { only } from '../../core/viewer.ts';
import { operation } from '../operation.ts';
import type { Call, OneConfig } from './deps.ts';
import { invalid } from './errors.ts';
import { type Reply, replyOf } from './keyed.ts';
import { cursorQuery, pageReply, readPage } from './lists.ts';
import { Amount, links, listOf, moment, nullable, text, writeAmount } from './wire.ts';

type Money = Static<typeof Amount>;

const party = { name: Type.String(), address: nullable(Type.String()), vatNumber: nullable(Type.String()) };

export const InvoiceRecord = Type.Object(
  {
    links: links('self', 'pdf'),
    number: Type.String(),
    kind: Type.Enum([...invoiceKinds]),
    title: Type.String(),
    month: Type.String(),
    issuedAt: moment,
    seller: Type.Object(party),
    buyer: Type.Object(party),
    lines: Type.Array(
      Type.Object({
        description: Type.String(),
        quantity: Type.Integer({ minimum: 0 }),
        vatRate: Type.Number(),
        net: Amount,
        vat: Amount,
        total: Amount,
      }),
    ),
    net: Amount,
    vat: Amount,
    total: Amount,
    corrects: nullable(Type.Object({ number: Type.String(), reason: Type.String() })),
  },
  { title: 'Invoice' },
);

const ListQuery = Type.Object({ ...cursorQuery, month: Type.Optional(text(10)) });
const pdf = 'application/pdf';

export const invoiceOperations = [
  operation({
    method: 'GET',
    path: '/invoices',
    name: 'listInvoices',
    summary: 'List invoices',
    description: 'Invoices for fees and credit notes, the newest first.',
    access: 'settlements',
    query: ListQuery,
    responses: { 200: listOf(InvoiceRecord) },
    handle: listInvoices,
  }),
  operation({
    method: 'GET',
    path: '/invoices/{number}',
    name: 'getInvoice',
    summary: 'Get invoice',
    access: 'settlements',
    responses: { 200: InvoiceRecord },
    errors: [404],
    handle: async (call: Call) => replyOf(200, writeInvoice(call.deps.config, await find(call))),
  }),
  operation({
    method: 'GET',
    path: '/invoices/{number}/pdf',
    name: 'getInvoicePdf',
    summary: 'Get invoice as PDF',
    access: 'settlements',
    responses: { 200: null },
    otherForms: { [pdf]: Type.String({ format: 'binary' }) },
    errors: [404],
    handle: getPdf,
  }),
];

async function listInvoices(call: Call<Static<typeof ListQuery>>): Promise<Reply> {
  const { month } = call.query;
  if (month !== undefined && !/^[1-8]\d{3}-(?:0[1-9]|1[0-2])$/.test(month))
    throw invalid({ parameter: 'month' }, 'month must be a month, like 2026-12');
  const filter = { merchantId: call.merchantId, ...(month !== undefined && { period: `${month}-01` }) };
  const page = await pageInvoices(call.ctx, filter, readPage(call.query));
  return pageReply(call, '/invoices', page, (invoice) => writeInvoice(call.deps.config, invoice));
}

const find = ({ ctx, merchantId, id }: Call): Promise<Invoice> => findInvoice(ctx, only(merchantId), id);

async function getPdf(call: Call): Promise<Reply> {
  const invoice = await find(call);
  call.reply.header('content-disposition', `attachment; filename="${invoice.number}.pdf"`);
  const bytes = await buffer(await invoicePdf(invoice));
  return { status: 200, body: null, location: null, file: { type: pdf, bytes } };
}

function writeInvoice({ oneUrl }: OneConfig, invoice: Invoice): Static<typeof InvoiceRecord> {
  const { number, kind, title, period, createdAt, seller, buyer, corrects } = invoice;
  const self = `${oneUrl}/invoices/${number}`;
  const amounts = ({
    netCents,
    vatCents,
    totalCents,
  }: Pick<Invoice, 'netCents' | 'vatCents' | 'totalCents'>) => ({
    net: writeAmount(netCents) as Money,
    vat: writeAmount(vatCents) as Money,
    total: writeAmount(totalCents) as Money,
  });
  const partyOf = ({ name, address, vatNumber }: Invoice['seller']) => ({ name, address, vatNumber });
  return {
    links: { self, pdf: `${self}/pdf` },
    ...{ number, kind, title, month: period.slice(0, 7), issuedAt: createdAt.toISOString() },
    ...{ seller: partyOf(seller), buyer: partyOf(buyer) },
    lines: invoice.lines.map(({ description, quantity, rate, ...line }) => ({
      ...{ description, quantity, vatRate: rate / 100, ...amounts(line) },
    })),
    ...amounts(invoice),
    corrects: corrects && { number: corrects.number, reason: corrects.reason },
  };
}
