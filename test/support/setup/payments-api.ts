// A separate Payments API for each test: a fresh database, a clock that stands still, a simulated bank, and a merchant.
// The code that signs its requests shares nothing with ours.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { createMerchant, type NewMerchant } from '../../../src/core/merchants/actions.ts';
import { findPaymentForCustomer, type Payment } from '../../../src/core/payments/actions.ts';
import { openTransaction, startAtBank, type Transaction } from '../../../src/core/transactions/actions.ts';
import { takeBankStep } from '../../../src/core/transactions/enquiries.ts';
import { createServer } from '../../../src/kernel/http/server.ts';
import { createTokens } from '../../../src/kernel/security/access-tokens.ts';
import { createPacking } from '../../../src/surfaces/dialect/packing.ts';
import type { SurfaceDeps } from '../../../src/surfaces/payments/deps.ts';
import { paymentsSurface } from '../../../src/surfaces/payments/index.ts';
import { holdAnswersOf } from '../../contract/answers.ts';
import { paymentFields } from '../../contract/signatures.ts';
import { bankOf, openCore, publicUrl } from '../core.ts';
import { atEnd } from '../ending.ts';
import { createTestSimulator } from '../simulator.ts';

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The hash as a merchant's developer writes it from the document. The amount needs two decimals. */
export function merchantHash(
  fields: Record<string, unknown>,
  privateKey: string,
  lowerCase = (text: string) => text.toLowerCase(),
): string {
  let text = '';
  for (const name of paymentFields) {
    const value = fields[name];
    if (value !== undefined && value !== null && value !== '') text += String(value);
  }
  return createHash('sha512')
    .update(lowerCase(text + privateKey))
    .digest('hex');
}

/** The lower case of clients that know ASCII only, like PHP's strtolower. */
export const strtolower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns the fields of an ordinary request. `more` adds and replaces fields. */
export function requestFields(siteCode: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    siteCode,
    countryCode: 'ZA',
    currencyCode: 'ZAR',
    amount: '25.00',
    transactionReference: 'ORDER-17',
    bankReference: 'INV 17',
    cancelUrl: 'https://shop.example/cancel',
    errorUrl: 'https://shop.example/error',
    successUrl: 'https://shop.example/success',
    notifyUrl: 'https://shop.example/notify',
    isTest: false,
    ...more,
  };
}

/** Expects a plain text with this status. A 401 names the credentials that it needs, except if `isQuiet`. */
export function assertText(
  answer: LightMyRequestResponse,
  status: number,
  text?: RegExp,
  { isQuiet = false } = {},
): void {
  assert.equal(answer.statusCode, status, answer.body);
  assert.match(String(answer.headers['content-type']), /^text\/plain; charset=utf-8$/);
  assert.notEqual(answer.body, '');
  assert.doesNotMatch(answer.body, /^["{[]/);
  if (text) assert.match(answer.body, text);
  assert.equal('www-authenticate' in answer.headers, status === 401 && !isQuiet);
}

export interface Answer {
  paymentRequestId: string | null;
  url: string | null;
  errorMessage: string | null;
}

export async function openSurface(config: Partial<SurfaceDeps['config']> = {}) {
  const { db, clock, log, ctx, directory, end } = await openCore({ connections: 4 });
  const { rails } = createTestSimulator(bankOf(ctx));
  const deps: SurfaceDeps = {
    ctx,
    directory,
    rails,
    tokens: createTokens(ctx.keyring, clock, directory.stands),
    packing: createPacking(),
    config: {
      mode: 'staging',
      publicUrl,
      allowedNetworks: [],
      httpAllowed: true,
      ...config,
    },
  };
  const server = createServer({ clock, log, bodyLimitBytes: 1 << 20, caseBlindPrefixes: ['/payments'] });
  holdAnswersOf(server);
  server.register(paymentsSurface(deps), { prefix: '/payments' });
  await server.ready();
  // At the end of the file, so that the tests of a group may share one.
  atEnd(async () => {
    await server.close();
    await end();
  });
  const merchant = await createMerchant(ctx, { name: 'Thabo & Sons' });

  /** Signs the fields, unless they have a hashCheck, and posts them as JSON. */
  async function post(fields: Record<string, unknown>, as: NewMerchant = merchant) {
    const hashCheck = merchantHash(fields, as.privateKey);
    const payload = JSON.stringify({ hashCheck, ...fields });
    const headers = { apikey: as.apiKey, 'content-type': 'application/json' };
    return server.inject({ method: 'POST', url: '/payments/postpaymentrequest', headers, payload });
  }

  /** Returns the errorMessage for the signed fields, or null when a payment was created. */
  async function refusal(more: Record<string, unknown>): Promise<string | null> {
    const answer = await post(requestFields(merchant.siteCode, more));
    assert.equal(answer.statusCode, 200, answer.body);
    const { paymentRequestId, url, errorMessage } = answer.json<Answer>();
    assert.equal(paymentRequestId === null, errorMessage !== null);
    assert.equal(url === null, errorMessage !== null);
    return errorMessage;
  }

  /** Creates a payment and reads it. */
  async function pay(more: Record<string, unknown> = {}, as: NewMerchant = merchant): Promise<Payment> {
    const answer = (await post(requestFields(as.siteCode, more), as)).json<Answer>();
    if (answer.paymentRequestId === null) throw new Error(String(answer.errorMessage));
    return (await findPaymentForCustomer(ctx.db, answer.paymentRequestId))!;
  }

  /** Begins an attempt at the first bank and leaves it there. */
  async function begin(payment: Payment): Promise<Transaction> {
    const [bank] = await rails.banks(payment.merchantId);
    const transaction = await openTransaction(ctx, { paymentId: payment.id, paymentType: 'redirect', bank });
    return startAtBank(ctx, rails, payment, transaction, `${publicUrl}/return`);
  }

  /** Makes an attempt at the first bank that ends with `step`. */
  async function attempt(
    payment: Payment,
    step: 'approve' | 'decline' | 'cancel' = 'approve',
  ): Promise<Transaction> {
    const started = await begin(payment);
    await takeBankStep(ctx, rails, started, 'authenticate');
    return takeBankStep(ctx, rails, started, step);
  }

  const get = (path: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
    server.inject({ url: `/payments/${path}`, query, headers: { apikey: merchant.apiKey, ...headers } });

  return { ...deps, deps, server, db, clock, merchant, post, refusal, pay, begin, attempt, get };
}
