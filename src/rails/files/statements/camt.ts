// camt.052 (today's movements), camt.053 (statements) and camt.054 (single movements), of every version.
import {
  BadStatement,
  type Reported,
  type ReportedStatement,
} from '../../../core/statements/parsed-statement.ts';
import type { Cents } from '../../../kernel/money.ts';
import { firstOf } from '../../../kernel/required.ts';
import { linesOf } from './camt-entry.ts';
import { centsOf, currencyOf, dayAt, isoDay, plainCents, signed } from './camt-parts.ts';
import { assertPast } from './days.ts';
import { otherCurrency, type Reading, Telling } from './line-batches.ts';
import { cleanText } from './text.ts';
import { wholeText } from './whole-file.ts';
import {
  allOf,
  assertOnce,
  type Document,
  elementAt,
  listAt,
  readTree,
  type Tree,
  textAt,
} from './xml-tree.ts';

interface Sort {
  format: string;
  kind: ReportedStatement['kind'];
  files: ReportedStatement['files'];
  /** The name of its statements. */
  statement: string;
}

const sorts: Record<string, Sort> = {
  BkToCstmrAcctRpt: { format: 'camt.052', kind: 'intraday', files: 'cumulative', statement: 'Rpt' },
  BkToCstmrStmt: { format: 'camt.053', kind: 'final', files: 'cumulative', statement: 'Stmt' },
  BkToCstmrDbtCdtNtfctn: { format: 'camt.054', kind: 'advice', files: 'incremental', statement: 'Ntfctn' },
};

/** Yields the contents of a camt file. Throws BadStatement. */
export async function* readCamt(
  pieces: AsyncIterable<Buffer>,
  { today }: Reading,
): AsyncGenerator<Reported[]> {
  const document = readTree(await wholeText(pieces), 'Ntry');
  const { sort, message } = messageIn(document.root);
  const telling = new Telling();
  const reader = new CamtReader(document, sort, telling, today);
  for (const statement of listAt(message, sort.statement)) {
    yield* reader.statement(statement);
    yield* telling.batch();
  }
  reader.end();
  telling.assertAny();
  yield* telling.batch(true);
}

/** A message can be in envelopes. */
const mostEnvelopes = 6;

function messageIn(root: Tree): { sort: Sort; message: unknown } {
  let level: unknown[] = [root];
  for (let depth = 0; depth < mostEnvelopes; depth += 1) {
    for (const element of level)
      for (const [name, sort] of Object.entries(sorts)) {
        const [message, second] = listAt(element, name);
        if (second !== undefined) throw new BadStatement(`there are several ${name} in the file`, null);
        if (message !== undefined) return { sort, message };
      }
    level = level.flatMap((element) => Object.values((element ?? {}) as Tree).flat()).filter(isElement);
  }
  throw new BadStatement('there is no camt.052, camt.053 or camt.054 in the file', null);
}

const isElement = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Codes of balances of booked entries; others are of available or expected money. */
const bookedBalances = new Set(['OPBD', 'PRCD', 'CLBD', 'ITBD']);

interface Balances {
  opening: Cents | null;
  closing: Cents | null;
  /** The day of the closing one, and the line on which it begins. */
  day: string | null;
  at: number;
}

class CamtReader {
  readonly #document: Document;
  readonly #sort: Sort;
  readonly #telling: Telling;
  readonly #today: string;
  /** The entries that were read. */
  readonly #entries = new Set<unknown>();
  /** A statement whose next page is awaited. */
  #pages: { account: string | null; opening: Cents | null; closing: Cents | null } | undefined;

  constructor(document: Document, sort: Sort, telling: Telling, today: string) {
    this.#document = document;
    this.#sort = sort;
    this.#telling = telling;
    this.#today = today;
  }

  /** Emits a statement; yields batches of its lines in the meantime. */
  *statement(element: unknown): Generator<Reported[]> {
    const at = this.#document.lineOf(element) ?? 1;
    const account = this.#accountOf(element, at);
    const currency = this.#currencyOf(element);
    if (currency !== 'ZAR') {
      for (const entry of listAt(element, 'Ntry')) this.#entries.add(entry);
      this.#telling.skip({ account, at, reason: otherCurrency(currency) });
      return;
    }
    const balances = this.#balancesOf(element, at);
    yield* this.#lines(element, balances.day ?? this.#today, at);
    const opening = this.#follow(account, balances, at);
    if (textAt(element, 'StmtPgntn', 'LastPgInd') === 'false') {
      this.#pages = { account, opening, closing: balances.closing };
      return;
    }
    this.#pages = undefined;
    const { format, kind, files } = this.#sort;
    const number = textAt(element, 'ElctrncSeqNb') || textAt(element, 'LglSeqNb');
    const { from, to } = this.#periodOf(element, balances.day, at);
    const { closing } = balances;
    this.#telling.statement(
      { format, kind, account, number: number || null, from, to, opening, closing, files },
      balances.at,
    );
  }

  /** Throws BadStatement if pages are missing, or an entry is in an unexpected place. */
  end(): void {
    if (this.#pages) throw new BadStatement('the file is cut off: the last page is missing', null);
    for (const element of allOf(this.#document.root, 'Ntry')) {
      if (!this.#entries.has(element))
        throw new BadStatement('an Ntry is not allowed here', this.#document.lineOf(element));
    }
  }

  /** Returns the opening balance of the first page. Throws BadStatement if a page is not the next one. */
  #follow(account: string | null, { opening }: Balances, at: number): Cents | null {
    const pages = this.#pages;
    if (!pages) return opening;
    if (
      pages.account !== account ||
      (opening !== null && pages.closing !== null && pages.closing !== opening)
    )
      throw new BadStatement('the page does not follow from the one before', at);
    return pages.opening;
  }

  /** The account can leave its currency to its amounts. */
  #currencyOf(element: unknown): string {
    const own = textAt(element, 'Acct', 'Ccy');
    if (own !== '') return own;
    const [balance] = listAt(element, 'Bal');
    const [entry] = listAt(element, 'Ntry');
    const amount = elementAt(balance ?? (entry && this.#document.whole(entry).element), 'Amt');
    return currencyOf(amount) || 'ZAR';
  }

  #accountOf(element: unknown, at: number): string | null {
    const id = elementAt(element, 'Acct', 'Id');
    const account = textAt(id, 'Othr', 'Id') || textAt(id, 'IBAN');
    if (account === '') throw new BadStatement('the statement names no account', at);
    return cleanText(account, at);
  }

  #balancesOf(element: unknown, at: number): Balances {
    const found = listAt(element, 'Bal')
      .filter((balance) => bookedBalances.has(textAt(balance, 'Tp', 'CdOrPrtry', 'Cd')))
      .map((balance) => {
        const line = this.#document.lineOf(balance) ?? at;
        assertOnce(balance, ['Tp', 'Amt', 'CdtDbtInd', 'Dt'], line);
        const day = dayAt(elementAt(balance, 'Dt'), line) ?? '';
        assertPast(day, this.#today, line);
        return {
          code: textAt(balance, 'Tp', 'CdOrPrtry', 'Cd'),
          day,
          line,
          amount: signed(balance, centsOf(elementAt(balance, 'Amt'), line, 'the balance'), line),
        };
      });
    const ofCode = (code: string) =>
      found.filter((one) => one.code === code).sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
    // A page of a statement begins or ends with an interim balance.
    const interim = this.#sort.kind === 'final' ? ofCode('ITBD') : [];
    const opening = ofCode('OPBD')[0] ?? ofCode('PRCD')[0] ?? interim[0];
    const last = interim.at(-1);
    const closing = ofCode('CLBD').at(-1) ?? (last === opening ? undefined : last);
    if (this.#sort.kind === 'final' && !(opening && closing))
      throw new BadStatement(
        `the statement has no ${opening ? 'closing balance, CLBD' : 'opening balance, OPBD'}`,
        at,
      );
    return {
      opening: opening?.amount ?? null,
      closing: closing?.amount ?? null,
      day: closing?.day || null,
      at: closing?.line ?? at,
    };
  }

  *#lines(element: unknown, lastDay: string, at: number): Generator<Reported[]> {
    const totals = { CRDT: new Total(), DBIT: new Total() };
    for (const place of listAt(element, 'Ntry')) {
      this.#entries.add(place);
      const { element: entry, lineOf } = this.#document.whole(place);
      assertDetails(entry, lineOf);
      const lines = linesOf(entry, lineOf, this.#today, lastDay);
      let amount = 0n;
      for (const line of lines) {
        this.#telling.line(line);
        amount += line.amount;
      }
      totals[amount < 0n ? 'DBIT' : 'CRDT'].add(
        amount < 0n ? -amount : amount,
        firstOf(lines).status === 'booked',
      );
      yield* this.#telling.batch();
    }
    totals.CRDT.assert(elementAt(element, 'TxsSummry', 'TtlCdtNtries'), at);
    totals.DBIT.assert(elementAt(element, 'TxsSummry', 'TtlDbtNtries'), at);
  }

  #periodOf(element: unknown, last: string | null, at: number): { from: string | null; to: string | null } {
    const [from, to] = ['FrDtTm', 'ToDtTm'].map((name) => {
      const text = textAt(element, 'FrToDt', name);
      return text === '' ? null : isoDay(text, at);
    });
    // A period may end at the midnight after its last day.
    const end = last ?? (to && to > this.#today ? this.#today : to) ?? null;
    return { from: from && end && from > end ? end : (from ?? null), to: end };
  }
}

/** Throws BadStatement if a detail of an entry, or another entry, is in an unexpected place. */
function assertDetails(entry: unknown, lineOf: Document['lineOf']): void {
  const read = new Set(listAt(entry, 'NtryDtls').flatMap((details) => listAt(details, 'TxDtls')));
  for (const name of ['Ntry', 'TxDtls'])
    for (const element of allOf(entry, name))
      if (!read.has(element)) throw new BadStatement(`${name} is not allowed here`, lineOf(element));
}

/** The sum of the entries of one direction, against the bank's count: all of them, or the booked ones. */
class Total {
  readonly #all = { entries: 0, sum: 0n };
  readonly #booked = { entries: 0, sum: 0n };

  add(amount: Cents, isBooked: boolean): void {
    for (const total of isBooked ? [this.#all, this.#booked] : [this.#all]) {
      total.entries += 1;
      total.sum += amount;
    }
  }

  assert(summary: unknown, at: number): void {
    const [count, sum] = [textAt(summary, 'NbOfNtries'), textAt(summary, 'Sum')];
    const cents = sum === '' ? undefined : plainCents(sum, at, 'the sum of the entries');
    const agrees = (total: { entries: number; sum: Cents }) =>
      (count === '' || Number(count) === total.entries) && (cents === undefined || cents === total.sum);
    if (!agrees(this.#all) && !agrees(this.#booked))
      throw new BadStatement('the entries do not add up to the summary of the statement', at);
  }
}
