// Requests to external servers. The address is checked when the socket connects, on the address it connects to, so that
// neither DNS nor an unusual spelling reaches a private network. Redirects are not followed.
import net from 'node:net';
import type { Agent } from 'undici';
import { AddressRefused, guardedLookup, judgeAddress, type OutboundPolicy } from './allowed-addresses.ts';

export interface OutboundRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  /** The additional time to wait for a late response; absent: none. */
  graceMs?: number;
  /** Allows only addresses of the internet and of named networks, even where private ones are allowed. */
  isPublicOnly?: boolean;
}

export interface OutboundAnswer {
  /** Null without a response: see `error`. */
  statusCode: number | null;
  /**
   * Why no response, or only a part of its body, was received; null for a whole response. The words are fit for the
   * person who chose the address: they reveal nothing of the network.
   */
  error: string | null;
  /** The details of the error, only for the log. */
  detail?: string;
  /** At most the first 64 kB. */
  body: string;
  retryAfter: string | null;
  /** The result at the end of the grace, if no response came in time. */
  late?: Promise<OutboundAnswer>;
}

export type Post = (request: OutboundRequest) => Promise<OutboundAnswer>;

const answerLimitBytes = 64 * 1024;

/** The 1xx responses that may come before the final one: a server that sends them without end costs processor time. */
const mostInformational = 100;

// Shops' firewalls treat a POST without these headers as an attack.
const ownHeaders = { 'user-agent': 'Tefo', accept: '*/*' };

export interface Outbound {
  post: Post;
  /** Fetches for a library, from allowed addresses alone. No redirect is followed, no more than 1 MB is read. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Waits for running requests. */
  close(): Promise<void>;
  /** Aborts running requests. */
  abandon(): Promise<void>;
}

/** Creates a function that posts a body and returns the result; it never throws for failures of the other side. */
export function createOutbound(policy: OutboundPolicy): Outbound {
  const closing = new AbortController();
  // The client is loaded with the first request, to save memory in a service that posts nothing.
  let opened: ReturnType<typeof openClient> | undefined;
  const endAgents = async (how: 'close' | 'destroy') => {
    const client = await opened;
    await Promise.all(client ? [client.any[how](), client.public[how](), client.limited[how]()] : []);
  };

  async function exchange(
    { url, headers, body, isPublicOnly }: OutboundRequest,
    end: AbortSignal,
    onStatus?: () => void,
  ): Promise<OutboundAnswer> {
    try {
      opened ??= openClient(policy);
      const client = await opened;
      const dispatcher = isPublicOnly ? client.public : client.any;
      const tooMany = new AbortController();
      let informational = 0;
      const answer = await client.request(url, {
        method: 'POST',
        headers: { ...ownHeaders, ...headers },
        body,
        dispatcher,
        signal: AbortSignal.any([end, tooMany.signal]),
        onInfo: () => {
          informational += 1;
          if (informational > mostInformational) tooMany.abort(new NoFinalResponse(onlyInformational));
        },
      });
      onStatus?.();
      const { text, failure } = await readSome(answer.body);
      return {
        statusCode: answer.statusCode,
        error: failure === undefined ? null : bodyIncomplete,
        ...(failure !== undefined && { detail: describe(failure) }),
        body: text,
        retryAfter: firstHeader(answer.headers['retry-after']),
      };
    } catch (error) {
      return { statusCode: null, error: wordsOf(error), detail: describe(error), body: '', retryAfter: null };
    }
  }

  return {
    // Late responses are not awaited.
    close: async () => {
      closing.abort();
      await endAgents('close');
    },
    abandon: async () => {
      closing.abort();
      await endAgents('destroy');
    },
    fetch: async (url, init) => {
      opened ??= openClient(policy);
      const { fetch, limited } = await opened;
      // The same standard; the types of undici and of the platform differ in details.
      const asked = { ...init, redirect: 'manual', dispatcher: limited } as Parameters<typeof fetch>[1];
      return (await fetch(url, asked)) as unknown as Response;
    },
    post: async (asked) => {
      const { timeoutMs, graceMs = 0 } = asked;
      if (graceMs === 0) return exchange(asked, AbortSignal.timeout(timeoutMs));
      const end = new AbortController();
      let hasStatus = false;
      const late = exchange(asked, end.signal, () => {
        hasStatus = true;
      });
      const { promise: timedOut, resolve: giveUp } = Promise.withResolvers<undefined>();
      const timer = setTimeout(giveUp, timeoutMs, undefined);
      const answer = await Promise.race([late, timedOut]);
      clearTimeout(timer);
      if (answer) return answer;
      // The status was in time: the body is not waited for.
      if (hasStatus) {
        end.abort();
        return late;
      }
      endWith(end, AbortSignal.any([closing.signal, AbortSignal.timeout(graceMs)]));
      return { statusCode: null, error: noAnswer, body: '', retryAfter: null, late };
    },
  };
}

// Closed and silent ports get the same words, so that callers cannot scan the network.
const noAnswer = 'no connection, or no response in time';
const onlyInformational = `more than ${mostInformational} informational responses (1xx) before the final one`;
class NoFinalResponse extends Error {}
/** The error of a response whose status was received and whose body broke off, or did not end in time. */
const bodyIncomplete = 'body incomplete';

function endWith(end: AbortController, signal: AbortSignal): void {
  if (signal.aborted) end.abort(signal.reason);
  else signal.addEventListener('abort', () => end.abort(signal.reason), { once: true });
}

async function openClient(policy: OutboundPolicy) {
  const undici = await import('undici');
  // Separate connections: a public request must not reuse one that was opened to a private address.
  return {
    request: undici.request,
    fetch: undici.fetch,
    any: guardedAgent(undici, policy),
    public: guardedAgent(undici, { ...policy, privateAllowed: false }),
    limited: guardedAgent(undici, policy, { maxResponseSize: 1024 * 1024 }),
  };
}

function guardedAgent(
  { Agent, buildConnector }: typeof import('undici'),
  policy: OutboundPolicy,
  more: Agent.Options = {},
): Agent {
  const connect = buildConnector({ lookup: guardedLookup(policy), timeout: 10_000 });
  return new Agent({
    // A literal address never passes through the lookup, so it is checked here.
    connect: (options, done) => {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (net.isIP(host)) {
        const { allowed, reason } = judgeAddress(host, policy);
        if (!allowed) return done(new AddressRefused(`refused: ${reason}`), null);
      }
      connect(options, done);
    },
    keepAliveTimeout: 4_000,
    pipelining: 1,
    ...more,
  });
}

/** Reads a body up to the limit. `failure`: why it ended before its end. */
async function readSome(body: AsyncIterable<Buffer>): Promise<{ text: string; failure?: unknown }> {
  const chunks: Buffer[] = [];
  const text = () => Buffer.concat(chunks).subarray(0, answerLimitBytes).toString('utf8');
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= answerLimitBytes) break;
    }
  } catch (failure) {
    return { text: text(), failure };
  }
  return { text: text() };
}

function firstHeader(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

const notFound = /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/;
const noAddress = /^(ERR_INVALID_URL|UND_ERR_INVALID_ARG|ERR_INVALID_PROTOCOL)$/;
const badCertificate =
  /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|HOSTNAME_MISMATCH)|^ERR_SSL_.*ALERT/;

function wordsOf(error: unknown): string {
  const { code = '' } = error as { code?: string };
  if (error instanceof AddressRefused || noAddress.test(code)) return 'the address is not allowed';
  if (error instanceof NoFinalResponse) return error.message;
  if (notFound.test(code)) return 'the name was not found';
  return badCertificate.test(code) ? 'TLS failed' : noAnswer;
}

function describe(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  if (name === 'TimeoutError' || name === 'AbortError') return 'no response in time';
  return [code, message].filter(Boolean).join(': ') || String(error);
}
