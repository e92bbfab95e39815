// The customer of a payment: from the merchant's request, else the customer of its subscription, else the payer's name
// from the bank. Names, e-mail addresses and telephone numbers are personal data: lists show them to users with
// permission to see customers. all merchants: parts of statements that state whose rows they read.
import { phoneDigits, searchable } from '../core/customers/actions.ts';
import { seenBy, type Viewer } from '../core/viewer.ts';
import type { Db, Fragment } from '../kernel/db/db.ts';
import { distanceOf } from '../kernel/formats/text.ts';
import { required } from '../kernel/required.ts';

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

/** A customer's text must contain one of each of these. Without any, no customer is found. */
export type CustomerParts = readonly (readonly string[])[];

interface Whose {
  viewer: Viewer;
  merchantId?: string | undefined;
}

/** The condition of a customer's row: the viewer sees it, and its names, e-mail address and telephone number have the parts. */
export function hasParts(db: Db, parts: CustomerParts, whose: Whose): Fragment {
  return parts.reduce((all, one) => db`${all} and ${anyOf(db, one)}`, isSeen(db, whose, parts.length > 0));
}

/**
 * Returns the parts that find the customers whose names, e-mail address or telephone number have all words of a text, in any
 * letter case. Without any such customer, words with one typing error are corrected. A telephone number is found however it
 * was typed: 082 123 4567 is +27821234567.
 */
export async function readCustomerText(db: Db, text: string, whose: Whose): Promise<CustomerParts> {
  const asked = searchable(text);
  const digits = /^\+?[\d ().-]+$/.test(asked) ? phoneDigits(asked) : '';
  if (digits.length >= leastDigits) return [[asked, digits]];
  const words = asked.split(' ').filter(Boolean).slice(0, mostWords);
  const parts = words.map((word) => [word]);
  if (!words.some(mayBeMistyped)) return parts;
  const [exact] = await someTexts(db, parts, whose, 1);
  return exact ? parts : corrected(db, words, whose);
}

/** Corrects words by the texts of customers who have the beginnings of the words that may be mistyped, else their ends. */
async function corrected(db: Db, words: readonly string[], whose: Whose): Promise<CustomerParts> {
  for (const half of [beginningOf, endOf]) {
    const halves = words.filter(mayBeMistyped).map(half);
    const texts = await someTexts(db, halves, whose, mostCorrecting);
    const near = texts.map(({ search }) => words.map((word) => spellingsIn(search, word)));
    const found = near.filter((spellings) => spellings.every((some) => some.length > 0));
    if (found.length > 0)
      return words.map((_, place) => [...new Set(found.flatMap((spellings) => spellings[place] ?? []))]);
  }
  return [];
}

/**
 * Returns the newest customers with the parts. Few are found by their parts, and sorted; of many, the newest are met soon among
 * all customers. The statement is planned for any text, of which nothing is known.
 */
export async function findNewest(db: Db, parts: CustomerParts, whose: Whose, limit: number): Promise<Met[]> {
  const few = await db<(Met & { isAll: boolean })[]>`
    with named as materialized (select id, created_at from customers where ${hasParts(db, parts, whose)}),
      few as materialized (select id, created_at from named limit ${mostSorted + 1})
    select id, created_at, (select count(*) from few) <= ${mostSorted} as is_all from few
    order by created_at desc, id desc limit ${limit}`;
  if (few[0]?.isAll !== false) return few;
  return db<Met[]>`
    select id, created_at from customers where ${hasParts(db, parts, whose)}
    order by created_at desc, id desc limit ${limit}`;
}

interface Met {
  id: string;
  createdAt: Date;
}

/** A plan for all of them takes the index of parts; a plan for some would read every customer where none has the parts. */
const someTexts = (db: Db, parts: CustomerParts, whose: Whose, limit: number) =>
  db<{ search: string }[]>`
    with named as materialized (select search from customers where ${hasParts(db, parts, whose)})
    select search from named limit ${limit}`;

/** Returns the word where a text has it as a part, and the words of the text that differ from it by one typing error. */
function spellingsIn(text: string, word: string): string[] {
  const near = mayBeMistyped(word)
    ? text
        .split(/[^a-z]+/)
        .filter((one) => Math.abs(one.length - word.length) <= 1 && distanceOf(one, word) === 1)
    : [];
  return text.includes(word) ? [word, ...near] : near;
}

/**
 * Returns the parts for words whose first half is right. With a letter that is missing, wrong, or too many, or with two that are
 * swapped, one half of the word is right, and the index finds it.
 */
const beginningOf = (word: string): string[] => {
  const half = word.slice(0, halfOf(word));
  return [`\n${half}`, ` ${half}`];
};

const endOf = (word: string): string[] => {
  const half = word.slice(word.length - halfOf(word));
  return [`${half}\n`, `${half} `];
};

const halfOf = ({ length }: string): number => Math.floor(length / 2) - (length < 6 ? 0 : 1);

const mostWords = 8;
/** So many digits are searched as a telephone number, too. */
const leastDigits = 4;
/** A shorter word has too many neighbours. */
const leastLetters = 4;
const mostLetters = 30;
const mostSorted = 2_000;
/** Spellings are taken from so many customers. */
const mostCorrecting = 500;

const isSeen = (db: Db, { viewer, merchantId }: Whose, isAny: boolean): Fragment => db`
  ${isAny} and ${seenBy(db, viewer)} ${merchantId === undefined ? db`` : db`and merchant_id = ${merchantId}`}`;

function anyOf(db: Db, parts: readonly string[]): Fragment {
  const [first, ...others] = parts.map((part) => db`search like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`);
  return db`(${others.reduce((any, one) => db`${any} or ${one}`, required(first, 'a part'))})`;
}

const mayBeMistyped = (word: string): boolean =>
  word.length >= leastLetters && word.length <= mostLetters && /^[a-z]+$/.test(word);
