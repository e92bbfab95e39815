// Merchants' servers that fail in every possible way, and the journal of their received messages: each message
// verified as a receiver would, and checked by the rules.
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { Random } from '../storm/random.ts';
import { serve } from '../support/serving.ts';

export interface Behaviour {
  random: Random;
  /** The share of failing responses: equally often 500, reset, never, and too late. */
  failing: number;
  /** How late too late is, in milliseconds. */
  lateMs: number;
}

export interface Journal {
  requests: number;
  /** The number of 2xx responses to each message, by its webhook-id. */
  taken: Map<string, number>;
  /** Messages whose first 2xx came only after the sender's timeout. */
  takenLate: Set<string>;
  /** Rules that were broken, as sentences. */
  violations: string[];
  /** Messages that were not accepted before a later one of their object arrived: only right if they were abandoned. */
  passedOver: { objectId: string; sequence: number }[];
  /** The time of the newest request, by performance.now(). */
  latestAt: number;
}

export type Receivers = Awaited<ReturnType<typeof openReceivers>>;

export async function openReceivers(number: number) {
  const journal: Journal = {
    requests: 0,
    taken: new Map(),
    takenLate: new Set(),
    violations: [],
    passedOver: [],
    latestAt: 0,
  };
  const names = new Map<string, string>();
  const secrets = new Map<string, Webhook>();
  let behaviour: Behaviour | undefined;
  let received: ((id: string) => void) | undefined;

  function take(url: string, headers: Record<string, string>, body: string, response: ServerResponse): void {
    journal.requests += 1;
    journal.latestAt = performance.now();
    const id = headers['webhook-id']!;
    judge(url, id, headers, body);
    received?.(id);
    answer(id, response);
  }

  function judge(url: string, id: string, headers: Record<string, string>, body: string): void {
    try {
      secrets.get(url)?.verify(body, headers);
    } catch (error) {
      journal.violations.push(`${id}: ${(error as Error).message}`);
    }
    const message = JSON.parse(body) as { sequence: number; data: { id: string } };
    const name = `${message.data.id} ${message.sequence}`;
    const known = names.get(name) ?? id;
    names.set(name, known);
    if (known !== id) journal.violations.push(`${name} came as ${known} and as ${id}`);
    for (let earlier = 1; earlier < message.sequence; earlier++) {
      const before = names.get(`${message.data.id} ${earlier}`);
      if (before === undefined || !journal.taken.has(before))
        journal.passedOver.push({ objectId: message.data.id, sequence: earlier });
    }
  }

  function answer(id: string, response: ServerResponse): void {
    const good = (isLate: boolean): void => {
      if (isLate && !journal.taken.has(id)) journal.takenLate.add(id);
      journal.taken.set(id, (journal.taken.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    };
    const ways = [
      () => response.writeHead(500).end('out of order'),
      () => response.socket?.resetAndDestroy(),
      () => {},
      () => void setTimeout(good, behaviour!.lateMs, true),
    ];
    if (behaviour?.random.chance(behaviour.failing)) behaviour.random.pick(ways)();
    else good(false);
  }

  const served = await Promise.all(
    Array.from({ length: number }, async () => {
      const { url, close } = await serve((request, body, response) =>
        take(`${url}/hook`, request.headers as Record<string, string>, body, response),
      );
      return { url: `${url}/hook`, close };
    }),
  );
  return {
    urls: served.map(({ url }) => url),
    journal,
    behave: (next: Behaviour): void => {
      behaviour = next;
    },
    /** Sets the secret of the webhook at a url: its messages are verified from then on. */
    expect: (url: string, secret: string) => void secrets.set(url, new Webhook(secret)),
    /** Called with the webhook-id of each request. */
    onRequest: (next: typeof received): void => {
      received = next;
    },
    close: () => Promise.all(served.map(({ close }) => close())),
  };
}
