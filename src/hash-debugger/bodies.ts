// Requests in files, read as their surface reads them, as far as their hash needs.

import type { HashSurface } from '../core/hash-mismatches/actions.ts';
import { parseJson } from '../kernel/formats/json.ts';
import { bankTransferEvidence } from '../surfaces/dialect/bank-transfer.ts';
import { readFields } from '../surfaces/dialect/fields.ts';
import { type GivenFields, givenOnce, readFirst } from '../surfaces/dialect/given.ts';
import { twoDecimals } from '../surfaces/dialect/hash.ts';
import { paymentEvidence } from '../surfaces/dialect/mismatch.ts';
import { refundEvidence } from '../surfaces/payments/refund-mismatch.ts';
import { payoutEvidence } from '../surfaces/payouts/mismatch.ts';
import { readRequest } from '../surfaces/payouts/requests.ts';
import type { KeptEvidence } from './diagnose.ts';

/** Readers of the evidence of a request's hash, for each surface's form. */
export const readers: Record<HashSurface, (text: string) => KeptEvidence> = {
  payments: readPayment,
  bulk: readPayment,
  banktransfer: (text) => bankTransferEvidence(recordOf(text)),
  refunds: (text) => {
    const given = recordOf(text);
    return refundEvidence({
      transactionId: textOf(given, 'transactionId'),
      amount: twoDecimals(textOf(given, 'amount'))!,
      refundReason: textOf(given, 'refundReason'),
      notifyUrl: textOf(given, 'notifyUrl'),
      hashCheck: textOf(given, 'hashCheck'),
      given,
    });
  },
  payouts: (text) => {
    const sent = parseJson(text) as Record<string, unknown>;
    const hasHash = Object.keys(sent ?? {}).some((name) => name.toLowerCase() === hashName.toLowerCase());
    const { request, hashCheck } = readRequest(hasHash ? sent : { ...sent, [hashName]: 'none' });
    return payoutEvidence(request, hasHash ? hashCheck : '', sent);
  },
};

const hashName = 'hashCheck';

function readPayment(text: string): KeptEvidence {
  const given = recordOf(text);
  return paymentEvidence(given, readFields(given, () => true).texts);
}

/** Reads a JSON object, the first of a JSON array, or a form. */
function recordOf(text: string): GivenFields {
  try {
    return readFirst(text);
  } catch (error) {
    // A form begins with a name; anything that begins like JSON was meant to be JSON.
    if (!(error instanceof SyntaxError) || /^\s*[[{]/.test(text)) throw error;
    return givenOnce(Object.fromEntries(new URLSearchParams(text.trim())));
  }
}

const textOf = (given: GivenFields, name: string): string => given.get(name.toLowerCase())?.text ?? '';
