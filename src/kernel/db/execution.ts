// One statement on one connection. A text is parsed and described once on each, and from then on only bound and executed.
import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { readerOf } from './values.ts';

export interface Order {
  text: string;
  values: (string | Uint8Array | null)[];
  /**
   * `prepared` (where it is absent): kept on the connection under its text. `once`: parsed for this one time. `simple`:
   * one message without values, which may be several statements.
   */
  how?: 'prepared' | 'once' | 'simple' | undefined;
}

/** The rows of an answer; `count` is how many rows the statement touched, returned or not. */
export class Rows extends Array<Record<string, unknown>> {
  count = 0;

  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

/** What an execution needs of the driver's connection. */
interface Connection {
  query(text: string): void;
  parse(statement: { text: string; name: string }): void;
  bind(bound: { statement: string; values: unknown[] }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  close(what: { type: 'S'; name: string }): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

interface Column {
  name: string;
  read(text: string): unknown;
}

interface Prepared {
  name: string;
  columns: Column[];
}

/** What each connection has prepared, by its text. */
const prepared = new WeakMap<Connection, Map<string, Prepared>>();
let names = 0;
// A pooler may give us a server that another process has prepared statements on.
const prefix = `t${crypto.randomUUID().slice(0, 8)}_`;

/** PostgreSQL counts the values of a statement in sixteen bits. */
const mostValues = 65_535;

// The driver takes statements that are of its own class, in pipelines too; the types say more than we use of it.
const DriverQuery = pg.Query as unknown as new (text: string) => EventEmitter;

/** What the driver's client calls for a statement, from its writing to its end. */
export class Execution extends DriverQuery {
  readonly #order: Order;
  readonly #onEnd: (error: unknown, rows: Rows) => void;
  #known: Map<string, Prepared> | undefined;
  #statement: Prepared = { name: '', columns: [] };
  #rows = new Rows();
  #isComplete = false;

  constructor(order: Order, onEnd: (error: unknown, rows: Rows) => void) {
    super(order.text);
    this.#order = order;
    this.#onEnd = onEnd;
  }

  submit(connection: Connection): Error | null {
    const { text, values, how } = this.#order;
    if (how === 'simple') {
      connection.query(text);
      return null;
    }
    if (values.length > mostValues) return new RangeError(`a statement has at most ${mostValues} values`);
    const known = how === 'once' ? undefined : this.#find(connection);
    const { name } = this.#statement;
    if (!known) connection.parse({ text, name });
    connection.bind({ statement: name, values });
    if (!known) connection.describe({ type: 'P' });
    connection.execute();
    connection.sync();
    return null;
  }

  /** Returns what is prepared for this text. What is not yet gets a name. */
  #find(connection: Connection): Prepared | undefined {
    this.#known = prepared.get(connection) ?? new Map();
    prepared.set(connection, this.#known);
    const known = this.#known.get(this.#order.text);
    this.#statement = known ?? { name: `${prefix}${++names}`, columns: [] };
    return known;
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#beginResult();
    this.#statement.columns = fields.map(({ name, dataTypeID }) => ({
      name: toCamel(name),
      read: readerOf(dataTypeID),
    }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { columns } = this.#statement;
    const row: Record<string, unknown> = {};
    for (let index = 0; index < fields.length; index += 1) {
      const text = fields[index]!;
      const column = columns[index]!;
      row[column.name] = text === null ? null : column.read(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }, connection: Connection): void {
    this.#beginResult();
    this.#isComplete = true;
    this.#rows.count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
    this.#keep(connection);
  }

  handleReadyForQuery(): void {
    this.#onEnd(undefined, this.#rows);
  }

  handleError(error: unknown, connection: Connection): void {
    const { text } = this.#order;
    const isKept = this.#known?.get(text) === this.#statement;
    if (isKept && isOutdated(error)) this.#known?.delete(text);
    // One that has not been seen to work may be there or not: to close it is right either way.
    if (this.#known && (!isKept || isOutdated(error)))
      connection.close({ type: 'S', name: this.#statement.name });
    this.#onEnd(error, this.#rows);
  }

  handleEmptyQuery(): void {}

  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail('COPY is not offered');
  }

  /** Of several statements in one message the last one's rows are the answer. */
  #beginResult(): void {
    if (!this.#isComplete) return;
    this.#isComplete = false;
    this.#rows = new Rows();
  }

  /** Keeps a statement that has been seen to work; one of the same text that was quicker makes it superfluous. */
  #keep(connection: Connection): void {
    const kept = this.#known?.get(this.#order.text);
    if (!kept) this.#known?.set(this.#order.text, this.#statement);
    else if (kept !== this.#statement) connection.close({ type: 'S', name: this.#statement.name });
  }
}

const outdated = new Set(['RevalidateCachedQuery', 'FetchPreparedStatement']);

/** Whether a prepared statement failed because the schema is no longer what it was prepared for: it can be tried anew. */
export function isOutdated(error: unknown): boolean {
  return outdated.has((error as { routine?: string } | null)?.routine ?? '');
}

const camels = new Map<string, string>();

function toCamel(name: string): string {
  let camel = camels.get(name);
  if (camel === undefined) {
    camel = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    camels.set(name, camel);
  }
  return camel;
}
