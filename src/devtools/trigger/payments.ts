// Recipes for transactions and refunds: a payment is created on the One API and decided in the sandbox.

import { hourMs } from '../../kernel/clock.ts';
import { sandboxOutcomes } from '../../sandbox/outcomes/transactions.ts';
import type { Answered, Session } from '../session.ts';
import {
  type Done,
  findNewest,
  type Given,
  isAmount,
  type Recipe,
  type Recipes,
  serviceTime,
  usualAmount,
  zar,
} from './recipe.ts';

/** Returns an open payment with the caller's reference, or a new one. */
async function openPayment(session: Session, given: Given): Promise<Answered> {
  const open = await findNewest(session, '/payments', given, { status: 'Created' }, ({ amount }) =>
    isAmount(amount, given.amount),
  );
  return open ?? askForPayment(session, given, given.amount ?? usualAmount);
}

async function askForPayment(session: Session, given: Given, amount: bigint): Promise<Answered> {
  return session.one('POST', '/payments', {
    siteCode: session.site.code,
    amount: zar(amount),
    merchantReference: given.reference ?? given.freshReference,
    expireAt: (await serviceTime(session, hourMs)).toISOString(),
    ...(given.notifyUrl !== undefined && { notifyUrl: given.notifyUrl }),
  });
}

async function decide(session: Session, payment: Answered, outcome: string): Promise<Done> {
  const { transactionId } = await session.sandbox('POST', `/transactions/${payment.id}/outcome`, { outcome });
  return resultOf(payment, transactionId);
}

function resultOf({ id: paymentId, merchantReference }: Answered, transactionId: string): Done {
  return { objectId: transactionId, ids: { reference: merchantReference, paymentId, transactionId } };
}

/** The payer pays by EFT: money arrives with the payment's reference. */
async function payIn(session: Session, payment: Answered): Promise<Done> {
  const transaction = await session.one('POST', `/payments/${payment.id}/transactions`, {
    paymentType: 'bankdeposit',
  });
  const { beneficiaryReference: reference } = transaction.bankingDetails;
  const amount = String(payment.amount.value);
  await session.sandbox('POST', '/deposits', { reference, amount });
  const done = resultOf(payment, transaction.id);
  return { ...done, ids: { ...done.ids, depositReference: reference } };
}

const transactionPending: Recipe = {
  outcomes: ['pending'],
  run: async (session, given) => decide(session, await openPayment(session, given), 'pending'),
};

const transactionComplete: Recipe = {
  outcomes: [
    'success',
    ...sandboxOutcomes.filter((one) => one !== 'success' && one !== 'pending'),
    'deposit',
  ],
  run: async (session, given) => {
    const payment = await openPayment(session, given);
    return given.outcome === 'deposit' ? payIn(session, payment) : decide(session, payment, given.outcome);
  },
};

const refundComplete: Recipe = {
  outcomes: ['complete', 'failed', 'returned'],
  run: async (session, given) => {
    const paid = await paidTransaction(session, given);
    const amount = given.amount === undefined && paid.isOld ? paid.amount : zar(given.amount ?? usualAmount);
    const refund = await session.one('POST', `/transactions/${paid.ids.transactionId}/refunds`, {
      amount,
      reason: 'tefo trigger',
      ...(given.notifyUrl !== undefined && { notifyUrl: given.notifyUrl }),
    });
    await session.sandbox('POST', `/refunds/${refund.id}/outcome`, { outcome: given.outcome });
    return { objectId: refund.id, ids: { ...paid.ids, refundId: refund.id } };
  },
};

/** Returns a paid transaction with the caller's reference, or a new one. */
async function paidTransaction(
  session: Session,
  given: Given,
): Promise<{ isOld: boolean; amount: Answered; ids: Record<string, string> }> {
  const old = await findNewest(session, '/transactions', given, { status: 'Successful' });
  if (old) {
    const ids = { reference: given.reference!, transactionId: old.id };
    return { isOld: true, amount: old.amount, ids };
  }
  const { feeBps, feeCents } = session.site;
  // A fee reduces what can be refunded to less than the payment.
  const factor = feeBps > 0 || feeCents > 0n ? 2n : 1n;
  const payment = await askForPayment(session, given, (given.amount ?? usualAmount) * factor);
  const { ids } = await decide(session, payment, 'success');
  return { isOld: false, amount: payment.amount, ids };
}

export const paymentRecipes = {
  'transaction.pending': transactionPending,
  'transaction.complete': transactionComplete,
  'refund.complete': refundComplete,
} satisfies Recipes;
