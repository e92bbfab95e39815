// What a mismatch leaves behind: the request as it was sent, the hash that came with it, and the keys there are.
import type { Part } from './recipe.ts';

/** What a field means, where merchants are known to write it in several ways. */
export type FieldKind = 'amount' | 'cents' | 'boolean' | 'address' | 'text';

export interface EvidenceField extends Part {
  kind: FieldKind;
}

export interface SentPart extends Part {
  /** Whether JSON had it without quotation marks: a number, or true or false. */
  isBare?: boolean;
  /** The member that it is in, where it is not in the record itself. */
  within?: string;
}

export interface NamedKey {
  /** What it is, for the merchant: "the ApiKey", "the private key of site KAROO-2". Never the key itself. */
  name: string;
  text: string;
}

export interface Evidence {
  /** The fields in the order of the hash, absent ones with an empty text; amounts as the contract hashes them. */
  fields: readonly EvidenceField[];
  /** Everything that was sent, in the order in which it was sent, as it was sent; without the hash itself. */
  sent: readonly SentPart[];
  /** The hash that came. */
  digest: string;
  /** The keys that would be right, the newest first. */
  rightKeys: readonly string[];
  /** Keys of the same merchant that are known to be mixed up with it. */
  otherKeys: readonly NamedKey[];
  /** Fields that may be left out, because integrations in the field do. */
  mayBeLeftOut: readonly string[];
  /** Other texts of fields that are taken too, all of them together. */
  mayAlsoBe?: Readonly<Record<string, string>>;
}

/** What is kept of a request: everything but the keys. */
export interface KeptEvidence extends Omit<Evidence, 'rightKeys' | 'otherKeys'> {
  /** Of a request with many items, of which this is the first with a wrong hash: how many there are of both. */
  among?: { wrong: number; items: number };
  /** How many fields that were sent are not here. */
  dropped?: number;
  /** The names of fields that count and of which only the beginning is here. */
  cut?: string[];
}

export interface Finding {
  mistake: Mistake;
  /** The field it is about; null where it is about the whole. */
  field: string | null;
  /** What was done, in one sentence. */
  cause: string;
  /** What to do instead. */
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

/** The known mistakes, by their names. */
export type Mistake = (typeof mistakes)[number];
