// The identity of a customer: one e-mail address at a merchant, else one telephone number, else one identifier of the merchant,
// else one name. The id follows from it, so that a payment names its customer without a lookup.
import { idFrom } from '../../kernel/ids.ts';

/** The known details of a customer, as they were given. */
export interface Given {
  name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  /** The merchant's identifier of the customer. */
  reference?: string | null | undefined;
  /** A second name: the payer's if the merchant names another customer, or the name on the bank account. */
  otherName?: string | null | undefined;
}

export interface Identified {
  id: string;
  merchantId: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  reference: string | null;
  /** Its names, address and number as they are searched, each in a line. */
  search: string;
}

/** Longer values are cut where they are searched. */
const longest = 200;

/** Returns a text as it is searched: in small letters, without accents, with single spaces. */
export const searchable = (text: string): string =>
  text.slice(0, longest).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** Returns the digits of a telephone number after the country's code or its zero: 082 123 4567 is +27821234567. */
export const phoneDigits = (text: string): string =>
  text
    .slice(0, longest)
    .replace(/\D/g, '')
    .replace(/^(?:0027|27|0)/, '');

/** Returns the customer of a merchant, or undefined if nothing is known. */
export function identify(
  merchantId: string,
  { name, email, phone, reference, otherName }: Given,
): Identified | undefined {
  const [asName, asEmail, asReference, asOther] = [name, email, reference, otherName].map((text) =>
    searchable(text ?? ''),
  );
  const digits = phoneDigits(phone ?? '');
  const key = keyOf({ email: asEmail, digits, reference: asReference, name: asName || asOther });
  if (key === undefined) return undefined;
  const lines = [...new Set([asName, asOther, asEmail, digits, asReference])].filter(Boolean);
  return {
    id: idFrom(`customer ${merchantId} ${key}`),
    merchantId,
    name: name || otherName || null,
    email: email || null,
    phone: phone || null,
    reference: reference || null,
    search: `\n${lines.join('\n')}\n`,
  };
}

/** Returns the known details of the customer of a subscription or a payment link. */
export const contactOf = (
  contact: { name?: string; email?: string; cellphone?: string } | null | undefined,
): Given => ({ name: contact?.name, email: contact?.email, phone: contact?.cellphone });

interface Key {
  email?: string | undefined;
  digits: string;
  reference?: string | undefined;
  name?: string | undefined;
}

function keyOf({ email, digits, reference, name }: Key): string | undefined {
  if (email) return `email ${email}`;
  if (digits.length >= leastDigits) return `phone ${digits}`;
  if (reference) return `reference ${reference}`;
  return name ? `name ${name}` : undefined;
}

/** Fewer digits are no telephone number. */
const leastDigits = 7;
