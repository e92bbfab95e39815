// When a bank is queried about a transaction that it has not decided, or may decide otherwise.
import { plus } from '../../kernel/clock.ts';
import { itemAt } from '../../kernel/required.ts';
import { enquiryDays } from '../dispute-window.ts';
import { debitType, depositType, isFailed, isHeld, isLive, isPaid } from './state.ts';
import type * as store from './store.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long to wait before each enquiry at a bank, in milliseconds. */
export const enquiryDelays = {
  /** The payer is at the bank; its own callback is usually faster. */
  acting: [15 * second, 30 * second, minute, 2 * minute, 5 * minute, 10 * minute],
  /** The bank holds it: queries repeat the last delay until it decides. */
  held: [5 * second, 5 * second, 10 * second, 30 * second, minute, 5 * minute, 30 * minute, 60 * minute],
  /** This service abandoned it, not the bank: money can still come. */
  late: [minute, 10 * minute, hour, day],
} as const;

/** True if a bank can be queried about a transaction. A bank would call one that never reached it failed. */
export function isAtBank({ state, bankId, paymentType }: store.Transaction): boolean {
  // Banks cannot be queried about deposits.
  if (bankId === null || state === 'created' || paymentType === depositType) return false;
  // A charge is sent again until its bank has certainly taken it.
  return !(paymentType === debitType && state === 'started');
}

/** Returns when to query the bank after `asked` enquiries in the present state; null when no enquiry is left. */
export function nextEnquiry(transaction: store.Transaction, asked: number, now: Date): Date | null {
  const { state, isTest, returnedAt } = transaction;
  // A test's pending outcome ends by itself after a minute; no bank knows of it.
  if (isTest) return state === 'pending' ? plus(now, minute) : null;
  if (!isAtBank(transaction) || returnedAt !== null) return null;
  if (isLive(state)) {
    const list = isHeld(state) ? enquiryDelays.held : enquiryDelays.acting;
    return plus(now, itemAt(list, Math.min(asked, list.length - 1)));
  }
  if (isPaid(state)) return nextChargeEnquiry(transaction, now);
  // A decline is certain.
  const delay = isFailed(state) && state !== 'declined' ? enquiryDelays.late[asked] : undefined;
  return delay === undefined ? null : plus(now, delay);
}

/**
 * A bank that does not report returns is queried about a paid charge for as long as its payer can dispute it. The days
 * count from the collection, so that a service that was stopped does not query after the window.
 */
function nextChargeEnquiry(charge: store.Transaction, now: Date): Date | null {
  return chargeEnquiries(charge).find((at) => at > now) ?? null;
}

/** All times at which a bank is queried about a paid charge, in order. */
function chargeEnquiries({ paymentType, completedAt }: store.Transaction): Date[] {
  if (paymentType !== debitType || completedAt === null) return [];
  return enquiryDays(completedAt).map((days) => nextFull(hour, plus(completedAt, days * day)));
}

/** How long after its last enquiry a bank that was away is queried about a paid charge. */
const silenceMs = 30 * day;

/**
 * Returns when to query a bank again that did not respond, like `nextEnquiry`. An enquiry about a paid charge is
 * repeated until the bank responds: hourly on its day, then daily, and for a month after the last one.
 */
export function nextAfterSilence(transaction: store.Transaction, asked: number, now: Date): Date | null {
  const next = nextEnquiry(transaction, asked, now);
  if (!isPaid(transaction.state) || transaction.returnedAt !== null) return next;
  const missed = chargeEnquiries(transaction).findLast((at) => at <= now);
  if (!missed || now >= plus(missed, silenceMs)) return next;
  const again = nextFull(hour, plus(now, now < plus(missed, day) ? hour : day));
  return next && next < again ? next : again;
}

/** Returns the first multiple of `unit` that is not before. Charges that start together are queried together. */
const nextFull = (unit: number, at: Date): Date => new Date(Math.ceil(at.getTime() / unit) * unit);
