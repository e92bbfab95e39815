// Bounds the passwords that wait for their hash, which is slow on purpose: beyond, a request is refused before it hashes or
// holds a connection, so that a flood delays no other request.
import { clientNetworkOf } from '../../kernel/http/networks.ts';
import type { Line } from '../../kernel/security/passwords.ts';

export interface Slowed {
  kind: 'slowed';
  retryAfterSeconds: number;
}

/** A place to wait in. */
export interface Place {
  /** A network, or the account of a known device or of a session. */
  key: string;
  line: Line;
}

/** Returns where a client waits that is not signed in: by its network, unless its device is known. */
export const placeOf = (client: {
  email: string;
  network: string | null;
  device?: string | undefined;
}): Place =>
  client.device === undefined
    ? { key: clientNetworkOf(client.network ?? ''), line: 'unknown' }
    : { key: client.email, line: 'known' };

interface Limits {
  /** Of one key. */
  each: number;
  all: number;
}

// Known devices and sessions wait in a line of their own, whose places no other client fills.
const queues = { unknown: createQueue({ each: 16, all: 128 }), known: createQueue({ each: 4, all: 32 }) };

/** Runs work that hashes a chosen password. Where too many wait already, it does not run, and can be retried in five seconds. */
export async function inHashQueue<T>(
  { key, line }: Place,
  work: (line: Line) => Promise<T>,
): Promise<T | Slowed> {
  const leave = queues[line](key);
  if (!leave) return { kind: 'slowed', retryAfterSeconds: 5 };
  try {
    return await work(line);
  } finally {
    leave();
  }
}

/** Returns a function that takes a place, and returns how to leave it; undefined if none is free. */
function createQueue({ each, all }: Limits): (key: string) => (() => void) | undefined {
  const waiting = new Map<string, number>();
  let total = 0;
  return (key) => {
    const before = waiting.get(key) ?? 0;
    if (before >= each || total >= all) return undefined;
    waiting.set(key, before + 1);
    total += 1;
    return () => {
      total -= 1;
      const left = waiting.get(key)! - 1;
      if (left > 0) waiting.set(key, left);
      else waiting.delete(key);
    };
  };
}
