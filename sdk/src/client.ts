import type { AnyInput, CallOptions, Surface } from './calls.ts';
import { type ClientCredentials, needed, type SurfaceName, urlOf } from './credentials.ts';
import { refusalIn, TefoError } from './errors.ts';
import { filled } from './filling.ts';
import { operations } from './generated/operations.ts';
import type { Operation } from './operation.ts';
import { pageOf } from './page.ts';
import { TokenCache } from './tokens.ts';
import { send, type Trying } from './tries.ts';

export interface TefoOptions {
  /** In the place of the runtime's own. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** The time limit of one attempt, in milliseconds. Default 30 000. */
  timeoutMs?: number | undefined;
  /** How often a request that can be repeated is sent again. Default 2. */
  retries?: number | undefined;
}

/**
 * A client of all four surfaces: `tefo.one.createPayment({ body })`, one method for each operation of their documents.
 * It fills in siteCode, hashCheck, keys and tokens where they are missing, and throws TefoError where it is refused.
 */
export class Tefo {
  /** The One API. */
  readonly one: Surface<'one'>;
  /** The Payments API. */
  readonly payments: Surface<'payments'>;
  /** The Payouts API. */
  readonly payouts: Surface<'payouts'>;
  /** The Merchant External API. */
  readonly external: Surface<'external'>;
  readonly #credentials: ClientCredentials;
  readonly #options: Trying;
  readonly #tokens: Record<'oauth' | 'bearer', TokenCache>;

  /** Throws TypeError where the credentials are missing. */
  constructor(credentials: ClientCredentials, options: TefoOptions = {}) {
    if (typeof credentials !== 'object' || credentials === null)
      throw new TypeError('the credentials are missing');
    this.#credentials = credentials;
    const { fetch: ask = (request: Request) => fetch(request), timeoutMs = 30_000, retries = 2 } = options;
    this.#options = { fetch: ask, timeoutMs, retries };
    this.one = this.#surface('one');
    this.payments = this.#surface('payments');
    this.payouts = this.#surface('payouts');
    this.external = this.#surface('external');
    this.#tokens = {
      oauth: new TokenCache(() => {
        const [client_id, client_secret] = [
          needed(credentials, 'clientId'),
          needed(credentials, 'clientSecret'),
        ];
        return this.one.createToken({ body: { grant_type: 'client_credentials', client_id, client_secret } });
      }),
      bearer: new TokenCache(() => this.payments.postToken({ body: { grant_type: 'password' } })),
    };
  }

  #surface<Name extends SurfaceName>(name: Name): Surface<Name> {
    const methods = Object.entries<Operation>(operations[name]).map(([id, operation]) => {
      const call = (input: AnyInput = {}, options: CallOptions = {}) =>
        this.#call(name, operation, input, options);
      const list = (input: AnyInput = {}, options: CallOptions = {}) =>
        pageOf((query) => call(query ? { ...input, query } : input, options) as never);
      return [id, operation.isPaged ? list : call];
    });
    return Object.freeze(Object.fromEntries(methods)) as Surface<Name>;
  }

  async #call(
    name: SurfaceName,
    operation: Operation,
    input: AnyInput,
    given: CallOptions,
  ): Promise<unknown> {
    const { auth } = operation;
    // One key for all that is sent, with another token too.
    const options = { ...given, idempotencyKey: given.idempotencyKey ?? crypto.randomUUID() };
    const first = await this.#ask(name, operation, input, options);
    // The service ended it before its time: its clock was moved, or its keys were changed.
    const isTokenRefused = first.response.status === 401 && (auth === 'oauth' || auth === 'bearer');
    if (isTokenRefused) this.#tokens[auth].forget();
    const { response, body } = isTokenRefused ? await this.#ask(name, operation, input, options) : first;
    const isRefusal = !response.ok || (name !== 'one' && refusalIn(body) !== undefined);
    if (isRefusal) throw new TefoError(response.status, body, response.headers);
    return body;
  }

  async #ask(name: SurfaceName, operation: Operation, input: AnyInput, { signal, ...options }: CallOptions) {
    const { method, path, isIdempotent, isForm } = operation;
    const { query, body } = await filled(operation, this.#credentials, input);
    const url = addressOf(urlOf(this.#credentials, name) + path, input.path, query);
    const headers = new Headers(await this.#headers(operation, options));
    if (body !== undefined)
      headers.set('Content-Type', isForm ? 'application/x-www-form-urlencoded' : 'application/json');
    const payload = isForm ? formOf(body) : JSON.stringify(body);
    const isRepeatable = method === 'GET' || method === 'DELETE' || isIdempotent === true;
    const request = new Request(url, { method, headers, body: payload ?? null, signal: signal ?? null });
    const { response, content } = await send(request, isRepeatable, this.#options);
    return { response, body: typeof content === 'string' ? parsed(content) : content };
  }

  async #headers(operation: Operation, { idempotencyKey, correlationId }: CallOptions) {
    return {
      Accept: 'application/json',
      ...(operation.isIdempotent && idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...(correlationId !== undefined && { 'X-Correlation-ID': correlationId }),
      ...(await this.#authentication(operation.auth)),
    };
  }

  async #authentication(auth: Operation['auth']): Promise<Record<string, string>> {
    if (auth === undefined) return {};
    if (auth === 'oauth' || auth === 'bearer')
      return { Authorization: `Bearer ${await this.#tokens[auth].get()}` };
    const apiKey = { ApiKey: needed(this.#credentials, 'apiKey') };
    return auth === 'apikey' ? apiKey : { ...apiKey, SiteCode: needed(this.#credentials, 'siteCode') };
  }
}

/**
 * Puts parameters into an address; those of the query that are null or left out are not sent. Throws TypeError where one
 * of the path is missing.
 */
function addressOf(template: string, path: AnyInput['path'] = {}, query: AnyInput['query'] = {}): string {
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name] ?? '';
    if (value === '') throw new TypeError(`path.${name} is missing`);
    return encodeURIComponent(String(value));
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const sent = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return sent.size > 0 ? `${address}?${sent}` : address;
}

const formOf = (body: unknown): string => new URLSearchParams(body as Record<string, string>).toString();

/** JSON, or the text of a report or a refusal. */
function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
