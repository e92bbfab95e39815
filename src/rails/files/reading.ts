// Files of banks, read in threads: whatever a file holds, it takes no more than its time and its memory, and the thread that
// serves requests never waits for it.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Context } from '../../core/context.ts';
import { BadAnswer, type FileAnswer } from '../../core/payment-files/format.ts';
import type { StatementFile } from '../../core/statements/actions.ts';
import { BadStatement, type Reported } from '../../core/statements/parsed-statement.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { createThreads, OverBudget, OverMemory } from '../../kernel/concurrency/thread-pool.ts';
import type { NamedProfile } from './profile-names.ts';
import type { Refusal, StatementGiven } from './reading-work.ts';
import { sortOf } from './statements/index.ts';

/** What reading one file can take. */
export interface ReadingLimits {
  mostMb: number;
  /** Of the thread's objects, in megabytes. */
  memoryMb: number;
  /** The time for any file, in milliseconds, the start of a thread included. */
  baseMs: number;
  /** The additional time for each megabyte, in milliseconds. */
  msPerMb: number;
}

/** An honest megabyte takes a tenth of a second on a slow machine. */
const defaults: ReadingLimits = { mostMb: 256, memoryMb: 768, baseMs: 20_000, msPerMb: 2_000 };

/** A response to ten thousand payments has 15 MB. */
const mostAnswerMb = 48;

const megabyte = 1024 ** 2;

/** A file without a path. */
export interface Uploaded {
  name: string;
  bytes: Buffer;
}

export interface BankFileReader extends AsyncDisposable {
  /** Returns a statement file, which can be read more than once. Throws BadStatement for one that is too large. */
  openStatement(ctx: Pick<Context, 'clock'>, path: string, profile: NamedProfile): Promise<StatementFile>;
  /** Returns a statement file whose bytes were uploaded. Throws BadStatement for one that is too large. */
  openUpload(ctx: Pick<Context, 'clock'>, file: Uploaded, profile: NamedProfile): StatementFile;
  /** Returns the text of a response to a payment file. Throws BadAnswer for one that is too large. */
  openAnswer(path: string): Promise<string>;
  /** Reads a response to a payment file. Rejects with BadAnswer. */
  readAnswer(text: string): Promise<FileAnswer>;
  /** True if it is closed: then a file that could not be read is not to blame. */
  readonly isClosed: boolean;
  /** Ends the readings in progress; none begins afterwards. */
  close(): Promise<void>;
}

/** Creates a reader. Its threads start with the first file, and end soon after the last. */
export function createBankFileReader(given: Partial<ReadingLimits> = {}): BankFileReader {
  const limits = { ...defaults, ...given };
  const threads = createThreads({
    file: new URL('./reading-work.ts', import.meta.url),
    threads: 2,
    memoryMb: limits.memoryMb,
    isPatient: true,
  });
  const budgetOf = (bytes: number) => limits.baseMs + Math.ceil((bytes / megabyte) * limits.msPerMb);
  let isClosed = false;

  async function close(): Promise<void> {
    isClosed = true;
    await threads.close();
  }

  async function* read(argument: StatementGiven, bytes: number): AsyncGenerator<Reported[]> {
    try {
      for await (const reported of threads.stream<Reported[] | Refusal>(
        'statement',
        argument,
        budgetOf(bytes),
      )) {
        if ('refused' in reported) throw new BadStatement(reported.refused, reported.line);
        yield reported;
      }
    } catch (error) {
      throw isClosed || error instanceof BadStatement ? error : blamed(error, BadStatement);
    }
  }

  return {
    openStatement: async (ctx, path, profile) => {
      const { size } = await stat(path);
      if (size > limits.mostMb * megabyte)
        throw new BadStatement(`${tooLarge(size, limits.mostMb)}, or raise TEFO_BANK_FILE_MB`, null);
      const reading = { today: dayOf(ctx.clock.now()).toString() };
      const hash = createHash('sha256');
      for await (const piece of createReadStream(path)) hash.update(piece);
      return {
        name: basename(path),
        sha256: hash.digest('hex'),
        read: () => read({ source: path, profile, reading }, size),
      };
    },
    openUpload: (ctx, { name, bytes }, profile) => {
      const reading = { today: dayOf(ctx.clock.now()).toString() };
      return {
        name,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        read: () => read({ source: bytes, profile, reading }, bytes.length),
      };
    },
    openAnswer: async (path) => {
      const { size } = await stat(path);
      if (size > mostAnswerMb * megabyte) throw new BadAnswer(tooLarge(size, mostAnswerMb));
      return readFile(path, 'utf8');
    },
    readAnswer: async (text) => {
      try {
        const answer = await threads.run<FileAnswer | Refusal>('answer', text, budgetOf(text.length));
        if ('refused' in answer) throw new BadAnswer(answer.refused);
        return answer;
      } catch (error) {
        throw isClosed || error instanceof BadAnswer ? error : blamed(error, BadAnswer);
      }
    },
    get isClosed() {
      return isClosed;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const tooLarge = (bytes: number, mostMb: number): string =>
  `the file has ${Math.ceil(bytes / megabyte)} MB, and at most ${mostMb} MB are read: ask the bank for it in parts`;

type Refused = new (reason: string, line: null) => Error;

/** Returns the refusal of a file whose reader was ended or failed; the error itself where the file system failed. */
function blamed(error: unknown, Refused: Refused): unknown {
  const { message } = error as Error;
  if (error instanceof OverBudget)
    return new Refused(`it takes too long to read (${message}): request it from the bank in parts`, null);
  if (error instanceof OverMemory)
    return new Refused(
      `it needs too much memory to read (${message}): request it from the bank in parts`,
      null,
    );
  // Its class and its code were lost between the threads.
  return /^E[A-Z]+: /.test(message) ? error : new Refused(`it cannot be read: ${message}`, null);
}

/** Returns whether a file is a statement or a response to a payment file; undefined for neither. */
export async function sortOfFile(path: string): Promise<ReturnType<typeof sortOf>> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    return sortOf(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
