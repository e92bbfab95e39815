// SQL that finds open payments which a deposit may be meant for. Each statement reads a bounded number of rows. all
// merchants: each is limited to the merchant of the bank account, or to the viewer's merchants.
import type { Db } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import { seenBy, type Viewer } from '../viewer.ts';

/** A payment that is not paid. */
export interface OpenPayment {
  paymentId: string;
  siteCode: string;
  merchantReference: string;
  bankReference: string | null;
  /** In cents. */
  amountCents: Cents;
  /** The limits of a payment with an open amount, in cents. */
  minimumCents: Cents | null;
  maximumCents: Cents | null;
  customer: string | null;
  state: string;
  createdAt: Date;
}

const columns = (db: Db) => db`
  payment.id as payment_id, site.code as site_code, payment.merchant_reference, payment.bank_reference, payment.amount_cents,
  payment.minimum_cents, payment.maximum_cents, payment.state, payment.created_at,
  coalesce(payment.details ->> 'customer', payment.details -> 'payer' ->> 'name') as customer`;

/** Deposits pay neither tests nor charges of subscriptions. */
const isPayable = (db: Db) =>
  db`payment.state <> 'complete' and not payment.is_test and payment.details ->> 'subscriptionId' is null`;

const mostRead = 2_000;

/**
 * Returns the newest open payments of a merchant; without one, those of the viewer's merchants that expire last. all merchants:
 * `own` limits them to the viewer's.
 */
export function findNewestOpen(db: Db, viewer: Viewer, merchantId: string | null): Promise<OpenPayment[]> {
  const own = seenBy(db, viewer);
  const newest =
    merchantId === null
      ? db`select * from payments where state = 'created' and ${own} order by expires_at desc limit ${mostRead}`
      : db`
        select * from payments where merchant_id = ${merchantId} and ${own}
        order by created_at desc, id desc limit ${mostRead}`;
  return db<OpenPayment[]>`
    select ${columns(db)} from (${newest}) payment join sites site on site.id = payment.site_id
    where ${isPayable(db)} order by payment.created_at desc, payment.id desc`;
}

const mostOfWord = 10;

/** Returns open payments whose reference, or whose reference at the bank, is one of the words, whatever their age. */
export const findByWords = (
  db: Db,
  viewer: Viewer,
  merchantId: string | null,
  words: readonly string[],
) => db<OpenPayment[]>`
    select ${columns(db)} from sites site cross join unnest(${[...words]}::text[]) as word cross join lateral (
      (select * from payments where site_id = site.id and merchant_reference between word and word
        order by created_at desc limit ${mostOfWord})
      union (select * from payments where site_id = site.id and bank_reference between word and word
        and bank_reference <> merchant_reference and state <> 'created' limit ${mostOfWord})
    ) payment
    where ${seenBy(db, viewer, 'site.merchant_id')} and (${merchantId}::uuid is null or site.merchant_id = ${merchantId})
      and ${isPayable(db)}
    order by payment.created_at desc limit 50`;

/** Returns payments, paid ones too, that exactly have a reference, the newest first. */
export const findNamed = (db: Db, viewer: Viewer, reference: string) => db<OpenPayment[]>`
    select ${columns(db)} from sites site
    cross join unnest(${[...new Set([reference, reference.toUpperCase(), reference.toLowerCase()])]}::text[]) as word
    cross join lateral (
      (select * from payments where site_id = site.id and merchant_reference between word and word
        order by created_at desc limit ${mostOfWord})
      union (select * from payments where site_id = site.id and bank_reference between word and word
        and bank_reference <> merchant_reference and state <> 'created' limit ${mostOfWord})
    ) payment
    where ${seenBy(db, viewer, 'site.merchant_id')} and not payment.is_test
    order by payment.created_at desc limit 50`;
