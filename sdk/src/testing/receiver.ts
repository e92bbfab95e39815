// A receiver of notifications on this machine. It keeps genuine ones until they are requested.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyBulkNotification, verifyNotification, verifyPayoutNotification } from '../notifications.ts';
import { parsed, verifiedText } from '../webhooks.ts';
import type { Credentials, Notification, Notifications, NotificationType, Wanted } from './types.ts';

export interface Receiver extends Notifications {
  close(): Promise<void>;
}

interface Given {
  credentials(): Credentials | undefined;
  referenceOf(notification: Notification): Promise<string | undefined>;
}

/** Opens a receiver on a free port. */
export async function openReceiver({ credentials, referenceOf }: Given): Promise<Receiver> {
  const waiting: Notification[] = [];
  const all: Notification[] = [];
  const forged: Error[] = [];
  const arrivals = new Set<(value: unknown) => void>();
  let status = 200;

  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      response.writeHead(await keep(Buffer.concat(chunks).toString('utf8'), request)).end();
      for (const hear of [...arrivals]) hear(undefined);
    });
  });

  async function keep(body: string, { headers, url = '/' }: IncomingMessage): Promise<number> {
    const secrets = credentials();
    if (!secrets) return 503;
    try {
      const data = await verified(body, headers, secrets);
      const notification = describe(body, headers, url, data);
      all.push(notification);
      waiting.push(notification);
      return status;
    } catch (error) {
      forged.push(error as Error);
      return 400;
    }
  }

  async function take(wanted: Wanted): Promise<Notification | undefined> {
    for (const one of waiting) {
      if (!(await fits(one, wanted))) continue;
      const place = waiting.indexOf(one);
      if (place >= 0) return waiting.splice(place, 1)[0];
    }
    return undefined;
  }

  async function fits(one: Notification, { type, id, status: state, reference }: Wanted): Promise<boolean> {
    if (type !== undefined && type !== one.type) return false;
    if (id !== undefined && id !== one.id) return false;
    if (state !== undefined && state !== one.status) return false;
    if (reference === undefined) return true;
    one.reference ??= await referenceOf(one);
    return one.reference === reference;
  }

  async function next(wanted: Wanted = {}, timeoutMs = 5_000): Promise<Notification> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const arrived = new Promise((resolve) => arrivals.add(resolve));
      const found = await take(wanted);
      if (found) return found;
      if (forged.length > 0) {
        const problem = forged.shift() as Error;
        throw new Error(`a notification came that is not genuine: ${problem.message}`, { cause: problem });
      }
      const left = deadline - performance.now();
      if (left <= 0) throw new Error(nothing(wanted, timeoutMs, waiting));
      await received(arrived, left);
      arrivals.clear();
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Lets a test end that forgets to close it.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    next,
    all: () => [...all],
    answerWith: (given) => {
      status = given;
    },
    clear: () => {
      waiting.length = 0;
      forged.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Resolves when something has arrived, or when time is up. */
async function received(arrived: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([arrived, late]);
  clearTimeout(timer);
}

/** The content of a message of any surface; which members it has depends on its kind. */
interface Content {
  [name: string]: unknown;
  type?: NotificationType;
  sequence?: number;
  data?: Content;
  id?: string;
  status?: string | number;
  RefundId?: string;
  TransactionId?: string;
  TransactionReference?: string;
  Status?: string;
  payoutId?: string;
  payoutStatus?: { status: number };
  merchantReference?: string;
  jobId?: string;
  name?: string;
  jobReference?: string;
}

/** Returns a body's content after verifying its signature and its own hash. */
async function verified(
  body: string,
  headers: IncomingHttpHeaders,
  { webhookSecret, privateKey, apiKey }: Credentials,
): Promise<Content> {
  const reported = parsed(await verifiedText(body, headers, webhookSecret));
  if (typeof reported === 'string') return (await verifyNotification(reported, privateKey)) as Content;
  const content = reported as Content;
  if ('payoutStatus' in content) await verifyPayoutNotification(content, apiKey);
  else if ('compressedData' in content) await verifyBulkNotification(content, privateKey);
  return content;
}

function describe(body: string, headers: IncomingHttpHeaders, path: string, data: Content): Notification {
  const common = {
    webhookId: String(headers['webhook-id']),
    path,
    headers,
    body,
    receivedAt: new Date(),
  };
  if (data.RefundId !== undefined) {
    const { RefundId: id, Status: status = '' } = data;
    return { ...common, type: 'refund.complete', id, status, reference: undefined, data };
  }
  if (data.TransactionId !== undefined) {
    const { TransactionId: id, Status: status = '', TransactionReference: reference } = data;
    const type = status.startsWith('Pending') ? 'transaction.pending' : 'transaction.complete';
    return { ...common, type, id, status, reference, data };
  }
  if (data.payoutStatus !== undefined) {
    const { payoutId: id = '', merchantReference: reference, payoutStatus } = data;
    return { ...common, type: 'payout.complete', id, status: payoutStatus.status, reference, data };
  }
  if (data.jobId !== undefined) {
    const { jobId: id, jobReference: reference, status = '' } = data;
    return { ...common, type: 'bulk.complete', id, status, reference, data };
  }
  const { type = 'transaction.complete', sequence, data: object = {} } = data;
  // A report has a name instead of a reference.
  const { id = '', status = '', merchantReference: reference = object.name } = object;
  return { ...common, type, id, status, reference, sequence, data: object };
}

function nothing(wanted: Wanted, timeoutMs: number, waiting: Notification[]): string {
  const what = Object.entries(wanted).map(([name, value]) => `${name} ${value}`);
  const others = waiting.map(({ type, id, status, reference }) =>
    [type, status, id, reference && `(${reference})`].filter(Boolean).join(' '),
  );
  return (
    `no notification came in ${timeoutMs} ms${what.length > 0 ? ` with ${what.join(', ')}` : ''}; ` +
    (others.length > 0 ? `unexpected notifications: ${others.join('; ')}` : 'nothing else is waiting either')
  );
}
