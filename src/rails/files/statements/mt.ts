// MT940 (statements) and MT942 (today's movements), in SWIFT's envelope or without it, any number in a file.
import { BadStatement, type Reported } from '../../../core/statements/parsed-statement.ts';
import { type Reading, Telling } from './line-batches.ts';
import { Lines } from './lines.ts';
import { MtMessage } from './mt-message.ts';
import { assertNoNull } from './text.ts';

/** Yields the contents of a file of messages. Throws BadStatement. */
export async function* readMt(pieces: AsyncIterable<Buffer>, { today }: Reading): AsyncGenerator<Reported[]> {
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
const block = /^\{[1-5S]:/;
/** Characters that some lines of communication put around a message. */
const framing = /^\p{Cc}{1,9}(?=[{:-])|^\$(?=\{)/u;

class Messages {
  readonly #telling: Telling;
  readonly #today: string;
  /** The message that is being read. */
  #message: MtMessage | undefined;
  /** The statement whose next page is awaited. */
  #pages: MtMessage | undefined;
  #isEnveloped = false;
  /** A line that is the mark of an end, or a payer's text: the next line shows which. */
  #mark: { line: string; at: number } | undefined;

  constructor(telling: Telling, today: string) {
    this.#telling = telling;
    this.#today = today;
  }

  take(whole: string, at: number): void {
    const line = whole.replace(framing, '');
    if (this.#mark) this.#afterMark(this.#mark, line);
    if (this.#message && (line.trimEnd() === '-' || line.startsWith('-}'))) {
      // The next message can begin on the same line.
      if (line.includes('{')) this.#close(line.slice(2), at);
      else this.#mark = { line, at };
    } else if (block.test(line)) this.#open(line, at);
    else this.#field(line, at);
  }

  #afterMark({ line, at }: { line: string; at: number }, next: string): void {
    this.#mark = undefined;
    const isEnd = next.trim() === '' || /^(?::20:|\$)/.test(next) || block.test(next);
    if (isEnd || (this.#message?.isComplete && !next.startsWith(':'))) this.#close('', at);
    else this.#more(line, at);
  }

  end(at: number): void {
    if (this.#mark) this.#close('', this.#mark.at);
    if (this.#isEnveloped) throw new BadStatement('the file is cut off: the last message does not end', at);
    this.#finish(false, at);
    // The other pages can be in another file.
    this.#pages?.endPages(at);
    this.#telling.assertAny();
  }

  #open(line: string, at: number): void {
    assertNoNull(line, at, 'the envelope');
    if (this.#isEnveloped) throw new BadStatement('the file is cut off: the message before does not end', at);
    const text = line.indexOf('{4:');
    // The first blocks can be on lines of their own.
    if (text < 0) return;
    this.#finish(false, at);
    this.#isEnveloped = true;
    this.#begin();
    const rest = line.slice(text + 3);
    if (rest.trim() !== '') this.#field(rest, at);
  }

  /** Ends a message; the next one can begin on the same line. */
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
    const value = line.slice((name?.length ?? 0) + 2);
    // A line of a text can begin like a field, as where a time is cut in two.
    if (name === undefined || this.#message?.isText(name, value)) {
      this.#more(line, at);
      return;
    }
    if (name === '20' && !this.#isEnveloped) this.#finish(false, at);
    const message = this.#message ?? this.#begin();
    message.field(name, value, at);
  }

  /** Lines outside of messages are the bank's own headers. */
  #more(line: string, at: number): void {
    if (line.trim() !== '' && line.trim() !== '$') this.#message?.more(line, at);
  }
}
