// The attacker: two merchants with all their credentials, the values of earlier responses, and the hashes that let a
// request pass the first check.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Credentials } from '../../src/app/credentials.ts';
import type { DocumentName } from '../../src/app/document-names.ts';
import type { Random } from '../storm/random.ts';
import { ask, signedFields } from '../support/merchant.ts';

export interface Attacker {
  /** Headers for an operation's kinds of authentication; some belong to the other merchant, are broken or missing. */
  headers(schemes: string[], random: Random): Record<string, string>;
  /** A recent value that responses had under a similar name. */
  known(member: string, random: Random): string | undefined;
  /** Reads ids, references and codes from a response. */
  learn(text: string): void;
  /** Gives a body the hash that its operation requires. */
  sign(surface: DocumentName, operation: string, body: unknown): unknown;
}

type Login = { credentials: Credentials; one: string; payments: string };

const mostRemembered = 400;
const reported = /"(\w*(?:id|Id|Reference|reference|Code|siteCode))":"([^"\\]{1,60})"/g;

export async function openAttacker(base: string, merchants: [Credentials, Credentials]): Promise<Attacker> {
  const [own, other] = await Promise.all(merchants.map((credentials) => logIn(base, credentials)));
  const memory = new Map<string, string[]>();
  return {
    headers: (schemes, random) => headersOf(random.chance(0.93) ? own! : other!, schemes, random),
    known: (member, random) => {
      if (/^siteCode$/i.test(member)) return own!.credentials.siteCode;
      const name = nameOf(member);
      const values = memory.get(name) ?? (name.endsWith('id') ? memory.get('id') : undefined);
      return values && random.pick(values);
    },
    learn: (text) => {
      for (const [, name = '', value = ''] of text.slice(0, 20_000).matchAll(reported)) {
        const values = memory.get(nameOf(name)) ?? [];
        values.push(value);
        if (values.length > mostRemembered) values.shift();
        memory.set(nameOf(name), values);
      }
    },
    sign: (surface, operation, body) => signed(own!.credentials, surface, operation, body),
  };
}

function nameOf(member: string): string {
  return member.toLowerCase().replace(/^(payment|paymentrequest|subscription|original)id$/, 'id');
}

async function logIn(base: string, credentials: Credentials): Promise<Login> {
  const { clientId, clientSecret, apiKey, siteCode } = credentials;
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  const one = await ask(
    `${base}/one/v1/token`,
    form({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  );
  const payments = await ask(`${base}/payments/token`, {
    ...form({ grant_type: 'password', SiteCode: siteCode }),
    headers: { apikey: apiKey },
  });
  return { credentials, one: one.body.access_token, payments: payments.body.access_token };
}

function headersOf(login: Login, schemes: string[], random: Random): Record<string, string> {
  const all: Record<string, string> = {};
  if (schemes.includes('oauth')) all.authorization = `Bearer ${login.one}`;
  if (schemes.includes('bearer')) all.authorization = `Bearer ${login.payments}`;
  if (schemes.includes('apiKey')) all.apikey = login.credentials.apiKey;
  if (schemes.includes('siteCode')) all.sitecode = login.credentials.siteCode;
  if (random.chance(0.97)) return all;
  const name = random.pick(Object.keys(all).concat('authorization'));
  return {
    ...all,
    [name]: random.pick(['', 'Bearer', 'Basic Og==', 'Bearer x.y.z', "' or 1=1", 'é', login.payments]),
  };
}

const digest = (values: unknown[], key: string) =>
  createHash('sha512')
    .update((values.map((value) => value ?? '').join('') + key).toLowerCase())
    .digest('hex');

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
    return { ...body, compressedData: gzipSync(JSON.stringify(requests)).toString('base64') };
  }
  return body;
}

function signedRefund({ privateKey }: Credentials, item: Body): Body {
  if (typeof item !== 'object' || item === null) return item;
  const amount = Number(item.amount).toFixed(2);
  const hashCheck = digest([item.transactionId, amount, item.refundReason, item.notifyUrl], privateKey);
  return { ...item, hashCheck };
}

function signedPayout({ apiKey, siteCode }: Credentials, body: Body): Body {
  const given = { ...body, siteCode, amount: 10, isRtc: false };
  const { merchantReference, customerBankReference, notifyUrl, bankingDetails = {} } = given;
  const { bankGroupId, accountNumber, branchCode } = bankingDetails ?? {};
  const own = [siteCode, 1000, merchantReference, customerBankReference, false, notifyUrl];
  return { ...given, hashCheck: digest([...own, bankGroupId, accountNumber, branchCode], apiKey) };
}
