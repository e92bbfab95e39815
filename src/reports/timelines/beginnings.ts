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
      : `, the payer may choose from ${formatRand(row.minimumCents)} to ${formatRand(row.maximumCents)}`;
  const where = charge
    ? 'for a charge of a subscription'
    : row.jobId !== null
      ? 'in a bulk job'
      : surfaceOf(row.createdBy, row.contract);
  const test = row.isTest ? 'a test payment, ' : '';
  const what = `${test}${formatRand(row.amountCents)} was requested as "${row.merchantReference}" ${where}${band}`;
  return began('payment', row, what, { after: charge ? [beginningOf(charge.id)] : [] });
}

const ways: Record<string, string> = {
  bankdeposit: 'an attempt was opened, to be paid by a deposit',
  test: 'the outcome of a test payment was chosen',
  none: 'a record of the end without an attempt was made',
};

function tellTransaction(row: rows.TransactionRow): Note {
  const at = row.bankName === null ? '' : ` at ${row.bankName}`;
  const reference = row.depositReference === null ? '' : ` with the reference ${row.depositReference}`;
  const what = `${ways[row.paymentType] ?? `an attempt to pay was opened${at}`}${reference}: ${formatRand(row.amountCents)}`;
  const why = row.payerAccount === null ? null : `the payer’s account is ${row.payerAccount}`;
  return began('transaction', row, what, { why, after: [beginningOf(row.paymentId)] });
}

function tellRefund(row: rows.RefundRow): Note {
  const how = row.realTime ? 'in real time' : 'with the next batch';
  const where = surfaceOf(row.createdBy, row.contract);
  const what = `${formatRand(row.amountCents)} was asked back ${where}, to ${row.bankName} ${row.account}, ${how}`;
  return began('refund', row, what, {
    why: redact(row.reason) || null,
    after: [beginningOf(row.transactionId)],
  });
}

function tellPayout(row: rows.PayoutRow): Note {
  const account = row.account ?? 'an account that is not decrypted yet';
  const what =
    `${formatRand(row.amountCents)} to ${bankNameOf(row.bankId)}, ${account}, was accepted as ` +
    `"${row.merchantReference}" ${surfaceOf(row.createdBy, 'payouts')}${row.isRtc ? ', in real time' : ''}`;
  const why =
    'the float covered it, and its merchantReference was never used before: no payout is made twice under it';
  return began('payout', row, what, { why });
}

function tellSettlement(row: rows.SettlementRow): Note {
  const what = `the business day ${row.businessDay} was settled: ${formatRand(row.amountCents)} after ${formatRand(row.feesCents)} of fees, ${row.lineCount} lines`;
  const why = row.account === null ? null : `paid to ${row.bankName ?? 'a bank'} ${row.account}`;
  return began('settlement', row, what, { why });
}

function tellTransfer(row: rows.TransferRow): Note {
  const how = row.realTime ? ', in real time' : '';
  const what = `a transfer of ${formatRand(row.amountCents)} to ${bankNameOf(row.bankId)} was ordered with the reference "${row.reference}"${how}`;
  return began('transfer', row, what, { after: [beginningOf(row.objectId)] });
}

function tellSubscription(row: rows.SubscriptionRow): Note {
  const what =
    `${formatRand(row.amountCents)} ${row.frequency.toLowerCase()}, ${row.occurrences} times from ${row.firstPaymentDate}, ` +
    `was requested as "${row.merchantReference}" ${surfaceOf(row.createdBy, 'one')}`;
  const why =
    row.consentAt === null
      ? null
      : `the customer agreed to text ${row.textVersion} at ${row.consentAt} and went to ${row.bankName ?? 'their bank'}` +
        (row.payerAccount === null ? '' : `, account ${row.payerAccount}`);
  return began('subscription', row, what, { why });
}

function tellCharge(row: rows.ChargeRow): Note {
  const amount = formatRand(row.amountCents);
  const moved =
    row.dueDate === row.chargeDate ? null : `its day is ${row.dueDate}: the site’s holiday rule moved it`;
  const what = {
    scheduled: `charge ${row.occurrence} of ${amount} was put on ${row.chargeDate}`,
    adhoc: `one more charge of ${amount} was requested as "${row.merchantReference}"`,
    signup: `the charge at sign-up of ${amount} was made`,
  }[row.type];
  return began('charge', row, what, { why: moved, after: [beginningOf(row.subscriptionId)] });
}

function tellDeposit(row: rows.DepositRow): Note {
  const from = row.account === null ? '' : ` from account ${row.account}`;
  return began(
    'deposit',
    row,
    `${formatRand(row.amountCents)} came${from} with the reference "${row.reference}"`,
    {
      by: 'bank',
    },
  );
}

function tellPart(row: rows.PartRow): Note {
  const amount = formatRand(row.amountCents);
  const where = row.fromSuspense ? ' out of suspense' : '';
  const undone = row.undoneAt === null ? null : `it came back to suspense at ${row.undoneAt.toISOString()}`;
  const what = {
    payment: `${amount} of it went${where} to transaction ${row.transactionId}`,
    float: `${amount} of it went${where} to the float of ${row.siteCode}`,
    return: `${amount} of it was to go back to where it came from`,
  }[row.purpose];
  return began('deposit', row, what, {
    record: `deposit_parts/${row.id}`,
    kind: 'part',
    objectId: row.depositId,
    why: undone,
    after: [beginningOf(row.depositId), ...(row.transactionId ? [beginningOf(row.transactionId)] : [])],
  });
}

function tellJob(row: rows.JobRow): Note {
  const what = `${row.itemCount} payment requests came as the job "${row.reference}" ${surfaceOf(row.createdBy)}`;
  const why = `${row.linked} have their link, ${row.refused} were refused, ${row.itemCount - row.linked - row.refused} are open`;
  return began('bulk_job', row, what, { why });
}

function tellVerification(row: rows.VerificationRow): Note {
  const what =
    `account ${row.account} at ${bankNameOf(row.bankId)} was verified ${surfaceOf(row.createdBy)}: ` +
    `${row.outcome}, check digit ${row.checkDigit}, fee ${formatRand(row.feeCents)}`;
  return began('verification', row, what, { why: row.reason });
}
