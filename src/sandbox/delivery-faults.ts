// A bad line between the sender of notifications and a merchant's receiver. It is inserted where the network begins, so
// that all code before it runs as in production.
import { setTimeout as delay } from 'node:timers/promises';
import type { OutboundAnswer, OutboundRequest, Post } from '../kernel/http/outbound.ts';
import { randomBelow } from '../kernel/random.ts';
import { type Faults, noFaults } from '../rails/simulator/index.ts';

interface Message {
  body: string;
  headers: Record<string, string>;
}

/** Writes a message for one attempt. Of its event, only the object matters here. */
type Write<Event, Rest extends unknown[]> = (event: Event, ...rest: Rest) => Message | Promise<Message>;

// Names the connection of the message. The connection removes it before sending.
const mark = 'tefo-sandbox-line';

const longestHoldMs = 250;
// Three posts in a row must end before another process may take over the delivery.
const copyTimeoutMs = 4_000;
const mostRemembered = 1_000;

/** Returns the same formats and the same post, with the active faults of an event's merchant in between. */
export function withDeliveryFaults<
  Event extends { merchantId: string; objectId: string },
  Rest extends unknown[],
  Name extends string,
>(
  { formats, post }: { formats: Record<Name, Write<Event, Rest>>; post: Post },
  faultsOf: (merchantId: string) => Faults,
): { formats: Record<Name, (event: Event, ...rest: Rest) => Promise<Message>>; post: Post } {
  const marking =
    (write: Write<Event, Rest>) =>
    async (event: Event, ...rest: Rest): Promise<Message> => {
      const message = await write(event, ...rest);
      const { merchantId, objectId } = event;
      if (faultsOf(merchantId) === noFaults) return message;
      return { ...message, headers: { ...message.headers, [mark]: `${merchantId} ${objectId}` } };
    };
  const cross = createLine(post);
  const writers = Object.entries<Write<Event, Rest>>(formats);
  const marked = Object.fromEntries(writers.map(([name, write]) => [name, marking(write)])) as Record<
    Name,
    ReturnType<typeof marking>
  >;
  return {
    formats: marked,
    post: async (request) => {
      const { [mark]: mine, ...headers } = request.headers;
      if (mine === undefined) return post(request);
      const [merchantId, objectId] = mine.split(' ') as [string, string];
      return cross({ ...request, headers }, objectId, faultsOf(merchantId));
    },
  };
}

function createLine(post: Post) {
  // The last message to each receiver about an object, for swapping messages.
  const last = new Map<string, OutboundRequest>();

  /** Returns the previous message, and keeps this one for the next call. */
  function swap(request: OutboundRequest, objectId: string): OutboundRequest | undefined {
    const key = `${objectId} ${request.url}`;
    const before = last.get(key);
    last.delete(key);
    last.set(key, request);
    if (last.size > mostRemembered) last.delete(last.keys().next().value!);
    return before?.body === request.body ? undefined : before;
  }

  async function send(request: OutboundRequest, objectId: string, faults: Faults): Promise<OutboundAnswer> {
    const copy = { timeoutMs: copyTimeoutMs, graceMs: undefined };
    if (faults.reorderCallbacks) await delay(randomBelow(longestHoldMs));
    const answer = await post(request);
    if (faults.duplicateCallbacks) await post({ ...request, ...copy });
    const before = faults.reorderCallbacks ? swap(request, objectId) : undefined;
    if (before) await post({ ...before, ...copy });
    return answer;
  }

  return async (request: OutboundRequest, objectId: string, faults: Faults): Promise<OutboundAnswer> => {
    const { latencyMs, down, errorRate, timeoutAfterCommit } = faults;
    const { timeoutMs } = request;
    if (latencyMs > 0) await delay(Math.min(latencyMs, timeoutMs));
    if (latencyMs >= timeoutMs) return unanswered('no response in time');
    if (down) return unanswered('the receiver is down');
    if (randomBelow(1_000_000) < errorRate * 1_000_000) return unanswered('the connection was reset');
    const answer = await send({ ...request, timeoutMs: timeoutMs - latencyMs }, objectId, faults);
    return timeoutAfterCommit ? unanswered('the answer was lost') : answer;
  };
}

const unanswered = (why: string): OutboundAnswer => ({
  statusCode: null,
  error: `${why}: a fault of the sandbox`,
  body: '',
  retryAfter: null,
});
