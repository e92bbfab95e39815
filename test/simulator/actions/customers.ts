// Customers in the checkout: its page, and payments through the pages of the checkout and the bank.
import { payAtBank } from '../../support/customer.ts';
import { ask } from '../../support/merchant.ts';
import { type Action, someOf, type Turn } from '../action.ts';
import type { Payment } from '../model.ts';

const openPayment = (turn: Turn): Payment | undefined =>
  someOf(
    turn,
    turn.model.payments.filter(
      ({ status, expiresAt }) => status === 'Created' && expiresAt > turn.world.service.clock.now().getTime(),
    ),
  );

const look: Action = {
  weight: 2,
  play: async (turn) => {
    const { world, expect, reach } = turn;
    const payment = openPayment(turn);
    if (!payment) return;
    const { status, text } = await ask(`${world.service.base}/pay/${payment.id}`);
    const amount = (payment.cents / 100).toFixed(2).replace('.', ',');
    expect(
      status === 200 && text.replace(/(?<=\d)[\s\u00a0](?=\d)/g, '').includes(amount),
      () => `the checkout of ${payment.reference} was answered ${status} without ${amount}: ${text}`,
    );
    reach('checkout opened');
  },
};

const payInCheckout: Action = {
  weight: 4,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const payment = openPayment(turn);
    // A bank whose responses are lost leaves an outcome that only its statement shows.
    if (!payment || payment.hasFailed || model.isBankLossy) return;
    const { base } = world.service;
    const { text } = await ask(`${base}/pay/${payment.id}`);
    const bank = /name="bank"[^>]*value="([^"]+)"/.exec(text)?.[1];
    expect(
      bank !== undefined,
      () => `the checkout of ${payment.reference} has no bank: ${text.slice(0, 300)}`,
    );
    if (bank === undefined) return;
    const decision = random.pick(['approve', 'approve', 'decline', 'cancel'] as const);
    await payAtBank(base, payment.id, bank, decision);
    await world.service.drain();
    if (decision !== 'approve') payment.hasFailed = true;
    else {
      const found = await transactionsOf(turn, payment);
      const paid = found.filter(({ status }) => status === 'Successful');
      expect(paid.length === 1, () => `${payment.reference} was approved, and has ${JSON.stringify(found)}`);
      payment.status = 'Complete';
      payment.transactionId = paid[0]?.id;
    }
    reach(`customer decided: ${decision}`);
  },
};

async function transactionsOf({ world }: Turn, { id }: Payment): Promise<{ id: string; status: string }[]> {
  const now = world.service.clock.now().getTime();
  const [from, to] = [-60, 1].map((days) => new Date(now + days * 86_400_000).toISOString().slice(0, 10));
  const answer = await world.merchant.one(`/payments/${id}/transactions?fromDate=${from}&toDate=${to}`);
  return answer.body?.results ?? [];
}

export const customers = { look, payInCheckout };
