// Known devices: browsers from which an account was signed in to before. A signed cookie proves it without a query, so that
// neither a response nor its time shows which accounts exist. It is no credential: it only has attempts counted apart.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs } from '../../kernel/clock.ts';
import { unseededBytes } from '../../kernel/security/secure-random.ts';
import type { AnyContext } from '../context.ts';

/** How long a device stays known after a sign-in. */
export const deviceMs = 90 * dayMs;

/** The accounts that one browser is known for; with another one the oldest is dropped. */
const mostAccounts = 5;
const idBytes = 12;
/** The id, and in seconds until when it is known. */
const headBytes = idBytes + 6;
const macBytes = 32;

interface Entry {
  text: string;
  head: Buffer;
  mac: Buffer;
}

/** Returns the id of the device that a cookie proves for an account's address; undefined if it proves none. */
export function knownDevice(
  scope: Pick<AnyContext, 'keyring'>,
  cookie: string | undefined,
  email: string,
  now: Date,
): string | undefined {
  return entryOf(scope, cookie, email, now)?.head.toString('base64url', 0, idBytes);
}

/**
 * Returns the cookie after a sign-in: this account's device, known from now on, and those of the other accounts. The device
 * keeps its id, and with it its wrong attempts.
 */
export function rememberDevice(
  scope: Pick<AnyContext, 'keyring' | 'realClock'>,
  cookie: string | undefined,
  email: string,
): string {
  const now = scope.realClock.now();
  const known = entryOf(scope, cookie, email, now);
  const head = Buffer.alloc(headBytes);
  (known?.head ?? unseededBytes(idBytes)).copy(head, 0, 0, idBytes);
  head.writeUIntBE(Math.floor((now.getTime() + deviceMs) / 1_000), idBytes, headBytes - idBytes);
  const { currentId } = scope.keyring.state();
  const { bytes } = keysOf(scope).find(({ id }) => id === currentId)!;
  const own = Buffer.concat([head, macOf(bytes, head, email)]).toString('base64url');
  const others = entriesOf(cookie).map(({ text }) => text);
  return [own, ...others.filter((text) => text !== known?.text)].slice(0, mostAccounts).join('.');
}

const keysOf = ({ keyring }: Pick<AnyContext, 'keyring'>) => keyring.derive('devices');

// The address is signed and not kept: the cookie has no personal data.
const macOf = (key: Buffer, head: Buffer, email: string): Buffer =>
  createHmac('sha256', key).update(head).update(email).digest();

function entriesOf(cookie = ''): Entry[] {
  return cookie
    .split('.', mostAccounts)
    .map((text) => ({ text, bytes: Buffer.from(text, 'base64url') }))
    .filter(({ bytes }) => bytes.length === headBytes + macBytes)
    .map(({ text, bytes }) => ({ text, head: bytes.subarray(0, headBytes), mac: bytes.subarray(headBytes) }));
}

function entryOf(
  scope: Pick<AnyContext, 'keyring'>,
  cookie: string | undefined,
  email: string,
  now: Date,
): Entry | undefined {
  const keys = keysOf(scope);
  return entriesOf(cookie).find(
    ({ head, mac }) =>
      head.readUIntBE(idBytes, headBytes - idBytes) * 1_000 > now.getTime() &&
      keys.some(({ bytes }) => timingSafeEqual(mac, macOf(bytes, head, email))),
  );
}
