// Random numbers: from the operating system or, in a sandbox that must be repeatable, from a seeded stream.
import { createCipheriv, hash, randomFillSync } from 'node:crypto';
import { itemAt } from './required.ts';

let fill: (bytes: Buffer) => void = randomFillSync;

// Drawn in bulk: one system call serves some hundred ids.
const pool = Buffer.alloc(4096);
let used = pool.length;

/**
 * Makes this process draw from a stream derived from `seed`. The seed gives away every later id and secret, so use it
 * only in sandboxes.
 */
export function seedRandom(seed: string): void {
  const stream = createCipheriv('aes-256-ctr', hash('sha256', `tefo ${seed}`, 'buffer'), Buffer.alloc(16));
  fill = (bytes) => void stream.update(Buffer.alloc(bytes.length)).copy(bytes);
  used = pool.length;
}

/** Returns `count` random bytes, at most 4096. */
export function randomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    fill(pool);
    used = 0;
  }
  const drawn = Buffer.from(pool.subarray(used, used + count));
  // The bytes may become a secret: no copy stays in the pool.
  pool.fill(0, used, used + count);
  used += count;
  return drawn;
}

const numbers = 2 ** 48;

/** Returns a random whole number from 0 to below `limit`, which is at most 2 to the power of 48. */
export function randomBelow(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > numbers)
    throw new RangeError(`the limit must be a whole number from 1 to 2^48, not ${limit}`);
  // Numbers beyond the last whole multiple of `limit` are discarded: they would make some results more frequent.
  const end = numbers - (numbers % limit);
  for (;;) {
    const drawn = randomBytes(6).readUIntBE(0, 6);
    if (drawn < end) return drawn % limit;
  }
}

/** Returns a random item of a list that is not empty. */
export const randomItem = <Item>(list: readonly Item[]): Item => itemAt(list, randomBelow(list.length));

/** Returns a random UUID (version 4). */
export function randomUuid(): string {
  const bytes = randomBytes(16);
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x40;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
