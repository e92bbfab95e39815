// OFX, as Standard Bank's personal accounts and Capitec write it.
import { BadStatement, type Told, type ToldLine } from '../../../core/statements/told.ts';
import type { Cents } from '../../../kernel/money.ts';
import { readAmount } from './amounts.ts';
import { assertPast, dayOf } from './days.ts';
import { type Group, readElements } from './ofx-elements.ts';
import { type Reading, Telling } from './telling.ts';
import { cleanText, joined, quoted } from './text.ts';
import { wholeText } from './whole.ts';

/** Yields what a file tells. Throws BadStatement. */
export async function* readOfx(pieces: AsyncIterable<Buffer>, { today }: Reading): AsyncGenerator<Told[]> {
  const telling = new Telling();
  const reader = new OfxReader(telling, today);
  readElements(await wholeText(pieces), (group) => reader.end(group));
  if (!telling.hasStatement) throw new BadStatement('there is no statement in the file', null);
  yield* telling.batch(true);
}

interface Balance {
  amount: Cents;
  day: string;
}

class OfxReader {
  readonly #telling: Telling;
  readonly #today: string;
  #lines: ToldLine[] = [];
  #account: string | null = null;
  #from: string | null = null;
  #to: string | null = null;
  #balance: Balance | undefined;
  #hasList = false;

  constructor(telling: Telling, today: string) {
    this.#telling = telling;
    this.#today = today;
  }

  /** Takes a group that has ended. */
  end(group: Group): void {
    const within = group.parent?.name;
    if (group.name === 'CURRENCY') assertRand(group.values.get('CURSYM'), group.at);
    else if (group.name === 'STMTTRN') this.#lines.push(lineOf(group, this.#today));
    else if (group.name === 'PAYEE' && group.parent) {
      const name = group.values.get('NAME');
      if (name !== undefined) group.parent.values.set('PAYEE.NAME', name);
    } else if (group.name === 'BANKACCTFROM' || group.name === 'CCACCTFROM') {
      this.#account = group.values.get('ACCTID')?.trim() ?? null;
    } else if (group.name === 'BANKTRANLIST') this.#list(group);
    else if (group.name === 'LEDGERBAL' && (within === 'STMTRS' || within === 'CCSTMTRS')) {
      this.#balance = balanceOf(group, this.#today);
    } else if (group.name === 'STMTRS' || group.name === 'CCSTMTRS') this.#statement(group);
  }

  #list(group: Group): void {
    this.#hasList = true;
    [this.#from, this.#to] = ['DTSTART', 'DTEND'].map((name) => {
      const text = group.values.get(name);
      return text === undefined ? null : dayIn(text, group.at);
    }) as [string | null, string | null];
  }

  #statement(group: Group): void {
    assertRand(group.values.get('CURDEF'), group.at);
    if (this.#account === null) throw new BadStatement('the statement names no account, ACCTID', group.at);
    if (!this.#hasList)
      throw new BadStatement('the statement has no list of movements, BANKTRANLIST', group.at);
    const keys = this.#lines.map(({ bankKey }) => bankKey);
    // A key that comes twice is none.
    const areKeys = new Set(keys).size === keys.length;
    for (const line of this.#lines) this.#telling.line(areKeys ? line : { ...line, bankKey: null });
    const closing = this.#closing();
    this.#telling.statement(
      {
        format: 'ofx',
        kind: 'final',
        account: this.#account,
        number: null,
        from: this.#from,
        to: this.#to !== null && this.#to > this.#today ? this.#today : this.#to,
        opening: closing === null ? null : closing - this.#telling.sum,
        closing,
        files: 'cumulative',
      },
      group.at,
    );
    this.#lines = [];
    this.#account = this.#from = this.#to = null;
    this.#balance = undefined;
    this.#hasList = false;
  }

  /** Returns the balance where it is that of the last line: it may be one of an earlier day. */
  #closing(): Cents | null {
    const balance = this.#balance;
    if (!balance || this.#lines.some(({ bookedOn }) => bookedOn > balance.day)) return null;
    return balance.amount;
  }
}

function assertRand(currency: string | undefined, at: number): void {
  if (currency !== 'ZAR') throw new BadStatement(`the currency is ${quoted(currency ?? '')}, not ZAR`, at);
}

const date = /^(\d{4})(\d{2})(\d{2})(?:\d{4}|\d{6}(?:\.\d{1,3})?)?(?: ?\[[^\]]{1,20}\])?$/;

function dayIn(text: string, at: number): string {
  const match = date.exec(text);
  const day = match && dayOf(Number(match[1]), Number(match[2]), Number(match[3]));
  if (!day) throw new BadStatement(`${quoted(text)} is not a date of this format, yyyyMMdd`, at);
  return day;
}

function centsOf(group: Group, name: string): Cents {
  const text = group.values.get(name) ?? '';
  const cents = /^[-+]?[\d.,]{1,20}$/.test(text) ? readAmount(text, '.') : undefined;
  if (cents === undefined) throw new BadStatement(`${name}, ${quoted(text)}, is not an amount`, group.at);
  return cents;
}

function balanceOf(group: Group, today: string): Balance {
  const day = dayIn(group.values.get('DTASOF') ?? '', group.at);
  assertPast(day, today, group.at);
  return { amount: centsOf(group, 'BALAMT'), day };
}

function lineOf(group: Group, today: string): ToldLine {
  const { values, at, parent } = group;
  if (parent?.name !== 'BANKTRANLIST') throw new BadStatement('a STMTTRN stands where none belongs', at);
  const amount = centsOf(group, 'TRNAMT');
  const bookedOn = dayIn(values.get('DTPOSTED') ?? '', at);
  assertPast(bookedOn, today, at);
  const type = cleanText(values.get('TRNTYPE') ?? '', at);
  const reference = cleanText(values.get('REFNUM') ?? values.get('CHECKNUM') ?? '', at);
  const texts = ['NAME', 'PAYEE.NAME', 'MEMO'].map((name) => cleanText(values.get(name) ?? '', at));
  const isCharge = type === 'FEE' || type === 'SRVCHG';
  return {
    at,
    bookedOn,
    valueOn: bookedOn,
    amount,
    text: joined([...texts, reference]),
    reference,
    type,
    bankKey: cleanText(values.get('FITID') ?? '', at) || null,
    status: 'booked',
    isReversal: false,
    payer: null,
    balance: null,
    hint: isCharge ? 'charge' : type === 'INT' ? 'interest' : null,
  };
}
