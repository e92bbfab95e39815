// The authorisation page on a running service, and a customer who uses it: for tests that cross folders.
import { demoBankId } from '../../src/core/banks.ts';
import { findSiteByCode } from '../../src/core/merchants/actions.ts';
import {
  createSubscription,
  findAnySubscription,
  type NewSubscription,
  type Subscription,
} from '../../src/core/subscriptions/actions.ts';
import { agree, decideAtBank, follow, pageAt } from './customer.ts';
import { openService } from './opening.ts';

export const minute = 60_000;
export const day = 24 * 60 * minute;
/** Where customers return to the merchant. */
export const shop = 'https://shop.test/welcome?plan=7';

/** The service with a merchant, at 2026-11-20 12:00 South African time, a Friday. */
export async function openAuthorising() {
  const service = await openService();
  const { base, db, ctx, clock, merchant } = service;
  const urlOf = (id: string): string => `${base}/subscribe/${id}`;
  const headers = { apikey: merchant.apiKey, 'content-type': 'application/json' };
  const sandbox = (method: string, path: string, body: object) =>
    fetch(`${base}/sandbox/${path}`, { method, headers, body: JSON.stringify(body) });

  return {
    ...service,
    urlOf,
    /** The pages of the bank for mandates. */
    mandates: `${base}/bank/mandates`,
    /** Agrees to a subscription and chooses a bank for it; returns the redirect. */
    agree: (id: string, bank: string, form?: Record<string, string>) => agree(base, id, bank, form),
    /** Creates a subscription of R 199,00 a month, twelve times from today; returns its id. */
    made: async (more: Partial<NewSubscription> = {}): Promise<string> => {
      const { id } = await createSubscription(ctx, {
        site: (await findSiteByCode(db, merchant.siteCode))!,
        amount: 19_900n,
        merchantReference: 'CLUB 117',
        frequency: 'Monthly',
        firstPaymentDate: clock.now().toISOString().slice(0, 10),
        occurrences: 12,
        returnUrl: shop,
        ...more,
      });
      return id;
    },
    /** Its current page, by its name in the state table. */
    pageOf: (id: string): Promise<string> => pageAt(urlOf(id)),
    textOf: async (url: string): Promise<string> =>
      (await (await fetch(url)).text()).replaceAll('\u00a0', ' '),
    find: async (id: string): Promise<Subscription> => (await findAnySubscription(ctx.db, id))!,
    /** Chooses the bank, decides there and returns; returns the final address. */
    decide: async (id: string, decision: 'approve' | 'decline', bank = demoBankId): Promise<string> => {
      const { location } = await agree(base, id, bank);
      return follow(await decideAtBank(location, decision));
    },
    mandatesOf: async (id: string): Promise<{ state: string; bankId: string }[]> => {
      const rows = await db<{ state: string; bankId: string }[]>`
        select state, bank_id from bank.mandates where id = ${id}`;
      return rows.map((row) => ({ ...row }));
    },
    sandbox,
    /** Sets the bank's faults; those not named are off. */
    faults: (bank: object) => sandbox('PUT', 'faults', { bank }),
    pass: async (ms: number): Promise<void> => {
      clock.advance(ms);
      await service.drain();
    },
  };
}
