// The One API over its own database, with one merchant that has a token. The clock stands still.

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { banksIn } from '../../../src/core/banks.ts';
import { createMerchant, type NewMerchant, type Scope } from '../../../src/core/merchants/actions.ts';
import { createJobs } from '../../../src/kernel/concurrency/jobs.ts';
import { createServer } from '../../../src/kernel/http/server.ts';
import { createTokens } from '../../../src/kernel/security/access-tokens.ts';
import { oneDiscovery, oneSurface } from '../../../src/surfaces/one/index.ts';
import { holdAnswersOf } from '../../contract/answers.ts';
import { bankOf, openCore, publicUrl } from '../core.ts';
import { createTestSimulator } from '../simulator.ts';

async function startService() {
  const { end, url, ...core } = await openCore({ at: '2026-11-20T10:00:00Z', correlationId: 'system' });
  const { ctx, clock, log, directory } = core;
  const simulator = createTestSimulator({ ...bankOf(ctx), banks: banksIn('staging') });
  const config = {
    mode: 'staging' as 'staging' | 'production',
    publicUrl,
    oneUrl: `${publicUrl}/one/v1`,
    allowedNetworks: [] as string[],
    httpAllowed: true,
    bodyLimitBytes: 1048576,
  };
  const { bodyLimitBytes } = config;
  const server = createServer({ clock, log, bodyLimitBytes, caseBlindPrefixes: ['/payments'] });
  holdAnswersOf(server);
  const tokens = createTokens(ctx.keyring, clock, directory.stands);
  const deps = { ctx, directory, rails: simulator.rails, tokens, config };
  server.register(oneSurface(deps), { prefix: '/one/v1' });
  server.register(oneDiscovery(deps));
  await server.ready();
  const merchant = await createMerchant(ctx, { name: 'Karoo Books' });
  const jobs = createJobs(simulator.sweeps, log);
  after(async () => {
    await server.close();
    await end();
  });
  return { ...core, server, jobs, merchant, config, simulator, databaseUrl: url, drain: () => jobs.drain() };
}

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

export interface Sent {
  /** Sent as JSON, or unchanged if it is text. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Null sends none. Without it, the merchant's own with every scope is sent. */
  token?: string | null;
}

export async function openOne() {
  const service = await startService();
  const { server, ctx, merchant, clock, config } = service;

  async function call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const { body, headers, token } = sent;
    const answer = await server.inject({
      method: method as 'GET',
      url: path.startsWith('http') ? path.slice(config.publicUrl.length) : `/one/v1${path}`,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token ?? ownToken}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = answer.body;
    const isJson = text !== '' && String(answer.headers['content-type']).includes('json');
    const headersOf = answer.headers as never;
    return {
      status: answer.statusCode,
      headers: headersOf,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  }

  async function tokenFor(
    { clientId, clientSecret }: Pick<NewMerchant, 'clientId' | 'clientSecret'>,
    scope?: string,
  ): Promise<string> {
    const client = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { status, body } = await postForm({ ...client, ...(scope && { scope }) });
    assert.equal(status, 200, JSON.stringify(body));
    return body.access_token;
  }

  function postForm(form: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return call('POST', '/token', {
      token: null,
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  /** Returns a body that creates a payment. */
  const newPayment = (given: Record<string, unknown> = {}) => ({
    siteCode: merchant.siteCode,
    amount: { currency: 'ZAR', value: 150.5 },
    merchantReference: 'ORDER-1',
    expireAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
    ...given,
  });

  async function made(path: string, body: unknown): Promise<Answer['body']> {
    const answer = await call('POST', path, { body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  }

  let ownToken = '';
  ownToken = await tokenFor(merchant);
  return {
    ...service,
    call,
    postForm,
    tokenFor,
    newPayment,
    get: (path: string, sent?: Sent) => call('GET', path, sent),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      call('POST', path, { body, headers }),
    /** Creates a payment. */
    payment: (given?: Record<string, unknown>) => made('/payments', newPayment(given)),
    /** Begins a transaction for a payment. */
    transaction: (paymentId: string, body: unknown = { paymentType: 'capitec' }) =>
      made(`/payments/${paymentId}/transactions`, body),
    step: (id: string, step: string, more: object = {}) =>
      call('POST', `/transactions/${id}`, { body: { step, ...more } }),
    /** Creates another merchant, with its own token. */
    stranger: async (scope?: string) => {
      const other = await createMerchant(ctx, { name: 'Other Shop' });
      return { ...other, token: await tokenFor(other, scope) };
    },
    today: 'fromDate=2026-11-20&toDate=2026-11-20',
  };
}

export type One = Awaited<ReturnType<typeof openOne>>;

/** Compares every member of a response with the error object. */
export function assertError(
  answer: Answer,
  expected: {
    status: number;
    code: string;
    source?: Partial<Record<'pointer' | 'parameter' | 'header', string>> | null;
    sent?: string;
  },
): void {
  const { status, code, source = null, sent } = expected;
  assert.equal(answer.status, status, answer.text);
  assert.ok(answer.headers['x-correlation-id'], 'every answer has X-Correlation-ID');
  const { id, title, detail, links, ...rest } = answer.body;
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(title.length > 0 && detail.length > 0);
  const whole = source && { pointer: null, parameter: null, header: null, ...source };
  assert.deepEqual(
    rest,
    { code, source: whole, meta: sent && status !== 401 ? { correlationId: sent } : null },
    answer.text,
  );
  const page = `${links ? new URL(links.type).origin : publicUrl}/docs/errors`;
  const isAboutAccess = status === 401 || status === 403;
  assert.deepEqual(
    links,
    isAboutAccess ? { about: `${page}?occurrence=${id}#${code}`, type: `${page}#${code}` } : null,
  );
  // A client's refusal has the header only if the client tried Basic.
  if (status === 401 && !('error' in expected)) assert.ok(answer.headers['www-authenticate']);
}

export const scopes: Scope[] = ['payments', 'payouts', 'refunds', 'settlements', 'subscriptions', 'webhooks'];
