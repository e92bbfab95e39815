// MT940 (statements) and MT942 (what has moved today), in SWIFT's envelope or without it, any number in a file.
import { BadStatement, type Told } from '../../../core/statements/told.ts';
import { Lines } from './lines.ts';
import { MtMessage } from './mt-message.ts';
import { type Reading, Telling } from './telling.ts';
import { assertNoNull, quoted } from './text.ts';

/** Yields what a file of messages tells. Throws BadStatement. */
export async function* readMt(pieces: AsyncIterable<Buffer>, { today }: Reading): AsyncGenerator<Told[]> {
  const telling = new Telling();
  const messages = new Messages(telling, today);
  const lines = new Lines();
  const take = (line: string, at: number) => messages.take(line, at);
  for await (const piece of pieces) {
    lines.feed(piece, take);
    yield* telling.batch();
  }
  lines.end(take);
  messages.end(lines.at);
  yield* telling.batch(true);
}

const tag = /^:([0-9]{2}[A-Z]?|NS):/;

class Messages {
  readonly #telling: Telling;
  readonly #today: string;
  /** The message that is being read. */
  #message: MtMessage | undefined;
  /** The statement whose next page is awaited. */
  #pages: MtMessage | undefined;
  #isEnveloped = false;

  constructor(telling: Telling, today: string) {
    this.#telling = telling;
    this.#today = today;
  }

  take(line: string, at: number): void {
    if (line.startsWith('{')) this.#open(line, at);
    else if (line.startsWith('-}')) this.#close(line.slice(2), at);
    else if (line.trimEnd() === '-' && this.#mayEnd()) this.#close('', at);
    else this.#field(line, at);
  }

  /** Whether a dash alone ends the message: in an envelope it may be a text's, before the closing balance. */
  #mayEnd(): boolean {
    return !this.#isEnveloped || (this.#message?.isComplete ?? false);
  }

  end(at: number): void {
    if (this.#isEnveloped) throw new BadStatement('the file is cut off: the last message does not end', at);
    this.#finish(false, at);
    if (this.#pages) throw new BadStatement('the file is cut off: the last page is missing', at);
    this.#telling.assertAny();
  }

  #open(line: string, at: number): void {
    assertNoNull(line, at, 'the envelope');
    if (this.#isEnveloped) throw new BadStatement('the file is cut off: the message before does not end', at);
    const text = line.indexOf('{4:');
    // The first blocks may stand on lines of their own.
    if (text < 0) return;
    this.#finish(false, at);
    this.#isEnveloped = true;
    this.#begin();
    const rest = line.slice(text + 3);
    if (rest.trim() !== '') this.#field(rest, at);
  }

  /** Ends a message; the next one may begin on the same line. */
  #close(rest: string, at: number): void {
    if (!this.#message) throw new BadStatement('a message ends that has not begun', at);
    this.#isEnveloped = false;
    this.#finish(true, at);
    if (rest.includes('{4:')) this.#open(rest.slice(rest.indexOf('{')), at);
  }

  #begin(): MtMessage {
    this.#message = this.#pages ?? new MtMessage(this.#telling, this.#today);
    this.#pages = undefined;
    return this.#message;
  }

  #finish(isClosed: boolean, at: number): void {
    this.#message?.end(at, isClosed);
    this.#pages = this.#message?.isPage ? this.#message : this.#pages;
    this.#message = undefined;
  }

  #field(line: string, at: number): void {
    const name = tag.exec(line)?.[1];
    if (name === undefined) this.#more(line, at);
    else {
      if (name === '20' && !this.#isEnveloped) this.#finish(false, at);
      const message = this.#message ?? this.#begin();
      message.field(name, line.slice(name.length + 2), at);
    }
  }

  #more(line: string, at: number): void {
    if (line.trim() === '' || line.trim() === '$') return;
    if (line.startsWith(':')) throw new BadStatement(`${quoted(line)} is not a field of this format`, at);
    if (!this.#message) throw new BadStatement(`${quoted(line)} stands outside of a message`, at);
    this.#message.more(line, at);
  }
}
