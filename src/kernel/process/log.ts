// Logs: one JSON line per fact, with the correlation id of its request and never a secret. A line that cannot be
// written is dropped and counted: a full disk or a stalled reader must not stop the service.
import pino from 'pino';
import { openRotating } from './log-file.ts';

export type Logger = pino.Logger;

// Values logged by accident under these names are removed.
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

/** Creates a logger that writes JSON lines to `sink` from `level` up. */
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
 * Returns the same log without redaction, for lines whose members are all named at the call and hold no secret:
 * redaction costs six times as much as the line.
 */
export function withoutRedaction(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

/** Where lines go. A caller neither waits nor learns of a failure. */
export interface LogSink {
  write(line: string): void;
  /** Returns how many lines could not be written. */
  dropped(): number;
}

/** Writes bytes. `done` gets the error and how many bytes were written before it. */
interface ByteWriter {
  write(bytes: Buffer, done: (error: Error | null, written: number) => void): void;
  /** Writes synchronously when the process ends; throws the failure. */
  writeNow(bytes: Buffer): void;
}

/** The most characters that wait for a slow disk or reader; further lines are dropped. */
const mostWaiting = 1024 * 1024;

/** Appends lines to a file of at most `mostBytes` and keeps older ones. Throws when it cannot be opened. */
export function logFile(path: string, mostBytes: number): LogSink {
  return createSink(openRotating(path, mostBytes));
}

let output: LogSink | undefined;

/** Returns the standard output: Node writes to a pipe without waiting for its reader. */
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

/** Prevents a stream's failure from ending the process: only the callback of a write reports it. */
export function ignoreStreamErrors(stream: NodeJS.WriteStream): void {
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
}

function ignore(): void {}

function createSink(writer: ByteWriter): LogSink {
  let waiting = '';
  let isBusy = false;
  let dropped = 0;
  let reported = 0;
  // The text after a torn line begins on a new line.
  let isTorn = false;

  function send(): void {
    if (waiting === '') return;
    isBusy = true;
    const missing = dropped - reported;
    const preface = Buffer.from((isTorn ? '\n' : '') + (missing > 0 ? lineAbout(missing) : ''));
    push(Buffer.concat([preface, Buffer.from(waiting)]), preface.length, missing);
    waiting = '';
  }

  /** Writes bytes; the first `preface` of them report the `missing` lines that were lost before. */
  function push(bytes: Buffer, preface: number, missing: number): void {
    writer.write(bytes, (error, written) => {
      if (written > 0) isTorn = bytes[written - 1] !== newline;
      if (written >= preface) reported += missing;
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
      if (bytes.length > 0) writer.writeNow(bytes);
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
