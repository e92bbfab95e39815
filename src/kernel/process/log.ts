// Logs: one JSON line per fact, with the correlation id of the request it belongs to and never a secret. A line that
// cannot be written is dropped and counted: a full disk, or a reader that stopped reading, must not stop the service.
import pino from 'pino';
import { openRotating } from './log-file.ts';

export type Logger = pino.Logger;

// Whatever is logged by accident under one of these names is cut out before it is written.
const secretNames = [
  'authorization',
  'apiKey',
  'apikey',
  'privateKey',
  'clientSecret',
  'client_secret',
  'password',
  'secret',
  'token',
  'access_token',
  'accountNumber',
  'hashCheck',
];

/** A logger that writes JSON lines to `sink` from `level` up. */
export function createLog(level: string, sink: Pick<LogSink, 'write'> = standardOutput()): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`]),
      censor: '[redacted]',
    },
    serializers: { error: pino.stdSerializers.err },
  };
  return pino(options, sink);
}

/**
 * The same log for lines whose members are all named where they are written, and none of them a secret: looking for secrets
 * costs six times what the line does.
 */
export function withoutRedaction(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

/** Where lines go. Whoever writes one neither waits nor hears of a failure. */
export interface LogSink {
  write(line: string): void;
  /** How many lines could not be written. */
  dropped(): number;
}

/** How bytes leave. `done` is told what went wrong, and how many bytes were written before. */
interface Way {
  write(bytes: Buffer, done: (error: Error | null, written: number) => void): void;
  /** The same at once, for the end of the process; throws what went wrong. */
  writeNow(bytes: Buffer): void;
}

/** What waits for a slow disk or reader at most, in characters; lines beyond it are dropped. */
const mostWaiting = 1024 * 1024;

/** Lines appended to a file of at most so many bytes, beside which the ones before are kept. Throws when it cannot be opened. */
export function logFile(path: string, mostBytes: number): LogSink {
  return createSink(openRotating(path, mostBytes));
}

let output: LogSink | undefined;

/** The standard output of this process: Node writes to a pipe without waiting for its reader. */
export function standardOutput(): LogSink {
  output ??= createSink({
    write: (bytes, done) => {
      ignoreStreamErrors(process.stdout);
      process.stdout.write(bytes, (error) => done(error ?? null, error ? 0 : bytes.length));
    },
    writeNow: (bytes) => void process.stdout.write(bytes),
  });
  return output;
}

/** Lets a stream of this process fail without ending it: whoever writes to it is told by its callback, or not at all. */
export function ignoreStreamErrors(stream: NodeJS.WriteStream): void {
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
}

function ignore(): void {}

function createSink(way: Way): LogSink {
  let waiting = '';
  let isBusy = false;
  let dropped = 0;
  let toldOf = 0;
  // What follows a line that was cut off begins on a line of its own.
  let isTorn = false;

  function send(): void {
    if (waiting === '') return;
    isBusy = true;
    const missing = dropped - toldOf;
    const preface = Buffer.from((isTorn ? '\n' : '') + (missing > 0 ? lineAbout(missing) : ''));
    push(Buffer.concat([preface, Buffer.from(waiting)]), preface.length, missing);
    waiting = '';
  }

  /** Writes bytes whose first `preface` are about the `missing` lines that were lost before. */
  function push(bytes: Buffer, preface: number, missing: number): void {
    way.write(bytes, (error, written) => {
      if (written > 0) isTorn = bytes[written - 1] !== newline;
      if (written >= preface) toldOf += missing;
      const rest = bytes.subarray(written);
      const restOfPreface = Math.max(0, preface - written);
      if (error === null && written > 0 && rest.length > 0)
        return push(rest, restOfPreface, restOfPreface > 0 ? missing : 0);
      dropped += linesIn(rest.subarray(restOfPreface));
      isBusy = false;
      send();
    });
  }

  process.on('exit', () => {
    const bytes = Buffer.from(waiting);
    waiting = '';
    try {
      if (bytes.length > 0) way.writeNow(bytes);
    } catch {
      dropped += linesIn(bytes);
    }
  });

  return {
    write: (line) => {
      if (waiting.length + line.length > mostWaiting) {
        dropped += 1;
        return;
      }
      waiting += line;
      if (!isBusy) send();
    },
    dropped: () => dropped,
  };
}

function linesIn(bytes: Buffer): number {
  return bytes.toString('latin1').split('\n').length - 1;
}

const newline = 10;

function lineAbout(missing: number): string {
  return `{"level":40${pino.stdTimeFunctions.isoTime()},"dropped":${missing},"msg":"lines of this log could not be written"}\n`;
}
