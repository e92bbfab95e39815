// Requests of a storm's merchants and customers to the service: over connections that break, with responses that get
// lost.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Credentials } from '../../src/app/credentials.ts';

export interface Answer {
  status: number;
  location: string;
  /** Whether it names a time to retry. */
  asksAgain: boolean;
  text: string;
}

export interface Call {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface Calls {
  /** One attempt: undefined when its response was lost, so that the outcome is unknown. */
  once(path: string, call?: Call): Promise<Answer | undefined>;
  /**
   * Retries until a final response arrives: not lost, and not a request to retry, such as a 503 or the 409 of a key
   * whose first request is still running. Undefined without one by the deadline.
   */
  insist(path: string, call?: Call): Promise<Answer | undefined>;
  /** The headers of a One API call. */
  bearer(): Promise<Record<string, string>>;
  /** The next call gets a new token: the clock was moved. */
  forgetToken(): void;
  apiKey: Record<string, string>;
  credentials: Credentials;
  base: string;
  close(): Promise<void>;
}

const patienceMs = 90_000;

export async function openCalls(base: string, credentials: Credentials, onLost: () => void): Promise<Calls> {
  const agent = new Agent({ pipelining: 1, headersTimeout: 60_000, bodyTimeout: 15_000 });
  let token: { text: string; until: number } | undefined;

  const once = async (path: string, call: Call = {}): Promise<Answer | undefined> => {
    try {
      const { method = call.body === undefined ? 'GET' : 'POST', headers, body } = call;
      const answer = await request(base + path, { method, headers, body, dispatcher: agent });
      const { location, 'retry-after': retryAfter } = answer.headers;
      const text = await answer.body.text();
      const status = answer.statusCode;
      // A proxy whose service died while it worked: its progress is unknown.
      if (status === 502 || status === 504) {
        onLost();
        return undefined;
      }
      const asksAgain = retryAfter !== undefined || status === 503;
      return { status, location: String(location ?? ''), asksAgain, text };
    } catch (error) {
      // Without a listener, no request was sent, so no response is lost.
      if ((error as { code?: string }).code !== 'ECONNREFUSED') onLost();
      return undefined;
    }
  };

  const insist = async (path: string, call?: Call): Promise<Answer | undefined> => {
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      const answer = await once(path, call);
      if (answer && !answer.asksAgain) return answer;
      await sleep(50);
    }
    return undefined;
  };

  const bearer = async (): Promise<Record<string, string>> => {
    if (!token || token.until < performance.now()) {
      const { clientId, clientSecret } = credentials;
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      const answer = await insist('/one/v1/token', {
        headers: formType,
        body: `${new URLSearchParams(form)}`,
      });
      const { access_token: text } = JSON.parse(answer!.text) as { access_token: string };
      token = { text, until: performance.now() + 10 * 60_000 };
    }
    return { authorization: `Bearer ${token.text}` };
  };

  const apiKey = { apikey: credentials.apiKey };
  const forgetToken = () => {
    token = undefined;
  };
  return { once, insist, bearer, forgetToken, apiKey, credentials, base, close: () => agent.destroy() };
}

export const jsonType = { 'content-type': 'application/json' };
export const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** The hash of a Payments API request, from the contract's words and not from the service's code. */
export function hashCheck(values: string[], privateKey: string): string {
  return createHash('sha512')
    .update((values.join('') + privateKey).toLowerCase())
    .digest('hex');
}
