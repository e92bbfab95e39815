// Limits the time of each call to a rail, so that a call that never ends does not block the suite. The limit is shorter
// after the first timeout.
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Broken } from './broken.ts';

/** In milliseconds. */
const usual = 5_000;
const afterFirst = 300;

let hanging: string[] = [];

/** Receives each thrown error as text. */
type Recorder = (thrown: string) => void;

/** Returns the calls that timed out since the last call of this function. */
export function takeHanging(): string[] {
  const found = hanging;
  hanging = [];
  return found;
}

/** A call that exceeded its time limit. */
export class Hanging extends Broken {}

/** Wraps an object so that each of its methods, and those of its members, throws Hanging after the time limit. */
export function patient<T extends object>(of: T, name: string, record: Recorder = () => {}): T {
  return new Proxy(of, {
    get: (target, member) => {
      const value = Reflect.get(target, member, target);
      const path = `${name}.${String(member)}`;
      if (typeof value === 'function') return limited(value.bind(target), path, record);
      return isPlain(value) ? patient(value, path, record) : value;
    },
  });
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function limited(call: (...given: unknown[]) => unknown, path: string, record: Recorder) {
  return (...given: unknown[]): unknown => {
    const result = call(...given);
    return result instanceof Promise ? inTime(result, path, record) : result;
  };
}

async function inTime<T>(work: Promise<T>, path: string, record: Recorder): Promise<T> {
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
    record(inspect(error));
    throw error;
  } finally {
    ended.abort();
  }
}
