// Parses the target of a deposit as users type it: at the command line and at the console alike.
import { isUuid } from '../../kernel/ids.ts';
import { readTypedAmount } from '../../kernel/money.ts';
import { invalidField } from '../invalid-field.ts';
import type { Portion, Target } from './allocation.ts';

/** Reads a reference, a payment's id, or float:SITECODE. Throws InvalidField (to). */
export function readTarget(typed: string): Target {
  const text = typed.trim();
  const isPayment: boolean = isUuid(text);
  if (isPayment) return { paymentId: text.toLowerCase() };
  if (/^float:./i.test(text)) return { floatOf: text.slice('float:'.length) };
  if (/[A-Za-z0-9]/.test(text) && text.length <= 500) return { reference: text };
  throw invalidField('to', 'the target must be a reference, a payment’s id, or float:SITECODE');
}

/** Reads a part of a split, TO=AMOUNT, the amount in rand. Throws InvalidField (portions, to). */
export function readPortion(typed: string): Portion {
  const text = typed.trim();
  const place = text.lastIndexOf('=');
  const amount = readTypedAmount(text.slice(place + 1));
  if (place >= 1 && amount !== undefined) return { to: readTarget(text.slice(0, place)), amount };
  throw invalidField('portions', `${text.slice(0, 100)} is not TO=AMOUNT, the amount in rand like 2500.50`);
}
