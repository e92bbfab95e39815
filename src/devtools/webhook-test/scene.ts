// The scene of a receiver test: orders of the shop, and payments whose outcomes match the messages, so that a receiver
// that queries the service gets the same result. Without a sandbox, the messages refer to no payment.
import { randomInt } from 'node:crypto';
import type { Context } from '../../core/context.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { listMessages } from '../../core/notifications/messages.ts';
import { createPayment } from '../../core/payments/actions.ts';
import type { RefundSnapshot } from '../../core/refunds/transitions.ts';
import type { TransactionState } from '../../core/transactions/actions.ts';
import type { Snapshot } from '../../core/transactions/transitions.ts';
import { dayMs, plus, systemClock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { type Cents, formatDecimal } from '../../kernel/money.ts';
import { firstOf } from '../../kernel/required.ts';
import { type Forged, type Language, type Secrets, write } from './forge.ts';
import type { Orders } from './orders.ts';
import type { Answer, Manner, Message, Send } from './send.ts';

/** The sandbox outcomes of a payment's attempts. Without any, the payment stays open. */
type Outcome = 'success' | 'declined' | 'cancelled' | 'pending' | 'late-success';

export interface Order {
  reference: string;
  /** The amount that the shop requested. */
  expected: Cents;
  /** The payment's amount: the same, unless someone tampered with it. */
  amount: Cents;
  paymentId: string;
  transactionId: string;
  optional: string[];
  /** The webhook-ids of its events, by their sequence. */
  messageIds: Map<number, string>;
}

export interface OrderGiven {
  expected?: Cents;
  amount?: Cents;
  outcomes?: Outcome[];
  optional?: string[];
  /** Replaces the generated reference. */
  reference?: string;
  /** The shop does not know the order yet. */
  isUnknown?: boolean;
}

/** The content of a message about an order. */
export interface Said {
  state: TransactionState;
  /** Its number among the transaction's events: 1, unless there was an earlier one. */
  sequence?: number;
  type?: 'transaction.complete' | 'transaction.pending';
  reason?: string;
  amount?: Cents;
  reference?: string;
}

export interface Scene {
  /** The receiver's address. */
  url: URL;
  language: Language;
  secrets: Secrets;
  /** Whether the shop's orders can be queried. */
  isAsked: boolean;
  order(given?: OrderGiven): Promise<Order>;
  /** Creates an order at the shop that it did not know. */
  announce(order: Order): Promise<void>;
  /** Returns a message as the service writes it, signed with the site's secrets or with others. */
  tell(order: Order, said: Said, secrets?: Secrets): Promise<Message>;
  tellRefund(order: Order): Promise<Message>;
  send(message: Message, manner?: Manner): Promise<Answer>;
  /** Expects whether an order is paid at the end of the receiver test. */
  expect(order: Pick<Order, 'reference' | 'expected'>, isPaid: boolean): void;
}

export interface SceneOptions {
  ctx: Context;
  config: { mode: 'staging' | 'production'; publicUrl: string };
  site: Site;
  language: Language;
  secrets: Secrets;
  send: Send;
  orders: Orders | undefined;
  expect: Scene['expect'];
  url: URL;
}

const clock = systemClock();

/** Opens a scene with references that no earlier receiver test used. */
export function openScene(options: SceneOptions): Scene {
  const { ctx, config, site, language, secrets, send, orders, expect, url } = options;
  const run = `${clock.now().getTime().toString(36)}${randomInt(36 ** 2).toString(36)}`.toUpperCase();
  let count = 0;

  /** Creates the payment and its transaction and brings them to their end. Does nothing without a sandbox. */
  async function play(order: Order, outcomes: Outcome[]): Promise<void> {
    if (config.mode !== 'staging') return;
    const made = await createPayment(ctx, {
      site,
      contract: language === 'json' ? 'one' : 'payments',
      amount: order.amount,
      merchantReference: order.reference,
      expiresAt: plus(ctx.clock.now(), dayMs),
      details: { optional: order.optional },
    });
    if (made.kind !== 'made') throw new Error(`no payment was created: ${made.kind}`);
    order.paymentId = made.payment.id;
    for (const outcome of outcomes) order.transactionId = await decide(order.paymentId, outcome);
    const messages = await listMessages(ctx, site.merchantId, order.transactionId);
    for (const { sequence, id } of messages) order.messageIds.set(sequence, id);
  }

  async function decide(paymentId: string, outcome: Outcome): Promise<string> {
    const control = `${config.publicUrl}/sandbox/transactions/${paymentId}/outcome`;
    const headers = { apikey: firstOf(secrets.apiKeys), 'content-type': 'application/json' };
    const answer = await fetch(control, { method: 'POST', headers, body: JSON.stringify({ outcome }) }).catch(
      () => {
        throw new Error(
          `the service is not reachable at ${config.publicUrl}: start it, because the test needs its sandbox`,
        );
      },
    );
    if (!answer.ok) throw new Error(`${control} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { transactionId: string }).transactionId;
  }

  return {
    url,
    language,
    secrets,
    isAsked: orders !== undefined,
    send,
    expect,
    order: async (given = {}) => {
      count += 1;
      const { expected = 10_000n, amount = expected, outcomes = [], optional = [] } = given;
      const reference = given.reference ?? `EXAM-${run}-${count}`;
      const ids = { paymentId: newId(clock), transactionId: newId(clock), messageIds: new Map() };
      const order: Order = { reference, expected, amount, optional, ...ids };
      await play(order, outcomes);
      if (!given.isUnknown) await orders?.make(reference, expected);
      return order;
    },
    announce: async ({ reference, expected }) => orders?.make(reference, expected),
    tell: (order, said, as = secrets) => {
      const { sequence = 1, type = 'transaction.complete' } = said;
      const id = order.messageIds.get(sequence) ?? newId(clock);
      order.messageIds.set(sequence, id);
      const data = snapshotOf(site, order, said);
      return write(language, { type, objectId: order.transactionId, sequence, id, data }, as);
    },
    tellRefund: (order) => write(language, refundOf(site, order), secrets),
  };
}

function snapshotOf(site: Site, order: Order, said: Said): Snapshot {
  return {
    siteCode: site.code,
    transactionId: order.transactionId,
    paymentId: order.paymentId,
    merchantReference: said.reference ?? order.reference,
    amount: formatDecimal(said.amount ?? order.amount),
    currency: 'ZAR',
    state: said.state,
    paymentType: 'redirect',
    reason: said.reason ?? null,
    optional: order.optional,
    isTest: false,
    paidLate: false,
    bankName: 'Demo Bank',
    payerAccount: '******1234',
  };
}

function refundOf(site: Site, order: Order): Forged {
  const refundId = newId(clock);
  const data: RefundSnapshot = {
    siteCode: site.code,
    refundId,
    transactionId: order.transactionId,
    amount: formatDecimal(order.amount),
    currency: 'ZAR',
    state: 'complete',
    reason: null,
    bankName: 'Demo Bank',
    account: '******1234',
    realTime: false,
  };
  return { type: 'refund.complete', objectId: refundId, sequence: 1, data };
}
