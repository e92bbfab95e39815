// OFX, as Standard Bank's personal accounts and Capitec write it.
import { BadStatement, type Reported, type ReportedLine } from '../../../core/statements/parsed-statement.ts';
import { type Cents, formatDecimal } from '../../../kernel/money.ts';
import { firstOf } from '../../../kernel/required.ts';
import { decimalCents } from './amounts.ts';
import { assertPast, dayOf } from './days.ts';
import { otherCurrency, type Reading, Telling } from './line-batches.ts';
import { type Group, readElements } from './ofx-elements.ts';
import { cleanText, joined, quoted } from './text.ts';
import { wholeText } from './whole-file.ts';

/** Yields the contents of a file. Throws BadStatement. */
export async function* readOfx(
  pieces: AsyncIterable<Buffer>,
  { today }: Reading,
): AsyncGenerator<Reported[]> {
  const telling = new Telling();
  const reader = new OfxReader(telling, today);
  readElements(await wholeText(pieces), (group) => reader.end(group));
  telling.assertAny();
  yield* telling.batch(true);
}

interface Balance {
  amount: Cents;
  day: string;
}

const isStatement = (group: Group | undefined): boolean =>
  group?.name === 'STMTRS' || group?.name === 'CCSTMTRS';

class OfxReader {
  readonly #telling: Telling;
  readonly #today: string;
  /** The lines of the open statement, as groups: their amounts are in its currency. */
  #movements: Group[] = [];
  #account: string | null = null;
  #from: string | null = null;
  #to: string | null = null;
  #ledger: Group | undefined;
  /** The opening balance of a list of balances, as written. */
  #opening: string | undefined;
  /** The closing balances of the statements before, by their accounts. */
  readonly #closings = new Map<string, Cents>();

  constructor(telling: Telling, today: string) {
    this.#telling = telling;
    this.#today = today;
  }

  /** Takes a group that has ended. */
  end(group: Group): void {
    if (group.name === 'CURRENCY') assertRand(group);
    else if (group.name === 'STMTTRN') this.#move(group);
    else if (group.name === 'PAYEE' && group.parent) {
      const name = group.values.get('NAME');
      if (name !== undefined) group.parent.values.set('PAYEE.NAME', name);
    } else if (group.name === 'BANKACCTFROM' || group.name === 'CCACCTFROM') {
      this.#account = group.values.get('ACCTID') ?? null;
    } else if (group.name === 'BANKTRANLIST') {
      [this.#from, this.#to] = ['DTSTART', 'DTEND'].map((name) => boundOf(group, name)) as [
        string | null,
        string | null,
      ];
    } else if (group.name === 'LEDGERBAL' && isStatement(group.parent)) this.#ledger = group;
    else if (group.name === 'BAL') this.#listBalance(group);
    else if (isStatement(group)) this.#statement(group);
  }

  #move(group: Group): void {
    if (group.parent?.name !== 'BANKTRANLIST')
      throw new BadStatement('a STMTTRN is outside of a list of movements, BANKTRANLIST', group.at);
    this.#movements.push(group);
  }

  #listBalance({ values }: Group): void {
    if (/\b(?:open(?:ing)?|previous|brought forward)\b/i.test(`${values.get('NAME')} ${values.get('DESC')}`))
      this.#opening = values.get('VALUE');
  }

  #statement(group: Group): void {
    const currency = group.values.get('CURDEF');
    if (currency === undefined)
      throw new BadStatement('the statement has no currency, CURDEF: it must be ZAR', group.at);
    if (this.#account === null)
      throw new BadStatement('the statement has no account number, ACCTID', group.at);
    if (currency.toUpperCase() === 'ZAR') this.#tell(this.#account, group.at);
    else this.#telling.skip({ account: this.#account, at: group.at, reason: otherCurrency(currency) });
    this.#movements = [];
    this.#account = this.#from = this.#to = null;
    this.#ledger = this.#opening = undefined;
  }

  #tell(account: string, at: number): void {
    const closing = this.#closing();
    const lines = this.#directed(
      this.#movements.map((one) => lineOf(one, this.#today)),
      account,
      closing,
    );
    const keys = lines.map(({ bankKey }) => bankKey);
    // A key that comes twice is not a key.
    const areKeys = new Set(keys).size === keys.length;
    for (const line of lines) this.#telling.line(areKeys ? line : { ...line, bankKey: null });
    if (closing !== null) this.#closings.set(account, closing);
    this.#telling.statement(
      {
        format: 'ofx',
        kind: 'final',
        account,
        number: null,
        from: this.#from,
        to: this.#to !== null && this.#to > this.#today ? this.#today : this.#to,
        opening: closing === null ? null : closing - this.#telling.sum,
        closing,
        files: 'cumulative',
      },
      at,
    );
  }

  /** Returns the balance where it is that of the last line: it can be one of an earlier day. */
  #closing(): Cents | null {
    const ledger = this.#ledger;
    // A list of balances without movements proves nothing about the account's lines.
    if (!ledger || this.#movements.length + Number(this.#from !== null) === 0) return null;
    const { amount, day } = balanceOf(ledger, this.#today);
    const isEarlier = this.#movements.some((one) => dayIn(one, 'DTPOSTED') > day);
    return isEarlier ? null : amount;
  }

  /**
   * Returns the lines with the amounts that the balances prove, where signs and types of movements contradict each other.
   * Throws BadStatement if they prove neither.
   */
  #directed(lines: ReportedLine[], account: string, closing: Cents | null): ReportedLine[] {
    const opposed = new Set(lines.filter(isOpposed));
    const [first] = opposed;
    if (!first) return lines;
    const byType = lines.map((line) => (opposed.has(line) ? { ...line, amount: -line.amount } : line));
    const listed = this.#opening === undefined ? undefined : centsIn(this.#opening);
    const opening = listed ?? this.#closings.get(account);
    const proven = [lines, byType].filter((one) => opening !== undefined && opening + sumOf(one) === closing);
    if (proven.length === 1) return firstOf(proven);
    throw new BadStatement(
      `TRNTYPE ${first.type} and TRNAMT ${formatDecimal(first.amount)} contradict each other, and no opening balance in the file proves one of them: ask the bank for signed amounts, or import its MT940, camt.053 or CSV`,
      first.at,
    );
  }
}

const sumOf = (lines: readonly ReportedLine[]): Cents => lines.reduce((sum, { amount }) => sum + amount, 0n);

const leaving = new Set('DEBIT FEE SRVCHG PAYMENT CHECK ATM POS CASH DIRECTDEBIT REPEATPMT'.split(' '));
const arriving = new Set('CREDIT DEP DIRECTDEP DIV'.split(' '));

/** True if the sign of a line's amount contradicts the type of the movement. Other types can have either sign. */
const isOpposed = ({ type, amount }: ReportedLine): boolean =>
  (amount > 0n && leaving.has(type)) || (amount < 0n && arriving.has(type));

function assertRand({ values, at }: Group): void {
  const currency = values.get('CURSYM') ?? '';
  if (currency.toUpperCase() !== 'ZAR')
    throw new BadStatement(
      `the movement's currency, CURSYM, is ${quoted(currency)}: only amounts in ZAR are read`,
      at,
    );
}

// A time and its zone can follow: the day counts as it is written.
const date =
  /^(\d{4})(-?)(\d{2})\2(\d{2})(?:[T ]?\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d{2}:?\d{2})?(?: ?\[[^\]]{0,40}\])?$/;

function dayIn(group: Group, name: string): string {
  const text = group.values.get(name) ?? '';
  const match = date.exec(text);
  const day = match && dayOf(Number(match[1]), Number(match[3]), Number(match[4]));
  if (!day)
    throw new BadStatement(`${name} is ${quoted(text)}: it must be a date, such as 20261124`, group.at);
  return day;
}

/** Returns the first or last day of a period; null if the bank leaves it out. */
const boundOf = (group: Group, name: string): string | null =>
  /^0*$/.test(group.values.get(name) ?? '') ? null : dayIn(group, name);

const grouped = { ',': /^[+-]?\d{1,3}(?:,\d{3})+\.\d{1,20}$/, '.': /^[+-]?\d{1,3}(?:\.\d{3})+,\d{1,20}$/ };

/** Returns cents. OFX has no thousands separators: they are read only where no other reading is possible. */
function centsIn(text: string): Cents | undefined {
  const mark = ([',', '.'] as const).find((one) => grouped[one].test(text));
  return decimalCents(mark ? text.replaceAll(mark, '') : text);
}

function centsOf(group: Group, name: string): Cents {
  const text = group.values.get(name) ?? '';
  const cents = centsIn(text);
  if (cents === undefined)
    throw new BadStatement(
      `${name} is ${quoted(text)}: it must be an amount, such as -150.00, without parts of a cent`,
      group.at,
    );
  return cents;
}

function balanceOf(group: Group, today: string): Balance {
  const day = dayIn(group, 'DTASOF');
  // Some banks date it on the next business day.
  return { amount: centsOf(group, 'BALAMT'), day: day > today ? today : day };
}

function lineOf(group: Group, today: string): ReportedLine {
  const { values, at } = group;
  const amount = centsOf(group, 'TRNAMT');
  const bookedOn = dayIn(group, 'DTPOSTED');
  assertPast(bookedOn, today, at);
  const textOf = (name: string) => cleanText(values.get(name) ?? '', at);
  const type = textOf('TRNTYPE').toUpperCase();
  const reference = textOf('REFNUM') || textOf('CHECKNUM');
  const texts = ['NAME', 'PAYEE.NAME', 'EXTDNAME', 'MEMO', 'REFNUM', 'CHECKNUM'].map(textOf);
  const isCharge = type === 'FEE' || type === 'SRVCHG';
  return {
    at,
    bookedOn,
    valueOn: bookedOn,
    amount,
    text: joined(texts),
    reference,
    type,
    bankKey: textOf('FITID') || null,
    status: 'booked',
    isReversal: false,
    payer: null,
    balance: null,
    hint: isCharge ? 'charge' : type === 'INT' ? 'interest' : null,
  };
}
