// Our payments' references at the bank: drawn and checked as those of deposits.
import { drawChecked } from '../../kernel/check-digits.ts';

/** The prefix of a payment's bank reference; referencesIn finds those in a text. */
export const bankReferencePrefix = 'PAY';

/** Draws a bank reference: "PAY" and twelve digits. The caller makes sure that it is not in use. */
export function drawBankReference(): string {
  return bankReferencePrefix + drawChecked();
}
