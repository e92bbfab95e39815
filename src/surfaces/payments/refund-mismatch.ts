// What is kept of a refund item with a wrong hash.
import type { KeptEvidence } from '../hash-doctor/doctor.ts';

/** The values of an item as its hash takes them, and what else it says. */
export function refundEvidence(item: {
  transactionId: string;
  amount: string;
  refundReason: string;
  notifyUrl?: string | undefined;
  hashCheck: string;
  isRtc?: boolean | undefined;
}): KeptEvidence {
  const fields = [
    { name: 'transactionId', text: item.transactionId, kind: 'text' as const },
    { name: 'amount', text: item.amount, kind: 'amount' as const },
    { name: 'refundReason', text: item.refundReason, kind: 'text' as const },
    { name: 'notifyUrl', text: item.notifyUrl ?? '', kind: 'address' as const },
  ];
  const sent = [...fields, { name: 'isRtc', text: String(item.isRtc ?? false) }];
  return { fields, sent, digest: item.hashCheck, mayBeLeftOut: [] };
}
