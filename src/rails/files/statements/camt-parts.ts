// The parts of a camt that all versions share: amounts, directions, days, statuses.
import { BadStatement, type ReportedLine } from '../../../core/statements/parsed-statement.ts';
import type { Cents } from '../../../kernel/money.ts';
import { decimalCents } from './amounts.ts';
import { dayOf } from './days.ts';
import { quoted } from './text.ts';
import { elementAt, listAt, ownText, textAt } from './xml-tree.ts';

/** Returns the cents of an amount element, which must be in rand. */
export function centsOf(element: unknown, at: number | null, what: string): Cents {
  const currency = currencyOf(element);
  if (currency !== 'ZAR')
    throw new BadStatement(
      `${what} is in ${currency === '' ? 'no currency' : quoted(currency)}, not ZAR`,
      at,
    );
  return plainCents(ownText(element), at, what);
}

export function plainCents(text: string, at: number | null, what: string): Cents {
  const cents = /^\+?\d*(?:\.\d*)?$/.test(text) ? decimalCents(text) : undefined;
  if (cents === undefined) throw new BadStatement(`${what}, ${quoted(text)}, is not an amount`, at);
  return cents;
}

/** Returns an element's amount with its sign: a debit leaves. */
export function signed(element: unknown, cents: Cents, at: number | null): Cents {
  const direction = textAt(element, 'CdtDbtInd');
  if (direction === 'CRDT') return cents;
  if (direction === 'DBIT') return -cents;
  throw new BadStatement(`CdtDbtInd is ${quoted(direction)}, not CRDT or DBIT`, at);
}

const isoDate = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** Returns the currency of an amount element; "" where it has none. */
export function currencyOf(element: unknown): string {
  const currency = (element as { '@Ccy'?: unknown } | undefined)?.['@Ccy'];
  return typeof currency === 'string' ? currency : '';
}

/**
 * Returns the day of a choice of Dt and DtTm: as it is written, or in South Africa if the time is in UTC; undefined
 * without one.
 */
export function dayAt(choice: unknown, at: number | null): string | undefined {
  const text = textAt(choice, 'Dt') || textAt(choice, 'DtTm') || ownText(choice);
  return text === '' ? undefined : isoDay(text, at);
}

export function isoDay(text: string, at: number | null): string {
  const match = isoDate.exec(text);
  const day = match && dayOf(Number(match[1]), Number(match[2]), Number(match[3]));
  if (!day) throw new BadStatement(`${quoted(text)} is not a date of this format, yyyy-MM-dd`, at);
  const [, , , , time, zone] = match;
  if (time === undefined || (zone !== 'Z' && zone !== '+00:00')) return day;
  const moment = Date.parse(`${day}${time.slice(0, 9)}Z`);
  if (Number.isNaN(moment)) throw new BadStatement(`${quoted(text)} is not a time of this format`, at);
  return new Date(moment + 2 * 3_600_000).toISOString().slice(0, 10);
}

/** Text in version 02, a code from version 04 on. A pending entry is no money. */
export function statusOf(entry: unknown, at: number | null): ReportedLine['status'] {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts', 'Prtry') || textAt(entry, 'Sts');
  if (status === 'BOOK') return 'booked';
  if (status === 'PDNG' || status === 'INFO' || status === 'FUTR') return 'pending';
  throw new BadStatement(`the status is ${quoted(status)}, not BOOK, PDNG, INFO or FUTR`, at);
}

export function isTrue(element: unknown, name: string, at: number | null): boolean {
  const text = textAt(element, name);
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0' || text === '') return false;
  throw new BadStatement(`${name} is ${quoted(text)}, not true or false`, at);
}

/** Returns the code of the kind of movement, and the kind if it is plain. */
export function kindOf(element: unknown): { type: string; hint: ReportedLine['hint'] } {
  const domain = elementAt(element, 'BkTxCd', 'Domn');
  const sub = textAt(domain, 'Fmly', 'SubFmlyCd');
  const own = textAt(element, 'BkTxCd', 'Prtry', 'Cd');
  const codes = [textAt(domain, 'Cd'), textAt(domain, 'Fmly', 'Cd'), sub].filter((code) => code !== '');
  const isOne = (...known: string[]) => known.includes(sub) || known.includes(own);
  return {
    type: (codes.length > 0 ? codes.join('-') : own).slice(0, 40),
    hint: isOne('CHRG', 'FEES', 'NCHG') ? 'charge' : isOne('INTR', 'NINT') ? 'interest' : null,
  };
}

const none = new Set(['NOTPROVIDED', 'NONREF', 'NOTAVAILABLE']);

/** Returns a reference; "" for a text that means no reference. */
export const referenceAt = (element: unknown, ...path: string[]): string => {
  const text = textAt(element, ...path);
  return none.has(text.toUpperCase()) ? '' : text;
};

export const textsAt = (element: unknown, name: string): string[] => listAt(element, name).map(ownText);
