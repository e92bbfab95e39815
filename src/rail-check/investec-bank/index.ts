// Investec's side for the conformance suite and for developers: a bank on this machine, with one business account.
import type { Counterpart, RailDeps } from '../../core/rail-modules.ts';
import type { KnownTransfer } from '../../core/rails.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { type Cents, formatDecimal, parseDecimal } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import type { InvestecSettings } from '../../rails/investec/settings.ts';
import { readOrder, type Verdict, writeVerdict } from './answers.ts';
import { openBank } from './bank.ts';

type Outcome = KnownTransfer['outcome'];

interface BankPayment {
  /** Our id of the transfer. */
  id: string;
  amount: Cents;
  outcome: Outcome;
}

export interface InvestecCounterpart extends Required<Omit<Counterpart, 'paid' | 'settings'>> {
  /** The settings of the account for the rail to reach this bank: for staging only. */
  settings: InvestecSettings & Record<string, unknown>;
  /** Every payment that the bank was ordered to make, the first comes first. */
  payments(account?: string): Promise<BankPayment[]>;
}

const verdicts: Record<Outcome, Verdict> = {
  pending: { status: 'PDNG' },
  paid: { status: 'ACSP' },
  failed: { status: 'RJCT', reason: 'the account is closed' },
  returned: { status: 'RJCT', reason: 'Unpaid Reason Code : 03' },
};

/** The outcomes that can still follow a decision. */
const mayFollow: Record<Outcome, readonly Outcome[]> = {
  pending: ['pending', 'paid', 'failed', 'returned'],
  paid: ['paid', 'returned'],
  failed: ['failed'],
  returned: ['returned'],
};

/** Opens the bank's side of an account with a number, and a secret that a client must know. */
export async function createCounterpart(
  { clock }: Pick<RailDeps, 'clock'>,
  accountNumber = '10012345678',
  clientSecret?: string,
): Promise<InvestecCounterpart> {
  const bank = await openBank(clock, { accountNumber, ...(clientSecret && { clientSecret }) });
  /** By the bank's id of the payment. */
  const outcomes = new Map<string, Outcome>();
  const deposits = new Set<string>();
  const outcomeOf = (paymentId: string): Outcome => outcomes.get(paymentId) ?? 'pending';
  const book = (cents: Cents, description: string): void => {
    const amount = cents < 0n ? `-${formatDecimal(-cents)}` : formatDecimal(cents);
    bank.addTransaction({ amount, description, day: dayOf(clock.now()).toString() });
  };

  return {
    settings: { banking: 'business', ...bank.credentials, baseUrl: bank.url },
    payments: async () =>
      bank.payments().map(({ key, paymentId, pain001 }) => ({
        id: key,
        amount: required(parseDecimal(readOrder(pain001).amount), 'amount'),
        outcome: outcomeOf(paymentId),
      })),
    decide: async (id, outcome) => {
      const payment = bank.payments().find(({ key }) => key === id);
      if (!payment) throw new RangeError(`the bank has no payment ${id}`);
      const before = outcomeOf(payment.paymentId);
      if (!mayFollow[before].includes(outcome))
        throw new RangeError(`${id} is ${before}, and not ${outcome}`);
      const order = readOrder(payment.pain001);
      const cents = required(parseDecimal(order.amount), 'amount');
      bank.answer(payment.paymentId, writeVerdict(order, verdicts[outcome]));
      outcomes.set(payment.paymentId, outcome);
      if (outcome === 'paid' && before === 'pending') book(-cents, `PAYMENT ${order.bankReference}`);
      if (outcome === 'returned' && before === 'paid') book(cents, `RETURNED ${order.bankReference}`);
    },
    fail: async (how) => {
      bank.failAlways(how === 'down' ? 'busy' : null, 'token');
      bank.failAlways({ down: 'busy', lost: 'lost', none: null }[how] as 'busy' | 'lost' | null);
    },
    deposit: async ({ id, amount, reference }) => {
      // It is on the list each time that the account is queried.
      if (deposits.has(id)) return;
      deposits.add(id);
      book(amount, reference);
    },
    close: async () => bank.close(),
  };
}
