// Records a rail's side effects during a check: its output, and each read of the machine's clock. The watch covers the
// import of a module and all calls of it.
import { fileURLToPath } from 'node:url';

export interface Watch {
  /** The recorded output and log lines. */
  said: string[];
  /** The places in the code that read the machine's clock, as file:line. */
  clockReads: Set<string>;
  end(): void;
}

/** Returns whether the suite judges the code of a file. */
export type Concern = (file: string) => boolean;

export function startWatch(isConcerned: Concern): Watch {
  const said: string[] = [];
  const clockReads = new Set<string>();
  const undo = [
    ...watchOutput(
      () => callers().some(({ file }) => isConcerned(file)),
      (text) => said.push(text),
    ),
    ...watchTime(() => {
      const [caller] = callers();
      if (caller && isConcerned(caller.file)) clockReads.add(caller.place);
    }),
  ];
  return { said, clockReads, end: () => undo.forEach((one) => void one()) };
}

type Undo = () => void;

/** Records the output of the code under test and withholds it from the terminal. */
function watchOutput(isConcerned: () => boolean, record: (text: string) => void): Undo[] {
  const streams = [process.stdout, process.stderr].map((stream) => {
    const original = stream.write;
    stream.write = ((chunk: string | Uint8Array, encoding?: unknown, done?: unknown) => {
      if (!isConcerned())
        return original.call(stream, chunk as string, encoding as 'utf8', done as () => void);
      record(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      const callback = typeof encoding === 'function' ? encoding : done;
      if (typeof callback === 'function') queueMicrotask(() => callback());
      return true;
    }) as typeof stream.write;
    return () => {
      stream.write = original;
    };
  });
  const recordWarning = (warning: Error) => record(String(warning));
  process.on('warning', recordWarning);
  return [...streams, () => process.off('warning', recordWarning)];
}

/** Calls `note` at each read of Date or Temporal.Now. */
function watchTime(note: () => void): Undo[] {
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given) => {
      if (given.length === 0) note();
      return Reflect.construct(target, given, target);
    },
    apply: (target) => {
      note();
      return target();
    },
    get: (target, name) => {
      if (name !== 'now') return Reflect.get(target, name, target);
      return () => {
        note();
        return target.now();
      };
    },
  });
  const now = Temporal.Now as unknown as Record<string, unknown>;
  const temporal = Object.getOwnPropertyNames(now).filter((name) => typeof now[name] === 'function');
  const originals = temporal.map((name) => [name, now[name] as (...given: unknown[]) => unknown] as const);
  for (const [name, original] of originals)
    if (name !== 'timeZoneId')
      now[name] = (...given: unknown[]) => {
        note();
        return original.apply(now, given);
      };
  return [
    () => {
      globalThis.Date = RealDate;
    },
    ...originals.map(([name, original]) => () => {
      now[name] = original;
    }),
  ];
}

/** Files that read the clock for others, so that their caller is reported. */
const passing = [import.meta.url, new URL('../kernel/clock.ts', import.meta.url)].map((url) =>
  fileURLToPath(url),
);

const depth = 40;

/** Returns the functions on the stack outside of this file, the innermost first. */
function callers(): { file: string; place: string }[] {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = depth;
  const lines = (new Error().stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = usual;
  return lines.flatMap((line) => {
    const place = /(?:\(|at (?:async )?)([^()\s]+:\d+):\d+\)?$/.exec(line)?.[1];
    if (place === undefined) return [];
    const address = place.slice(0, place.lastIndexOf(':'));
    const file = address.startsWith('file:') ? fileURLToPath(address) : address;
    return passing.includes(file) ? [] : [{ file, place: `${file}${place.slice(address.length)}` }];
  });
}
