// The settings of a site under their public names, as the command line and the sandbox read and show them. Values are
// text ("10000.00", "true"); JSON values of other types are first converted to text.
import { contrast, darkenedTo, textContrast } from '../../kernel/formats/colour.ts';
import { readEmail, readPhone } from '../../kernel/formats/contact.ts';
import { readPattern } from '../../kernel/formats/pattern.ts';
import { formatDecimal, parseDecimal } from '../../kernel/money.ts';
import { firstOf, memberOf } from '../../kernel/required.ts';
import { addressRule } from '../addresses.ts';
import { bankById } from '../banks.ts';
import { invalidField } from '../invalid-field.ts';
import { mostLogoBytes } from './logos.ts';
import {
  type HolidayRule,
  holidayRules,
  type SettlementAccount,
  type Site,
  type SiteAddresses,
  type VerifyPayees,
  verifyPayees,
} from './store.ts';

/** A change of a site. Absent settings stay; null removes a setting. */
export interface SiteChange {
  name?: string;
  feeBps?: number;
  feeCents?: bigint;
  allowDuplicateReferences?: boolean;
  addresses?: { [Name in keyof SiteAddresses]: string | null };
  settlementAccount?: SettlementAccount | null;
  verifyUrl?: string | null;
  allowPlainAccountNumbers?: boolean;
  approvalAboveCents?: bigint | null;
  verificationFeeCents?: bigint;
  releases?: number;
  consoleRefundLimitCents?: bigint;
  operatorMayApprovePayouts?: boolean;
  holidayRule?: HolidayRule;
  allowTest?: boolean | null;
  referencePattern?: string | null;
  phone?: string | null;
  email?: string | null;
  colour?: string | null;
  /** The uploaded file. */
  logo?: Buffer | null;
  emailReceipts?: boolean;
  emailReminderDays?: number | null;
  emailFailedCharges?: boolean;
  chargeRetries?: number;
  verifyPayees?: VerifyPayees;
  /** The new token that the service sends to the site's verify address. */
  payoutAccessToken?: string;
}

const addressNames = ['notifyUrl', 'successUrl', 'cancelUrl', 'errorUrl', 'returnUrl'] as const;

type Read = (name: string, text: string) => SiteChange;

const readAddressOf: Read = (name, text) => ({ addresses: { [name]: optional(readAddress)(name, text) } });

/** The rules of fees, as phrases that follow their names. */
export const feeRules = {
  feeBps: 'is a whole number from 0 to 10000',
  feeCents: 'is a whole number of cents from 0 to 999999999',
} as const;

const settings: Record<string, Read> = {
  name: (_name, text) => ({ name: text }),
  feeBps: (name, text) => ({ feeBps: Number(readWhole(name, text, feeRules.feeBps)) }),
  feeCents: (name, text) => ({ feeCents: readWhole(name, text, feeRules.feeCents) }),
  allowDuplicateReferences: (name, text) => ({ allowDuplicateReferences: readFlag(name, text) }),
  ...Object.fromEntries(addressNames.map((name) => [name, readAddressOf])),
  settlementAccount: (name, text) => ({ settlementAccount: optional(readAccount)(name, text) }),
  verifyUrl: (name, text) => ({ verifyUrl: optional(readAddress)(name, text) }),
  payoutAccessToken: (name, text) => ({ payoutAccessToken: readToken(name, text) }),
  allowPlainAccountNumbers: (name, text) => ({ allowPlainAccountNumbers: readFlag(name, text) }),
  approvalAbove: (name, text) => ({ approvalAboveCents: optional(readRand)(name, text) }),
  releases: (name, text) => ({ releases: readSmall(name, text) }),
  verificationFee: (name, text) => ({ verificationFeeCents: readRand(name, text) }),
  consoleRefundLimit: (name, text) => ({ consoleRefundLimitCents: readRand(name, text) }),
  operatorMayApprovePayouts: (name, text) => ({ operatorMayApprovePayouts: readFlag(name, text) }),
  holidayRule: (name, text) => ({ holidayRule: readChoice(holidayRules, name, text) }),
  allowTest: (name, text) => ({ allowTest: optional(readFlag)(name, text) }),
  referencePattern: (name, text) => ({ referencePattern: optional(readReferencePattern)(name, text) }),
  phone: (name, text) => ({ phone: optional(readContact)(name, text) }),
  email: (name, text) => ({ email: optional(readContact)(name, text) }),
  colour: (name, text) => ({ colour: optional(readColour)(name, text) }),
  logo: (name, text) => ({ logo: optional(readFile)(name, text) }),
  emailReceipts: (name, text) => ({ emailReceipts: readFlag(name, text) }),
  emailReminderDays: (name, text) => ({ emailReminderDays: optional(readDays)(name, text) }),
  emailFailedCharges: (name, text) => ({ emailFailedCharges: readFlag(name, text) }),
  chargeRetries: (name, text) => ({ chargeRetries: readSmall(name, text) }),
  verifyPayees: (name, text) => ({ verifyPayees: readChoice(verifyPayees, name, text) }),
};

export const siteSettingNames: readonly string[] = Object.keys(settings);

// A refusal names the wrong values without repeating the whole request.
const mostNamed = 10;
const longestNamed = 50;

/** Reads settings with their values. Throws InvalidField, which names unknown settings, or the broken rule. */
export function readSiteSettings(given: Iterable<readonly [name: string, value: unknown]>): SiteChange {
  const entries = [...given];
  const unknown = entries.map(([name]) => name).filter((name) => !Object.hasOwn(settings, name));
  if (unknown.length > 0) {
    const named = unknown.slice(0, mostNamed).map((name) => name.slice(0, longestNamed));
    refuse(
      firstOf(named),
      `a site has no setting ${named.join(', ')}; it has ${siteSettingNames.join(', ')}`,
    );
  }
  const change: SiteChange = {};
  for (const [name, value] of entries) {
    const { addresses, ...rest } = memberOf(settings, name)(name, asText(value));
    Object.assign(change, rest);
    if (addresses) change.addresses = { ...change.addresses, ...addresses };
  }
  return change;
}

/** Settings of a site by their public names, as JSON. */
export type ShownSettings = Record<string, unknown>;

/** Returns the settings of a site by name, for JSON, without secrets. */
export function shownSettings(site: Site): ShownSettings {
  const addresses = addressNames.map((name) => [name, site.addresses[name] ?? null]);
  return {
    name: site.name,
    feeBps: site.feeBps,
    feeCents: Number(site.feeCents),
    allowDuplicateReferences: site.allowDuplicateReferences,
    ...Object.fromEntries(addresses),
    settlementAccount: site.settlementAccount,
    verifyUrl: site.verifyUrl,
    allowPlainAccountNumbers: site.allowPlainAccountNumbers,
    approvalAbove: site.approvalAboveCents === null ? null : formatDecimal(site.approvalAboveCents),
    releases: site.releases,
    verificationFee: formatDecimal(site.verificationFeeCents),
    consoleRefundLimit: formatDecimal(site.consoleRefundLimitCents),
    operatorMayApprovePayouts: site.operatorMayApprovePayouts,
    holidayRule: site.holidayRule,
    allowTest: site.allowTest,
    referencePattern: site.referencePattern,
    phone: site.phone,
    email: site.email,
    colour: site.colour,
    logo: site.logo?.hash ?? null,
    emailReceipts: site.emailReceipts,
    emailReminderDays: site.emailReminderDays,
    emailFailedCharges: site.emailFailedCharges,
    chargeRetries: site.chargeRetries,
    verifyPayees: site.verifyPayees,
  };
}

/** Returns settings as texts that can be compared. */
export const inJson = (settings: ShownSettings): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]));

/** Returns the settings that are different, as they were and as they are. */
export function differences(
  was: ShownSettings,
  is: ShownSettings,
): [before: ShownSettings, after: ShownSettings] {
  const [one, other] = [inJson(was), inJson(is)];
  const names = Object.keys(is).filter((name) => one[name] !== other[name]);
  const pick = (from: ShownSettings) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return [pick(was), pick(is)];
}

const accountParts = ['bankId', 'accountNumber', 'branchCode', 'holder'] as const;

/** Returns a value as written on the command line; other values become a text that no rule accepts. */
function asText(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const account = (value ?? {}) as Record<string, unknown>;
  const isAccount =
    Object.keys(account).length === accountParts.length &&
    accountParts.every((part) => typeof account[part] === 'string');
  return isAccount ? accountParts.map((part) => account[part]).join('/') : unwritable;
}

const unwritable = '\u0000';

function refuse(field: string, detail: string): never {
  throw invalidField(field, detail);
}

/** An empty text removes the setting. */
function optional<T>(read: (name: string, text: string) => T) {
  return (name: string, text: string): T | null => (text === '' ? null : read(name, text));
}

function readRand(name: string, text: string): bigint {
  return parseDecimal(text) ?? refuse(name, `${name} must be an amount in rand, like 10000 or 2500.50`);
}

function readChoice<Choice extends string>(choices: readonly Choice[], name: string, text: string): Choice {
  const choice = choices.find((one) => one === text);
  return choice ?? refuse(name, `${name} must be one of ${choices.join(', ')}`);
}

function readDays(name: string, text: string): number {
  const days = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > 14) refuse(name, `${name} must be a number of days from 1 to 14, or empty for none`);
  return days;
}

function readSmall(name: string, text: string): number {
  if (!/^[012]$/.test(text)) refuse(name, `${name} must be 0, 1 or 2`);
  return Number(text);
}

function readWhole(name: string, text: string, rule: string): bigint {
  if (!/^\d{1,9}$/.test(text)) refuse(name, `${name} ${rule}`);
  return BigInt(text);
}

function readFlag(name: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') refuse(name, `${name} must be true or false`);
  return text === 'true';
}

const longestAddress = 500;

function readAddress(name: string, text: string): string {
  const url = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) ? URL.parse(text) : null;
  if (url === null || text.length > longestAddress)
    refuse(
      name,
      `${name} ${addressRule(text, `must be an http or https address of at most ${longestAddress} characters`)}`,
    );
  if (url.username !== '' || url.password !== '')
    refuse(name, `${name} must be an address without a user name`);
  return text;
}

const longestPattern = 100;

function readReferencePattern(name: string, text: string): string {
  if (text.length > longestPattern || !/^[\x20-\x7e]+$/.test(text) || !readPattern(text))
    refuse(
      name,
      `${name} must be a regular expression in RE2's syntax (no look-around, no back-references) of at most ${longestPattern} characters of ASCII, like ORD-\\d{6}`,
    );
  return text;
}

function readContact(name: string, text: string): string {
  try {
    return name === 'phone' ? readPhone(text) : readEmail(text);
  } catch {
    const rule = name === 'phone' ? 'a telephone number, like +27 21 555 0100' : 'an e-mail address';
    return refuse(name, `${name} must be ${rule}`);
  }
}

/** Pages show white text on it. */
function readColour(name: string, text: string): string {
  const colour = text.toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(colour)) refuse(name, `${name} must be a colour like #0a6b4a`);
  const ratio = contrast(colour, '#ffffff');
  if (ratio >= textContrast) return colour;
  const shown = Math.floor(ratio * 100) / 100;
  const nearest = darkenedTo(colour, '#ffffff', textContrast);
  return refuse(
    name,
    `${name} is the background of white text: ${colour} has a contrast of ${shown}:1, and at least ${textContrast}:1 is required. The nearest colour with it is ${nearest}`,
  );
}

function readFile(name: string, text: string): Buffer {
  if (text.length > mostLogoBytes * 2) refuse(name, `${name} must have at most ${mostLogoBytes / 1024} kB`);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) refuse(name, `${name} must be an image in base64`);
  return Buffer.from(text, 'base64');
}

/** It is sent as a header. */
function readToken(name: string, text: string): string {
  if (!/^[\x21-\x7e]{1,250}$/.test(text))
    refuse(name, `${name} must have 1 to 250 ASCII characters without spaces`);
  return text;
}

/** BANKID/ACCOUNT/BRANCH/HOLDER. */
function readAccount(name: string, text: string): SettlementAccount {
  const [bankId = '', accountNumber = '', branchCode = '', ...rest] = text.split('/');
  const holder = rest.join('/');
  const isWhole =
    /^\d{5,20}$/.test(accountNumber) && /^\d{1,10}$/.test(branchCode) && /^[^\p{Cc}]{1,50}$/u.test(holder);
  if (!isWhole) refuse(name, `${name} must be BANKID/ACCOUNT/BRANCH/HOLDER`);
  // Without a known bank, a settlement would wait for ever.
  const bank = bankById(bankId);
  if (!bank) refuse(name, `${name} must begin with the id of a bank from GET /paymentmethods`);
  return { bankId: bank.id, accountNumber, branchCode, holder };
}
