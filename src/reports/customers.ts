// The customer of a payment: from the merchant's request, else the customer of its subscription, else the payer's name
// from the bank. Names, e-mail addresses and telephone numbers are personal data: lists show them to users with
// permission to see customers. all merchants: parts of statements that state whose rows they read.
import { phoneDigits, searchable } from '../core/customers/actions.ts';
import { seenBy, type Viewer } from '../core/viewer.ts';
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

/** Returns the columns customer, email and phone; each is null if it is not known. */
export function customerColumns(db: Db, { payment, attempt, subscription }: Names): Fragment {
  const given = db(`${subscription}.customer`);
  return db`
    coalesce(${db(`${payment}.customer_name`)}, ${given} ->> 'name', ${db(`${attempt}.payer_holder`)}) as customer,
    coalesce(${db(`${payment}.customer_email`)}, ${given} ->> 'email') as email,
    coalesce(${db(`${payment}.customer_phone`)}, ${given} ->> 'cellphone') as phone`;
}

/** Joins the subscription of a payment, as `subscription`. */
export const joinSubscription = (db: Db, payment: string): Fragment =>
  db`left join subscriptions subscription on subscription.id = ${db(`${payment}.subscription_id`)}`;

/**
 * Returns the ids, as an array, of the customers whose names, e-mail address or telephone number have all words of a text as
 * parts, in any letter case. Without any such customer, those with one typing error in a word. A telephone number is
 * found however it was typed: 082 123 4567 is +27821234567.
 */
export function customersLike(
  db: Db,
  text: string,
  { viewer, merchantId }: { viewer: Viewer; merchantId?: string | undefined },
): Fragment {
  const own = merchantId === undefined ? db`` : db`and merchant_id = ${merchantId}`;
  const those = (like: Fragment) =>
    db`array(select id from customers where ${seenBy(db, viewer)} ${own} and ${like})`;
  const asked = searchable(text);
  if (asked === '') return db`array[]::uuid[]`;
  const words = asked.split(' ').slice(0, mostWords);
  const digits = /^\+?[\d ().-]+$/.test(asked) ? phoneDigits(asked) : '';
  if (digits.length >= leastDigits) return those(db`(${hasPart(db, asked)} or ${hasPart(db, digits)})`);
  const hasAll = allOf(
    db,
    words.map((word) => hasPart(db, word)),
  );
  const exact = words.length === 1 ? hasAll : db`(${hasPart(db, asked)} or (${hasAll}))`;
  if (!words.some(mayBeMistyped)) return those(exact);
  const close = allOf(
    db,
    words.map((word) =>
      mayBeMistyped(word) ? db`(${hasPart(db, word)} or ${isMistyped(db, word)})` : hasPart(db, word),
    ),
  );
  // The second array is read only if the first is empty.
  return db`coalesce(nullif(${those(exact)}, '{}'), ${those(close)})`;
}

const mostWords = 8;
/** So many digits are searched as a telephone number, too. */
const leastDigits = 4;
/** A shorter word has too many neighbours. */
const leastLetters = 4;
const mostLetters = 30;

const allOf = (db: Db, conditions: readonly Fragment[]): Fragment =>
  conditions.reduce((all, one) => db`${all} and ${one}`);

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const hasPart = (db: Db, text: string): Fragment => db`search like ${`%${escaped(text)}%`}`;

const mayBeMistyped = (word: string): boolean =>
  word.length >= leastLetters && word.length <= mostLetters && /^[a-z]+$/.test(word);

/**
 * The condition of a word with one letter that is missing, wrong, or too many, or with two that are swapped. One half of the
 * word is right, which the index finds.
 */
function isMistyped(db: Db, word: string): Fragment {
  const half = Math.floor(word.length / 2) - (word.length < 6 ? 0 : 1);
  const [first, last] = [word.slice(0, half), word.slice(word.length - half)];
  return db`
    (search like ${`%\n${first}%`} or search like ${`% ${first}%`} or search like ${`%${last}\n%`} or search like ${`%${last} %`})
    and search ~ ${`\\m(?:${misspellings(word).join('|')})\\M`}`;
}

/** Returns the misspellings of a word as expressions. */
function misspellings(word: string): string[] {
  const places = [...word].map((_, place) => [word.slice(0, place), word.slice(place + 1)] as const);
  const swapped = places.slice(1).map(([before, after], index) => {
    const [one, other] = [word.charAt(index), word.charAt(index + 1)];
    return `${before.slice(0, -1)}${other}${one}${after}`;
  });
  const wrong = places.map(([before, after]) => `${before}\\w?${after}`);
  const more = [...places.map(([before]) => before), word].map(
    (before) => `${before}\\w${word.slice(before.length)}`,
  );
  return [...new Set([...wrong, ...more, ...swapped])];
}
