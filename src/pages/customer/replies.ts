// How customers' pages answer over HTTP: the language of a visit, the headers of a page, the one rule of its buttons,
// and what a failure looks like.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { transportStatus } from '../../kernel/http/server.ts';
import { type Html, render } from '../html.ts';
import { pagePolicy } from '../page.ts';
import { chooseLanguage } from '../words/index.ts';
import type { Frame, House } from './model.ts';
import { cannotStart, unavailable } from './problems.ts';

/** The fields of a form, or of a query. */
export type Fields = Record<string, string>;

/** The frame of a page at `path` in the visitor's language, which is remembered where the address asked for it. */
export function frameFor(request: FastifyRequest, reply: FastifyReply, house: House, path: string): Frame {
  const asked = (request.query as Fields).lang;
  const before = remembered(request, 'lang');
  const language = chooseLanguage(asked, before, request.headers['accept-language']);
  if (asked === language) remember(reply, 'lang', language);
  return { language, path, ...house };
}

/** The bank that the visitor's browser continued to last. */
export const lastBankOf = (request: FastifyRequest): string | undefined => remembered(request, 'bank');

/** Keeps the bank that the visitor continues to, by its id alone, in their own browser. */
export const rememberBank = (reply: FastifyReply, bankId: string): void => remember(reply, 'bank', bankId);

// Cookies, because they work without a script. They name nobody: what they hold, the visitor chose on our pages.
type Remembered = 'lang' | 'bank';

function remembered(request: FastifyRequest, what: Remembered): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';', 50).map((one) => one.trim().split('='));
  const value = cookies.find(([name]) => name === `tefo_${what}`)?.[1];
  return value !== undefined && /^[\w-]{1,64}$/.test(value) ? value : undefined;
}

function remember(reply: FastifyReply, what: Remembered, value: string): void {
  reply.header('set-cookie', `tefo_${what}=${value}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`);
}

/** What was typed into the search of a page; what the address says twice nobody has typed. */
export function searchOf(request: FastifyRequest): string | undefined {
  const { q } = request.query as Record<string, unknown>;
  return typeof q === 'string' ? q.slice(0, 100) : undefined;
}

const longestPath = 200;

/**
 * The address a request was sent to, without its query, as our own link: what would lead to another host, as "//host" does,
 * leads to the start. Of one that is too long to be ours, where it begins.
 */
export function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?')[0]!.slice(0, longestPath);
  return /^\/(?![/\\])/.test(path) ? path : '/';
}

/** Sends a page. Its forms may lead to `targets`, which are origins, besides ourselves. */
export function sendPage(reply: FastifyReply, page: Html, targets: string[] = []): unknown {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy(targets))
    .send(render(page));
}

/** The web origins of addresses, each once; what is no web address is left out. */
export function originsOf(addresses: (string | null | undefined)[]): string[] {
  const origins = addresses.map((address) => (address ? URL.parse(address)?.origin : undefined));
  return [...new Set(origins)].filter(
    (origin): origin is string => origin !== undefined && /^https?:/.test(origin),
  );
}

/**
 * A button does its work only on a page that has it; from anywhere else, and where the state moved on between the page
 * and the button, it leads to the page of the moment.
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

/** Answers an error that nothing else has answered. */
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
