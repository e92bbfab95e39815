// Refunds over HTTP on both surfaces of a running service: for tests that cross folders. The merchant's signing and
// verifying code is independent of the service.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after } from 'node:test';
import { createMerchant, type NewMerchant } from '../../src/core/merchants/actions.ts';
import type { Db } from '../../src/kernel/db/db.ts';
import { checkEverything } from '../../src/reports/checks/all.ts';
import { ask, hashOf } from './merchant.ts';
import { type Received, startReceiver, startService, type TestServiceOptions } from './running.ts';
import { local } from './settling.ts';
import type { Answer, Sent } from './setup/one-api.ts';

export { local } from './settling.ts';

export const zar = (value: number) => ({ currency: 'ZAR', value });

export interface Item {
  transactionId: string;
  amount: string | number;
  refundReason: string;
  notifyUrl?: string;
  hashCheck?: string;
  isRtc?: boolean | string;
}

/** Returns an item's hash as a merchant's developer writes it from the document; the amount needs two decimals. */
export function itemHash(
  { transactionId, amount, refundReason, notifyUrl }: Omit<Item, 'hashCheck'>,
  privateKey: string,
): string {
  return hashOf(transactionId, amount, refundReason, notifyUrl ?? '', privateKey);
}

/** Whether a refund notification of the Payments API has the hash that the document describes. */
export function isNotificationHashed(form: URLSearchParams, privateKey: string): boolean {
  const names =
    'RefundId, TransactionId, CurrencyCode, Amount, Status, BankName, AccountNumber, StatusMessage';
  const values = names.split(', ').map((name) => form.get(name) ?? '');
  return form.get('Hash') === hashOf(...values, privateKey);
}

/** Whether a request has a signature of Standard Webhooks under the secret, as that specification defines it. */
export function isSigned({ headers, body }: Received, secret: string, prefix = 'webhook'): boolean {
  const of = (name: string) => String(headers[`${prefix}-${name}`]);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${of('id')}.${of('timestamp')}.${body}`)
    .digest('base64');
  return of('signature').split(' ').includes(`v1,${expected}`);
}

const tokenMs = 45 * 60_000;

export async function openRefunds(options: TestServiceOptions = {}) {
  const service = await startService(options);
  const { base, clock, db, merchant: first } = service;
  const receiver = await startReceiver();
  after(async () => {
    await service.end();
    await receiver.end();
  });
  const tokens = new Map<string, { text: string; until: number }>();

  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<Answer> {
    const answer = await ask(path.startsWith('http') ? path : base + path, { method, headers, body });
    return { ...answer, headers: Object.fromEntries(answer.headers) };
  }

  /** Returns a token of a surface, reused while it is valid by the service's clock. */
  async function tokenOf(surface: 'one' | 'payments', as: NewMerchant, scope?: string): Promise<string> {
    const name = `${surface} ${as.clientId} ${scope}`;
    const now = clock.now().getTime();
    const known = tokens.get(name);
    if (known && known.until > now) return known.text;
    const { clientId, clientSecret, siteCode, apiKey } = as;
    const client = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const form: Record<string, string> =
      surface === 'one'
        ? { ...client, ...(scope && { scope }) }
        : { grant_type: 'Password', SiteCode: siteCode };
    const headers = { 'content-type': 'application/x-www-form-urlencoded', apikey: apiKey };
    const path = surface === 'one' ? '/one/v1/token' : '/payments/token';
    const { status, body, text } = await send('POST', path, headers, String(new URLSearchParams(form)));
    assert.equal(status, 200, text);
    tokens.set(name, { text: body.access_token, until: now + tokenMs });
    return body.access_token;
  }

  /** Calls the One API; every answer is checked against its operation's declaration. */
  async function one(method: string, path: string, sent: Sent & { as?: NewMerchant } = {}): Promise<Answer> {
    const { body, headers, token, as = first } = sent;
    const bearer = token === null ? undefined : (token ?? (await tokenOf('one', as)));
    const whole = path.startsWith('http') ? path : `${base}/one/v1${path}`;
    const all = {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    return send(method, whole, all, typeof body === 'string' ? body : JSON.stringify(body));
  }

  /** Calls /secure of the Payments API. */
  async function secure(
    method: string,
    path: string,
    sent: { body?: unknown; headers?: Record<string, string>; as?: NewMerchant } = {},
  ): Promise<Answer> {
    const { body, headers, as = first } = sent;
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const authorization = `Bearer ${await tokenOf('payments', as)}`;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return send(method, `/payments/secure/refunds/${path}`, { ...type, authorization, ...headers }, text);
  }

  /** Returns an item with its hash, unless it has one. */
  const signed = (item: Item, as: NewMerchant = first): Item => ({
    ...item,
    hashCheck: item.hashCheck ?? itemHash(item, as.privateKey),
  });

  const submit = (items: Item[], as: NewMerchant = first) =>
    secure('POST', 'submit', { body: items.map((item) => signed(item, as)), as });

  async function sandbox(path: string, body: unknown, as: NewMerchant = first): Promise<Answer> {
    const headers = { apikey: as.apiKey, 'content-type': 'application/json' };
    return send(path === '/faults' ? 'PUT' : 'POST', `/sandbox${path}`, headers, JSON.stringify(body));
  }

  /** Makes a customer pay `rand` at the Demo Bank; returns the transaction's id. */
  async function pay(
    rand = 100,
    more: Record<string, unknown> = {},
    as: NewMerchant = first,
  ): Promise<string> {
    const asked = await one('POST', '/payments', {
      body: {
        siteCode: as.siteCode,
        amount: zar(rand),
        merchantReference: 'ORDER-1',
        beneficiaryReference: 'KAROO 1',
        expireAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
        ...more,
      },
      as,
    });
    assert.equal(asked.status, 201, asked.text);
    const decided = await sandbox(`/transactions/${asked.body.id}/outcome`, { outcome: 'success' }, as);
    assert.equal(decided.status, 200, decided.text);
    return decided.body.transactionId;
  }

  /** Requests a refund on the One API, which must be accepted. */
  async function refund(transactionId: string, rand: number, more: object = {}, as: NewMerchant = first) {
    const body = { amount: zar(rand), reason: 'returned goods', ...more };
    const answer = await one('POST', `/transactions/${transactionId}/refunds`, { body, as });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  }

  return {
    ...service,
    ...{ receiver, one, secure, signed, submit, sandbox, tokenOf, pay, refund, send },
    /** A refund or a transaction as the One API returns it. */
    read: async (id: string, as?: NewMerchant) => (await one('GET', `/refunds/${id}`, { as })).body,
    readTransaction: async (id: string) => (await one('GET', `/transactions/${id}`)).body,
    stranger: (name = 'Other Shop') => createMerchant(service.ctx, { name }),
    /** Moves the clock to a local time, or on by milliseconds, and runs due work. */
    moveTo: async (time: string) => {
      clock.set(local(time));
      await service.drain();
    },
    pass: async (ms: number) => {
      clock.advance(ms);
      await service.drain();
    },
    /** The notifications about an object, oldest first. */
    notificationsOf: (id: string) => receiver.received.filter(({ body }) => body.includes(id)),
    assertSound: () => assertSound(db),
  };
}

export type Refunds = Awaited<ReturnType<typeof openRefunds>>;

/** Asserts that `tefo check` finds nothing. */
export async function assertSound(db: Db): Promise<void> {
  assert.deepEqual(await checkEverything(db, { simulatedBank: true }), []);
}

/** Returns the postings for an object, in order. */
export async function postings(db: Db, objectId: string): Promise<string[]> {
  const rows = await db<{ template: string }[]>`
    select journal.template from ledger_journals journal
    join ledger_entries entry on entry.journal_id = journal.id
    where journal.object_id = ${objectId} group by journal.id order by min(entry.id)`;
  return rows.map(({ template }) => template);
}

/** Returns the simulated bank's bookings for a refund, oldest first, in cents. */
export async function movements(db: Db, refundId: string): Promise<bigint[]> {
  const rows = await db<{ amountCents: bigint }[]>`
    select line.amount_cents from bank.statement_lines line
    join transfers transfer on transfer.id = line.transfer_id
    where transfer.object_id = ${refundId} order by line.id`;
  return rows.map(({ amountCents }) => amountCents);
}
