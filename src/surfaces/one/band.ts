// A band for amounts. Both ends are included.
import Type from 'typebox';
import type { Cents } from '../../kernel/money.ts';
import { invalid } from './errors.ts';
import { fieldName, readAmount } from './wire.ts';

export const band = (title: string) =>
  Type.Object({ minimumValue: Type.Number(), maximumValue: Type.Number() }, { title });

/** The places of the band's values and of the amount in the body. */
interface Pointers {
  band: string;
  amount: string;
}

/** Reads a band that contains `amount`. Throws a 400 with the pointer of the first value that does not fit. */
export function readBand(
  given: { minimumValue: number; maximumValue: number },
  amount: Cents,
  at: Pointers,
): { minimum: Cents; maximum: Cents } {
  const pointer = `${at.band}/minimumValue`;
  const minimum = readAmount(given.minimumValue, pointer);
  const maximum = readAmount(given.maximumValue, `${at.band}/maximumValue`);
  if (minimum > maximum) throw invalid({ pointer }, `${fieldName(pointer)} is more than maximumValue`);
  if (amount < minimum || amount > maximum) {
    throw invalid({ pointer: at.amount }, `${fieldName(at.amount)} must be within ${fieldName(at.band)}`);
  }
  return { minimum, maximum };
}
