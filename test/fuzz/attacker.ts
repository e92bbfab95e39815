// The attacker: two merchants with all their credentials, the values of earlier responses, and the hashes that let a
// request pass the first check.
import type { Credentials } from '../../src/app/credentials.ts';
import type { DocumentName } from '../../src/app/document-names.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { packed } from '../bulk/merchant.ts';
import { withHash } from '../contract/signatures.ts';
import { openMerchant } from '../races/merchant.ts';
import type { Random } from '../storm/random.ts';
import { signedFields } from '../support/merchant.ts';

export type Attacker = Awaited<ReturnType<typeof openAttacker>>;

type Login = Awaited<ReturnType<typeof logIn>>;

const mostRemembered = 400;
const reported = /"(\w*(?:id|Id|Reference|reference|Code|siteCode))":"([^"\\]{1,60})"/g;

export async function openAttacker(base: string, merchants: [Credentials, Credentials]) {
  const [own, other] = await Promise.all(merchants.map((credentials) => logIn(base, credentials)));
  const memory = new Map<string, string[]>();
  return {
    /** Headers for an operation's kinds of authentication; some belong to the other merchant, are broken or missing. */
    headers: (schemes: string[], random: Random) =>
      headersOf(random.chance(0.93) ? own! : other!, schemes, random),
    /** A recent value that responses had under a similar name. */
    known: (member: string, random: Random): string | undefined => {
      if (/^siteCode$/i.test(member)) return own!.credentials.siteCode;
      const name = nameOf(member);
      const values = memory.get(name) ?? (name.endsWith('id') ? memory.get('id') : undefined);
      return values && random.pick(values);
    },
    /** Reads ids, references and codes from a response. */
    learn: (text: string): void => {
      for (const [, name = '', value = ''] of text.slice(0, 20_000).matchAll(reported)) {
        const values = memory.get(nameOf(name)) ?? [];
        values.push(value);
        if (values.length > mostRemembered) values.shift();
        memory.set(nameOf(name), values);
      }
    },
    /** Gives a body the hash that its operation requires. */
    sign: (surface: DocumentName, operation: string, body: unknown): unknown =>
      signed(own!.credentials, surface, operation, body),
  };
}

function nameOf(member: string): string {
  return member.toLowerCase().replace(/^(payment|paymentrequest|subscription|original)id$/, 'id');
}

async function logIn(base: string, credentials: Credentials) {
  const client = openMerchant(base, credentials, systemClock());
  const [one, payments] = await client.signIn();
  await client.close();
  return { credentials, one, payments };
}

function headersOf(login: Login, schemes: string[], random: Random): Record<string, string> {
  const all: Record<string, string> = {};
  if (schemes.includes('oauth')) all.authorization = login.one;
  if (schemes.includes('bearer')) all.authorization = login.payments;
  if (schemes.includes('apiKey')) all.apikey = login.credentials.apiKey;
  if (schemes.includes('siteCode')) all.sitecode = login.credentials.siteCode;
  if (random.chance(0.97)) return all;
  const name = random.pick(Object.keys(all).concat('authorization'));
  return {
    ...all,
    [name]: random.pick(['', 'Bearer', 'Basic Og==', 'Bearer x.y.z', "' or 1=1", 'é', login.payments]),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Body = any;

function signed(credentials: Credentials, surface: DocumentName, operation: string, body: Body): Body {
  if (/^(postPaymentRequest)$/i.test(operation)) {
    const texts = Object.fromEntries(
      Object.entries(body as object)
        .filter(([name, value]) => !/^hashcheck$/i.test(name) && value !== null && value !== '')
        .map(([name, value]) => [name, String(value)]),
    );
    return signedFields(credentials, { ...texts, siteCode: credentials.siteCode });
  }
  if (/^submitRefund/i.test(operation) && Array.isArray(body))
    return body.map((item) => signedRefund(credentials, item));
  if (surface === 'payouts' && operation === 'requestPayout') return signedPayout(credentials, body);
  if (/bulkPaymentRequest$/i.test(operation) && body?.compressedData !== undefined) {
    const requests = [1, 2].map((number) =>
      signedFields(credentials, { transactionReference: `B-${number}` }),
    );
    return { ...body, compressedData: packed(requests) };
  }
  return body;
}

function signedRefund(credentials: Credentials, item: Body): Body {
  if (typeof item !== 'object' || item === null) return item;
  const amount = Number(item.amount).toFixed(2);
  const { hashCheck } = withHash('payments submitRefunds', { ...item, amount }, credentials);
  return { ...item, hashCheck };
}

function signedPayout(credentials: Credentials, body: Body): Body {
  const given = { ...body, siteCode: credentials.siteCode, amount: 10, isRtc: false };
  const bankingDetails = given.bankingDetails ?? {};
  const { hashCheck } = withHash('payouts requestPayout', { ...given, bankingDetails }, credentials);
  return { ...given, hashCheck };
}
