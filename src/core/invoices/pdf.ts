// An invoice or a credit note as PDF: one page of A4, with the fields that the VAT Act requires of a full tax invoice.
import type { Readable } from 'node:stream';
import { zone } from '../../kernel/calendar.ts';
import { openPdfPage, type PdfPage, type TextStyle } from '../../kernel/formats/pdf.ts';
import { inThousands } from '../../kernel/formats/text.ts';
import { formatRand } from '../../kernel/money.ts';
import type { Invoice } from './actions.ts';

const months = new Intl.DateTimeFormat('en-ZA', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns the month of an invoice in words, "December 2026". */
export const monthText = ({ period }: Invoice): string => months.format(new Date(`${period}T00:00:00Z`));

const days = new Intl.DateTimeFormat('en-ZA', {
  ...{ day: 'numeric', month: 'long', year: 'numeric' },
  timeZone: zone,
});

const percent = (basisPoints: number): string => `${basisPoints / 100} %`;

/** Columns: how far they end from the left edge, and their room. */
const columns = { quantity: [174, 44], rate: [222, 44], net: [309, 86], vat: [392, 83] } as const;
/** Amounts up to R 9 999 999 999,99 fit into their column. */
const small = { size: 9 };
const describing = 130;

function cell(name: keyof typeof columns, y: number, style: TextStyle = {}): TextStyle {
  const [end, room] = columns[name];
  return { ...small, ...style, y, x: end - room, room, align: 'right' };
}

const inTotal = (pdf: PdfPage, y: number, style: TextStyle = {}): TextStyle => ({
  ...{ ...small, ...style, y, x: 393, room: pdf.width - 393, align: 'right' },
});

export async function invoicePdf(invoice: Invoice): Promise<Readable> {
  const { title, number, seller, buyer, createdAt } = invoice;
  const pdf = await openPdfPage(`${title} ${number}`, createdAt);
  pdf.write('P', seller.name, { size: 11, bold: true });
  pdf.write('H1', title, { size: 22, bold: true, y: pdf.y + 10 });
  let y = pdf.y + 10;
  for (const [label, value] of factsOf(invoice)) {
    pdf.row([
      [label, { muted: true, y, room: 110 }],
      [value, { y, x: 120 }],
    ]);
    y = pdf.y + 3;
  }
  const top = y + 18;
  writeParty(pdf, 'Supplier', seller, { y: top, room: 220 });
  const below = pdf.y;
  writeParty(pdf, 'Recipient', buyer, { y: top, x: 245, room: pdf.width - 245 });
  writeLines(pdf, invoice, Math.max(below, pdf.y) + 26);
  pdf.write('P', noteOf(invoice), { size: 9, y: pdf.y + 20 });
  return pdf.end();
}

function factsOf(invoice: Invoice): [label: string, value: string][] {
  const { kind, number, createdAt, corrects } = invoice;
  return [
    [kind === 'invoice' ? 'Invoice number' : 'Credit note number', number],
    ['Date of issue', days.format(createdAt)],
    corrects === null ? ['Period', monthText(invoice)] : ['Credit on invoice', corrects.number],
    ...(corrects === null ? [] : [['Reason', corrects.reason] as [string, string]]),
    ['Currency', 'South African rand (ZAR)'],
  ];
}

function noteOf({ kind, corrects, totalCents }: Invoice): string {
  const total = formatRand(totalCents);
  if (kind === 'invoice')
    return `Paid: ${total} was deducted from settlements. Amount due: ${formatRand(0n)}.`;
  return corrects === null
    ? `${total} was credited to the balance with the payments that the bank reversed.`
    : `${total} was credited to the balance and is part of the next settlement.`;
}

function writeParty(pdf: PdfPage, label: string, party: Invoice['seller'], place: TextStyle): void {
  const { y: _, ...column } = place;
  pdf.write('P', label, { ...place, size: 9, muted: true });
  pdf.write('P', party.name, { ...column, size: 11, bold: true, y: pdf.y + 2 });
  if (party.address !== null) pdf.write('P', party.address, { ...column, y: pdf.y + 2 });
  if (party.vatNumber !== null) pdf.write('P', `VAT number ${party.vatNumber}`, { ...column, y: pdf.y + 2 });
}

function writeLines(pdf: PdfPage, { lines, netCents, vatCents, totalCents }: Invoice, top: number): void {
  let y = top;
  const head: TextStyle = { size: 9, muted: true };
  pdf.row([
    ['Description', { ...head, y, room: describing }],
    ['Quantity', cell('quantity', y, head)],
    ['VAT rate', cell('rate', y, head)],
    ['Excl. VAT', cell('net', y, head)],
    ['VAT', cell('vat', y, head)],
    ['Incl. VAT', inTotal(pdf, y, head)],
  ]);
  y += 16;
  for (const item of lines) {
    pdf.rule(y);
    y += 8;
    pdf.row([
      [inThousands(String(item.quantity), '\u00a0'), cell('quantity', y)],
      [percent(item.rate), cell('rate', y)],
      [formatRand(item.netCents), cell('net', y)],
      [formatRand(item.vatCents), cell('vat', y)],
      [formatRand(item.totalCents), inTotal(pdf, y)],
      [item.description, { y, room: describing }],
    ]);
    y = pdf.y + 8;
  }
  pdf.rule(y, 1.2);
  const bold: TextStyle = { size: 11, bold: true };
  pdf.row([
    ['Total', { ...bold, y: y + 8, room: describing }],
    [formatRand(netCents), cell('net', y + 8, { bold: true })],
    [formatRand(vatCents), cell('vat', y + 8, { bold: true })],
    [formatRand(totalCents), inTotal(pdf, y + 8, { bold: true })],
  ]);
  pdf.rule(pdf.y + 8, 1.2);
}
