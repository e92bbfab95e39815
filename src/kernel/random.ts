// Chance: the operating system's, or, in a sandbox that is to do the same again, a stream that follows from a seed.
import { createCipheriv, hash, randomFillSync } from 'node:crypto';

let fill: (bytes: Buffer) => void = randomFillSync;

// Drawn in bulk: one call of the system for some hundred ids.
const pool = Buffer.alloc(4096);
let used = pool.length;

/**
 * From now on this process draws from a stream that follows from `seed`: whoever knows it knows every id and secret to
 * come. For sandboxes only.
 */
export function seedRandom(seed: string): void {
  const stream = createCipheriv('aes-256-ctr', hash('sha256', `tefo ${seed}`, 'buffer'), Buffer.alloc(16));
  fill = (bytes) => void stream.update(Buffer.alloc(bytes.length)).copy(bytes);
  used = pool.length;
}

/** So many random bytes, at most 4096. */
export function randomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    fill(pool);
    used = 0;
  }
  const drawn = Buffer.from(pool.subarray(used, used + count));
  // What became a secret does not stay behind.
  pool.fill(0, used, used + count);
  used += count;
  return drawn;
}

const numbers = 2 ** 48;

/** A random whole number from 0 up to, but not, `limit`, which is at most 2 to the power of 48. */
export function randomBelow(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > numbers)
    throw new RangeError(`no number is below ${limit}`);
  // Of what is left over at the end of all numbers, some would come up more often.
  const end = numbers - (numbers % limit);
  for (;;) {
    const drawn = randomBytes(6).readUIntBE(0, 6);
    if (drawn < end) return drawn % limit;
  }
}

/** A random UUID (version 4). */
export function randomUuid(): string {
  const bytes = randomBytes(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
