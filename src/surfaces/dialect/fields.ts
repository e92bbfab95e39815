// The rules of a payment request's fields, one by one. Rules for several fields or the present time are in request.ts.
import Type, { type TObject, type TSchema } from 'typebox';
import { addressRule } from '../../core/addresses.ts';
import { isUuid } from '../../kernel/ids.ts';
import { parseDecimal } from '../../kernel/money.ts';
import { sample } from '../words.ts';
import type { Given, GivenFields } from './given.ts';
import { type HashedField, hashedFields, type RequestTexts } from './hash.ts';

export type FieldName = HashedField | 'hashCheck';

export interface Rule {
  /** The most characters. A field without it is limited by its form. */
  most?: number;
  required?: boolean;
  /** The JSON type that is accepted besides text. */
  also?: 'number' | 'boolean';
  form?: (text: string) => boolean;
  /** The form in words, to follow the field's name. */
  says?: string;
  /** The form in words for a text that does not have it, where that says more. */
  saysOf?: (text: string) => string;
  /** The form as far as a schema can express it. */
  schema?: Record<string, unknown>;
  /** The description for documents. */
  about?: string;
  example?: unknown;
  /** Nothing depends on it: no value of it refuses a payment. */
  decidesNothing?: true;
}

const text = (most: number): Rule => ({ most });
const carried: Rule = { also: 'number', decidesNothing: true };
const required = (rule: Rule): Rule => ({ ...rule, required: true });
const amount: Rule = {
  also: 'number',
  form: (given) => (parseDecimal(given) ?? 0n) > 0n,
  says: 'must be a number above 0 with at most two decimals and twelve digits before them',
  schema: { pattern: '^(?!0+(\\.0+)?$)\\d{1,12}(\\.\\d{1,2})?$', exclusiveMinimum: 0 },
};
const yesOrNo: Rule = {
  also: 'boolean',
  form: (given) => readBoolean(given) !== undefined,
  says: 'must be true or false',
  schema: { pattern: '^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$' },
};
/** The rule of a web address, to follow the field's name. */
export const webAddressRule = 'must be a whole http or https address';

const address: Rule = {
  most: 150,
  form: isWebAddress,
  says: webAddressRule,
  saysOf: (given) => addressRule(given, webAddressRule),
  schema: { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$' },
};

const described = (about: string, rule: Rule, example?: unknown): Rule => ({ ...rule, about, example });

export const rules: Record<FieldName, Rule> = {
  siteCode: required(text(50)),
  countryCode: required({
    form: (given) => given === 'ZA',
    says: 'must be ZA',
    schema: { enum: ['ZA'] },
  }),
  currencyCode: required({
    form: (given) => given === 'ZAR',
    says: 'must be ZAR',
    schema: { enum: ['ZAR'] },
  }),
  amount: described('The amount in rand, with two decimals.', required(amount)),
  transactionReference: described(
    'The merchant’s reference for the payment, such as an order number.',
    required(text(50)),
  ),
  bankReference: described(
    'The reference on the bank statement: letters, digits, spaces and dashes. An underscore becomes a dash.',
    required({
      most: 20,
      form: (given) => /^[A-Za-z0-9 _-]+$/.test(given),
      says: 'must have letters, digits, spaces, dashes and underscores only',
      schema: { pattern: '^[A-Za-z0-9 _-]+$' },
    }),
  ),
  optional1: text(255),
  optional2: text(255),
  optional3: text(255),
  optional4: text(255),
  optional5: text(255),
  customer: text(255),
  cancelUrl: required(
    described('The http or https address to which the customer returns after cancelling.', address),
  ),
  errorUrl: required(
    described(
      'The http or https address to which the customer returns after a failed or undecided payment.',
      address,
    ),
  ),
  successUrl: required(
    described('The http or https address to which the customer returns after paying.', address),
  ),
  notifyUrl: required(described('The http or https address that receives the outcome.', address)),
  isTest: required(
    described('Whether it is a test: the payer chooses the outcome, and no money moves.', yesOrNo),
  ),
  selectedBankId: described(
    'The identifier of the preselected bank.',
    {
      form: isUuid,
      says: 'must be a UUID',
      schema: { format: 'uuid' },
    },
    sample.bank,
  ),
  bankAccountNumber: text(20),
  branchCode: text(10),
  bankAccountName: text(50),
  payeeDisplayName: described('The payee’s name in the checkout.', text(50), 'Karoo Shirts'),
  expiryDateUtc: described(
    'The expiry, in UTC: 2027-01-31 16:30, or ISO 8601. It must be in the future.',
    {
      form: (given) => readInstant(given) !== undefined,
      says: 'must be a time like 2027-01-31 16:30 in UTC, or an ISO 8601 date and time',
      schema: { pattern: '^\\d{4}-\\d{2}-\\d{2}[ Tt]\\d{2}:\\d{2}' },
    },
    '2030-01-31 16:30',
  ),
  allowVariableAmount: described(
    'Whether the payer chooses the amount, between the minimum and the maximum.',
    yesOrNo,
    true,
  ),
  variableAmountMin: described(
    'The minimum amount in rand; required if allowVariableAmount is true.',
    amount,
    '100.00',
  ),
  variableAmountMax: described(
    'The maximum amount in rand; required if allowVariableAmount is true.',
    amount,
    '200.00',
  ),
  customerIdentifier: described(
    'A South African identity number of 13 digits. A number with a wrong check digit is stored as unchecked.',
    carried,
    '8001015009087',
  ),
  customerCellphoneNumber: described(
    'The customer’s phone number as typed; ignored if it is not a phone number.',
    carried,
    '082 123 4567',
  ),
  hashCheck: described(
    'The signature: SHA-512 in hex of the values above, in order, and the site’s private key.',
    required(text(250)),
  ),
};

/** A payment request as documents describe it, written from the rules. */
export const PaymentRequest = describeFields('PaymentRequest', rules);

export function describeFields(title: string, fields: Record<string, Rule>): TObject {
  const schemas = Object.entries(fields).map(([name, rule]) => [name, schemaOf(rule)]);
  return Type.Object(Object.fromEntries(schemas), { title });
}

function schemaOf({ most, required: isRequired, also, schema, about, example }: Rule): TSchema {
  const whole = Type.Unsafe<string | number | boolean>({
    type: also ? ['string', also] : 'string',
    ...(isRequired && { minLength: 1 }),
    ...(most !== undefined && { maxLength: most }),
    ...schema,
    ...(about !== undefined && { description: about }),
    ...(example !== undefined && { examples: [example] }),
  });
  return isRequired ? whole : Type.Optional(whole);
}

/** Returns the texts of the fields as they were sent, and the problem with the first one that breaks its rule. */
export function readFields(
  given: GivenFields,
  isOptional: (name: FieldName) => boolean,
): { texts: RequestTexts; problem: string | undefined } {
  const texts = Object.fromEntries(
    hashedFields.flatMap((name) => {
      const field = given.get(name.toLowerCase());
      return field ? [[name, field.text]] : [];
    }),
  );
  for (const name of Object.keys(rules) as FieldName[]) {
    const broken = judgeField(rules[name], given.get(name.toLowerCase()), isOptional(name));
    if (broken) return { texts, problem: `${name} ${broken}` };
  }
  return { texts, problem: undefined };
}

/** Returns how a value breaks its field's rule, as words to follow the field's name. */
export function judgeField(rule: Rule, given: Given | undefined, isOptional: boolean): string | undefined {
  if (!given) return rule.required && !isOptional ? 'is required' : undefined;
  return rule.decidesNothing ? undefined : judgeGiven(rule, given);
}

function judgeGiven(rule: Rule, given: Given): string | undefined {
  if (given.kind === 'broken') return 'has characters that are not allowed';
  if (given.kind !== 'text' && given.kind !== rule.also) return rule.also ? rule.says : 'must be text';
  if (rule.required && given.text.trim() === '') return 'is required';
  if (rule.most !== undefined && isLonger(given.text, rule.most))
    return `must have at most ${rule.most} characters`;
  if (!rule.form || rule.form(given.text)) return undefined;
  return rule.saysOf?.(given.text) ?? rule.says;
}

/** Returns whether a text has more than `most` characters, without going through millions of them. */
export function isLonger(given: string, most: number): boolean {
  return given.length > 2 * most || [...given].length > most;
}

/** Reads "true" or "false" in any letter case. */
export function readBoolean(given: string): boolean | undefined {
  const lower = given.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : undefined;
}

/** Returns whether a text is a complete http or https address. */
export function isWebAddress(given: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(given) && URL.canParse(given);
}

const dateAndTime = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?)(Z|[+-]\d{2}:?\d{2})?$/i;

/** Reads a date and time, in UTC if it has no offset. Returns undefined for any other text. */
export function readInstant(given: string): Date | undefined {
  const [, date, time, offset = 'Z'] = dateAndTime.exec(given) ?? [];
  if (date === undefined) return undefined;
  try {
    const instant = new Date(Temporal.Instant.from(`${date}T${time}${offset}`).epochMilliseconds);
    // An offset can move the last day into a year with five digits.
    return instant.getUTCFullYear() > 9999 ? undefined : instant;
  } catch {
    return undefined;
  }
}

const longestCellphone = 50;
const ofTheCountry = /^(?:\+|00)?27(\d{9})$/;
const abroad = /^(?:\+|00)(\d{7,15})$/;

/**
 * Returns a cellphone number, as customers type it into a shop's order form, without punctuation: South African numbers as they are dialled locally ("0821234567"), others with
 * their country code ("+447911123456"). Returns undefined when the text is not a number.
 */
export function readCellphone(typed: string): string | undefined {
  if (typed.length > longestCellphone) return undefined;
  // The 0 in brackets is not dialled after a country code.
  const isAbroad = /^\s{0,9}(?:\+|00)/.test(typed);
  const bare = (isAbroad ? typed.replace('(0)', '') : typed).replace(/[\s().\-/]/g, '');
  const [, national] = ofTheCountry.exec(bare) ?? [];
  if (national !== undefined) return `0${national}`;
  const [, international] = abroad.exec(bare) ?? [];
  if (international !== undefined) return `+${international}`;
  return /^\d{3,15}$/.test(bare) ? bare : undefined;
}
