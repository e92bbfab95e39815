// Small parts of every page: times, money, states, ids.
import { localTime } from '../../../kernel/calendar.ts';
import { type Cents, formatRand } from '../../../kernel/money.ts';
import { type Outcome, outcomeLabel } from '../../../reports/outcomes.ts';
import { type Html, html } from '../../html.ts';
import { dateTime, dayText } from '../../messages/time.ts';
import { type StatusKind, status } from '../../status.ts';
import { consolePath } from '../navigation.ts';

/** Returns an instant in South African time, with UTC on hover. */
export function time(at: Date): Html {
  const seconds = localTime(at).slice(16, 19);
  const words = `${dateTime('en', at)}${seconds} SAST`;
  return html`<time class="when" datetime="${at.toISOString()}" title="${at.toISOString()} (UTC)">${words}</time>`;
}

/** Returns an instant as lists show it: without seconds, with the exact time on hover. */
export const listTime = (at: Date): Html =>
  html`<time class="when" datetime="${at.toISOString()}" title="${at.toISOString()} (UTC)">${dateTime('en', at)}</time>`;

/** Returns a day ("2026-11-21") as people read it: 21 Nov 2026. */
export const dayWords = (day: string): Html =>
  html`<time class="when" datetime="${day}">${dayText('en', day)}</time>`;

export const money = (cents: Cents): string => formatRand(cents);

/** The look of each state. A state without a line here looks ended. */
export const stateKinds: Record<string, StatusKind> = {
  ...of(
    'successful',
    'complete approved successful paid settled accepted active allocated delivered sent verified kept done',
  ),
  ...of(
    'pending',
    'approving declining created pending started authenticated unknown approval waiting submitted reviewed queued awaiting new running due',
  ),
  ...of(
    'pending',
    'made received verification payee_check pending_authorization scheduled charging retrying processing parked ready',
  ),
  ...of('pending', 'released'),
  ...of('error', 'failed declined rejected refused returned disabled open lost error processing_error'),
  ...of('error', 'complete_with_errors'),
  ...of('refunded', 'refunded reversed returning'),
  ...of('ended', 'cancelled canceled abandoned expired completed answered skipped replaced'),
};

function of(kind: StatusKind, words: string): Record<string, StatusKind> {
  return Object.fromEntries(words.split(' ').map((word) => [word, kind]));
}

const stateLabels: Record<string, string> = {
  approval: 'awaiting approval',
  made: 'pending payout',
  payee_check: 'verifying payee',
  verification: 'awaiting verification',
};

/** Returns a state as people read it, in lists and filters. */
export const stateLabel = (word: string): string => stateLabels[word] ?? word.replaceAll('_', ' ');

/** Returns a state with a shape and a colour. */
export const state = (word: string): Html => status(stateKinds[word] ?? 'ended', stateLabel(word));

const outcomeKinds: Record<Outcome, StatusKind> = {
  ...{ open: 'pending', paid: 'successful', 'paid-late': 'successful' },
  ...{ declined: 'error', failed: 'error', abandoned: 'ended', expired: 'ended', cancelled: 'ended' },
  ...{ 'partly-refunded': 'refunded', refunded: 'refunded', reversed: 'error' },
};

/** Returns the outcome of a payment with a shape and a colour. */
export const outcome = (word: Outcome): Html => status(outcomeKinds[word], outcomeLabel(word));

export const id = (text: string): Html =>
  html`<code>${text}</code> <button type="button" class="button-link" data-copy="${text}" aria-label="Copy ${text}">Copy</button>`;

const pages: Record<string, string> = {
  payment: 'payments',
  transaction: 'payments',
  refund: 'refunds',
  payout: 'payouts',
  beneficiary: 'beneficiaries',
  subscription: 'subscriptions',
  payment_link: 'links',
  settlement: 'settlements',
  bulk_job: 'bulk',
  deposit: 'deposits',
  webhook: 'webhooks',
  charge: 'charges',
  verification: 'verifications',
  refused_request: 'developers',
  report: 'scheduled-reports',
};

/** Returns the address of a record by its kind; undefined for one without a page. */
export function pathOfThing(kind: string, thing: string): string | undefined {
  const page = pages[kind];
  return page === undefined ? undefined : consolePath(page, thing);
}

/** Returns a description list; facts without a value are left out. */
export function facts(
  rows: readonly (readonly [label: string, value: Html | string | null | undefined])[],
): Html {
  return html`<dl class="facts">${rows
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
}

/** Returns the text of an empty list, and the command that creates the first item. */
/** The content of an empty list: what appears here, and the next step at the console. */
export function empty(words: string, next?: Html): Html {
  return html`<div class="empty"><p>${words}</p>${next && html`<p>${next}</p>`}</div>`;
}
