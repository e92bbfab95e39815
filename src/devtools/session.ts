// A running service as a developer's tools call it: over HTTP, on behalf of one site.
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Context } from '../core/context.ts';
import {
  listClients,
  openSiteSecrets,
  presentGrant,
  type Site,
  type SiteSecrets,
} from '../core/merchants/actions.ts';
import { nowhere } from '../kernel/http/server.ts';
import { firstOf } from '../kernel/required.ts';
import { createTokens } from '../kernel/security/access-tokens.ts';
import { operatorHeader } from '../sandbox/operator.ts';
import { Refused } from './refused.ts';

const tokenSeconds = 600;

// biome-ignore lint/suspicious/noExplicitAny: responses have any shape; each command reads the fields that it needs
export type Answered = any;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

export interface Session {
  ctx: Context;
  config: Addresses;
  site: Site;
  secrets: SiteSecrets;
  /** Calls a path of the One API, with a token of the site's merchant. */
  one(method: Method, path: string, body?: unknown): Promise<Answered>;
  /** Calls a sandbox control, as the operator. */
  sandbox(method: Method, path: string, body?: unknown): Promise<Answered>;
  /** Calls a complete address with the site's ApiKey. */
  withKey(method: Method, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** Posts a form with the site's ApiKey. */
  withForm(url: string, form: Record<string, string>): Promise<Answered>;
}

/** The addresses of a service: its own, and the base addresses of its surfaces. */
export interface Addresses {
  publicUrl: string;
  oneUrl: string;
  paymentsUrl: string;
  payoutsUrl: string;
  externalUrl: string;
}

export const notRunning = ({ publicUrl }: Pick<Addresses, 'publicUrl'>): string =>
  `no service responds at ${publicUrl}. Start it with \`npx tefo start\`, or set TEFO_PORT or TEFO_PUBLIC_URL if it runs elsewhere`;

/** Opens a session of a site with the service that has these settings. */
export async function openSession(ctx: Context, config: Addresses, site: Site): Promise<Session> {
  const secrets = await openSiteSecrets(ctx, site.id);
  const apiKey = { ApiKey: firstOf(secrets.apiKeys) };
  const token = await tokensFor(ctx, config, site);
  const send = (method: Method, url: string, headers: Record<string, string>, body: unknown) =>
    call(config, method, url, { Accept: 'application/json', ...headers }, body);
  return {
    ctx,
    config,
    site,
    secrets,
    one: async (method, path, body) =>
      send(method, config.oneUrl + path, { Authorization: `Bearer ${await token()}` }, body),
    sandbox: async (method, path, body) => {
      const headers = { ...apiKey, ...(await operatorHeader(ctx.keyring, ctx.clock)) };
      return send(method, `${config.publicUrl}/sandbox${path}`, headers, body);
    },
    withKey: (method, url, body, headers = {}) => send(method, url, { ...apiKey, ...headers }, body),
    withForm: (url, form) => send('POST', url, apiKey, new URLSearchParams(form)),
  };
}

/**
 * Issues tokens as the service does: with the service's keys, no client secret is needed. One for each call, because
 * the clock can have moved since the last.
 */
async function tokensFor(ctx: Context, config: Addresses, site: Site): Promise<() => Promise<string>> {
  const clients = await listClients(ctx.db, site.merchantId);
  const enabled = clients.filter(({ disabledAt }) => disabledAt === null);
  const [client] = enabled.toSorted((one, other) => other.scopes.length - one.scopes.length);
  if (!client)
    throw new Error(`the merchant of ${site.code} has no client; see \`tefo client create --help\``);
  const tokens = createTokens(ctx.keyring, ctx.clock);
  const claims = { scope: client.scopes.join(' ') };
  return async () => {
    const grantId = await presentGrant(ctx, client.id);
    if (grantId === undefined)
      throw new Error(
        `the client ${client.id} has no secret; \`tefo client rotate ${client.id}\` creates one`,
      );
    const whose = { audience: config.oneUrl, subject: client.id, grantId };
    return tokens.issue({ ...whose, claims, lifetimeSeconds: tokenSeconds });
  };
}

async function call(
  config: Addresses,
  method: Method,
  url: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Answered> {
  const isForm = body instanceof URLSearchParams;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  try {
    const answer = await request(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': type }) },
      ...(body !== undefined && { body: isForm ? body.toString() : JSON.stringify(body) }),
      // A clock that moves by months does the due work of months before it responds.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const text = await answer.body.text();
    if (answer.statusCode < 300) return text === '' ? undefined : readJson(text);
    throw new Refused(answer.statusCode, explain(answer.statusCode, url, text), readJson(text));
  } catch (error) {
    if (error instanceof Refused) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new Error(`${notRunning(config)} (${code ?? message})`);
  }
}

function readJson(text: string): Answered {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the text of any surface's error. */
function explain(status: number, url: string, text: string): string {
  const path = new URL(url).pathname;
  if (status === 404 && path.startsWith('/sandbox') && text.includes(nowhere))
    return 'the service has no sandbox controls: it runs in production';
  const body = readJson(text);
  if (typeof body === 'string') return `${path} answered ${status}: ${body.slice(0, 500)}`;
  const { detail, message, code, source } = body as Answered;
  const place = source?.pointer ?? source?.parameter;
  const about = [code, place].filter(Boolean).join(', ');
  return `${detail ?? message ?? text}${about === '' ? '' : ` (${about})`}`;
}

/** Repeats `ask` until it returns something. Returns undefined after `patienceMs`. */
export async function until<T>(
  ask: () => Promise<T | undefined>,
  patienceMs: number,
  everyMs = 50,
): Promise<T | undefined> {
  for (const end = performance.now() + patienceMs; ; ) {
    const answer = await ask();
    if (answer !== undefined || performance.now() > end) return answer;
    await sleep(everyMs);
  }
}
