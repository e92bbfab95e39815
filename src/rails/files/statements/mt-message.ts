// One statement in MT940 or MT942: its fields in their order, over as many messages as it has pages.
import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import type { Cents } from '../../../kernel/money.ts';
import { firstOf } from '../../../kernel/required.ts';
import { otherCurrency, type Telling } from './line-batches.ts';
import { canFollow, type MtMovement, readBalance, readCount, readFloor, readMovement } from './mt-fields.ts';
import { assertNoNull, cleanText, joined, quoted } from './text.ts';

/** A movement with the lines of text that follow it. */
interface OpenLine {
  at: number;
  /** Null in a statement of another currency. */
  movement: MtMovement | null;
  /** The lines below field 61, where the reference is whole. */
  below: string[];
  /** The lines of field 86; null until it begins. */
  narrative: string[] | null;
}

/** The bank's count in fields 90C and 90D, against the lines that were read. */
interface Count {
  lines: number;
  sum: Cents;
}

class Sums {
  readonly #of = { C: { lines: 0, sum: 0n }, D: { lines: 0, sum: 0n } };

  add(side: 'C' | 'D', amount: Cents): void {
    this.#of[side].lines += 1;
    this.#of[side].sum += amount < 0n ? -amount : amount;
  }

  is(side: 'C' | 'D', counted: Count): boolean {
    return this.#of[side].lines === counted.lines && this.#of[side].sum === counted.sum;
  }
}

/** In characters: a full line of field 86 continues in the next one without a space. */
const fullLine = 65;
const mostLines = 50;

/** Fields that can have several lines, or notes of the bank below them. */
const withMore = new Set('20 21 25 25P 28 28C 86 NS'.split(' '));
const known = new Set('20 21 25 25P 28 28C 13 13D 34F 60F 60M 61 62F 62M 64 65 86 90C 90D NS'.split(' '));
/** Fields that may come more than once. */
const repeated = new Set(['61', '86', '34F', '65', '21', 'NS']);

export class MtMessage {
  readonly #telling: Telling;
  readonly #today: string;
  #seen = new Set<string>();
  #account: string | null = null;
  #number: string | null = null;
  #opening: Cents | null = null;
  /** The balance with which the last page ended. */
  #page: Cents | null = null;
  #closing: { amount: Cents; day: string; at: number } | null = null;
  #line: OpenLine | undefined;
  /** By where the money went, and by the bank's mark: banks count reversals either way. */
  readonly #read = { moved: new Sums(), marked: new Sums() };
  readonly #counted: { C?: Count; D?: Count } = {};
  /** The field to which a line without a name belongs. */
  #last = '';
  /** Another currency than the rand: the statement is skipped. */
  #currency: string | undefined;
  /** Where the statement begins. */
  #at: number | null = null;

  constructor(telling: Telling, today: string) {
    this.#telling = telling;
    this.#today = today;
  }

  /** True if the next message continues this statement. */
  get isPage(): boolean {
    return this.#page !== null;
  }

  /** True if all movements were emitted. */
  get isComplete(): boolean {
    const { C, D } = this.#counted;
    return this.isPage || this.#closing !== null || (C !== undefined && D !== undefined);
  }

  /** True if what looks like a field is a line of the text of a movement: only what can follow a movement is a field. */
  isText(name: string, value: string): boolean {
    return this.#line !== undefined && !canFollow(name, value);
  }

  /** Takes a field with the text on its first line. */
  field(name: string, text: string, at: number): void {
    if (!known.has(name)) throw new BadStatement(`:${name}: is not a field of this format`, at);
    if (this.#seen.has(name) && !repeated.has(name))
      throw new BadStatement(`:${name}: comes a second time`, at);
    this.#seen.add(name);
    this.#at ??= at;
    if (name === '86') this.#narrate(text, at);
    else if (name === 'NS' && this.#line) this.#line.below.push(text.slice(2));
    else {
      this.#tellLine();
      this.#take(name, text, at);
    }
    this.#last = name;
  }

  /** Takes a line that continues the field before it. A text can have any number; the first ones are kept. */
  more(text: string, at: number): void {
    const line = this.#line;
    if (line) {
      const lines = line.narrative ?? line.below;
      if (lines.length < mostLines) lines.push(this.#last === 'NS' ? text.slice(2) : text);
    } else if (!withMore.has(this.#last)) throw new BadStatement(`${quoted(text)} belongs to no field`, at);
  }

  /** Ends a statement whose other pages are not in the file: each page has its balances. */
  endPages(at: number): void {
    if (this.#page !== null) this.#tell('mt940', this.#page, null, at);
    this.#page = null;
  }

  /** Ends a message; `isClosed`: its end mark was there. Throws BadStatement if it is cut off. */
  end(at: number, isClosed: boolean): void {
    this.#tellLine();
    const is942 = this.#seen.has('34F');
    if (!this.#seen.has('25')) throw new BadStatement('the message has no account: field 25', at);
    if (is942) this.#end942(isClosed, at);
    else this.#end940(at);
    this.#seen = new Set();
    this.#last = '';
  }

  #take(name: string, text: string, at: number): void {
    if (name === '25' || name === '25P') this.#setAccount(text, at);
    else if (name === '34F') this.#setCurrency(readFloor(text, at), at);
    else if (name.startsWith('60')) this.#open(name, text, at);
    else if (name === '61') this.#move(text, at);
    else if (name.startsWith('62')) this.#close(name, text, at);
    else if (name === '90C' || name === '90D') this.#count(name === '90C' ? 'C' : 'D', text, at);
    else {
      assertNoNull(text, at, `field ${name}`);
      // "0/0" is written where statements are not counted.
      if (name.startsWith('28'))
        this.#number ??= firstOf(cleanText(text, at).split('/')).replace(/^0*$/, '') || null;
    }
  }

  #setAccount(text: string, at: number): void {
    assertNoNull(text, at, 'the account');
    const account = cleanText(text, at);
    if (account === '') throw new BadStatement('field 25 names no account', at);
    if (this.#page !== null && account !== this.#account)
      throw new BadStatement('the statement goes on for another account', at);
    this.#account = account;
    this.#seen.add('25');
  }

  /** The first field with an amount sets the currency; the others must agree. */
  #setCurrency(currency: string, at: number): void {
    if (this.#currency !== undefined && this.#currency !== currency)
      throw new BadStatement(`the statement is in ${this.#currency}, and a field of it in ${currency}`, at);
    this.#currency = currency;
  }

  get #isForeign(): boolean {
    return this.#currency !== undefined && this.#currency !== 'ZAR';
  }

  #count(side: 'C' | 'D', text: string, at: number): void {
    if (!this.#isForeign) this.#counted[side] = readCount(text, at);
  }

  #open(name: string, text: string, at: number): void {
    if (this.#closing || this.#seen.has('61') || this.#seen.has('34F'))
      throw new BadStatement(`:${name}: does not belong here`, at);
    if (this.#seen.has(name === '60F' ? '60M' : '60F')) throw new BadStatement('there are two openings', at);
    const { amount, currency } = readBalance(text, at, this.#today);
    this.#setCurrency(currency, at);
    if (name === '60F' && this.#page !== null)
      throw new BadStatement('the pages that follow are missing', at);
    if (this.#page !== null && this.#page !== amount)
      throw new BadStatement('the page does not begin with the balance that the one before ended with', at);
    // A first page that is not the statement's first one follows from another file.
    this.#opening ??= amount;
    this.#page = null;
  }

  #move(text: string, at: number): void {
    if (!this.#seen.has('60F') && !this.#seen.has('60M') && !this.#seen.has('34F'))
      throw new BadStatement('a movement comes before its opening balance', at);
    if (this.#closing || this.#page !== null || this.#counted.C || this.#counted.D)
      throw new BadStatement('a movement comes after the closing balance', at);
    const movement = this.#isForeign ? null : readMovement(text, at, this.#today);
    this.#line = { at, movement, below: [], narrative: null };
  }

  #narrate(text: string, at: number): void {
    if (!this.#line) return;
    if (this.#line.narrative === null) this.#line.narrative = [text];
    else this.more(text, at);
  }

  #close(name: string, text: string, at: number): void {
    if (this.#opening === null)
      throw new BadStatement('the closing balance comes before the opening one', at);
    const { amount, day, currency } = readBalance(text, at, this.#today);
    this.#setCurrency(currency, at);
    if (name === '62F') this.#closing = { amount, day, at };
    else if (this.#closing) throw new BadStatement('there are two closing balances', at);
    else this.#page = this.#checked(amount, at);
  }

  /** Returns the balance of a page's end. Throws BadStatement if it does not follow. */
  #checked(balance: Cents, at: number): Cents {
    if (this.#isForeign || this.#opening! + this.#telling.sum === balance) return balance;
    throw new BadStatement("the page's balance does not follow from its lines", at);
  }

  #tellLine(): void {
    const line = this.#line;
    if (!line) return;
    this.#line = undefined;
    const { at, movement } = line;
    if (!movement) return;
    const below = cleanText(line.below.join('\n'), at);
    const narrative = cleanText(withoutCodes(unfolded(line.narrative ?? [])), at);
    const { amount, type } = movement;
    if (!movement.isExpected) {
      this.#read.moved.add(amount > 0n ? 'C' : 'D', amount);
      this.#read.marked.add(amount > 0n !== movement.isReversal ? 'C' : 'D', amount);
    }
    this.#telling.line({
      at,
      bookedOn: movement.bookedOn,
      valueOn: movement.valueOn,
      amount,
      text: joined([narrative, below, movement.reference, movement.bankReference]),
      reference: below || movement.reference,
      type,
      bankKey: null,
      status: movement.isExpected ? 'pending' : 'booked',
      isReversal: movement.isReversal,
      payer: null,
      balance: null,
      hint: type === 'NCHG' ? 'charge' : type === 'NINT' ? 'interest' : null,
    });
  }

  #end940(at: number): void {
    if (this.#page !== null) return;
    if (!this.#closing)
      throw new BadStatement('the file is cut off: there is no closing balance, field 62F', at);
    const { amount, day } = this.#closing;
    this.#tell('mt940', amount, day, this.#closing.at);
  }

  #end942(isClosed: boolean, at: number): void {
    const { C, D } = this.#counted;
    if (!isClosed && !(C && D))
      throw new BadStatement('the file is cut off: there are no sums, fields 90D and 90C', at);
    for (const side of ['C', 'D'] as const) {
      const counted = this.#counted[side];
      if (counted && !this.#read.moved.is(side, counted) && !this.#read.marked.is(side, counted))
        throw new BadStatement(`the lines do not make what field 90${side} says`, at);
    }
    this.#tell('mt942', null, null, at);
  }

  #tell(format: 'mt940' | 'mt942', closing: Cents | null, to: string | null, at: number): void {
    if (this.#isForeign) {
      this.#telling.skip({
        account: this.#account,
        at: this.#at,
        reason: otherCurrency(this.#currency!),
      });
      return;
    }
    this.#telling.statement(
      {
        format,
        kind: format === 'mt940' ? 'final' : 'intraday',
        account: this.#account,
        number: this.#number,
        from: null,
        to,
        opening: this.#opening,
        closing,
        files: 'cumulative',
      },
      at,
    );
  }
}

/** Joins the lines of a text: a full one continues in the next without a space. */
function unfolded(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) text += line.length >= fullLine ? line : `${line}\n`;
  return text;
}

const coded = /^\d{3}\?\d{2}/;

/** Leaves out the codes of a text's parts, "166?00TEXT?20TEXT": they would cut a reference in two. */
function withoutCodes(text: string): string {
  if (!coded.test(text)) return text;
  const [, ...parts] = text.replaceAll('\n', '').split(/\?(?=\d{2})/);
  return parts.map((part) => part.slice(2)).join('\n');
}
