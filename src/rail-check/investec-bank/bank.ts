// Investec's API as far as Tefo uses it, for tests and for developers: real HTTP on its own port, with the bank's names
// and types. Behaviour beyond the bank's documentation is marked. The service never starts it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../kernel/clock.ts';
import { firstOf, memberOf } from '../../kernel/required.ts';
import { type Book, openBook } from './book.ts';
import { type Desk, openDesk } from './desk.ts';

/**
 * How a request fails. Before the work is done: tooMany (429), busy (503 with Retry-After), broken (500), expired
 * (401), underWay (409). After it: lost (the connection ends), brokenAfter (500), gateway (503 without Retry-After),
 * and malformed responses: html, huge, cut, wrongShape. echo: a 400 that repeats the request's headers. hanging: never
 * a response.
 */
export type Failure =
  | ('tooMany' | 'busy' | 'broken' | 'expired' | 'underWay')
  | ('lost' | 'brokenAfter' | 'gateway' | 'html' | 'huge' | 'cut' | 'wrongShape')
  | ('echo' | 'hanging');

export interface InvestecBank extends Book, Desk {
  url: string;
  credentials: { clientId: string; clientSecret: string; apiKey: string };
  accountId: string;
  accountNumber: string;
  /** Lets the next n requests fail, or those to the token's address. */
  failNext(n: number, how: Failure, where?: 'api' | 'token'): void;
  /** Makes every request fail, or those to the token's address, until it is called with null. */
  failAlways(how: Failure | null, where?: 'api' | 'token'): void;
  /** The requests so far, as "GET /za/pb/v1/accounts". */
  requests(): string[];
  /** How many tokens were given out. */
  tokens(): number;
  /** Returns the present secrets: no error may contain any of them. */
  secrets(): string[];
  close(): void;
}

const usualCredentials = {
  clientId: 'counterpart-client-id',
  clientSecret: 'counterpart-client-secret',
  apiKey: 'counterpart-api-key',
};
const accountId = '4675778129910189600000003';

/** Tokens last half an hour by the clock. */
const tokenMs = 1_800_000;

interface Asked {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export interface BankOptions {
  /** As its holder knows it. */
  accountNumber?: string;
  clientSecret?: string;
  /** The account's first balance, "100.00". */
  opening?: string;
  /** Paginates the transaction list; the real bank is not known to do so. */
  pageSize?: number;
}

/** Opens the bank on the loopback address, with one account. */
export async function openBank(
  clock: Clock,
  { pageSize, opening = '0.00', accountNumber = '10012345678', clientSecret }: BankOptions = {},
): Promise<InvestecBank> {
  const credentials = { ...usualCredentials, ...(clientSecret && { clientSecret }) };
  const { book, route: routeBook } = openBook({
    accountId,
    accountNumber,
    opening,
    ...(pageSize && { pageSize }),
  });
  const { desk, route: routeDesk } = openDesk();
  const tokens = new Map<string, number>();
  const requests: string[] = [];
  const failures: { how: Failure; where: 'api' | 'token' }[] = [];
  const always: Partial<Record<'api' | 'token', Failure | null>> = {};

  const giveToken = ({ headers, body }: Asked): Answer => {
    const { clientId, clientSecret, apiKey } = credentials;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const isKnown = headers.authorization === basic && headers['x-api-key'] === apiKey;
    if (!isKnown) return { status: 401, body: { error: 'invalid_client' } };
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    const text = `counterpart-token-${tokens.size + 1}`;
    tokens.set(text, clock.now().getTime() + tokenMs);
    return {
      status: 200,
      body: { access_token: text, token_type: 'Bearer', expires_in: 1799, scope: 'accounts' },
    };
  };
  const work = (asked: Asked): Answer => {
    if (asked.url.pathname === '/identity/v2/oauth2/token' && asked.method === 'POST')
      return giveToken(asked);
    const endsAt = tokens.get(asked.headers.authorization?.replace(/^Bearer /, '') ?? '') ?? 0;
    if (endsAt <= clock.now().getTime()) return { status: 401, body: { message: 'Unauthorized' } };
    const path = asked.url.pathname;
    if (path.includes('/accounts')) return routeBook(asked.url);
    if (path.startsWith('/za/bb/v1/payments')) return routeDesk({ ...asked, path });
    return { status: 404, body: { message: 'no Route matched' } };
  };
  const takeFailure = (path: string): Failure | undefined => {
    const where = path.startsWith('/identity/') ? 'token' : 'api';
    const at = failures.findIndex((one) => one.where === where);
    return at < 0 ? (always[where] ?? undefined) : firstOf(failures.splice(at, 1)).how;
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', 'http://bank');
    requests.push(`${method} ${request.url}`);
    const asked = { method, url, headers, body: Buffer.concat(chunks).toString() };
    const how = takeFailure(url.pathname);
    if (how) fail(how, asked, response, work);
    else send(response, work(asked));
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    ...book,
    ...desk,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials,
    accountId,
    accountNumber,
    failNext: (n, how, where = 'api') => {
      for (let i = 0; i < n; i += 1) failures.push({ how, where });
    },
    failAlways: (how, where = 'api') => {
      always[where] = how;
    },
    requests: () => [...requests],
    tokens: () => tokens.size,
    secrets: () => {
      const { clientId, clientSecret, apiKey } = credentials;
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
      return [clientSecret, apiKey, basic, ...tokens.keys()];
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(text);
}

const page = '<!DOCTYPE html><html><body><h1>Scheduled maintenance</h1></body></html>';
const error = { message: 'An error occurred' };
const tooLong = `{"data":"${'x'.repeat(2 * 1024 * 1024)}"}`;

/** The responses of a bank that did not process the request. */
const before: Partial<Record<Failure, (asked: Asked) => Answer>> = {
  tooMany: () => ({ status: 429, body: { message: 'Too Many Requests' } }),
  busy: () => ({ status: 503, body: error, headers: { 'retry-after': '30' } }),
  broken: () => ({ status: 500, body: error }),
  underWay: () => ({ status: 409, body: { message: 'Conflict' } }),
  expired: () => ({ status: 401, body: { message: 'Unauthorized' } }),
  echo: ({ headers }) => ({ status: 400, body: { message: JSON.stringify(headers) } }),
};

/** The responses of a bank that processed the request. */
const afterwards: Partial<Record<Failure, (done: Answer) => Answer>> = {
  brokenAfter: () => ({ status: 500, body: error }),
  gateway: () => ({ status: 503, body: page }),
  html: ({ status }) => ({ status, body: page }),
  huge: ({ status }) => ({ status, body: tooLong }),
  cut: ({ status, body }) => ({ status, body: JSON.stringify(body).slice(0, 40) }),
  wrongShape: ({ status }) => ({ status, body: { data: [], status: 7, access_token: { a: 1 } } }),
};

function fail(how: Failure, asked: Asked, response: ServerResponse, work: (asked: Asked) => Answer): void {
  if (how === 'hanging') return;
  const refused = before[how]?.(asked);
  if (refused) {
    send(response, refused);
    return;
  }
  const done = work(asked);
  if (how === 'lost') response.socket?.destroy();
  else send(response, memberOf(afterwards, how)(done));
}
