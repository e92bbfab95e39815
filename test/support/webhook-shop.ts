// A merchant of the whole service with webhooks. Their receivers are on the loopback address, where webhooks cannot
// lead; so they have internet names, and the operator allows the network behind them.
import assert from 'node:assert/strict';
import dns from 'node:dns';
import { after } from 'node:test';
import { credentialsOf } from '../../src/app/credentials.ts';
import { type Answer, ask, createMerchantOf } from './merchant.ts';
import { type Behaviour, openReceiver, type Receiver } from './receiver.ts';
import { startService } from './running.ts';

const lookup = dns.lookup;

/** Resolves every name ending in ".example" to the loopback address until the test ends. */
export function nameReceivers(): void {
  after(resolveExamples());
}

/** The same until the returned function is called. */
export function resolveExamples(): () => void {
  const answer = (name: string, options: object, done: (...given: unknown[]) => void) =>
    name.endsWith('.example')
      ? done(null, [{ address: '127.0.0.1', family: 4 }])
      : lookup(name, options as never, done as never);
  dns.lookup = answer as never;
  return () => {
    dns.lookup = lookup;
  };
}

export interface WebhookReceiver extends Receiver {
  /** The address with an internet name. */
  endpoint: string;
  /** The received bodies as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  bodies(): any[];
}

export async function openWebhookReceiver(behaviour?: Behaviour): Promise<WebhookReceiver> {
  const receiver = await openReceiver(behaviour);
  return {
    ...receiver,
    endpoint: `${receiver.url.replace('127.0.0.1', 'shop.example')}/hook`,
    bodies: () => receiver.received.map(({ body }) => JSON.parse(body)),
  };
}

export async function openWebhookShop(env: Record<string, string> = {}) {
  nameReceivers();
  const service = await startService({ env: { TEFO_ALLOWED_NETWORKS: '127.0.0.0/8', ...env } });
  after(() => service.end());
  const { base, clock, db } = service;
  const credentials = credentialsOf(service.config, service.merchant);
  const merchant = createMerchantOf(base, credentials);

  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const token = (await merchant.token()).body.access_token;
    return ask(path.startsWith('/sandbox') ? `${base}${path}` : `${base}/one/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        apikey: credentials.apiKey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async function good(method: string, path: string, body?: unknown) {
    const answer = await call(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** Makes a payment whose transaction has ended; returns the transaction's id. */
  async function end(outcome: string, given: object = {}): Promise<string> {
    const expireAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const payment = await good('POST', '/payments', {
      siteCode: credentials.siteCode,
      amount: { currency: 'ZAR', value: 150.5 },
      merchantReference: 'ORDER-1',
      expireAt,
      ...given,
    });
    const transaction = await good('POST', `/payments/${payment.id}/transactions`, {
      paymentType: 'capitec',
    });
    await good('POST', `/sandbox/transactions/${transaction.id}/outcome`, { outcome });
    return transaction.id;
  }

  return {
    ...service,
    service,
    db,
    credentials,
    merchant,
    call,
    good,
    end,
    pay: (given?: object) => end('success', given),
    /** Requests a refund of a transaction. */
    refund: (transactionId: string, given: object = {}) =>
      good('POST', `/transactions/${transactionId}/refunds`, {
        amount: { currency: 'ZAR', value: 10 },
        reason: 'too small',
        realTimePayment: false,
        ...given,
      }),
    /** The bank's response to a refund. */
    endRefund: (id: string, outcome = 'complete') =>
      good('POST', `/sandbox/refunds/${id}/outcome`, { outcome }),
    /** Creates a webhook. */
    webhook: (endpoint: string, given: object = {}) =>
      good('POST', '/webhooks', { endpoint, eventType: 'transaction.complete', ...given }),
    secretOf: async (id: string): Promise<string> => (await good('GET', `/webhooks/${id}/secret`)).secret,
    /** The notifications of a transaction. */
    notificationsOf: (transactionId: string) => good('GET', `/transactions/${transactionId}/notifications`),
    /** Advances time and runs all work that falls due. */
    pass: (advance: string) => good('POST', '/sandbox/clock', { advance }),
  };
}

export type WebhookShop = Awaited<ReturnType<typeof openWebhookShop>>;
