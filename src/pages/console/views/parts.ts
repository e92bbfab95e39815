// Small parts of every page: times, money, states, ids.
import { localTime } from '../../../kernel/calendar.ts';
import { type Cents, formatRand } from '../../../kernel/money.ts';
import type { Outcome } from '../../../reports/outcomes.ts';
import { type Html, html } from '../../html.ts';
import { dateTime } from '../../messages/time.ts';
import { type StatusKind, status } from '../../status.ts';
import { consolePath } from '../navigation.ts';

/** Returns an instant in South African time, with UTC on hover. */
export function time(at: Date): Html {
  const seconds = localTime(at).slice(16, 19);
  const words = `${dateTime('en', at)}${seconds} SAST`;
  return html`<time class="when" datetime="${at.toISOString()}" title="${at.toISOString()} (UTC)">${words}</time>`;
}

export const money = (cents: Cents): string => formatRand(cents);

/** The look of each state. A state without a line here looks ended. */
export const stateKinds: Record<string, StatusKind> = {
  ...of(
    'successful',
    'complete successful paid settled accepted active allocated delivered sent verified kept done made',
  ),
  ...of(
    'pending',
    'created pending started authenticated unknown approval waiting submitted queued awaiting new running due',
  ),
  ...of(
    'pending',
    'received verification pending_authorization scheduled charging retrying processing parked ready',
  ),
  ...of('pending', 'released'),
  ...of('error', 'failed declined rejected refused returned disabled open lost error processing_error'),
  ...of('error', 'complete_with_errors'),
  ...of('refunded', 'refunded reversed returning'),
  ...of('ended', 'cancelled canceled abandoned expired completed answered skipped'),
};

function of(kind: StatusKind, words: string): Record<string, StatusKind> {
  return Object.fromEntries(words.split(' ').map((word) => [word, kind]));
}

/** Returns a state as a word with a shape and a colour. */
export function state(word: string): Html {
  return status(stateKinds[word] ?? 'ended', word.replaceAll('_', ' '));
}

/** Returns the outcome of a payment in words: "Partly refunded". */
export const outcomeLabel = (outcome: Outcome): string => {
  const text = outcome.replaceAll('-', ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

const outcomeKinds: Record<Outcome, StatusKind> = {
  ...{ open: 'pending', paid: 'successful', 'paid-late': 'successful' },
  ...{ declined: 'error', failed: 'error', abandoned: 'ended', expired: 'ended', cancelled: 'ended' },
  ...{ 'partly-refunded': 'refunded', refunded: 'refunded', reversed: 'error' },
};

/** Returns the outcome of a payment with a shape and a colour. */
export const outcome = (word: Outcome): Html => status(outcomeKinds[word], outcomeLabel(word));

/** Returns an id with a button that copies it. */
export const id = (text: string): Html =>
  html`<code>${text}</code> <button type="button" class="button-link" data-copy="${text}" aria-label="Copy ${text}">Copy</button>`;

const rooms: Record<string, string> = {
  payment: 'payments',
  transaction: 'payments',
  refund: 'refunds',
  payout: 'payouts',
  subscription: 'subscriptions',
  settlement: 'settlements',
  bulk_job: 'bulk',
  deposit: 'deposits',
  webhook: 'webhooks',
  charge: 'charges',
  verification: 'verifications',
  refused_request: 'developers',
};

/** Returns the address of a record by its kind; undefined for one without a page. */
export function pathOfThing(kind: string, thing: string): string | undefined {
  const room = rooms[kind];
  return room === undefined ? undefined : consolePath(room, thing);
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
export function empty(words: string, command?: string): Html {
  return html`<div class="empty"><p>${words}</p>${command && html`<p><code>${command}</code></p>`}</div>`;
}
