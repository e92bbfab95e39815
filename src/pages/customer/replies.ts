// The HTTP side of customers' pages: the language of a visit, the headers of a page, the one rule for buttons, and the
// pages for failures.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { pathOfUrl } from '../../kernel/http/path.ts';
import { transportStatus } from '../../kernel/http/server.ts';
import { type Html, render } from '../html.ts';
import { chooseLanguage } from '../messages/index.ts';
import { pagePolicy } from '../page.ts';
import type { Frame, House } from './model.ts';
import { cannotStart, unavailable } from './problems.ts';

/** The fields of a form, or of a query. */
export type Fields = Record<string, string>;

/** Returns the frame of a page at `path` in the visitor's language. A language in the address is remembered. */
export function frameFor(request: FastifyRequest, reply: FastifyReply, house: House, path: string): Frame {
  const asked = (request.query as Fields).lang;
  const before = remembered(request, 'lang');
  const language = chooseLanguage(asked, before, request.headers['accept-language']);
  if (asked === language) remember(reply, 'lang', language);
  return { language, path, ...house };
}

/** Returns the last bank that was chosen in the visitor's browser. */
export const lastBankOf = (request: FastifyRequest): string | undefined => remembered(request, 'bank');

/** Remembers the id of the chosen bank in the visitor's browser. */
export const rememberBank = (reply: FastifyReply, bankId: string): void => remember(reply, 'bank', bankId);

// Cookies work without scripts. These identify no one: they hold only choices made on our pages.
type Remembered = 'lang' | 'bank';

function remembered(request: FastifyRequest, what: Remembered): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';', 50).map((one) => one.trim().split('='));
  const value = cookies.find(([name]) => name === `tefo_${what}`)?.[1];
  return value !== undefined && /^[\w-]{1,64}$/.test(value) ? value : undefined;
}

function remember(reply: FastifyReply, what: Remembered, value: string): void {
  reply.header('set-cookie', `tefo_${what}=${value}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`);
}

/** Returns the text in the search of a page. A repeated parameter was not typed and is ignored. */
export function searchOf(request: FastifyRequest): string | undefined {
  const { q } = request.query as Record<string, unknown>;
  return typeof q === 'string' ? q.slice(0, 100) : undefined;
}

const longestPath = 200;

/**
 * Returns the path of a request as a link of our own. A path that would lead to another host, like "//host", becomes
 * the start page. A path that is too long to be ours is cut.
 */
export function pathOf(request: FastifyRequest): string {
  const path = pathOfUrl(request.url).slice(0, longestPath);
  return /^\/(?![/\\])/.test(path) ? path : '/';
}

/** Sends a page. Its forms may lead to us and to `targets`, which are origins. */
export function sendPage(reply: FastifyReply, page: Html, targets: string[] = []): unknown {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy(targets))
    .send(render(page));
}

/** Returns the web origins of addresses, each once. Other values are left out. */
export function originsOf(addresses: (string | null | undefined)[]): string[] {
  const origins = addresses.map((address) => (address ? URL.parse(address)?.origin : undefined));
  return [...new Set(origins)].filter(
    (origin): origin is string => origin !== undefined && /^https?:/.test(origin),
  );
}

/**
 * Does a button's work only if the button is on the present page. Otherwise, and if the state changed in between, it
 * leads to the present page.
 */
export async function press(
  isOnPage: boolean,
  work: () => Promise<unknown>,
  toPageNow: () => unknown,
): Promise<unknown> {
  if (!isOnPage) return toPageNow();
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.kind !== 'invalid' && error.kind !== 'unavailable')
      return toPageNow();
    throw error;
  }
}

/** Sends the page for an error that nothing else has handled. */
export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  house: House,
): unknown {
  const frame = frameFor(request, reply, house, pathOf(request));
  const transport = transportStatus(error);
  const isAway =
    isDatabaseAway(error) ||
    transport?.status === 503 ||
    (error instanceof DomainError && error.kind === 'unavailable');
  if (isAway) return sendPage(reply.code(503).header('retry-after', '1'), unavailable(frame));
  if (transport?.retryAfterSeconds) {
    reply.header('retry-after', transport.retryAfterSeconds);
    return sendPage(reply.code(transport.status), unavailable(frame));
  }
  if (transport) {
    const model = { ...frame, technical: transport.detail };
    return sendPage(reply.code(transport.status), cannotStart(model));
  }
  request.log.error({ error }, 'a page failed');
  return sendPage(reply.code(500), unavailable(frame));
}
