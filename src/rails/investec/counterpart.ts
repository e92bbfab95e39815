// Investec's side for the conformance suite and for developers: a bank on this machine, with business accounts.
import type { Counterpart, RailDeps } from '../../core/rails.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { type Cents, formatDecimal, parseDecimal } from '../../kernel/money.ts';
import { readOrder, type Verdict, writeVerdict } from './counterpart/answers.ts';
import { type InvestecBank, openBank } from './counterpart/bank.ts';

const verdicts: Record<'pending' | 'paid' | 'failed' | 'returned', Verdict> = {
  pending: { status: 'PDNG' },
  paid: { status: 'ACSP' },
  failed: { status: 'RJCT', reason: 'the account is closed' },
  returned: { status: 'RJCT', reason: 'Unpaid Reason Code : 03' },
};

/** Creates the bank's side. Each account is opened by `settings`, and ends with `close`. */
export function createCounterpart({
  clock,
  account,
}: Pick<RailDeps, 'clock' | 'account'>): Required<Counterpart> {
  const banks = new Map<string, InvestecBank>();
  /** What has left for each bank reference, in cents. */
  const left = new Map<string, Cents>();
  const deposits = new Set<string>();

  const paymentsOf = (id: string) =>
    [...banks.values()].flatMap((bank) =>
      bank
        .payments()
        .filter(({ key }) => key === id)
        .map((payment) => ({ bank, payment, order: readOrder(payment.pain001) })),
    );
  const book = (bank: InvestecBank, bankReference: string, cents: Cents, description: string): void => {
    const amount = cents < 0n ? `-${formatDecimal(-cents)}` : formatDecimal(cents);
    bank.addTransaction({ amount, description, day: dayOf(clock.now()).toString() });
    left.set(bankReference, (left.get(bankReference) ?? 0n) - cents);
  };

  return {
    settings: async (number) => {
      const bank = banks.get(number) ?? (await openBank(clock, { accountNumber: number }));
      banks.set(number, bank);
      return { banking: 'business', ...bank.credentials, baseUrl: bank.url };
    },
    decide: async (id, outcome) => {
      const decided = paymentsOf(id);
      if (decided.length === 0) throw new RangeError(`the bank has no payment ${id}`);
      for (const { bank, payment, order } of decided) {
        bank.answer(payment.paymentId, writeVerdict(order, verdicts[outcome]));
        const { bankReference } = order;
        const cents = parseDecimal(order.amount)!;
        const isOut = (left.get(bankReference) ?? 0n) > 0n;
        if (outcome === 'paid' && !isOut) book(bank, bankReference, -cents, `PAYMENT ${bankReference}`);
        if (outcome === 'returned' && isOut) book(bank, bankReference, cents, `RETURNED ${bankReference}`);
      }
    },
    paid: async (id) =>
      paymentsOf(id).reduce((sum, { order }) => sum + (left.get(order.bankReference) ?? 0n), 0n),
    fail: async (how) => {
      for (const bank of banks.values()) {
        bank.failAlways(how === 'down' ? 'busy' : null, 'token');
        bank.failAlways(how === 'none' ? null : how === 'down' ? 'busy' : 'lost', 'api');
      }
    },
    deposit: async ({ account: name, id, amount, reference }) => {
      const bank = banks.get((await account(name))?.number ?? '');
      if (!bank) throw new RangeError(`the bank has no account ${name}`);
      if (deposits.has(id)) return;
      deposits.add(id);
      bank.addTransaction({
        amount: formatDecimal(amount),
        description: reference,
        day: dayOf(clock.now()).toString(),
      });
    },
    close: async () => {
      for (const bank of banks.values()) bank.close();
    },
  };
}
