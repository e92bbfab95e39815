// What became of an order, asked of the shop itself: PUT {orders}/{reference} makes one that it expects to be paid, and
// GET tells how it stands. Both are for tests, and neither is needed for the rest of the exam.

import { withoutEnd } from '../../kernel/formats/text.ts';
import { type Cents, formatDecimal } from '../../kernel/money.ts';
import { createSend, type Target } from './send.ts';

/** How an order stands, as the shop says. */
export interface Standing {
  /** "paid" is paid; whatever else it says is not. */
  state: string;
  /** What was asked for, in rand, like "100.00". */
  amount?: string;
  /** How often it was sent out; absent where the shop does not count. */
  fulfilled?: number;
}

export interface Orders {
  /** Makes an order that is open; a shop that makes its own may refuse. */
  make(reference: string, amount: Cents): Promise<void>;
  /** Undefined where the shop knows no such order. Throws where it answers no JSON. */
  ask(reference: string): Promise<Standing | undefined>;
}

/** Reads and makes orders at an address with {reference} in it, or below one without. */
export function openOrders(address: string, target: Omit<Target, 'url'>): Orders {
  const urlOf = (reference: string): URL => {
    const name = encodeURIComponent(reference);
    return new URL(
      address.includes('{reference}')
        ? address.replace('{reference}', name)
        : `${withoutEnd(address, '/')}/${name}`,
    );
  };
  return {
    make: async (reference, amount) => {
      const body = JSON.stringify({ reference, amount: formatDecimal(amount), currency: 'ZAR' });
      const send = createSend({ ...target, url: urlOf(reference) });
      const { status, error } = await send(
        { headers: { 'content-type': 'application/json' }, body },
        { method: 'PUT' },
      );
      if (status === null) throw new Error(`${urlOf(reference)} did not answer: ${error}`);
    },
    ask: async (reference) => {
      const send = createSend({ ...target, url: urlOf(reference) });
      const { status, error, text } = await send(
        { headers: { accept: 'application/json' }, body: '' },
        { method: 'GET' },
      );
      if (status === 404) return undefined;
      if (status !== 200) throw new Error(`${urlOf(reference)} answered ${status ?? error}`);
      const standing = JSON.parse(text) as Standing;
      if (typeof standing?.state !== 'string') throw new Error(`${urlOf(reference)} says no state`);
      return standing;
    },
  };
}
