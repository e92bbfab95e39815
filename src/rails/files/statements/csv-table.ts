// The lines of a CSV file after its titles: emitted one by one, checked against the running balance.
import { BadStatement, type ReportedLine } from '../../../core/statements/parsed-statement.ts';
import type { Cents } from '../../../kernel/money.ts';
import { Chain } from './chain.ts';
import type { Fit } from './csv-fit.ts';
import { RowReader } from './csv-line.ts';
import type { Row } from './csv-rows.ts';
import type { Telling } from './line-batches.ts';
import type { Profile } from './profile.ts';

/** The facts of a file about its statement other than its lines. */
export interface Facts {
  account: string | null;
  number: string | null;
  from: string | null;
  to: string | null;
  opening: Cents | null;
  closing: Cents | null;
}

/** A line that is held until the next row shows whether its fee is part of its amount. */
interface Held {
  line: ReportedLine;
  fee: Cents;
}

export class Table {
  readonly facts: Facts = { account: null, number: null, from: null, to: null, opening: null, closing: null };
  readonly rows: RowReader;
  readonly #profile: Profile;
  readonly #telling: Telling;
  #chain: Chain;
  /** The last link of the chain, undefined if that is a row with only a balance. */
  #held: Held | undefined;
  readonly #accounts = new Set<string>();
  #lastAt = 0;
  #isOpened = false;
  #isClosed = false;

  constructor({ profile, layout }: Fit, telling: Telling, today: string) {
    this.#profile = profile;
    this.rows = new RowReader(profile, layout, today);
    this.#telling = telling;
    this.#chain = new Chain(profile.order);
  }

  /** Takes the balance before the first line, if the preamble has it. */
  begin(balance: Cents, at: number): void {
    this.#isOpened = true;
    this.#follow([0n], balance, at, undefined);
  }

  row(row: Row, dayOf?: (text: string) => string | undefined): void {
    this.#lastAt = row.at;
    const read = this.rows.read(row, dayOf);
    if (read.kind === 'balance') this.#mark(read.label, read.balance, row.at);
    else if (read.kind === 'line') this.#line(read.line, read.fee, read.account);
  }

  /** Emits the rest and the statement. Throws BadStatement if the file is cut off. */
  end(): void {
    if (this.#isOpened && this.#profile.bounds && !this.#isClosed)
      throw new BadStatement('the file is cut off: the row that closes it is missing', this.#lastAt || null);
    this.#statement();
  }

  #mark(label: string, balance: Cents | null, at: number): void {
    const { bounds } = this.#profile;
    if (bounds?.opening.test(label)) this.#isOpened = true;
    if (bounds?.closing.test(label)) this.#isClosed = true;
    if (balance !== null) this.#follow([0n], balance, at, undefined);
  }

  #line(line: ReportedLine, fee: Cents, account: string | null): void {
    if (account !== null) this.#setAccount(account, line.at);
    if (line.status === 'pending') this.#telling.line(line);
    else if (line.balance === null) this.#tell({ line, fee }, line.amount + fee);
    else {
      const changes = fee === 0n ? [line.amount] : [line.amount + fee, line.amount];
      this.#follow(changes, line.balance, line.at, { line, fee });
    }
  }

  /** A file may have the lines of one account after those of another. */
  #setAccount(account: string, at: number): void {
    if (account === this.facts.account) return;
    if (this.#accounts.has(account))
      throw new BadStatement(`the lines of account ${account} are not together`, at);
    if (this.#accounts.size > 0) {
      this.#statement();
      this.#chain = new Chain(this.#profile.order);
    }
    this.#accounts.add(account);
    this.facts.account = account;
  }

  #follow(changes: Cents[], balance: Cents, at: number, held: Held | undefined): void {
    const change = this.#chain.add({ at, day: held?.line.bookedOn ?? null, changes, balance });
    if (this.#held) this.#tell(this.#held, change!);
    this.#held = held;
  }

  #tell({ line, fee }: Held, change: Cents): void {
    const isApart = fee !== 0n && change === line.amount + fee;
    if (isApart && line.amount === 0n) {
      this.#telling.line({ ...line, amount: fee, hint: 'charge' });
      return;
    }
    // The balance after the line itself is left out: the row's comes after the fee.
    this.#telling.line(isApart && line.balance !== null ? { ...line, balance: line.balance - fee } : line);
    if (isApart)
      this.#telling.line({
        ...line,
        amount: fee,
        text: `fee: ${line.text}`,
        reference: '',
        hint: 'charge',
      });
  }

  #statement(): void {
    const end = this.#chain.end();
    if (this.#held) this.#tell(this.#held, end!.change);
    this.#held = undefined;
    const { facts } = this;
    const says = (what: 'opening' | 'closing') => {
      const [said, found] = [facts[what], end?.[what] ?? null];
      if (said !== null && found !== null && said !== found)
        throw new BadStatement(`the ${what} balance is not that of the lines`, null);
      return said ?? found;
    };
    this.#telling.statement(
      {
        format: this.#profile.name,
        kind: 'final',
        account: facts.account,
        number: facts.number,
        from: facts.from,
        to: facts.to,
        opening: says('opening'),
        closing: says('closing'),
        files: this.#profile.files,
      },
      this.#lastAt || null,
    );
  }
}
