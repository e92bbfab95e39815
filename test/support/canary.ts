// Sends secrets through the service: right, wrong and broken ones, wherever a surface accepts one.
import { createHash } from 'node:crypto';
import { payAtBank } from './customer.ts';
import { type Answer, ask, type Merchant, signedFields } from './merchant.ts';

interface Sending {
  merchant: Merchant;
  /** The fields of a payment request with their correct hash. */
  fields: Record<string, string>;
  /** All secrets, by name. */
  secrets: Record<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<unknown>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<unknown>;
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Sends a merchant's secrets in every way; returns all of them, by name. */
export async function sendEverything(base: string, merchant: Merchant): Promise<Record<string, string>> {
  const { credentials } = merchant;
  const { clientSecret, apiKey, privateKey, webhookSecret, payoutAccessToken } = credentials;
  const account = '62801234567';
  const fields = signedFields(credentials, { bankAccountNumber: account, bankAccountName: 'C Canary' });
  const token: string = (await merchant.token()).body.access_token;
  const wrong = (name: string, encoding: 'hex' | 'base64url') =>
    createHash('sha512').update(name).digest(encoding);
  const secrets: Record<string, string> = {
    ...{ clientSecret, apiKey, privateKey, webhookSecret, payoutAccessToken, token, account },
    password: credentials.console.password,
    hash: fields.hashCheck!,
    'wrong hash': wrong('hash', 'hex'),
    'wrong ApiKey': wrong('ApiKey', 'base64url'),
    'wrong client secret': wrong('client secret', 'base64url'),
    'wrong token': `${token.slice(0, -5)}AAAAA`,
  };
  const sending: Sending = {
    merchant,
    fields,
    secrets,
    get: (path, headers = {}) => ask(base + path, { headers }),
    post: (path, body, headers = {}) =>
      ask(base + path, {
        method: 'POST',
        headers,
        body: body instanceof URLSearchParams ? body : textOf(body),
      }),
  };
  secrets['webhook’s secret'] = await toWebhooks(sending, token);
  await toTokens(sending);
  for (const text of [token, secrets['wrong token']!]) await toOneApi(sending, text);
  for (const key of [apiKey, secrets['wrong ApiKey']!]) await toPaymentsApi(sending, key);
  for (const hash of [secrets.hash!, secrets['wrong hash']!]) await toCheckout(sending, hash);
  const { id } = (await merchant.createOne(token)).body;
  const { text } = await ask(`${base}/pay/${id}`);
  await payAtBank(base, id, /name="bank"[^>]*value="([^"]+)"/.exec(text)![1]!);
  return secrets;
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

async function toTokens({ merchant, secrets, post }: Sending): Promise<void> {
  const { clientId, clientSecret } = merchant.credentials;
  const grant = { grant_type: 'client_credentials' };
  const basic = (secret: string) => `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
  const path = '/one/v1/token';
  await post(path, new URLSearchParams(grant), { authorization: basic(clientSecret) });
  await post(path, new URLSearchParams(grant), { authorization: basic(secrets['wrong client secret']!) });
  await post(path, new URLSearchParams({ ...grant, client_id: 'nobody', client_secret: clientSecret }));
  await post(path, new URLSearchParams({ ...secrets, ...grant, scope: clientSecret }));
  await post(path, secrets, json);
}

async function toOneApi({ merchant, secrets, get, post }: Sending, token: string): Promise<void> {
  const headers = { ...json, authorization: `Bearer ${token}` };
  await merchant.createOne(token, { payer: { accountNumber: secrets.account } });
  await post('/one/v1/payments', secrets, headers);
  await post('/one/v1/payments', `${JSON.stringify(secrets)} broken`, headers);
  await get(`/one/v1/payments?access_token=${token}&fromDate=${secrets.clientSecret}`, headers);
}

/** Creates a webhook for all later events, at an unreachable address; returns its secret. */
async function toWebhooks({ get, post }: Sending, token: string): Promise<string> {
  const headers = { ...json, authorization: `Bearer ${token}` };
  const body = { endpoint: 'http://nowhere.invalid/hook', eventType: 'transaction.complete' };
  const { body: webhook } = (await post('/one/v1/webhooks', body, headers)) as Answer;
  return ((await get(`/one/v1/webhooks/${webhook.id}/secret`, headers)) as Answer).body.secret;
}

async function toPaymentsApi(sending: Sending, key: string): Promise<void> {
  const { merchant, fields, secrets, get, post } = sending;
  const headers = { ...json, apikey: key };
  const xml = { 'content-type': 'application/xml', apikey: key };
  const path = '/payments/postpaymentrequest';
  await post(path, fields, headers);
  await post(path, { ...fields, hashCheck: secrets['wrong hash'] }, headers);
  await post(path, `${JSON.stringify(fields)} broken`, headers);
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
  await post(path, `<PaymentRequest>${elements.join('')}</PaymentRequest>`, xml);
  await post(path, `<PaymentRequest>${elements.join('')}<broken>`, xml);
  const grant = { grant_type: 'password', SiteCode: merchant.credentials.siteCode, ApiKey: key };
  await post('/payments/token', new URLSearchParams(grant), { apikey: key });
  await get(`/payments/nothing?ApiKey=${key}`, headers);
  await post('/sandbox/transactions/none/outcome', { outcome: key }, headers);
}

async function toCheckout({ fields, secrets, get, post }: Sending, hashCheck: string): Promise<void> {
  const given = new URLSearchParams({ ...fields, hashCheck });
  await post('/pay', given);
  await get(`/pay?${given}`);
  await post('/pay', `${given}&bankAccountNumber=${secrets.account}`, form);
}
