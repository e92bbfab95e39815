// The demo merchant of the measured service: its requests, and a few payments to read.
import type { TefoProcess } from '../test/storm/process.ts';
import type { Request } from './load.ts';

export interface Merchant {
  /** POST /one/v1/payments, each with a new reference. */
  create(options?: { keyed?: boolean; notifyUrl?: string }): Request;
  /** GET of existing transactions. */
  read(transactionIds: string[]): Request;
  /** A page of a list of the One API: its path, and its query after the days. */
  list(path: string, query: Record<string, string>): Request;
  /** Creates one payment and returns its record. */
  createOne(notifyUrl?: string): Promise<Record<string, unknown> & { id: string }>;
  /** Makes a payment succeed and returns its transaction's id. */
  pay(paymentId: string): Promise<string>;
  transaction(id: string): Promise<Record<string, unknown>>;
}

export async function openMerchant(tefo: TefoProcess): Promise<Merchant> {
  const { siteCode, apiKey, clientId, clientSecret } = await tefo.credentials();
  const json = { 'content-type': 'application/json' };
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { access_token: token } = await answerOf(`${tefo.base}/one/v1/token`, {
    body: new URLSearchParams(form),
  });
  const bearer = { authorization: `Bearer ${token}` };
  const body = (notifyUrl: string): string =>
    JSON.stringify({
      siteCode,
      amount: { currency: 'ZAR', value: 149.9 },
      merchantReference: 'order-{n}',
      beneficiaryReference: 'Karoo Books',
      payerReference: 'Your books',
      payer: { id: 'customer-4711', name: 'Thandi Nkosi', email: 'thandi@example.co.za' },
      returnUrl: 'https://shop.example.co.za/checkout/return',
      notifyUrl,
      expireAt: new Date(Date.now() + 86_400_000).toISOString(),
    });
  const someUrl = 'https://shop.example.co.za/notifications/tefo';

  const create: Merchant['create'] = ({ keyed = false, notifyUrl = someUrl } = {}) => ({
    method: 'POST',
    paths: ['/one/v1/payments'],
    headers: { ...json, ...bearer, ...(keyed && { 'idempotency-key': 'key-{n}' }) },
    body: body(notifyUrl),
    expected: 201,
  });

  return {
    create,
    read: (ids) => ({
      method: 'GET',
      paths: ids.map((id) => `/one/v1/transactions/${id}`),
      headers: bearer,
      expected: 200,
    }),
    list: (path, query) => ({
      method: 'GET',
      paths: [
        `/one/v1${path}?${new URLSearchParams({ fromDate: '2020-01-01', toDate: '2100-01-01', ...query })}`,
      ],
      headers: bearer,
      expected: 200,
    }),
    createOne: async (notifyUrl) => {
      const { headers, paths, body: text } = create({ notifyUrl });
      return (await answerOf(tefo.base + paths[0], { headers, body: text })) as never;
    },
    pay: async (paymentId) => {
      const call = { headers: { ...json, apikey: apiKey }, body: JSON.stringify({ outcome: 'success' }) };
      const { transactionId } = await answerOf(
        `${tefo.base}/sandbox/transactions/${paymentId}/outcome`,
        call,
      );
      return String(transactionId);
    },
    transaction: (id) => answerOf(`${tefo.base}/one/v1/transactions/${id}`, { headers: bearer }),
  };
}

async function answerOf(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { ...init, method: init.body ? 'POST' : 'GET' });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}
