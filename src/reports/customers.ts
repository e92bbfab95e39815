// The customer of a payment: from the merchant's request, else the customer of its subscription, else the payer's name
// from the bank. Names, e-mail addresses and telephone numbers are personal data: lists show them to users with
// permission to see customers. all merchants: parts of statements that state whose rows they read.
import type { Db, Fragment } from '../kernel/db/db.ts';

/** Returns the columns of payments that the other functions read. */
export const customerSource = (db: Db): Fragment => db`
  coalesce(details ->> 'customer', details -> 'payer' ->> 'name') as customer_name,
  details -> 'payer' ->> 'email' as customer_email,
  coalesce(details ->> 'customerCellphoneNumber', details -> 'payer' ->> 'cellphone') as customer_phone,
  (details ->> 'subscriptionId')::uuid as subscription_id`;

interface Names {
  /** A row with the columns of `customerSource`. */
  payment: string;
  /** The attempt that counts, or null. */
  attempt: string;
  /** The payment's subscription, or null. */
  subscription: string;
}

const parts = (db: Db, { payment, attempt, subscription }: Names) => ({
  name: db`coalesce(${db(`${payment}.customer_name`)}, ${db(`${subscription}.customer`)} ->> 'name', ${db(`${attempt}.payer_holder`)})`,
  email: db`coalesce(${db(`${payment}.customer_email`)}, ${db(`${subscription}.customer`)} ->> 'email')`,
  phone: db`coalesce(${db(`${payment}.customer_phone`)}, ${db(`${subscription}.customer`)} ->> 'cellphone')`,
});

/** Returns the columns customer, email and phone; each is null if it is not known. */
export function customerColumns(db: Db, names: Names): Fragment {
  const { name, email, phone } = parts(db, names);
  return db`${name} as customer, ${email} as email, ${phone} as phone`;
}

/** Joins the subscription of a payment, as `subscription`. */
export const joinSubscription = (db: Db, payment: string): Fragment =>
  db`left join subscriptions subscription on subscription.id = ${db(`${payment}.subscription_id`)}`;

/**
 * Joins to `listed`, a row of payments, when the text is a part of its customer's name, e-mail address or telephone number, in any
 * letter case. A telephone number is found however it was typed: 082 123 4567 is +27821234567.
 */
export function withCustomer(db: Db, text: string): Fragment {
  const { name, email, phone } = parts(db, {
    payment: 'listed',
    attempt: 'attempt',
    subscription: 'subscription',
  });
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const digits = phoneDigits(text);
  const isPhone =
    digits === undefined ? db`false` : db`regexp_replace(${phone}, '[^0-9]', '', 'g') like ${`%${digits}%`}`;
  return db`
    join lateral (
      select from (select) one
      left join transactions attempt on attempt.payment_id = listed.id and attempt.counts
      ${joinSubscription(db, 'listed')}
      where concat_ws(chr(10), ${name}, ${email}, ${phone}) ilike ${pattern} or ${isPhone}
    ) named on true`;
}

/** Returns the digits of a telephone number that follow the country's code or its zero; undefined for other texts. */
function phoneDigits(text: string): string | undefined {
  if (!/^\+?[\d ()-]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '').replace(/^(?:0|27)/, '');
  return digits.length >= 4 ? digits : undefined;
}
