// What is kept of a refund item with a wrong hash.
import type { KeptEvidence, SentPart } from '../hash-doctor/doctor.ts';

/** The values of an item as its hash takes them, and all that it says as it was sent. */
export function refundEvidence(item: {
  transactionId: string;
  amount: string;
  refundReason: string;
  notifyUrl?: string | undefined;
  hashCheck: string;
  sent: SentPart[];
}): KeptEvidence {
  const fields = [
    { name: 'transactionId', text: item.transactionId, kind: 'text' as const },
    { name: 'amount', text: item.amount, kind: 'amount' as const },
    { name: 'refundReason', text: item.refundReason, kind: 'text' as const },
    { name: 'notifyUrl', text: item.notifyUrl ?? '', kind: 'address' as const },
  ];
  return { fields, sent: item.sent, digest: item.hashCheck, mayBeLeftOut: [] };
}
