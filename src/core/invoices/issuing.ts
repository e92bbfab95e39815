// Issues the invoices and credit notes of a month, once it is over.

import { dayOf } from '../../kernel/business-days.ts';
import { startOfDay } from '../../kernel/calendar.ts';
import { eachApart } from '../../kernel/concurrency/independent-work.ts';
import { waitForWriters } from '../../kernel/db/quiesce.ts';
import { newId } from '../../kernel/ids.ts';
import { type Cents, formatRand } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { queueEmail } from '../emails/actions.ts';
import { type FeeTotal, type Posting, sumFees } from '../ledger/actions.ts';
import { findMerchantById } from '../merchants/actions.ts';
import { inWork } from '../unit-of-work.ts';
import { formatNumber, type InvoiceKind, invoiceKinds } from './numbers.ts';
import * as store from './store.ts';

/** The time of the first business day after a month at which it is invoiced, South African wall-clock time. */
const issueTime = '06:00';

/** The fees on an invoice or a credit note, by the posting that books them. */
export const descriptions: Partial<Record<Posting, { kind: InvoiceKind; text: string }>> = {
  payment_received: { kind: 'invoice', text: 'Fees for payments received' },
  verification_charged: { kind: 'invoice', text: 'Fees for account verifications' },
  payment_reversed: { kind: 'creditNote', text: 'Fees of payments that the bank reversed' },
};

/** Returns the first day of the month of an instant. */
export const monthOf = (at: Date): Temporal.PlainDate => dayOf(at).with({ day: 1 });

/** Returns when a month is invoiced. */
export function dueAfter({ policy }: AnyContext, month: Temporal.PlainDate): Date {
  const end = startOfDay(month.add({ months: 1 }));
  return policy.calendar.nextTimeOnBusinessDay(end, [issueTime]);
}

/**
 * Issues a month's invoices, and adds the next month to the runs. Returns false if transactions of the month are still open: the
 * next run tries again. A month whose run was interrupted is issued again, and every merchant has its documents once.
 */
export async function issueMonth(ctx: Context, period: string): Promise<boolean> {
  if (!(await waitForWriters(ctx.db))) return false;
  const month = Temporal.PlainDate.from(period);
  const fees = await sumFees(ctx.db, rangeOf(month), ctx.policy.vatRates);
  // A merchant whose documents cannot be issued keeps no other from its own; the month is not complete then.
  await eachApart(
    Map.groupBy(fees, (fee) => fee.merchantId),
    ([merchantId, own]) => inWork(ctx, (work) => issueFor(work, merchantId, period, own)).then(() => 1),
  );
  const next = month.add({ months: 1 });
  await inWork(ctx, ({ tx, clock }) =>
    store.completeRun(tx, period, { period: next.toString(), dueAt: dueAfter(ctx, next), now: clock.now() }),
  );
  return true;
}

/** Returns the instants of a month. */
export const rangeOf = (month: Temporal.PlainDate) => ({
  from: startOfDay(month),
  to: startOfDay(month.add({ months: 1 })),
});

async function issueFor(work: Work, merchantId: string, period: string, fees: FeeTotal[]): Promise<void> {
  const buyer = await buyerOf(work, merchantId);
  for (const kind of invoiceKinds) {
    const lines = linesOf(kind, fees);
    if (lines.length === 0) continue;
    const sum = (of: 'vatCents' | 'totalCents') =>
      lines.reduce((total, line) => total + BigInt(line[of]), 0n);
    const row = {
      ...{ id: newId(work.clock), merchantId, kind, period, buyer, lines, seller: work.policy.operator },
      ...{ vatCents: sum('vatCents'), totalCents: sum('totalCents'), createdAt: work.clock.now() },
      corrects: null,
    };
    const sequence = await store.insertInvoice(work.tx, row);
    if (sequence !== undefined) await emailInvoice(work, row, sequence);
  }
}

export interface NewCreditNote {
  merchantId: string;
  /** The first day of the month in which it is booked. */
  period: Temporal.PlainDate;
  line: { description: string; rate: number };
  /** In cents; the total includes the VAT. */
  vat: Cents;
  total: Cents;
  corrects: store.Corrects;
}

/** Issues a credit note for a part of an invoice, whose booking the transaction has written. Returns its id and number. */
export async function issueCreditNote(work: Work, given: NewCreditNote) {
  const { merchantId, period, line, vat, total, corrects } = given;
  await store.ensureRun(work.tx, period.toString(), dueAfter(work, period));
  const { description, rate } = line;
  const row = {
    ...({
      id: newId(work.clock),
      merchantId,
      kind: 'creditNote',
      period: period.toString(),
      corrects,
    } as const),
    ...{ seller: work.policy.operator, buyer: await buyerOf(work, merchantId) },
    lines: [{ description, quantity: 1, rate, vatCents: String(vat), totalCents: String(total) }],
    ...{ vatCents: vat, totalCents: total, createdAt: work.clock.now() },
  };
  const sequence = required(await store.insertInvoice(work.tx, row), 'number');
  await emailInvoice(work, row, sequence);
  return { id: row.id, number: formatNumber('creditNote', sequence), vat };
}

/** The e-mail is added with its invoice: there is one for each, whenever the process ends. */
async function emailInvoice(work: Work, row: store.NewInvoice, sequence: number): Promise<void> {
  const { id, merchantId, kind, buyer, period, totalCents } = row;
  if (buyer.email === null) return;
  const facts = { number: formatNumber(kind, sequence), kind, period, total: formatRand(totalCents) };
  await queueEmail(work, { kind: 'invoice', merchantId, recipient: buyer.email, objectId: id, facts });
}

/** A credit note has positive amounts. */
function linesOf(kind: InvoiceKind, fees: FeeTotal[]): store.InvoiceLine[] {
  const sign = kind === 'invoice' ? 1n : -1n;
  return fees.flatMap(({ posting, rate, count, feeCents, vatCents }) => {
    const described = descriptions[posting];
    if (described?.kind !== kind) return [];
    const [vat, total] = [sign * vatCents, sign * feeCents].map(String) as [string, string];
    return { description: described.text, quantity: count, rate, vatCents: vat, totalCents: total };
  });
}

async function buyerOf({ tx }: Work, merchantId: string): Promise<store.Buyer> {
  const merchant = required(await findMerchantById(tx, merchantId), 'merchant');
  const { name, ...details } = await store.findDetails(tx, merchantId);
  return { code: merchant.code, name: name ?? merchant.name, ...details };
}
