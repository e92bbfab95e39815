// What every recipe of `tefo trigger` is given, and what it answers.

import type { Cents } from '../../kernel/money.ts';
import { toJsonNumber } from '../../kernel/money.ts';
import type { Answered, Session } from '../session.ts';

export interface Given {
  /** The caller's own; what waits under it is used, where it can be. */
  reference: string | undefined;
  amount: Cents | undefined;
  /** One of the recipe's outcomes. */
  outcome: string;
  notifyUrl: string | undefined;
  /** For what is made anew and was given no reference. */
  freshReference: string;
  /** Moves the sandbox's clock; returns what it then shows. */
  moveClock(move: { advance: string } | { to: string }): Promise<{ now: string }>;
}

export interface Done {
  /** Whose event it is. */
  objectId: string;
  /** Its events up to this number happened before. */
  after?: number;
  /** Everything that was made or used, by its name. */
  ids: Record<string, string>;
  /** What the sandbox's clock shows, where it had to be moved. */
  clock?: string;
}

export interface Recipe {
  /** How it may end; the first is meant where none is named. */
  outcomes: readonly [string, ...string[]];
  /** What it does that nobody would expect. */
  warning?: string;
  run(session: Session, given: Given): Promise<Done>;
}

export const usualAmount: Cents = 150_00n;

export const zar = (cents: Cents) => ({ currency: 'ZAR', value: toJsonNumber(cents) });

/** The cents of an amount as the One API writes it. */
export const isAmount = (written: Answered, cents: Cents | undefined): boolean =>
  cents === undefined || String(written.value) === String(toJsonNumber(cents));

/** The newest object of a list of the One API that has the reference, where one was given, and passes `fits`. */
export async function findNewest(
  session: Session,
  path: string,
  { reference }: Given,
  query: Record<string, string>,
  fits: (found: Answered) => boolean = () => true,
): Promise<Answered | undefined> {
  if (reference === undefined) return undefined;
  const always = { fromDate: '2000-01-01', toDate: '2999-12-31' };
  const { code: siteCode } = session.site;
  const asked = new URLSearchParams({ ...always, siteCode, merchantReference: reference, ...query });
  const { results } = await session.one('GET', `${path}?${asked}`);
  return results.find(fits);
}

/** The service's time, `ms` milliseconds from now. */
export async function serviceTime(session: Session, ms = 0): Promise<Date> {
  const { now } = await session.sandbox('GET', '/clock');
  return new Date(Date.parse(now) + ms);
}
