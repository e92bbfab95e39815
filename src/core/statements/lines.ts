// How a line of a statement is booked, and its posting.
import type { Work } from '../context.ts';
import type { Posting } from '../ledger/actions.ts';
import * as ledger from '../ledger/actions.ts';
import * as store from './store.ts';

export const booking = (
  { id }: store.StatementLine,
  meaning: store.LineMeaning,
  objectId: string | null,
  rule: string | null,
): store.Booking => ({ id, status: 'booked', meaning, objectId, orderId: null, rule });

export const stillOpen = ({ id }: store.StatementLine): store.Booking => ({
  id,
  status: 'open',
  meaning: null,
  objectId: null,
  orderId: null,
  rule: null,
});

/** The posting of each kind of category, for money that came in and that left. */
export const categoryPostings = {
  charge: { in: 'bank_charge_given_back', out: 'bank_charged' },
  interest: { in: 'bank_interest_paid', out: 'bank_interest_taken' },
  own: { in: 'own_money_in', out: 'own_money_out' },
  supplier: { in: 'supplier_refunded', out: 'supplier_paid' },
  salary: { in: 'salary_returned', out: 'salary_paid' },
  tax: { in: 'tax_refunded', out: 'tax_paid' },
  loan: { in: 'loan_received', out: 'loan_repaid' },
  other: { in: 'other_money_in', out: 'other_money_out' },
} as const satisfies Record<store.CategoryKind, { in: Posting; out: Posting }>;

const postingOf = ({ amountCents }: store.StatementLine, kind: store.CategoryKind) =>
  categoryPostings[kind][amountCents > 0n ? 'in' : 'out'];

/** True for a category, which needs no object of this service. */
export const isCategory = (meaning: store.LineMeaning): meaning is store.CategoryKind =>
  (store.categoryKinds as readonly string[]).includes(meaning);

/** Books a line in a category, as something between the account's owner and others. */
export async function bookAs(
  work: Work,
  line: store.StatementLine,
  kind: store.CategoryKind,
  rule: string,
): Promise<store.Booking> {
  postLine(work, line, postingOf(line, kind));
  return booking(line, kind, null, rule);
}

/** Reverses what `bookAs` has booked. */
export function reverseCategory(work: Work, line: store.StatementLine, kind: store.CategoryKind): void {
  postLine(work, line, `${postingOf(line, kind)}_undone`);
}

/** Returns the id under which a line is booked. */
export const bookingIdOf = ({ id, bookingId }: store.StatementLine): string => bookingId ?? id;

/** Books a line's amount, whatever its sign. */
export function postLine(work: Work, line: store.StatementLine, posting: Posting): void {
  const { bankAccount, amountCents } = line;
  ledger.post(work, posting, {
    merchantId: null,
    siteId: null,
    object: 'statementLine',
    objectId: bookingIdOf(line),
    bankAccount,
    amounts: { amount: amountCents > 0n ? amountCents : -amountCents },
  });
}

export const reversalReason = ({ text }: store.StatementLine): string =>
  `the bank returned the money: "${text.slice(0, 200)}"`;
