// Identifiers: UUID version 7, timed by the injected clock, so that later rows sort later.
import { hash } from 'node:crypto';
import type { Clock } from './clock.ts';
import { randomBytes } from './random.ts';

/** Returns a new UUIDv7 whose leading 48 bits are the clock's milliseconds; the rest is what `draw` draws. */
export const newId = (clock: Clock, draw = randomBytes): string => newIdAt(clock.now(), draw);

/** Returns the same for an instant that was read before: things sort by it as by their ids. */
export function newIdAt(at: Date, draw = randomBytes): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const random = draw(10);
  random[0] = (random.readUInt8(0) & 0x0f) | 0x70;
  random[2] = (random.readUInt8(2) & 0x3f) | 0x80;
  const hex = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8)}`;
}

/** Returns the UUIDv8 derived from a text: always the same for the same text. */
export function idFrom(text: string): string {
  const hex = hash('sha256', text);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the least id newId can make at an instant or later, to search an index of ids by time. */
export function firstIdAt(instant: Date): string {
  const time = Math.max(0, instant.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-0000-000000000000`;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True if `text` is a UUID of any version. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && uuidPattern.test(text);
}
