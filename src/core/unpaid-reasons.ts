// Why a payment or a debit order comes back: the unpaid codes of South African EFT.

export interface UnpaidReason {
  /** Two digits. */
  code: string;
  text: string;
  /** True if the same debit may be tried again. */
  mayRetry: boolean;
  /** True if the payer disputes its authorisation: only a new mandate helps. */
  isDispute: boolean;
}

const texts: Record<string, string> = {
  '02': 'not provided for',
  '03': 'debits not allowed to this account',
  '04': 'payment stopped',
  '05': 'account dormant',
  '06': 'account frozen',
  // Some banks' lists have 08 and 10 the other way round.
  '08': 'account in sequestration',
  '10': 'account in liquidation',
  '12': 'account closed',
  '14': 'account transferred within the bank',
  '16': 'account moved to another bank',
  '18': 'account holder deceased',
  '22': 'account effects not cleared',
  '26': 'no such account',
  '28': 'recalled',
  '30': 'no authority to debit',
  '32': 'debit in contravention of the authority',
  '34': 'authority cancelled',
  '36': 'payment previously stopped',
  '56': 'not FICA compliant',
};

/** By code. */
export const unpaidReasons: readonly UnpaidReason[] = Object.entries(texts)
  .map(([code, text]) => ({ code, text, mayRetry: code === '02', isDispute: code >= '30' && code <= '36' }))
  .sort((one, other) => one.code.localeCompare(other.code));

const byCode = new Map(unpaidReasons.map((reason) => [reason.code, reason]));

/** Returns the meaning of a code; undefined for an unlisted code, or without one. */
export const unpaidReasonOf = (code: string | undefined): UnpaidReason | undefined =>
  code === undefined ? undefined : byCode.get(code);
