// The acknowledgements to the merchants of a storm: every received response, written down as it arrived. It is
// the oracle's only memory, so it contains only what the service said.
import type { Answer } from './calls.ts';

export type Contract = 'one' | 'payments';

export interface Asked {
  reference: string;
  contract: Contract;
  key: string | undefined;
  cents: number;
  /** The ids that responses gave it: none when every response was lost, and never more than one. */
  ids: Set<string>;
  /** The first record that a One API response contained. */
  record?: OnePayment;
  /** The requested outcome, and its acknowledging party. */
  outcome?: { wanted: 'Successful' | 'Error'; by?: Acknowledger };
}

/**
 * The party that confirmed an outcome: the outcome call, the checkout's page, or the bank when it accepted the
 * approval.
 */
export type Acknowledger = 'sandbox' | 'checkout' | 'bank';

export interface OnePayment {
  id: string;
  status: string;
  siteCode: string;
  amount: { currency: string; value: number };
  merchantReference: string;
  createdDate: string;
  expireAt: string;
  redirectUrl: string;
}

export interface Journal {
  asked: Asked[];
  /** Refunds that a response acknowledged. */
  refunds: { id: string; transactionId: string; isPaid: boolean }[];
  /** Payouts that a response acknowledged; without an id where it reported a duplicate reference. */
  payouts: { reference: string; id: string | undefined }[];
  /** Rules that were seen broken while the storm went on. */
  violations: string[];
  lostAnswers: number;
}

export function newJournal(): Journal {
  return { asked: [], refunds: [], payouts: [], violations: [], lostAnswers: 0 };
}

/** Whether a response arrived with one of the statuses. Any other but a 503 is recorded: only these are expected. */
export function isExpected(
  journal: Journal,
  answer: Answer | undefined,
  statuses: number[],
  to: string,
): answer is Answer {
  if (!answer || answer.status === 503) return false;
  if (statuses.includes(answer.status)) return true;
  journal.violations.push(`the answer to ${to} was ${answer.status}: ${answer.text.slice(0, 200)}`);
  return false;
}

/** How many payments were acknowledged. */
export const countIds = (asked: Asked[]): number => asked.filter((one) => one.ids.size > 0).length;
/** How many outcomes were. */
export const countOutcomes = (asked: Asked[]): number => asked.filter((one) => one.outcome?.by).length;

export const acknowledgedIn = ({ asked, refunds, payouts }: Journal) => ({
  payments: countIds(asked),
  outcomes: countOutcomes(asked),
  refunds: refunds.length,
  payouts: payouts.length,
});
