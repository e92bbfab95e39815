// A separate Payouts API for each test file, and a merchant. The code that signs its requests shares nothing with ours.
import { createHash } from 'node:crypto';
import { after } from 'node:test';
import { createServer } from '../../../src/kernel/http/server.ts';
import type { PayoutsDeps } from '../../../src/surfaces/payouts/deps.ts';
import { payoutsSurface } from '../../../src/surfaces/payouts/index.ts';
import { renderNotification } from '../../../src/surfaces/payouts/notification.ts';
import { holdAnswersOf } from '../../contract/answers.ts';
import { accounts, openPayouts, type WorldOptions } from './payouts.ts';

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const sha512 = (text: string) => createHash('sha512').update(text, 'utf8').digest('hex');

// biome-ignore lint/suspicious/noExplicitAny: tests send bodies of every shape
export type Body = Record<string, any>;

/** The hash as a merchant's developer writes it from the document. */
export function merchantHash(body: Body, apiKey: string): string {
  const cents = Math.round(body.amount * 100);
  let text = '';
  text += body.siteCode;
  text += cents;
  text += body.merchantReference;
  text += body.customerBankReference;
  text += body.isRtc ? 'true' : 'false';
  text += body.notifyUrl ?? '';
  text += body.bankingDetails?.bankGroupId;
  text += body.bankingDetails?.accountNumber;
  text += body.bankingDetails?.branchCode;
  text += apiKey;
  return sha512(text.toLowerCase());
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Body;
}

export async function openSurface(
  options: WorldOptions & {
    float?: bigint;
    config?: Partial<PayoutsDeps['config']>;
    rails?: Partial<PayoutsDeps['rails']>;
  } = {},
) {
  const world = await openPayouts({ render: renderNotification, ...options });
  const { ctx, directory, merchant } = world;
  const server = createServer({
    clock: ctx.clock,
    log: ctx.log,
    bodyLimitBytes: 1 << 16,
    caseBlindPrefixes: ['/payments', '/external'],
  });
  holdAnswersOf(server);
  const config = { mode: 'staging' as const, allowedNetworks: [], httpAllowed: true, ...options.config };
  const rails = { ...world.rails, ...options.rails };
  server.register(payoutsSurface({ ctx, directory, rails, config }), { prefix: '/payouts/v1' });
  await server.ready();
  after(() => server.close());

  const credentials = { ApiKey: merchant.apiKey, SiteCode: merchant.siteCode };
  let drawn = 0;

  async function call(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    sent: { body?: unknown; headers?: Record<string, string | undefined> } = {},
  ): Promise<Answer> {
    const { body } = sent;
    const headers: Record<string, string | undefined> = { ...credentials, ...sent.headers };
    for (const name of Object.keys(headers)) if (headers[name] === undefined) delete headers[name];
    if (body !== undefined) headers['content-type'] ??= 'application/json';
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await server.inject({
      method,
      url: `/payouts/v1${path}`,
      headers: headers as Record<string, string>,
      ...(payload !== undefined && { payload: payload as string }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body ? answer.json() : {} };
  }

  /** Returns an unsigned request for R 100,00. */
  function requestBody(given: Body = {}): Body {
    drawn += 1;
    const { bankingDetails, ...more } = given;
    const { bankId, branchCode, number } = accounts.tyme;
    return {
      siteCode: merchant.siteCode,
      amount: 100,
      merchantReference: `Ref ${drawn}`,
      customerBankReference: 'KAROO 17',
      isRtc: false,
      notifyUrl: 'https://shop.example/notify',
      bankingDetails: { bankGroupId: bankId, accountNumber: number, branchCode, ...bankingDetails },
      ...more,
    };
  }

  const signed = (body: Body): Body => ({ ...body, hashCheck: merchantHash(body, merchant.apiKey) });
  const request = (given: Body = {}) => call('POST', '/requestpayout', { body: signed(requestBody(given)) });

  /** Requests a payout that is accepted, and returns its id. */
  async function requested(given: Body = {}): Promise<string> {
    const { body } = await request(given);
    if (body.payoutStatus?.status !== 1) throw new Error(JSON.stringify(body));
    return body.payoutId;
  }

  const read = async (id: string) => (await call('GET', `/getpayout?payoutId=${id}`)).body;
  return { ...world, server, call, credentials, requestBody, signed, request, requested, read };
}
