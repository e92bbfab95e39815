// Subscriptions over HTTP on a running service: for tests that cross folders.
import assert from 'node:assert/strict';
import type { NewMerchant } from '../../src/core/merchants/actions.ts';
import { dayOf } from '../../src/kernel/business-days.ts';
import { openRefunds, zar } from './refunding.ts';
import type { TestServiceOptions } from './running.ts';
import type { Answer } from './setup/one-api.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Body = any;

/** The service with a merchant, at 2026-11-20 12:00 South African time, a Friday. */
export async function openSubscriptions(options: TestServiceOptions = {}) {
  const service = await openRefunds(options);
  const { one, sandbox, merchant: first, receiver } = service;

  /** A body for a subscription of R 99,90 a month, five times, from eleven days on. */
  const wanted = (given: object = {}, as: NewMerchant = first) => ({
    siteCode: as.siteCode,
    amount: zar(99.9),
    merchantReference: 'CLUB-1',
    frequency: 'Monthly',
    firstPaymentDate: dayOf(service.clock.now()).add({ days: 11 }).toString(),
    occurrences: 5,
    notifyUrl: `${receiver.url}/club`,
    ...given,
  });

  async function made(given: object = {}, as: NewMerchant = first): Promise<Body> {
    const answer = await one('POST', '/subscriptions', { body: wanted(given, as), as });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  }

  const authorize = (id: string, outcome: string, as: NewMerchant = first): Promise<Answer> =>
    sandbox(`/subscriptions/${id}/authorize`, { outcome }, as);

  /** Creates a subscription approved by its customer; returns its id. */
  async function active(given: object = {}, as: NewMerchant = first): Promise<string> {
    const { subscriptionId } = await made(given, as);
    const answer = await authorize(subscriptionId, 'approved', as);
    assert.equal(answer.status, 200, answer.text);
    return subscriptionId;
  }

  return {
    ...service,
    wanted,
    made,
    authorize,
    active,
    cancel: (id: string, sent: object = {}) => one('POST', `/subscriptions/${id}/cancel`, sent),
    charge: (id: string, rand: number, more: object = {}, sent: object = {}) =>
      one('POST', `/subscriptions/${id}/transactions`, {
        body: { amount: zar(rand), merchantReference: 'EXTRA-1', ...more },
        ...sent,
      }),
    find: async (id: string): Promise<Body> => (await one('GET', `/subscriptions/${id}`)).body,
    statusOf: async (id: string): Promise<string> => (await one('GET', `/subscriptions/${id}`)).body.status,
    /** The charges of a subscription, oldest first; among simultaneous ones, the one at sign-up first. */
    charges: async (id: string): Promise<Body[]> => {
      const answer = await one('GET', `/subscriptions/${id}/transactions?limit=500`);
      assert.equal(answer.status, 200, answer.text);
      const place = (charge: Body): string =>
        `${charge.createdDate} ${charge.type !== 'signup'} ${charge.dueDate}`;
      return answer.body.results.toSorted((a: Body, b: Body) => place(a).localeCompare(place(b)));
    },
    /** The merchant's notifications about a subscription, in the order of their sequence. */
    events: (id: string): Body[] =>
      service
        .notificationsOf(id)
        .map(({ body }) => JSON.parse(body))
        .toSorted((a, b) => a.sequence - b.sequence),
  };
}

export type Subscriptions = Awaited<ReturnType<typeof openSubscriptions>>;
