// Credit notes for a part of an invoice: requested by one operator, approved by another, booked and issued in one transaction.
import { dayOf } from '../../kernel/business-days.ts';
import { newId } from '../../kernel/ids.ts';
import { type Cents, formatRand } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import type { Actor, AnyContext, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { findBookedAt, post, sumReversedFees } from '../ledger/actions.ts';
import { findSite, listSites } from '../merchants/actions.ts';
import { assertAsSeen } from '../seen.ts';
import { correlated } from '../traces.ts';
import { advance, change } from '../transitions.ts';
import { flush, inWork } from '../unit-of-work.ts';
import { assertOtherPerson } from '../users/grants.ts';
import type { Viewer } from '../viewer.ts';
import { findInvoice, type Invoice, invoiceOfId } from './actions.ts';
import { invoiceCreditMachine } from './credit-state.ts';
import * as store from './credit-store.ts';
import { descriptions, issueCreditNote, rangeOf } from './issuing.ts';

export { type InvoiceCredit, invoiceCredits } from './credit-store.ts';

export interface NewCredit {
  /** The printed number of the invoice. */
  number: string;
  /** The place of the line, from 1. */
  line: number;
  /** With VAT; absent: all that is left of the line. */
  amount?: Cents | undefined;
  reason: string;
  /** The code of the site whose balance receives it; absent: the merchant's only site. */
  siteCode?: string | undefined;
}

const mostReason = 200;

const invalid = (field: string, rule: string) => invalidField(field, `${field} ${rule}`);

/**
 * Requests a credit note. Its amount is reserved until it is decided, so that all requests together never exceed their line. Throws
 * InvoiceNotFound, StepNotAllowed (a credit note is not credited) and InvalidField.
 */
export const requestCredit = (
  scope: AnyContext,
  viewer: Viewer,
  given: NewCredit,
): Promise<store.InvoiceCredit> =>
  inWork(scope, async (work) => {
    assertPerson(work.actor);
    const invoice = await findInvoice(work, viewer, given.number);
    if (invoice.kind !== 'invoice')
      throw new DomainError('StepNotAllowed', { detail: 'only an invoice can be credited' });
    const reason = given.reason.trim();
    if (reason === '' || reason.length > mostReason || /\p{Cc}/u.test(reason))
      throw invalid('reason', `must have 1 to ${mostReason} characters, on one line`);
    const siteId = await siteFor(work, invoice, given.siteCode);
    await store.lockInvoice(work.tx, invoice.id);
    const { left } = await leftOfLine(work, invoice, given.line);
    const amountCents = given.amount ?? left;
    if (amountCents <= 0n || amountCents > left)
      throw invalid(
        'amount',
        `must be more than zero and at most ${formatRand(left)}, which is left of the line`,
      );
    const credit: store.InvoiceCredit = {
      ...{ id: newId(work.clock), merchantId: invoice.merchantId, siteId, invoiceId: invoice.id },
      ...{ line: given.line, amountCents, reason, state: invoiceCreditMachine.initial, stateReason: null },
      correlationId: correlated(work, invoice.merchantId),
      ...{ createdBy: work.actor, createdAt: work.clock.now(), decidedBy: null, decidedAt: null },
      ...{ completedAt: null, vatCents: null, creditNoteId: null },
    };
    await store.insertCredit(work.tx, credit);
    return credit;
  });

async function siteFor(work: Work, { merchantId }: Invoice, code: string | undefined): Promise<string> {
  const sites = await listSites(work.tx, merchantId);
  const found =
    code === undefined
      ? sites.length === 1
        ? sites[0]
        : undefined
      : sites.find((site) => site.code === code);
  if (found) return found.id;
  throw invalid('site', `must be one of ${sites.map((site) => site.code).join(', ')}`);
}

/** The rest of a line that can still be credited, in cents. */
export interface LineLeft {
  left: Cents;
  /** The rest without the fees that reversed payments gave back. */
  base: { total: Cents; vat: Cents };
  credited: store.Credited;
}

/**
 * Returns what is left of a line: its total, less the fees of its month that reversed payments gave back, less its credits.
 * Throws InvalidField (line).
 */
export async function leftOfLine(scope: AnyContext, invoice: Invoice, place: number): Promise<LineLeft> {
  const line = invoice.lines[place - 1];
  if (!line) throw invalid('line', `must be 1 to ${invoice.lines.length}`);
  const reversed =
    line.description === descriptions.payment_received?.text
      ? await reversedOf(scope, invoice, line.rate)
      : { fee: 0n, vat: 0n };
  const base = { total: line.totalCents - reversed.fee, vat: line.vatCents - reversed.vat };
  const credited = await store.sumCredits(scope.db, invoice.id, place);
  const left = base.total - credited.issued - credited.waiting;
  return { base, credited, left: left > 0n ? left : 0n };
}

async function reversedOf({ db, policy }: AnyContext, { merchantId, period }: Invoice, rate: number) {
  const range = rangeOf(Temporal.PlainDate.from(period));
  const reversed = await sumReversedFees(db, merchantId, range, policy.vatRates);
  return reversed.find((one) => one.rate === rate) ?? { fee: 0n, vat: 0n };
}

/**
 * Approves a credit note for its second person, who is not its creator and whose right does not come from the creator, or declines
 * it. Approving books it on the site's balance and issues it. Throws CreditNotFound, DoneAlready, MakerMayNotDecide,
 * ChangedSinceSeen, InvalidField (by: the actor is no person) and StepNotAllowed (less is left of the line).
 */
export const decideCredit = (
  scope: AnyContext,
  viewer: Viewer,
  id: string,
  verb: 'approve' | 'decline',
  seen: { amount?: Cents; note?: string } = {},
): Promise<{ credit: store.InvoiceCredit; number: string | null }> =>
  inWork(scope, async (work) => {
    assertPerson(work.actor);
    const credit = await store.lockCredit(work.tx, viewer, id);
    if (!credit) throw new DomainError('CreditNotFound');
    if (credit.state !== 'waiting')
      throw new DomainError('DoneAlready', { detail: `the credit note is already ${credit.state}` });
    const { createdBy: creator, merchantId } = credit;
    await assertOtherPerson(work, work.actor, { creator, merchantId, noun: 'credit note' });
    if (seen.amount !== undefined) assertAsSeen({ amount: seen.amount }, { amount: credit.amountCents });
    const own = { ...work, correlationId: credit.correlationId };
    const decided = { decidedBy: work.actor, decidedAt: work.clock.now() };
    if (verb === 'decline') {
      const note = (seen.note ?? '').trim();
      if (note.length > mostReason) throw invalid('note', `can have at most ${mostReason} characters`);
      advance(own, invoiceCreditMachine, credit, 'decline', note === '' ? null : note);
      change(own, store.invoiceCredits, credit, decided);
      return { credit, number: null };
    }
    const issued = await issue(own, credit);
    advance(own, invoiceCreditMachine, credit, 'approve', null);
    change(own, store.invoiceCredits, credit, { ...decided, vatCents: issued.vat, creditNoteId: issued.id });
    return { credit, number: issued.number };
  });

async function issue(work: Work, credit: store.InvoiceCredit) {
  const { merchantId, siteId, amountCents, invoiceId } = credit;
  await store.lockInvoice(work.tx, invoiceId);
  const invoice = required(await invoiceOfId(work, invoiceId), 'invoice');
  const line = required(invoice.lines[credit.line - 1], 'line');
  const found = await leftOfLine(work, invoice, credit.line);
  // Its own amount is reserved.
  const left = found.base.total - found.credited.issued;
  if (amountCents > left) {
    const detail = `only ${formatRand(left > 0n ? left : 0n)} is left of the line: fees were given back with reversed payments. Decline it`;
    throw new DomainError('StepNotAllowed', { detail });
  }
  const vat = vatOfPart(found, amountCents);
  const owner = { merchantId, siteId, object: invoiceCreditMachine.object, objectId: credit.id };
  post(work, 'fee_credited', { ...owner, amounts: { fee: amountCents, vat } });
  // The month of the document is the month of its journal, which is stamped when it is written.
  await flush(work);
  const bookedAt = await findBookedAt(work.tx, credit.id, 'fee_credited');
  return issueCreditNote(work, {
    ...{ merchantId, period: dayOf(bookedAt).with({ day: 1 }), vat, total: amountCents },
    ...{ line: { ...line, description: `Credit on ${invoice.number}: ${line.description}` } },
    corrects: { number: invoice.number, reason: credit.reason },
  });
}

/**
 * Returns the VAT of a part of a line, in cents. All parts up to this one together are rounded, half a cent up, so that a whole
 * line that is credited in parts has exactly its VAT.
 */
function vatOfPart({ base, credited }: LineLeft, amount: Cents): Cents {
  const upTo = credited.issued + amount;
  const vat = (2n * base.vat * upTo + base.total) / (2n * base.total) - credited.issuedVat;
  if (vat < 0n) return 0n;
  return vat > amount ? amount : vat;
}

/** Returns a requested credit note that a viewer sees. Throws CreditNotFound. */
export async function readCredit(
  { db }: AnyContext,
  viewer: Viewer,
  id: string,
): Promise<store.InvoiceCredit> {
  const found = await store.findCredit(db, viewer, id);
  if (!found) throw new DomainError('CreditNotFound');
  return found;
}

const mostListed = 500;

/** Returns the credit notes that wait for a second operator, the oldest first; at most 500. */
export const waitingCredits = ({ db }: AnyContext, viewer: Viewer) =>
  store.findWaiting(db, viewer, mostListed);

/** Returns the requested credit notes of an invoice, the oldest first. */
export const creditsOf = ({ db }: AnyContext, viewer: Viewer, invoiceId: string) =>
  store.creditsOf(db, viewer, invoiceId);

/** Returns the code of the site that receives a credit. */
export const siteCodeOf = async ({ db }: AnyContext, { siteId }: store.InvoiceCredit): Promise<string> =>
  required(await findSite(db, siteId), 'site').code;

function assertPerson(actor: Actor): void {
  const [, name = ''] = /^(?:user|cli):(.*)$/s.exec(actor) ?? [];
  if (name.trim().length >= 1 && name.length <= 100) return;
  throw invalid('by', 'must be a console user, or a name of 1 to 100 characters at the command line');
}
