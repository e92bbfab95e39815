// Deposits over HTTP on a running service: for tests that cross folders. The merchant's signing and verifying code is
// independent of the service.
import assert from 'node:assert/strict';
import { hashed } from './inbox.ts';
import { hashOf } from './merchant.ts';
import { isSigned, openRefunds } from './refunding.ts';

export const fnb = '4816019c-3314-4c80-8b6b-b2cd16dcc4ec';

export type Fields = Record<string, string | number | undefined>;

/** The two surfaces: the same operations at different addresses. */
export const surfaces = {
  payments: {
    single: '/payments/secure/banktransfer/single',
    multiple: '/payments/secure/banktransfer/multiple',
    details: '/payments/secure/banktransfer/bankingdetails',
  },
  external: {
    single: '/external/Secure/BankTransfer/Single',
    multiple: '/external/Secure/BankTransfer/Multiple',
    details: '/external/Secure/BankTransfer/BankingDetails',
  },
} as const;
export type Surface = (typeof surfaces)[keyof typeof surfaces];

export async function openDepositing() {
  const shop = await openRefunds();
  const { merchant, receiver, clock } = shop;

  /** Returns a request with its hash: the present values in the document's order, the amount with two decimals. */
  function signed(fields: Fields): Fields {
    const order = ['siteCode', 'amount', 'transactionReference', 'bankId', 'notifyUrl', 'expiryDateUtc'];
    const values = order.flatMap((name) => {
      const value = fields[name];
      if (value === undefined || value === '') return [];
      return [name === 'amount' ? Number(value).toFixed(2) : String(value)];
    });
    return { hashCheck: hashOf(...values, merchant.privateKey), ...fields };
  }

  const usual = (more: Fields = {}): Fields => ({
    siteCode: merchant.siteCode,
    amount: '100.00',
    transactionReference: 'ORDER-1',
    notifyUrl: `${receiver.url}/notify`,
    ...more,
  });

  const json = { 'content-type': 'application/json', accept: 'application/json' };
  const key = { apikey: merchant.apiKey };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    shop.send(
      'POST',
      path,
      { ...json, ...key, ...headers },
      typeof body === 'string' ? body : JSON.stringify(body),
    );
  const readDetails = (
    surface: Surface,
    query: Record<string, string>,
    headers: Record<string, string> = key,
  ) => shop.send('GET', `${surface.details}?${new URLSearchParams(query)}`, headers);

  /** Pays in a deposit; returns its id after all its notifications were sent. */
  async function arrive(reference: string, amount: number | string, from?: object): Promise<string> {
    clock.advance(1);
    const deposit = { reference, amount, ...(from && { from }) };
    const { status, body, text } = await shop.sandbox('/deposits', deposit);
    assert.equal(status, 200, text);
    await shop.drain();
    return body.depositId;
  }

  /** Returns the notifications about a reference, after checking their hash and signature by the document. */
  function notified(transactionReference: string): Record<string, string>[] {
    const posts = receiver.received.map((one) => ({ one, form: new URLSearchParams(one.body) }));
    return posts
      .filter(({ form }) => form.get('TransactionReference') === transactionReference)
      .map(({ one, form }) => {
        const values = hashed.transaction.split(' ').map((name) => form.get(name) ?? '');
        assert.equal(form.get('Hash'), hashOf(...values, merchant.privateKey));
        assert.ok(isSigned(one, merchant.webhookSecret));
        return Object.fromEntries(form);
      });
  }

  const statuses = (transactionReference: string) =>
    notified(transactionReference).map(({ Status, Amount, SubStatus }) => [Status, Amount, SubStatus]);

  async function transactions(transactionReference: string) {
    const query = new URLSearchParams({ siteCode: merchant.siteCode, transactionReference });
    const { body } = await shop.send('GET', `/payments/GetTransactionByReference?${query}`, key);
    return body as (Record<'transactionId' | 'status' | 'statusMessage' | 'bankName', string> & {
      amount: number;
    })[];
  }

  return { ...shop, signed, usual, key, post, readDetails, arrive, notified, statuses, transactions };
}
