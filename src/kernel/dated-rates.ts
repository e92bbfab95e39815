// A rate that changes on certain days, such as that of VAT.
import { dayOf } from './business-days.ts';

/** A rate, and the South African day from which it applies. */
export interface DatedRate {
  from: Temporal.PlainDate;
  /** 15 % is 1 500. */
  basisPoints: number;
}

/** Reads a rate of a setting, such as `15@2026-12-01` or `15.5@2027-04-01`. Throws if it is not one. */
export function readDatedRate(text: string): DatedRate {
  const [, percent, decimals = '', day] = /^(\d{1,2})(?:\.(\d{1,2}))?@(\d{4}-\d{2}-\d{2})$/.exec(text) ?? [];
  if (percent === undefined || day === undefined) throw new Error(`"${text}" is not a rate and a day`);
  return { from: Temporal.PlainDate.from(day), basisPoints: Number(percent + decimals.padEnd(2, '0')) };
}

/** Returns the rate at an instant, in basis points; zero before the first one. */
export function rateAt(rates: readonly DatedRate[], at: Date): number {
  const day = dayOf(at);
  let [latest, basisPoints] = [undefined as Temporal.PlainDate | undefined, 0];
  for (const rate of rates) {
    const isEarlier = latest !== undefined && Temporal.PlainDate.compare(rate.from, latest) < 0;
    if (isEarlier || Temporal.PlainDate.compare(rate.from, day) > 0) continue;
    [latest, basisPoints] = [rate.from, rate.basisPoints];
  }
  return basisPoints;
}
