// Asks the shop about its orders: PUT {orders}/{reference} creates one that it expects to be paid, and GET returns its
// state. Both exist for tests only, and the rest of the receiver test does not need them.

import { withoutEnd } from '../../kernel/formats/text.ts';
import { type Cents, formatDecimal } from '../../kernel/money.ts';
import { createSend, type Target } from './send.ts';

/** The state of an order, as the shop reports it. */
export interface Standing {
  /** "paid" means paid; any other value does not. */
  state: string;
  /** The requested amount in rand, like "100.00". */
  amount?: string;
  /** How often it was shipped; absent if the shop does not count. */
  fulfilled?: number;
}

export interface Orders {
  /** Creates an open order. A shop that creates its own may refuse. */
  make(reference: string, amount: Cents): Promise<void>;
  /** Returns undefined if the shop does not know the order. Throws if the answer is not JSON. */
  ask(reference: string): Promise<Standing | undefined>;
}

/** Returns orders at an address that contains {reference}, or below one that does not. */
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
      if (status === null) throw new Error(`${urlOf(reference)} did not respond: ${error}`);
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
      if (typeof standing?.state !== 'string') throw new Error(`${urlOf(reference)} returned no state`);
      return standing;
    },
  };
}
