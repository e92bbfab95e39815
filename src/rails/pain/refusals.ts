// The subject of a refusal: the payments, or only a message that the bank has already.
import type { AnswerReason, FileAnswer } from '../../core/payment-files/format.ts';

/** ISO 20022's own: a message, a payment group, a payment or an identification that was there before. */
const duplicateCodes = new Set(['AM05', 'DUPL', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05']);

/** True if a bank refuses a message that it has already: that proves nothing about the payment itself. */
export function isDuplicateReason(reasons: readonly AnswerReason[]): boolean {
  return reasons.some(
    ({ code, text }) => (code !== null && duplicateCodes.has(code)) || /\bduplicate/i.test(text),
  );
}

/**
 * True if a bank refuses a whole file because it has had its id, or the file, before. The responses to the first file
 * have the outcomes of its payments.
 */
export function isDuplicateRefusal({ groupStatus, groupReasons, payments }: FileAnswer): boolean {
  if (groupStatus !== 'RJCT') return false;
  if (groupReasons.length > 0) return isDuplicateReason(groupReasons);
  return payments.length > 0 && payments.every(({ reasons }) => isDuplicateReason(reasons));
}

/**
 * True if a refusal is of all payments of the file, also of unnamed ones. Standard Bank reports RJCT of the group,
 * without a reason, when it returns single payments of a file days later: that is of these only.
 */
export function refusesWholeFile(answer: FileAnswer): boolean {
  if (answer.groupStatus !== 'RJCT' || isDuplicateRefusal(answer)) return false;
  return answer.payments.length === 0 || answer.groupReasons.length > 0;
}
