// How a text is built and hashed. The contract is one recipe, and each known mistake is another.
import { createHmac, hash } from 'node:crypto';
import { asciiLowerCase } from '../../kernel/security/crypto.ts';

/** A hashed field: its name, and its text as the contract writes it. */
export interface Part {
  name: string;
  text: string;
}

export interface Recipe {
  parts: readonly Part[];
  key: string;
  keyAt: 'end' | 'start' | 'both' | 'nowhere';
  separator: string;
  /** Between the last part and the key, if it differs from the separator. */
  beforeKey: string | undefined;
  /** True if the parts are written as name=value. */
  isNamed: boolean;
  casing: 'lower' | 'asIs' | 'upper' | 'fieldsOnly' | 'asciiOnly';
  /** Text before and after the whole. */
  before: string;
  after: string;
  encoding: 'utf8' | 'utf16le' | 'latin1';
  algorithm: 'sha512' | 'sha384' | 'sha256' | 'sha1' | 'md5' | 'hmac-sha512';
  output: 'hex' | 'base64' | 'twice';
}

export function contractRecipe(parts: readonly Part[], key: string): Recipe {
  return {
    parts: parts.filter((part) => part.text !== ''),
    key,
    keyAt: 'end',
    separator: '',
    beforeKey: undefined,
    isNamed: false,
    casing: 'lower',
    before: '',
    after: '',
    encoding: 'utf8',
    algorithm: 'sha512',
    output: 'hex',
  };
}

/** Returns a recipe, and a second one that lowers only A to Z if that makes a difference. Both are accepted. */
export function inBothCases(recipe: Recipe): Recipe[] {
  const ascii: Recipe = { ...recipe, casing: 'asciiOnly' };
  return inputOf(ascii) === inputOf(recipe) ? [recipe] : [recipe, ascii];
}

/** Returns the text that a recipe hashes. */
export function inputOf(recipe: Recipe): string {
  const { parts, isNamed, separator, casing, before, after } = recipe;
  const fields = parts.map(({ name, text }) => (isNamed ? `${name}=${text}` : text)).join(separator);
  const cased = inCase(fields, casing === 'fieldsOnly' ? 'lower' : casing);
  const key = casing === 'fieldsOnly' ? recipe.key : inCase(recipe.key, casing);
  return before + withKey(cased, key, recipe) + after;
}

function withKey(fields: string, key: string, recipe: Recipe): string {
  const { keyAt, separator, beforeKey = separator, algorithm } = recipe;
  if (keyAt === 'nowhere' || algorithm === 'hmac-sha512') return fields;
  const started = keyAt === 'end' ? fields : key + separator + fields;
  return keyAt === 'start' ? started : started + beforeKey + key;
}

function inCase(text: string, casing: Recipe['casing']): string {
  if (casing === 'asIs') return text;
  if (casing === 'asciiOnly') return asciiLowerCase(text);
  return casing === 'upper' ? text.toUpperCase() : text.toLowerCase();
}

/** Returns the digest of a recipe's text, in the form of `comparable`. */
export function digestOf(recipe: Recipe, input: string): string {
  const bytes = Buffer.from(input, recipe.encoding);
  const { algorithm, output } = recipe;
  const encoding = output === 'base64' ? 'base64' : 'hex';
  if (algorithm === 'hmac-sha512') {
    return comparable(createHmac('sha512', recipe.key).update(bytes).digest(encoding));
  }
  const once = hash(algorithm, bytes, encoding);
  return comparable(output === 'twice' ? hash(algorithm, once, 'hex') : once);
}

/** Returns hexadecimal in lower case without leading zeros, and base64 unchanged. */
export function comparable(digest: string): string {
  return /^[0-9a-f]+$/i.test(digest) ? digest.toLowerCase().replace(/^0+/, '') : digest;
}
