// The stored part of a mismatch: the request as it was sent, its hash, and the keys.
import type { Part } from './recipe.ts';

/** The kind of a field that merchants are known to write in several ways. */
export type FieldKind = 'amount' | 'cents' | 'boolean' | 'address' | 'text';

export interface EvidenceField extends Part {
  kind: FieldKind;
}

export interface SentPart extends Part {
  /** True if JSON had it without quotation marks: a number, or true or false. */
  isBare?: boolean;
  /** The member that contains it, if it is not in the record itself. */
  within?: string;
}

export interface NamedKey {
  /** A name for the merchant: "the ApiKey", "the private key of site KAROO-2". Never the key itself. */
  name: string;
  text: string;
}

export interface Evidence {
  /** The fields in the order of the hash. Absent ones have an empty text; amounts are as the contract hashes them. */
  fields: readonly EvidenceField[];
  /** Everything except the hash, as it was sent and in that order. */
  sent: readonly SentPart[];
  /** The hash that was sent. */
  digest: string;
  /** The right keys, the newest first. */
  rightKeys: readonly string[];
  /** Other keys of the same merchant, which are known to be mixed up with the right one. */
  otherKeys: readonly NamedKey[];
  /** Fields that known integrations leave out. */
  mayBeLeftOut: readonly string[];
  /** Other texts of fields that are accepted too, all of them together. */
  mayAlsoBe?: Readonly<Record<string, string>>;
}

/** The stored part of a request: everything except the keys. */
export interface KeptEvidence extends Omit<Evidence, 'rightKeys' | 'otherKeys'> {
  /** If it is the first wrong item of a request with many: the number of wrong items and of all items. */
  among?: { wrong: number; items: number };
  /** How many of the sent fields are not kept. */
  dropped?: number;
  /** The names of hashed fields that were cut to their beginning. */
  cut?: string[];
}

export interface Finding {
  mistake: Mistake;
  /** The field it is about; null for the whole request. */
  field: string | null;
  /** The mistake, in one sentence. */
  cause: string;
  /** The remedy. */
  cure: string;
}

export const mistakes = [
  'KeyMissing',
  'KeyFirst',
  'OtherKey',
  'KeyTwice',
  'BothKeys',
  'NotLowerCased',
  'KeyNotLowerCased',
  'UpperCased',
  'OrderAsSent',
  'OrderAlphabetical',
  'OrderReversed',
  'FieldsSwapped',
  'FieldMoved',
  'FieldLeftOut',
  'FieldAdded',
  'EmptyWrittenOut',
  'AmountFormat',
  'BooleanFormat',
  'ValueEncoded',
  'ValueChanged',
  'TrailingCharacter',
  'ByteOrderMark',
  'Separator',
  'NamesIncluded',
  'KeyGluedOn',
  'KeyNamed',
  'JsonText',
  'TextEncoding',
  'Algorithm',
  'DigestEncoding',
  'HashedTwice',
] as const;

export type Mistake = (typeof mistakes)[number];
