// Requests of a storm's merchants and customers to the service: over connections that break, with responses that get
// lost.
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Keys } from '../races/merchant.ts';

export interface Answer {
  status: number;
  location: string;
  /** The seconds after which to retry; undefined of a final response. */
  again: number | undefined;
  text: string;
}

export interface Call {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export type Calls = ReturnType<typeof openCalls>;

const patienceMs = 90_000;

export interface CallOptions {
  /** The clock by which tokens end, in milliseconds. */
  now?(): number;
  /** Lets time pass until the next attempt, for which a response named so many seconds. */
  wait?(seconds: number): Promise<void>;
}

export function openCalls(
  base: string,
  credentials: Keys,
  onLost: () => void,
  { now = () => performance.now(), wait = () => sleep(50) }: CallOptions = {},
) {
  const agent = new Agent({ pipelining: 1, headersTimeout: 60_000, bodyTimeout: 15_000 });
  let token: { text: string; until: number } | undefined;

  /** One attempt: undefined when its response was lost, so that the outcome is unknown. */
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
      const again = retryAfter !== undefined || status === 503 ? Number(retryAfter ?? 0) : undefined;
      return { status, location: String(location ?? ''), again, text };
    } catch (error) {
      // Without a listener, no request was sent, so no response is lost.
      if ((error as { code?: string }).code !== 'ECONNREFUSED') onLost();
      return undefined;
    }
  };

  /**
   * Retries until a final response arrives: not lost, and not a request to retry, such as a 503 or the 409 of a key
   * whose first request is still running. Undefined without one by the deadline.
   */
  const insist = async (path: string, call?: Call): Promise<Answer | undefined> => {
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      const answer = await once(path, call);
      if (answer && answer.again === undefined) return answer;
      await wait(answer?.again ?? 0);
    }
    return undefined;
  };

  /** The headers of a One API call. */
  const bearer = async (): Promise<Record<string, string>> => {
    if (!token || token.until < now()) {
      const { clientId, clientSecret } = credentials;
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      const answer = await insist('/one/v1/token', {
        headers: formType,
        body: `${new URLSearchParams(form)}`,
      });
      const { access_token: text } = JSON.parse(answer!.text) as { access_token: string };
      token = { text, until: now() + 10 * 60_000 };
    }
    return { authorization: `Bearer ${token.text}` };
  };

  const apiKey = { apikey: credentials.apiKey };
  /** The next call gets a new token: the clock was moved. */
  const forgetToken = () => {
    token = undefined;
  };
  /** A call that posts a value as JSON with the API key. */
  const json = (value: unknown): Call => ({
    headers: { ...jsonType, ...apiKey },
    body: JSON.stringify(value),
  });
  return {
    ...{ once, insist, json, bearer, forgetToken, apiKey, credentials, base },
    close: () => agent.destroy(),
  };
}

export const jsonType = { 'content-type': 'application/json' };
export const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** Every row of a One API list, page by page, as a merchant reads it. */
export async function readAll<Row>(calls: Calls, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = `/one/v1${path}`; next !== undefined; ) {
    const answer = await calls.insist(next, { headers: await calls.bearer() });
    if (answer?.status !== 200) throw new Error(`${next} was answered ${answer?.status}: ${answer?.text}`);
    const page = JSON.parse(answer.text) as { results: Row[]; links: { next?: string } };
    rows.push(...page.results);
    next = page.links.next?.replace(/^.*?(?=\/one\/v1)/, '');
  }
  return rows;
}
