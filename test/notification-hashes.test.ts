// Every notification that has a hash, with its values null, empty and absent: all three are nothing, in the same way, to
// the service and to its merchants. What reads them here is the merchants' own package and an order from the contract.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { verifyBulkNotification, verifyNotification, verifyPayoutNotification } from '../sdk/src/index.ts';
import type { EventRow } from '../src/core/notifications/store.ts';
import { refundStates } from '../src/core/refunds/actions.ts';
import { transactionStates } from '../src/core/transactions/actions.ts';
import { manualClock } from '../src/kernel/clock.ts';
import { signedBulk } from '../src/surfaces/dialect/notified.ts';
import { fullRenderer } from '../src/surfaces/one/webhook-message.ts';
import { notificationRenderer } from '../src/surfaces/payments/notification.ts';
import { refundNotificationRenderer } from '../src/surfaces/payments/refund-notification.ts';
import { notificationRenderer as payoutRenderer } from '../src/surfaces/payouts/notification.ts';
import { budget } from './support/budget.ts';

const [privateKey, apiKey] = ['The-Private-KEY', 'The-Api-KEY'];
const clock = manualClock('2026-11-21T12:00:00Z');
const secrets = {
  privateKeys: [privateKey],
  apiKeys: [apiKey],
  webhookSecrets: [`whsec_${Buffer.alloc(24, 'secret').toString('base64')}`],
  payoutAccessTokens: [],
};

type Data = Record<string, unknown>;
type Posted = Record<string, unknown>;
type Render = ReturnType<typeof fullRenderer>;

interface Kind {
  /** The fields that are always present. */
  fixed: Data;
  /** What may be nothing. */
  maybe: string[];
  /** The fields that its receiver gets, once the merchants' package has found them genuine. */
  post(data: Data): Promise<Posted>;
  /** The fields that are hashed, in their order. */
  order: string;
  key: string;
  hash: string;
}

const write = (render: Render, object: string, data: Data): string => {
  const occurredAt = clock.now();
  const event = { id: 'event', object, objectId: 'o', type: `${object}.complete`, sequence: 1, occurredAt };
  return render(
    { ...event, merchantId: 'm', siteId: 's', correlationId: 'c', data } as EventRow,
    secrets,
    occurredAt,
  ).body;
};
const ofForm = (form: string): Promise<Posted> => verifyNotification(form, privateKey);
const ofMessage = (body: string): Promise<Posted> => {
  const { data } = JSON.parse(body);
  return ofForm(String(new URLSearchParams(data)));
};

const transaction = {
  fixed: { siteCode: 'S-1', transactionId: 't-1', amount: '10.50', currency: 'ZAR', isTest: false },
  maybe: ['merchantReference', 'reason', 'bankName', 'payerAccount', 'optional1', 'optional2'],
  order:
    'SiteCode TransactionId TransactionReference Amount Status Optional1 Optional2 Optional3 Optional4 Optional5 CurrencyCode IsTest StatusMessage',
  key: privateKey,
  hash: 'Hash',
};
const withOptional = ({ optional1, optional2, ...data }: Data): Data => ({
  ...data,
  optional: [optional1, 'three', optional2],
});
const refund = {
  fixed: { refundId: 'r-1', transactionId: 't-1', amount: '10.50', currency: 'ZAR', realTime: false },
  maybe: ['reason', 'bankName', 'account'],
  order: 'RefundId TransactionId CurrencyCode Amount Status BankName AccountNumber StatusMessage',
  key: privateKey,
  hash: 'Hash',
};

const [form, message] = [notificationRenderer(clock), fullRenderer(clock)];
const kinds: Record<string, Kind> = {
  'a payment': { ...transaction, post: (data) => ofForm(write(form, 'transaction', withOptional(data))) },
  'a payment to a full webhook': {
    ...transaction,
    post: (data) => ofMessage(write(message, 'transaction', withOptional(data))),
  },
  'a refund': {
    ...refund,
    post: (data) => ofForm(write(refundNotificationRenderer(clock), 'refund', data)),
  },
  'a refund to a full webhook': { ...refund, post: (data) => ofMessage(write(message, 'refund', data)) },
  'a payout': {
    fixed: { payoutId: 'p-1', siteCode: 'S-1', subStatus: 202 },
    maybe: ['merchantReference', 'customerBankReference', 'reason'],
    post: async (data) => {
      const body = write(payoutRenderer(clock), 'payout', data);
      const { payoutStatus, ...reported } = await verifyPayoutNotification(body, apiKey);
      return { ...reported, ...payoutStatus };
    },
    order: 'payoutId siteCode merchantReference customerMerchantReference status subStatus',
    key: apiKey,
    hash: 'hashCheck',
  },
  'a bulk job': {
    fixed: { jobId: 'j-1', status: 'Error', compressedData: 'H4sI+/==' },
    maybe: ['jobReference', 'error'],
    post: async (data) =>
      (await verifyBulkNotification(
        JSON.stringify(signedBulk(data as unknown as Parameters<typeof signedBulk>[0], privateKey)),
        privateKey,
      )) as unknown as Posted,
    order: 'jobId jobReference status compressedData error',
    key: privateKey,
    hash: 'hash',
  },
};

/** The contract's hash of the posted fields. */
function hashOf(posted: Posted, { order, key }: Kind): string {
  const values = order.split(' ').map((name) => posted[name] ?? '');
  return createHash('sha512')
    .update((values.join('') + key).toLowerCase())
    .digest('hex');
}

const states: Record<string, readonly string[]> = {
  't-1': transactionStates,
  'r-1': refundStates,
  'p-1': ['complete', 'cancelled', 'returned'],
};

describe('the hash of a notification of', () => {
  for (const [name, kind] of Object.entries(kinds)) {
    test(`${name} is the same and right where values are null, empty or absent`, () => {
      const text = fc.string({ unit: 'grapheme', maxLength: 12 });
      const values = fc.record(Object.fromEntries(kind.maybe.map((field) => [field, fc.option(text)])));
      const id = (kind.fixed.refundId ?? kind.fixed.transactionId ?? kind.fixed.payoutId ?? '') as string;
      const state = fc.constantFrom(...(states[id] ?? ['']));
      return fc.assert(
        fc.asyncProperty(values, state, async (given, state) => {
          const hashes = [null, '', undefined].map(async (nothing) => {
            const written = Object.entries(given).map(([field, value]) => [field, value || nothing]);
            const posted = await kind.post({ ...kind.fixed, state, ...Object.fromEntries(written) });
            assert.equal(posted[kind.hash], hashOf(posted, kind));
            return posted[kind.hash];
          });
          assert.equal(new Set(await Promise.all(hashes)).size, 1);
        }),
        { numRuns: budget(10, 60) },
      );
    });
  }
});
