// A merchant's program that survives lost responses: it repeats a request until it knows the outcome, with the same Idempotency-Key or
// the same reference, so that nothing is done twice. Only a fault explains a lost response; without one, it is a violation.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Merchant } from '../races/merchant.ts';

interface Circumstances {
  /** Whether a fault may happen before the response of a request arrives. */
  areFaultsExpected(): boolean;
  /** Whether a fault explains the lost response of a request that began at an instant. */
  wasDisturbed(since: number): boolean;
  /** Called for each request whose response is lost. */
  onLost(): void;
  /** Called with the time of the service after a merchant has moved its clock. */
  follow(now: Date): void;
}

export function patient(merchant: Merchant, circumstances: Circumstances): Merchant {
  const { areFaultsExpected, wasDisturbed, onLost, follow } = circumstances;
  const repeatedOutcomes = new Set<string>();
  /** Those whose first response has arrived. */
  const [references, keys] = [new Set<string>(), new Set<string>()];

  /** Sends a request until its response arrives; `isRepeat`: an earlier one may have been carried out. */
  async function insist(send: () => Promise<Answer>): Promise<Answer & { isRepeat: boolean }> {
    for (let isRepeat = false; ; isRepeat = true) {
      const began = performance.now();
      const answer = await send().catch((error: Error) => error);
      const isKnown = 'status' in answer && !isUnknown(answer, isRepeat);
      if (isKnown || !wasDisturbed(began)) {
        if (answer instanceof Error) throw answer;
        return { ...answer, isRepeat };
      }
      if (!isRepeat) onLost();
      await sleep(50);
    }
  }

  /** The headers of a request: with a key only where it is needed, because requests without one are written together. */
  const keyed = (path: string, headers: Record<string, string> = {}): Record<string, string> =>
    areFaultsExpected() && !isRepeatable.test(path)
      ? { 'idempotency-key': randomUUID(), ...headers }
      : headers;

  async function one(path: string, body?: unknown, given?: Record<string, string>): Promise<Answer> {
    const headers = body === undefined ? given : keyed(path, given);
    const answer = await insist(() => merchant.one(path, body, headers));
    const key = headers?.['idempotency-key'];
    if (key === undefined) return answer;
    // The first response to a key is stored, and it was lost.
    const isFirst = answer.isRepeat && !keys.has(key) && answer.status === 200 && !/cancel$/.test(path);
    keys.add(key);
    return isFirst ? { ...answer, status: 201 } : answer;
  }

  /** A subscription can be authorised once: where a repeat is refused for it, the customer has decided. */
  async function isAuthorised(path: string): Promise<boolean> {
    const id = /^\/subscriptions\/([^/]+)\/authorize$/.exec(path)?.[1];
    if (id === undefined) return false;
    const { body } = await insist(() => merchant.one(`/subscriptions/${id}`));
    return body?.status !== 'PendingAuthorization';
  }

  /** A reference can be used once: where a repeat is refused for it, the payout exists. */
  async function payouts(siteCode: string, path: string, body: unknown): Promise<Answer> {
    const answer = await insist(() => merchant.payouts(siteCode, path, body));
    const { merchantReference: reference } = (body ?? {}) as { merchantReference?: string };
    if (reference === undefined) return answer;
    const isOwn = answer.isRepeat && !references.has(reference);
    references.add(reference);
    const isDuplicate = answer.body?.payoutStatus?.subStatus === duplicateReference;
    if (!isOwn || !isDuplicate) return answer;
    const search = { pageSize: 1, pageIndex: 1, searchFields: [1], searchString: reference };
    const { body: found } = await insist(() => merchant.payouts(siteCode, '/getpayoutbyreference', search));
    return { ...answer, body: { payoutId: found[0].id, payoutStatus: { status: 1 } } };
  }

  return {
    ...merchant,
    ...{ one, payouts, repeatedOutcomes },
    payments: (path, body, headers) => {
      const withKey = body === undefined ? headers : keyed(path, headers);
      return insist(() => merchant.payments(path, body, withKey));
    },
    external: (method, path) => insist(() => merchant.external(method, path)),
    sandbox: async (path, body) => {
      const answer = await insist(() => merchant.sandbox(path, body));
      if (path === '/clock' && answer.status === 200) follow(new Date(answer.body.now));
      if (answer.isRepeat && answer.status === 409 && (await isAuthorised(path)))
        return { ...answer, status: 200 };
      if (answer.isRepeat && answer.body?.transactionId) repeatedOutcomes.add(answer.body.transactionId);
      return answer;
    },
  };
}

const duplicateReference = 204;
/** Cancelled twice, a payment is cancelled; a killed request would hold its key for 25 seconds. */
const isRepeatable = /^\/payments\/[^/]+\/cancel$/;

function isUnknown({ asksAgain, status, body }: Answer, isRepeat: boolean): boolean {
  const isRunning = status === 409 && body?.code === 'IdempotencyKeyInUse';
  return status === 503 || (asksAgain && status >= 500) || (isRepeat && isRunning);
}
