// How a line of a statement is booked, and its posting.
import type { Work } from '../context.ts';
import type { Posting } from '../ledger/actions.ts';
import * as ledger from '../ledger/actions.ts';
import type * as store from './store.ts';

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

const postings: Record<'charge' | 'interest' | 'own', { in: Posting; out: Posting }> = {
  charge: { in: 'bank_charge_given_back', out: 'bank_charged' },
  interest: { in: 'bank_interest_paid', out: 'bank_interest_taken' },
  own: { in: 'own_money_in', out: 'own_money_out' },
};

/** Books a line as something between the account's owner and its bank. */
export async function bookAs(
  work: Work,
  line: store.StatementLine,
  meaning: 'charge' | 'interest' | 'own',
  rule: string,
): Promise<store.Booking> {
  const isIn = line.amountCents > 0n;
  postLine(work, line, postings[meaning][isIn ? 'in' : 'out']);
  return booking(line, meaning, null, rule);
}

/** Books a line's amount, whatever its sign. */
export function postLine(work: Work, line: store.StatementLine, posting: Posting): void {
  const { id: objectId, bankAccount, amountCents } = line;
  ledger.post(work, posting, {
    merchantId: null,
    siteId: null,
    object: 'statementLine',
    objectId,
    bankAccount,
    amounts: { amount: amountCents > 0n ? amountCents : -amountCents },
  });
}

export const reversalReason = ({ text }: store.StatementLine): string =>
  `the bank returned the money: "${text.slice(0, 200)}"`;
