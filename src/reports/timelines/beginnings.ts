// The first entries of the objects in a timeline: the request, opening or receipt of each, and its actor.
import { formatRand } from '../../kernel/money.ts';
import type { Family } from './family.ts';
import type * as rows from './family-store.ts';
import type { Note } from './timeline.ts';
import { bankNameOf, redact, surfaceOf } from './words.ts';

/** Returns the name of the step in which an object began. */
export const beginningOf = (id: string): string => `begin/${id}`;

interface Began {
  id: string;
  createdAt: Date;
  correlationId?: string | null;
  createdBy?: string | null;
}

function began(object: string, row: Began, what: string, more: Partial<Note> = {}): Note {
  return {
    record: beginningOf(row.id),
    at: row.createdAt,
    kind: 'begin',
    object,
    objectId: row.id,
    what,
    why: null,
    by: row.createdBy ?? null,
    correlationId: row.correlationId ?? null,
    ...more,
  };
}

/** Returns the beginnings of all objects, each after that of its parent. */
export function tellBeginnings(family: Family): Note[] {
  return [
    ...family.subscriptions.map(tellSubscription),
    ...family.charges.map(tellCharge),
    ...family.links.map(tellLink),
    ...family.payments.map((payment) => tellPayment(payment, family)),
    ...family.transactions.map(tellTransaction),
    ...family.refunds.map(tellRefund),
    ...family.payouts.map(tellPayout),
    ...family.settlements.map(tellSettlement),
    ...family.transfers.map(tellTransfer),
    ...family.deposits.map(tellDeposit),
    ...family.parts.map(tellPart),
    ...family.jobs.map(tellJob),
    ...family.verifications.map(tellVerification),
  ];
}

function tellPayment(row: rows.PaymentRow, { charges }: Family): Note {
  const charge = charges.find(({ paymentId }) => paymentId === row.id);
  const band =
    row.minimumCents === null || row.maximumCents === null
      ? ''
      : `, open amount from ${formatRand(row.minimumCents)} to ${formatRand(row.maximumCents)}`;
  const where = charge
    ? 'for a charge of a subscription'
    : row.jobId !== null
      ? 'in a bulk job'
      : surfaceOf(row.createdBy, row.contract);
  const noun = row.isTest ? 'Test payment' : 'Payment';
  const what = `${noun} of ${formatRand(row.amountCents)} created ${where} with the reference "${row.merchantReference}"${band}`;
  return began('payment', row, what, { after: charge ? [beginningOf(charge.id)] : [] });
}

const ways: Record<string, string> = {
  bankdeposit: 'Payment by EFT started',
  test: 'Test outcome selected',
  none: 'Payment ended without an attempt',
};

function tellTransaction(row: rows.TransactionRow): Note {
  const at = row.bankName === null ? '' : ` at ${row.bankName}`;
  const reference = row.depositReference === null ? '' : ` with the reference ${row.depositReference}`;
  const what = `${ways[row.paymentType] ?? `Payment started${at}`}${reference}: ${formatRand(row.amountCents)}`;
  const why = row.payerAccount === null ? null : `payer’s account ${row.payerAccount}`;
  return began('transaction', row, what, { why, after: [beginningOf(row.paymentId)] });
}

function tellRefund(row: rows.RefundRow): Note {
  const how = row.isElsewhere
    ? 'which is not the payer’s account'
    : row.realTime
      ? 'in real time'
      : 'with the next batch';
  const where = surfaceOf(row.createdBy, row.contract);
  const what = `Refund of ${formatRand(row.amountCents)} requested ${where}, to ${row.bankName} ${row.account}, ${how}`;
  return began('refund', row, what, {
    why: redact(row.reason) || null,
    after: [beginningOf(row.transactionId)],
  });
}

function tellPayout(row: rows.PayoutRow): Note {
  const account = row.account ?? 'an account that is not decrypted yet';
  const what =
    `Payout of ${formatRand(row.amountCents)} to ${bankNameOf(row.bankId)}, ${account}, created ` +
    `${surfaceOf(row.createdBy, 'payouts')} with the reference "${row.merchantReference}"${row.isRtc ? ', in real time' : ''}`;
  return began('payout', row, what);
}

function tellSettlement(row: rows.SettlementRow): Note {
  const what = `Business day ${row.businessDay} settled: ${formatRand(row.amountCents)} after ${formatRand(row.feesCents)} of fees, ${row.lineCount} lines`;
  const why = row.account === null ? null : `paid to ${row.bankName ?? 'a bank'} ${row.account}`;
  return began('settlement', row, what, { why });
}

function tellTransfer(row: rows.TransferRow): Note {
  const how = row.realTime ? ', in real time' : '';
  const what = `Transfer of ${formatRand(row.amountCents)} to ${bankNameOf(row.bankId)} ordered with the reference "${row.reference}"${how}`;
  return began('transfer', row, what, { after: [beginningOf(row.objectId)] });
}

function tellSubscription(row: rows.SubscriptionRow): Note {
  const what =
    `Subscription of ${formatRand(row.amountCents)} ${row.frequency.toLowerCase()}, ${row.occurrences} times from ${row.firstPaymentDate}, ` +
    `created ${surfaceOf(row.createdBy, 'one')} with the reference "${row.merchantReference}"`;
  const why =
    row.consentAt === null
      ? null
      : `customer accepted the terms (version ${row.textVersion}) at ${row.consentAt} and was sent to ${row.bankName ?? 'their bank'}` +
        (row.payerAccount === null ? '' : `, account ${row.payerAccount}`);
  return began('subscription', row, what, { why });
}

function tellCharge(row: rows.ChargeRow): Note {
  const amount = formatRand(row.amountCents);
  const moved =
    row.dueDate === row.chargeDate ? null : `due on ${row.dueDate}, moved by the site’s holiday rule`;
  const what = {
    scheduled: `Charge ${row.occurrence} of ${amount} scheduled for ${row.chargeDate}`,
    adhoc: `Additional charge of ${amount} requested with the reference "${row.merchantReference}"`,
    signup: `Charge of ${amount} at sign-up`,
  }[row.type];
  return began('charge', row, what, { why: moved, after: [beginningOf(row.subscriptionId)] });
}

function tellDeposit(row: rows.DepositRow): Note {
  const from = row.account === null ? '' : ` from account ${row.account}`;
  return began(
    'deposit',
    row,
    `Deposit of ${formatRand(row.amountCents)} received${from} with the reference "${row.reference}"`,
    {
      by: 'bank',
    },
  );
}

function tellPart(row: rows.PartRow): Note {
  const amount = formatRand(row.amountCents);
  const where = row.fromSuspense ? ' from suspense' : '';
  const undone = row.undoneAt === null ? null : `returned to suspense at ${row.undoneAt.toISOString()}`;
  const what = {
    payment: `${amount} allocated${where} to transaction ${row.transactionId}`,
    float: `${amount} allocated${where} to the float of ${row.siteCode}`,
    return: `Return of ${amount} to the sender`,
  }[row.purpose];
  return began('deposit', row, what, {
    record: `deposit_parts/${row.id}`,
    kind: 'part',
    objectId: row.depositId,
    why: undone,
    after: [beginningOf(row.depositId), ...(row.transactionId ? [beginningOf(row.transactionId)] : [])],
  });
}

function tellLink(row: rows.LinkRow): Note {
  const amount = row.amountCents === 0n ? 'an open amount' : formatRand(row.amountCents);
  const uses = row.uses === 'many' ? 'for many payments' : 'for one payment';
  return began(
    'payment_link',
    row,
    `Payment link for ${amount} created ${surfaceOf(row.createdBy)}, ${uses}`,
  );
}

function tellJob(row: rows.JobRow): Note {
  const what = `Bulk job "${row.reference}" with ${row.itemCount} payment requests received ${surfaceOf(row.createdBy)}`;
  const why = `${row.linked} have a link, ${row.refused} were rejected, ${row.itemCount - row.linked - row.refused} are open`;
  return began('bulk_job', row, what, { why });
}

function tellVerification(row: rows.VerificationRow): Note {
  const what =
    `Account ${row.account} at ${bankNameOf(row.bankId)} verified ${surfaceOf(row.createdBy)}: ` +
    `${row.outcome}, check digit ${row.checkDigit}, fee ${formatRand(row.feeCents)}`;
  return began('verification', row, what, { why: row.reason });
}
