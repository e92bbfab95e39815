// The work of a thread that reads files of banks (reading.ts): only it runs the readers.
import { createReadStream } from 'node:fs';
import { BadAnswer, type FileAnswer } from '../../core/payment-files/format.ts';
import { BadStatement, type Told } from '../../core/statements/parsed-statement.ts';
import { type Streamed, send } from '../../kernel/concurrency/thread-stream.ts';
import { readAnswer } from '../pain/read.ts';
import { type NamedProfile, profileOf } from './profile-names.ts';
import { readStatements } from './statements/index.ts';
import type { Reading } from './statements/line-batches.ts';

export interface StatementGiven {
  path: string;
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
  return send(port, toldOf(argument));
}

async function* toldOf({ path, profile, reading }: StatementGiven): AsyncGenerator<Told[] | Refusal> {
  try {
    yield* readStatements(createReadStream(path), profileOf(profile), reading);
  } catch (error) {
    if (!(error instanceof BadStatement)) throw error;
    yield { refused: error.message, line: error.line };
  }
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
