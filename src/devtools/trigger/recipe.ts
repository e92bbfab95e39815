// The input and the result of every recipe of `tefo trigger`.

import type { EventType } from '../../core/events.ts';
import type { Cents } from '../../kernel/money.ts';
import { toJsonNumber } from '../../kernel/money.ts';
import type { Answered, Session } from '../session.ts';

export interface Given {
  /** The caller's own. A pending object with it is used, if possible. */
  reference: string | undefined;
  amount: Cents | undefined;
  outcome: string;
  notifyUrl: string | undefined;
  /** For new objects without a given reference. */
  freshReference: string;
  /** Moves the sandbox's clock. Returns its new time. */
  moveClock(move: { advance: string } | { to: string }): Promise<{ now: string }>;
}

export interface Done {
  objectId: string;
  /** Its events up to this number happened before. */
  after?: number;
  /** The created and used objects, by name. */
  ids: Record<string, string>;
  /** The sandbox's time, if the clock had to be moved. */
  clock?: string;
}

export interface Recipe {
  /** How it may end. The first is the default. */
  outcomes: readonly [string, ...string[]];
  /** A surprising side effect. */
  warning?: string;
  run(session: Session, given: Given): Promise<Done>;
}

/** Recipes by the event that they cause. */
export type Recipes = Partial<Record<EventType, Recipe>>;

export const usualAmount: Cents = 150_00n;

export const zar = (cents: Cents) => ({ currency: 'ZAR', value: toJsonNumber(cents) });

/** Returns whether an amount in the One API's form has these cents. */
export const isAmount = (written: Answered, cents: Cents | undefined): boolean =>
  cents === undefined || String(written.value) === String(toJsonNumber(cents));

/** Returns the newest object of a list of the One API that has the reference, if one was given, and passes `fits`. */
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

/** Returns the service's time, `ms` milliseconds from now. */
export async function serviceTime(session: Session, ms = 0): Promise<Date> {
  const { now } = await session.sandbox('GET', '/clock');
  return new Date(Date.parse(now) + ms);
}
