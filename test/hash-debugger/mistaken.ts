// Merchants' programs that get the hash wrong, each in one way. They share no code with the hash debugger.
import { createHash, createHmac } from 'node:crypto';
import type { Mistake } from '../../src/hash-debugger/diagnose.ts';
import { paymentFields as allFields } from '../contract/signatures.ts';

export type Fields = [name: string, value: string][];

export interface Attempt {
  /** The request's fields with their values, in the order of the hash; absent ones are not there. */
  fields: Fields;
  /** The same, in the order in which they are sent, with some that do not count. */
  sent: Fields;
  privateKey: string;
  apiKey: string;
  clientSecret: string;
  pick<T>(from: readonly T[]): T;
}

const sha512 = (text: string | Buffer): string => createHash('sha512').update(text).digest('hex');
const joined = (fields: Fields, key: string): string => fields.map(([, value]) => value).join('') + key;
const right = (fields: Fields, key: string): string => sha512(joined(fields, key).toLowerCase());

/** With one of its fields' values changed; undefined where none can be. */
function change(
  attempt: Attempt,
  which: (name: string, value: string) => string | undefined,
): string | undefined {
  const able = attempt.fields.filter(([name, value]) => {
    const other = which(name, value);
    return other !== undefined && other.toLowerCase() !== value.toLowerCase();
  });
  if (able.length === 0) return undefined;
  const [chosen] = attempt.pick(able);
  const fields = attempt.fields.map(([name, value]): [string, string] => [
    name,
    name === chosen ? which(name, value)! : value,
  ]);
  return right(fields, attempt.privateKey);
}

/** As another South African service signs: name=value&name=value, sometimes encoded, in the order of the request. */
function asQuery({ fields, sent, privateKey, pick }: Attempt, beforeKey: string): string {
  const counted = new Set(fields.map(([name]) => name));
  const encode = pick([
    (text: string) => text,
    (text: string) => encodeURIComponent(text).replace(/%20/g, '+'),
    encodeURIComponent,
  ]);
  const order = pick([fields, sent.filter(([name]) => counted.has(name))]);
  const query = order.map(([name, value]) => `${name}=${encode(value)}`).join('&');
  const text = `${query}${beforeKey}${privateKey}`;
  return sha512(pick([text, text.toLowerCase()]));
}

/** The digest that a program with one mistake sends; undefined where the mistake changes nothing for this request. */
export const programs: Record<Mistake, (attempt: Attempt) => string | undefined> = {
  KeyMissing: ({ fields }) => right(fields, ''),
  KeyFirst: ({ fields, privateKey }) =>
    sha512((privateKey + fields.map(([, value]) => value).join('')).toLowerCase()),
  KeyTwice: ({ fields, privateKey: key, pick }) =>
    pick([() => right(fields, key + key), () => right([['', key], ...fields], key)])(),
  OtherKey: ({ fields, apiKey, clientSecret, pick }) => right(fields, pick([apiKey, clientSecret])),
  BothKeys: ({ fields, apiKey, privateKey, pick }) =>
    pick([
      () => right(fields, privateKey + apiKey),
      () => right(fields, apiKey + privateKey),
      () => right([['', apiKey], ...fields], privateKey),
    ])(),
  NotLowerCased: ({ fields, privateKey }) => sha512(joined(fields, privateKey)),
  KeyNotLowerCased: ({ fields, privateKey }) => sha512(joined(fields, '').toLowerCase() + privateKey),
  UpperCased: ({ fields, privateKey }) => sha512(joined(fields, privateKey).toUpperCase()),
  OrderAsSent: ({ fields, sent, privateKey }) => {
    const counted = new Set(fields.map(([name]) => name));
    return right(
      sent.filter(([name]) => counted.has(name)),
      privateKey,
    );
  },
  OrderAlphabetical: ({ fields, privateKey }) => {
    const order = [...fields].sort((a, b) => (a[0].toLowerCase() < b[0].toLowerCase() ? -1 : 1));
    return right(order, privateKey);
  },
  OrderReversed: ({ fields, privateKey }) => right([...fields].reverse(), privateKey),
  FieldsSwapped: ({ fields, privateKey, pick }) => {
    const at = pick(fields.map((_, index) => index).slice(1));
    const order = [...fields];
    [order[at - 1], order[at]] = [order[at]!, order[at - 1]!];
    return right(order, privateKey);
  },
  FieldMoved: ({ fields, privateKey, pick }) => {
    const from = pick(fields.map((_, index) => index));
    const rest = fields.filter((_, index) => index !== from);
    // Further than its neighbour, which would be a swap.
    const places = rest.map((_, index) => index).filter((to) => Math.abs(to - from) > 1);
    if (places.length === 0) return undefined;
    rest.splice(pick(places), 0, fields[from]!);
    return right(rest, privateKey);
  },
  FieldLeftOut: ({ fields, privateKey, pick }) => {
    const able = fields.filter(
      ([name, value]) =>
        name !== 'customerCellphoneNumber' && !(name === 'allowVariableAmount' && value === 'false'),
    );
    const [left] = pick(able);
    return right(
      fields.filter(([name]) => name !== left),
      privateKey,
    );
  },
  FieldAdded: ({ fields, sent, privateKey }) => {
    const counted = new Set(fields.map(([name]) => name));
    const stranger = sent.find(([name]) => !counted.has(name));
    return stranger && right([...fields, stranger], privateKey);
  },
  EmptyWrittenOut: ({ fields, privateKey, pick }) => {
    const word = pick(['null', 'undefined', 'None']);
    const values = new Map(fields);
    const absent = allFields.filter((name) => !values.has(name));
    // All that a program knows, those of one kind, or one.
    const written = pick([absent, absent.filter((name) => /^optional\d/.test(name)), [pick(absent)]]);
    return right(
      allFields.map((name) => [name, values.get(name) ?? (written.includes(name) ? word : '')]),
      privateKey,
    );
  },
  AmountFormat: (attempt) => {
    const format = attempt.pick<(value: string) => string>([
      (value) => value.replace('.', ''),
      (value) => value.replace('.', ','),
      (value) => `${value}00`,
      (value) => value.replace(/\.00$/, '').replace(/(\.\d)0$/, '$1'),
    ]);
    return change(attempt, (name, value) => (name === 'amount' ? format(value) : undefined));
  },
  BooleanFormat: (attempt) => {
    const [yes, no] = attempt.pick([
      ['1', '0'],
      ['yes', 'no'],
    ] as const);
    return change(attempt, (name, value) => (name === 'isTest' ? (value === 'true' ? yes : no) : undefined));
  },
  ValueEncoded: (attempt) =>
    change(attempt, (name, value) => (name.endsWith('Url') ? encodeURIComponent(value) : undefined)),
  ValueChanged: (attempt) =>
    change(attempt, (name, value) =>
      name.endsWith('Url') && !value.endsWith('/') ? `${value}/` : undefined,
    ),
  TrailingCharacter: ({ fields, privateKey }) => sha512(`${joined(fields, privateKey).toLowerCase()}\n`),
  ByteOrderMark: ({ fields, privateKey }) => sha512(`\ufeff${joined(fields, privateKey).toLowerCase()}`),
  Separator: ({ fields, privateKey, pick }) => {
    const by = pick(['&', '|', ',', ' ']);
    return sha512([...fields.map(([, value]) => value), privateKey].join(by).toLowerCase());
  },
  NamesIncluded: ({ fields, privateKey }) =>
    sha512([...fields.map(([name, value]) => `${name}=${value}`), privateKey].join('&').toLowerCase()),
  KeyGluedOn: (attempt) => asQuery(attempt, ''),
  KeyNamed: (attempt) => asQuery(attempt, attempt.pick(['&key=', '&passphrase='])),
  JsonText: ({ sent, privateKey, pick }) => {
    const json = JSON.stringify(Object.fromEntries(sent));
    const php = json.replaceAll('/', '\\/').replaceAll('Ü', '\\u00dc');
    const text = pick([json, php]);
    const whole = pick([text + privateKey, privateKey + text]);
    return sha512(pick([whole, whole.toLowerCase()]));
  },
  TextEncoding: ({ fields, privateKey }) =>
    sha512(Buffer.from(joined(fields, privateKey).toLowerCase(), 'utf16le')),
  Algorithm: ({ fields, privateKey, pick }) => {
    const text = joined(fields, privateKey).toLowerCase();
    const algorithm = pick(['sha256', 'md5', 'hmac']);
    if (algorithm !== 'hmac') return createHash(algorithm).update(text).digest('hex');
    return createHmac('sha512', privateKey).update(joined(fields, '').toLowerCase()).digest('hex');
  },
  DigestEncoding: ({ fields, privateKey }) =>
    createHash('sha512').update(joined(fields, privateKey).toLowerCase()).digest('base64'),
  HashedTwice: ({ fields, privateKey }) => sha512(right(fields, privateKey)),
};
