// The merchants' receiver: stores notifications, once per message, refuses some the first time, and checks signatures
// and hashes with independent code.
import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Keys {
  site: string;
  apiKey: string;
  privateKey: string;
  webhookSecret: string;
}

/** The notifications of a transaction, refund or payout. */
export interface Reported {
  site: string;
  id: string;
  /** "transaction", "refund" or "payout". */
  object: string;
  status: string;
  /** In cents; null where the message has none. */
  cents: number | null;
  /** The merchant's own reference; "" where the message has none. */
  reference: string;
}

export interface Inbox {
  urlOf(site: string): string;
  reported: Reported[];
  received(): number;
  refused(): number;
  violations: string[];
  close(): Promise<void>;
}

const sha512 = (parts: (string | number)[]): string =>
  createHash('sha512').update(parts.join('').toLowerCase()).digest('hex');

export async function openInbox(keysOf: (site: string) => Keys): Promise<Inbox> {
  const reported: Reported[] = [];
  const violations: string[] = [];
  const bodies = new Map<string, string>();
  const refused = new Set<string>();
  let received = 0;

  const cents = (text: string): number => Number(text.replace('.', ''));

  function readForm({ site, privateKey }: Keys, form: URLSearchParams): Reported {
    const of = (names: string): string[] => names.split(' ').map((name) => form.get(name) ?? '');
    const isRefund = form.has('RefundId');
    const hashed = isRefund
      ? of('RefundId TransactionId CurrencyCode Amount Status BankName AccountNumber StatusMessage')
      : of(
          'SiteCode TransactionId TransactionReference Amount Status Optional1 Optional2 Optional3 Optional4 Optional5 CurrencyCode IsTest StatusMessage',
        );
    const id = form.get(isRefund ? 'RefundId' : 'TransactionId')!;
    if (sha512([...hashed, privateKey]) !== form.get('Hash')) violations.push(`the hash of ${id} is wrong`);
    return {
      site,
      id,
      object: isRefund ? 'refund' : 'transaction',
      status: form.get('Status')!,
      cents: cents(form.get('Amount')!),
      reference: form.get('TransactionReference') ?? '',
    };
  }

  function read(keys: Keys, type: string, body: string): Reported {
    if (!type.includes('json')) return readForm(keys, new URLSearchParams(body));
    const said = JSON.parse(body);
    if (said.payoutId === undefined) {
      const { id, status } = said.data;
      return { site: keys.site, id, object: said.type.split('.')[0], status, cents: null, reference: '' };
    }
    const { payoutId, siteCode, merchantReference, customerMerchantReference, payoutStatus } = said;
    const { status, subStatus } = payoutStatus;
    const parts = [
      payoutId,
      siteCode,
      merchantReference,
      customerMerchantReference,
      status,
      subStatus,
      keys.apiKey,
    ];
    if (sha512(parts) !== said.hashCheck) violations.push(`the hash of the payout ${payoutId} is wrong`);
    return {
      site: keys.site,
      id: payoutId,
      object: 'payout',
      status: `${status}`,
      cents: null,
      reference: merchantReference,
    };
  }

  function assertSigned({ webhookSecret }: Keys, headers: Record<string, string | undefined>, body: string) {
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
    // The Payments API's own posts can have only their hash.
    if (id === undefined && headers['content-type']?.includes('form')) return;
    const key = Buffer.from(webhookSecret.replace('whsec_', ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
    if (!signatures?.split(' ').includes(`v1,${expected}`)) violations.push(`${id} is not signed`);
  }

  /** Stores a message once; every twentieth is refused at first, and must be resent. */
  function take(keys: Keys, headers: Record<string, string | undefined>, body: string): number {
    assertSigned(keys, headers, body);
    const id = headers['webhook-id'] ?? sha512([body]);
    if (received % 20 === 7 && !refused.has(id) && !bodies.has(id)) {
      refused.add(id);
      return 500;
    }
    if (bodies.has(id) && bodies.get(id) !== body) violations.push(`${id} came twice with different bodies`);
    if (!bodies.has(id)) reported.push(read(keys, headers['content-type'] ?? '', body));
    bodies.set(id, body);
    return 200;
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // The service was killed while it wrote.
      return;
    }
    const body = Buffer.concat(chunks).toString();
    received += 1;
    try {
      const keys = keysOf(request.url!.slice(1));
      response.writeHead(take(keys, request.headers as Record<string, string | undefined>, body)).end();
    } catch (error) {
      violations.push(`${(error as Error).message}: ${body}`);
      response.writeHead(200).end();
    }
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (site) => `http://127.0.0.1:${port}/${site}`,
    reported,
    received: () => received,
    refused: () => refused.size,
    violations,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
