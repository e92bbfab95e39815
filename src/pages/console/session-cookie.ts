// Cookies, for this host only, over TLS (or a loopback address): the session token, the key of a sign-in that is at the
// company, and the accounts for which the browser is a known device.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceMs } from '../../core/users/devices.ts';

const session = '__Host-tefo-session';
const company = '__Host-tefo-company';
const wrote = '__Host-tefo-wrote';
const device = '__Host-tefo-device';
const form = /^[\w-]{20,100}$/;
const deviceForm = /^[\w.-]{20,500}$/;

/** Returns the token of the request; undefined without one. */
export const tokenOf = (request: FastifyRequest): string | undefined => cookieOf(request, session);

/** Returns the key of the sign-in that the browser has started. */
export const companyKeyOf = (request: FastifyRequest): string | undefined => cookieOf(request, company);

/** Returns the cookie that proves the accounts of a known device; undefined without one. */
export const deviceOf = (request: FastifyRequest): string | undefined =>
  cookieOf(request, device, deviceForm);

function cookieOf(request: FastifyRequest, name: string, of: RegExp = form): string | undefined {
  for (const one of (request.headers.cookie ?? '').split(';', 50)) {
    const at = one.indexOf('=');
    if (one.slice(0, at).trim() !== name) continue;
    const token = one.slice(at + 1).trim();
    return of.test(token) ? token : undefined;
  }
  return undefined;
}

const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

export function setToken(reply: FastifyReply, token: string): void {
  reply.header('set-cookie', `${session}=${token}; ${attributes}`);
}

export function setDevice(reply: FastifyReply, cookie: string): void {
  reply.header('set-cookie', `${device}=${cookie}; Max-Age=${deviceMs / 1_000}; ${attributes}`);
}

export function clearToken(reply: FastifyReply): void {
  reply.header('set-cookie', `${session}=; Max-Age=0; ${attributes}`);
}

export function setCompanyKey(reply: FastifyReply, key: string, seconds: number): void {
  reply.header('set-cookie', `${company}=${key}; Max-Age=${seconds}; ${attributes}`);
}

export function clearCompanyKey(reply: FastifyReply): void {
  reply.header('set-cookie', `${company}=; Max-Age=0; ${attributes}`);
}

/** Remembers for a number of seconds that the user has changed something. */
export function noteWriting(reply: FastifyReply, seconds: number): void {
  reply.header('set-cookie', `${wrote}=the-primary-answers-me; Max-Age=${seconds}; ${attributes}`);
}

export const hasJustWritten = (request: FastifyRequest): boolean => cookieOf(request, wrote) !== undefined;

/** True if a change comes from one of our pages: browsers report that. */
export function isFromHere({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return (
    origin !== undefined && [new URL(publicUrl).origin, `http://${host}`, `https://${host}`].includes(origin)
  );
}

const nowhere = 'http://console.invalid';

/** Returns a way back into the console; its first page for any other address. */
export function wayBack(asked: unknown): string {
  const url = typeof asked === 'string' && asked.length <= 2_000 ? URL.parse(asked, nowhere) : null;
  const isOurs = url?.origin === nowhere && /^\/console(?:\/(?!sign-)|$)/.test(url.pathname);
  return isOurs ? url.pathname + url.search : '/console';
}
