// Selects the reasons of a response that are unpaid codes.
import type { AnswerReason } from '../../core/payment-files/format.ts';
import { unpaidReasonOf } from '../../core/unpaid-reasons.ts';

/** True if a bank reports that it had paid and the money came back: an unpaid code, which has two digits. */
export function isUnpaidReason(reasons: readonly AnswerReason[]): boolean {
  return reasons.some(
    ({ code, text }) => unpaidReasonOf(code ?? undefined) !== undefined || /unpaid reason/i.test(text),
  );
}
