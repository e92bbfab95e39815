// Calls of a rail that never end must not keep the suite: each has a limited time, less once one has used it up.
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Broken } from './broken.ts';

/** In milliseconds. */
const usual = 5_000;
const afterFirst = 300;

let hanging: string[] = [];

/** Called with what is thrown. */
type Hear = (thrown: string) => void;

/** Returns the calls that did not end, since it was asked last. */
export function takeHanging(): string[] {
  const found = hanging;
  hanging = [];
  return found;
}

/** A call did not end. */
export class Hanging extends Broken {}

/** Returns the same object; each of its methods, and of those of its members, throws Hanging where it does not end. */
export function patient<T extends object>(of: T, name: string, hear: Hear = () => {}): T {
  return new Proxy(of, {
    get: (target, member) => {
      const value = Reflect.get(target, member, target);
      const path = `${name}.${String(member)}`;
      if (typeof value === 'function') return limited(value.bind(target), path, hear);
      return isPlain(value) ? patient(value, path, hear) : value;
    },
  });
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function limited(call: (...given: unknown[]) => unknown, path: string, hear: Hear) {
  return (...given: unknown[]): unknown => {
    const result = call(...given);
    return result instanceof Promise ? inTime(result, path, hear) : result;
  };
}

async function inTime<T>(work: Promise<T>, path: string, hear: Hear): Promise<T> {
  const ended = new AbortController();
  const late = pause(hanging.length === 0 ? usual : afterFirst, undefined, { signal: ended.signal }).then(
    () => {
      hanging.push(path);
      throw new Hanging(`${path} did not end`);
    },
  );
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    hear(inspect(error));
    throw error;
  } finally {
    ended.abort();
  }
}
