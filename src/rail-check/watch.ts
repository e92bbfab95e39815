// What a rail does beside what it answers while it is checked: whatever it prints, and each time it reads the machine's
// clock. The watch stands around the import of a module and all calls of it.
import { fileURLToPath } from 'node:url';

export interface Watch {
  /** All that was printed or logged, with what it was. */
  said: string[];
  /** Who read the machine's clock. */
  clockReads: Set<string>;
  end(): void;
}

/** Whose reading of the clock counts, by the address of the file that reads it. */
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

/** What those that are concerned print meanwhile is heard, and goes nowhere. */
function watchOutput(isConcerned: () => boolean, hear: (text: string) => void): Undo[] {
  const streams = [process.stdout, process.stderr].map((stream) => {
    const original = stream.write;
    stream.write = ((chunk: string | Uint8Array, encoding?: unknown, done?: unknown) => {
      if (!isConcerned())
        return original.call(stream, chunk as string, encoding as 'utf8', done as () => void);
      hear(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      const callback = typeof encoding === 'function' ? encoding : done;
      if (typeof callback === 'function') queueMicrotask(() => callback());
      return true;
    }) as typeof stream.write;
    return () => {
      stream.write = original;
    };
  });
  const hearWarning = (warning: Error) => hear(String(warning));
  process.on('warning', hearWarning);
  return [...streams, () => process.off('warning', hearWarning)];
}

/** Calls `note` whenever somebody asks what time it is. */
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

/** Not whoever reads the clock: whoever has it read. */
const passing = [import.meta.url, new URL('../kernel/clock.ts', import.meta.url)].map((url) =>
  fileURLToPath(url),
);

const depth = 40;

/** The functions on the stack that are not of this file, the last that was called comes first. */
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
