// The work of a thread that reads files of banks (reading.ts): only it runs the readers.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { BadAnswer, type FileAnswer } from '../../core/payment-files/format.ts';
import { BadStatement, type Reported } from '../../core/statements/parsed-statement.ts';
import { type Streamed, send } from '../../kernel/concurrency/thread-stream.ts';
import { readAnswer } from '../pain/read.ts';
import { type NamedProfile, profileOf } from './profile-names.ts';
import { readStatements } from './statements/index.ts';
import type { Reading } from './statements/line-batches.ts';

export interface StatementGiven {
  /** The path of a file, or its bytes. */
  source: string | Uint8Array;
  profile: NamedProfile;
  reading: Reading;
}

/** Why a file is refused. Errors lose their class on the way to another thread. */
export interface Refusal {
  refused: string;
  line: number | null;
}

/** Sends the contents of a statement file, in batches; a refusal is the last. */
export function statement({ argument, port }: Streamed<StatementGiven>): Promise<void> {
  return send(port, reportedOf(argument));
}

async function* reportedOf({
  source,
  profile,
  reading,
}: StatementGiven): AsyncGenerator<Reported[] | Refusal> {
  try {
    const bytes = typeof source === 'string' ? createReadStream(source) : Readable.from(piecesOf(source));
    yield* readStatements(bytes, profileOf(profile), reading);
  } catch (error) {
    if (!(error instanceof BadStatement)) throw error;
    yield { refused: error.message, line: error.line };
  }
}

const pieceBytes = 64 * 1024;

function* piecesOf(bytes: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield Buffer.from(bytes.subarray(at, at + pieceBytes));
}

/** Reads a bank's response to a payment file. */
export function answer(text: string): FileAnswer | Refusal {
  try {
    return readAnswer(text);
  } catch (error) {
    if (!(error instanceof BadAnswer)) throw error;
    return { refused: error.message, line: null };
  }
}
