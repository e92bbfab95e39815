// The merchant's receiver: accepts notifications over HTTP, checks the signature and hash of each with independent code,
// fails some at first, and enters them into the books.
import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Books } from './books.ts';
import type { Club } from './club.ts';

export interface Keys {
  site: string;
  privateKey: string;
  webhookSecret: string;
}

export interface Inbox {
  /** Where notifications about a site's affairs are sent to. */
  urlOf(site: string): string;
  /** The orders of One API transactions: their notifications contain no amount. */
  ordered(transactionId: string, site: string, cents: number): void;
  received(): number;
  /** The number of messages that were refused once, and so had to be resent. */
  refused(): number;
  /** The reports that are ready, in the order of their notifications. */
  ready(): ReadyReport[];
  violations: string[];
  close(): Promise<void>;
}

export interface ReadyReport {
  links: { file: string };
  id: string;
  name: string;
  period: string;
  version: number;
  sha256: string;
}

const sha512 = (parts: (string | number)[]): string =>
  createHash('sha512').update(parts.join('').toLowerCase()).digest('hex');

export async function openInbox(
  { books, club }: { books: Books; club: Club },
  keys: Keys[],
  apiKey: string,
  now: () => Date,
): Promise<Inbox> {
  const orders = new Map<string, { site: string; cents: number }>();
  const seen = new Map<string, string>();
  const refused = new Set<string>();
  const violations: string[] = [];
  const ready: ReadyReport[] = [];
  let received = 0;

  function take(site: Keys, type: string, body: string): void {
    const reported = type.includes('json') ? JSON.parse(body) : undefined;
    if (!reported) takeForm(site, new URLSearchParams(body));
    else if (reported.type?.startsWith('subscription.')) club.received(reported, now());
    else if (reported.type === 'report.ready') ready.push(reported.data);
    else if (reported.payoutId === undefined) takeThin(reported);
    else takePayout(reported);
  }

  // biome-ignore lint/suspicious/noExplicitAny: whatever the service sends
  function takeThin(reported: any): void {
    const { id, status } = reported.data;
    if (reported.type === 'refund.complete') books.refundEnded(id, status, now());
    if (reported.type !== 'transaction.complete') return;
    const order = orders.get(id);
    if (!order) violations.push(`notified of a transaction that no one ordered: ${id}`);
    else if (status === 'Successful') books.paid(id, order.site, order.cents, now());
  }

  // biome-ignore lint/suspicious/noExplicitAny: whatever the service sends
  function takePayout(reported: any): void {
    const { payoutId, siteCode, merchantReference, customerMerchantReference, payoutStatus } = reported;
    const { status, subStatus } = payoutStatus;
    const hash = sha512([
      payoutId,
      siteCode,
      merchantReference,
      customerMerchantReference,
      status,
      subStatus,
      apiKey,
    ]);
    if (hash !== reported.hashCheck) violations.push(`the hash of the payout ${payoutId} is wrong`);
    if (![4, 5, 90, 99].includes(status)) violations.push(`a payout was notified as ${status}`);
    books.payoutEnded(payoutId, status !== 5);
  }

  function takeForm({ site, privateKey }: Keys, form: URLSearchParams): void {
    const of = (...names: string[]): string[] => names.map((name) => form.get(name) ?? '');
    const isRefund = form.has('RefundId');
    const hashed = isRefund
      ? of(
          'RefundId',
          'TransactionId',
          'CurrencyCode',
          'Amount',
          'Status',
          'BankName',
          'AccountNumber',
          'StatusMessage',
        )
      : of(
          'SiteCode',
          'TransactionId',
          'TransactionReference',
          'Amount',
          'Status',
          'Optional1',
          'Optional2',
          'Optional3',
          'Optional4',
          'Optional5',
          'CurrencyCode',
          'IsTest',
          'StatusMessage',
        );
    if (sha512([...hashed, privateKey]) !== form.get('Hash')) {
      violations.push(`the hash of ${form.get('RefundId') ?? form.get('TransactionId')} is wrong`);
    }
    if (isRefund) books.refundEnded(form.get('RefundId')!, form.get('Status') as 'Complete', now());
    if (isRefund || form.get('Status') !== 'Complete') return;
    // "12.05" is 1205 cents, digit by digit.
    const cents = Number(form.get('Amount')!.replace('.', ''));
    books.paid(form.get('TransactionId')!, site, cents, now());
  }

  /** Whether the delivery is accepted now; every twentieth is refused once, and resent. */
  function answer(site: Keys, headers: Record<string, string | undefined>, body: string): number {
    const id = headers['webhook-id'] ?? sha512([body]);
    const hour = (now().getUTCHours() + 2) % 24;
    if (received % 20 === 7 && hour >= 8 && hour < 18 && !refused.has(id) && !seen.has(id)) {
      refused.add(id);
      return 500;
    }
    if (seen.has(id) && seen.get(id) !== body) violations.push(`${id} came twice with different bodies`);
    if (!seen.has(id)) take(site, headers['content-type'] ?? '', body);
    seen.set(id, body);
    return 200;
  }

  function assertSigned({ webhookSecret }: Keys, headers: Record<string, string | undefined>, body: string) {
    const [id, time, signatures] = [
      headers['webhook-id'],
      headers['webhook-timestamp'],
      headers['webhook-signature'],
    ];
    const isForm = headers['content-type']?.includes('form');
    // The Payments API's own posts can have only their hash.
    if (id === undefined && isForm) return;
    const key = Buffer.from(webhookSecret.replace('whsec_', ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
    if (!signatures?.split(' ').includes(`v1,${expected}`)) violations.push(`${id} is not signed`);
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const site = keys.find(({ site: code }) => request.url === `/${code}`)!;
    const headers = request.headers as Record<string, string | undefined>;
    received += 1;
    try {
      assertSigned(site, headers, body);
      response.writeHead(answer(site, headers, body)).end();
    } catch (error) {
      violations.push(`${(error as Error).message}: ${body}`);
      response.writeHead(200).end();
    }
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (site) => `http://127.0.0.1:${port}/${site}`,
    ordered: (transactionId, site, cents) => void orders.set(transactionId, { site, cents }),
    received: () => received,
    refused: () => refused.size,
    ready: () => ready,
    violations,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
