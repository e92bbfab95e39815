// The honest merchant of the siege: creates payments at a fixed pace, pays some of them, and waits for their notifications.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Merchant } from '../support/merchant.ts';
import { answersReady } from '../support/process.ts';
import { serve } from '../support/serving.ts';

const createsPerSecond = 50;
/** One of this many payments is paid. */
const paidOne = 10;

export interface Figures {
  /** Milliseconds of each creation. */
  creates: number[];
  /** Milliseconds from a payment to its notification; infinite where none arrived. */
  notifications: number[];
  /** Creations that were refused. */
  refused: number;
  /** Readiness checks, and those of them that failed. */
  ready: number;
  unready: number;
}

export const noFigures = (): Figures => ({
  creates: [],
  notifications: [],
  refused: 0,
  ready: 0,
  unready: 0,
});

/** Opens the merchant's two receivers: every other one sends 100 Continue and 103 Early Hints before its 200. */
export async function openHonest(base: string, merchant: Merchant) {
  let sold = 0;
  let figures = noFigures();
  /** When each payment was decided, until its notification arrives. */
  const decided = new Map<string, number>();

  const receiver = await serve((request, body, response) => {
    if (request.url === '/announcing') {
      response.writeContinue();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    }
    response.end();
    const reference = new URLSearchParams(body).get('TransactionReference') ?? '';
    const began = decided.get(reference);
    if (began !== undefined) figures.notifications.push(performance.now() - began);
    decided.delete(reference);
  });

  async function sell(number: number): Promise<void> {
    const reference = `H${sold++}`;
    const receiverPath = number % (2 * paidOne) === 0 ? 'announcing' : 'plain';
    const notifyUrl = `${receiver.url}/${receiverPath}`;
    const created = await merchant
      .createPayments({ transactionReference: reference, notifyUrl })
      .catch(() => undefined);
    const id = created?.body?.paymentRequestId;
    if (!created || !id) {
      figures.refused += 1;
      return;
    }
    figures.creates.push(created.ms);
    if (number % paidOne !== 0) return;
    decided.set(reference, performance.now());
    await merchant.decide(id, 'success').catch(() => {});
  }

  async function watchReadiness(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const isReady = await answersReady(new URL(base).port);
      figures.ready += 1;
      if (!isReady) figures.unready += 1;
      await sleep(250);
    }
  }

  return {
    /** Trades for some seconds. */
    trade: async (seconds: number, given: Figures): Promise<void> => {
      figures = given;
      const all: Promise<void>[] = [];
      const end = performance.now() + seconds * 1_000;
      const watching = watchReadiness(() => performance.now() >= end);
      for (let number = 0; performance.now() < end; number += 1) {
        all.push(sell(number));
        await sleep(1_000 / createsPerSecond);
      }
      await Promise.all([...all, watching]);
      const patience = performance.now() + 10_000;
      while (decided.size > 0 && performance.now() < patience) await sleep(20);
      figures.notifications.push(...[...decided].map(() => Number.POSITIVE_INFINITY));
      decided.clear();
    },
    close: receiver.close,
  };
}
