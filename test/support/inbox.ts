// A merchant's receiver: checks the signature and the hash of each notification with independent code, refuses some the first time,
// and takes each message once.
import type { IncomingHttpHeaders } from 'node:http';
import type { NewMerchant } from '../../src/core/merchants/actions.ts';
import { hashOf } from './merchant.ts';
import { isSigned } from './refunding.ts';
import { serve } from './serving.ts';

type Keys = Pick<NewMerchant, 'siteCode' | 'apiKey' | 'privateKey' | 'webhookSecret'>;

/** A notification of a transaction, refund or payout, or a message of another kind. */
export interface Notified {
  site: string;
  id: string;
  /** The type of the message; "transaction", "refund" or "payout" for those of the older surfaces. */
  type: string;
  status: string;
  /** Null where the message has no amount. */
  cents: number | null;
  /** The merchant's own reference; "" where the message has none. */
  reference: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service sends
  message?: any;
}

/** The fields of a notification's hash, in their order. */
export const hashed = {
  refund: 'RefundId TransactionId CurrencyCode Amount Status BankName AccountNumber StatusMessage',
  transaction:
    'SiteCode TransactionId TransactionReference Amount Status Optional1 Optional2 Optional3 Optional4 Optional5 CurrencyCode IsTest StatusMessage',
};

export async function openInbox(options: {
  keysOf(site: string): Keys;
  take(notified: Notified): void;
  /** Whether it may refuse now; always where absent. */
  mayRefuse?(): boolean;
}) {
  const { keysOf, take, mayRefuse = () => true } = options;
  const violations: string[] = [];
  const bodies = new Map<string, string>();
  const refused = new Set<string>();
  let received = 0;

  function readForm({ siteCode: site, privateKey }: Keys, form: URLSearchParams): Notified {
    const type = form.has('RefundId') ? 'refund' : 'transaction';
    const values = hashed[type].split(' ').map((name) => form.get(name) ?? '');
    const id = form.get(type === 'refund' ? 'RefundId' : 'TransactionId')!;
    if (hashOf(...values, privateKey) !== form.get('Hash')) violations.push(`the hash of ${id} is wrong`);
    // "12.05" is 1205 cents, digit by digit.
    const cents = Number(form.get('Amount')!.replace('.', ''));
    const reference = form.get('TransactionReference') ?? '';
    return { site, id, type, status: form.get('Status')!, cents, reference };
  }

  function read(keys: Keys, contentType: string, body: string): Notified {
    if (!contentType.includes('json')) return readForm(keys, new URLSearchParams(body));
    const said = JSON.parse(body);
    const common = { site: keys.siteCode, cents: null, reference: '' };
    if (said.payoutId === undefined) {
      const { type, data } = said;
      return { ...common, id: data.id, type, status: data.status, message: said };
    }
    const { payoutId: id, siteCode, merchantReference, customerMerchantReference, payoutStatus } = said;
    const { status, subStatus } = payoutStatus;
    const parts = [id, siteCode, merchantReference, customerMerchantReference, status, subStatus];
    if (hashOf(...parts, keys.apiKey) !== said.hashCheck)
      violations.push(`the hash of the payout ${id} is wrong`);
    return { ...common, id, type: 'payout', status: `${status}`, reference: merchantReference };
  }

  /** Returns the status of the response; each twentieth message is refused at first. */
  function answer(keys: Keys, headers: IncomingHttpHeaders, body: string): number {
    const { 'webhook-id': webhookId, 'content-type': contentType = '' } = headers;
    // The Payments API's own posts can have only their hash.
    const needsSignature = webhookId !== undefined || !contentType.includes('form');
    if (needsSignature && !isSigned({ path: '', headers, body }, keys.webhookSecret))
      violations.push(`${webhookId} is not signed`);
    const id = String(webhookId ?? hashOf(body));
    const known = bodies.get(id);
    if (received % 20 === 7 && mayRefuse() && known === undefined && !refused.has(id)) {
      refused.add(id);
      return 500;
    }
    if (known === undefined) take(read(keys, contentType, body));
    else if (known !== body) violations.push(`${id} came twice with different bodies`);
    bodies.set(id, body);
    return 200;
  }

  const { url, close } = await serve((request, body, response) => {
    received += 1;
    let status = 200;
    try {
      status = answer(keysOf(request.url!.slice(1)), request.headers, body);
    } catch (error) {
      violations.push(`${(error as Error).message}: ${body}`);
    }
    response.writeHead(status).end();
  });
  return {
    urlOf: (site: string) => `${url}/${site}`,
    received: () => received,
    /** How many messages were refused once, and so had to be resent. */
    refused: () => refused.size,
    violations,
    close,
  };
}
