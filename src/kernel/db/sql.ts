// SQL as tagged templates. What stands in a template's holes is sent beside the text as values, except for fragments,
// which are other templates, names and rows.
import type { Rows as DriverRows, Order } from './execution.ts';
import { writeValue } from './values.ts';

// biome-ignore lint/suspicious/noExplicitAny: the columns are whatever a statement selects.
export type Row = Record<string, any>;

/** The rows of an answer; `count` is how many rows the statement touched, returned or not. */
export type Rows<T extends readonly unknown[]> = T & { readonly count: number };

type Scalar = string | number | bigint | boolean | Date | Uint8Array | null | undefined;
export type Value =
  | Scalar
  | readonly Scalar[]
  | Fragment
  | Statement<unknown>
  | readonly Statement<unknown>[];

/** Gives statements to the database. */
type Run = (order: Order) => Promise<DriverRows>;
type Read = (order: Order, rows: number) => AsyncIterable<DriverRows>;

export interface Template {
  <T extends readonly (object | undefined)[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: Value[]
  ): Statement<Rows<T>>;
  /** One name, or several with commas in between: dots separate, camelCase becomes snake_case. */
  (names: string | readonly string[]): Fragment;
  /** Rows as `insert into t` wants them, or after `set` one row's assignments: all columns, or those named. */
  <R extends object>(rows: R | readonly R[], ...columns: (keyof R & string)[]): Fragment;
  /** A value as jsonb. */
  json(value: unknown): Fragment;
  /** A text as it is, with `$1` and so on for its values. Without values it may be several statements. */
  unsafe<T extends readonly (object | undefined)[] = Row[]>(
    text: string,
    values?: readonly Value[],
    options?: { prepare?: boolean },
  ): Statement<Rows<T>>;
}

/** Something that becomes a part of a statement's text. */
export abstract class Fragment {
  /** Returns the text; adds its values. `before` is the text it follows. */
  abstract write(values: Order['values'], before: string): string;
}

class Name extends Fragment {
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    super();
    this.#names = names;
  }

  write(): string {
    return this.#names.map(quote).join(', ');
  }
}

class Json extends Fragment {
  readonly #value: unknown;

  constructor(value: unknown) {
    super();
    this.#value = value;
  }

  write(values: Order['values']): string {
    return `$${values.push(JSON.stringify(this.#value) ?? null)}::jsonb`;
  }
}

class RowValues extends Fragment {
  readonly #rows: readonly Row[];
  readonly #columns: readonly string[];

  constructor(rows: readonly Row[], columns: readonly string[]) {
    super();
    this.#rows = rows;
    this.#columns = columns.length > 0 ? columns : Object.keys(rows[0] ?? {});
  }

  write(values: Order['values'], before: string): string {
    const place = (row: Row) => (column: string) => write(row[column], values, before);
    if (/\bset\s*$/i.test(before)) {
      const [row] = this.#rows;
      return this.#columns.map((column) => `${quote(column)} = ${place(row!)(column)}`).join(', ');
    }
    const rows = this.#rows.map((row) => `(${this.#columns.map(place(row)).join(',')})`);
    return `(${this.#columns.map(quote).join(',')}) values ${rows.join(',')}`;
  }
}

/** A template, which is a part of another one or, once it is awaited, a statement. It is sent once. */
export class Statement<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Statement';
  readonly #strings: readonly string[];
  readonly #values: readonly unknown[];
  readonly #run: Run;
  readonly #read: Read;
  #how: Order['how'];
  #answer: Promise<T> | undefined;

  constructor(
    strings: readonly string[],
    values: readonly unknown[],
    { run, read, how }: { run: Run; read: Read; how?: Order['how'] },
  ) {
    this.#strings = strings;
    this.#values = values;
    this.#run = run;
    this.#read = read;
    this.#how = how;
  }

  write(values: Order['values'], before = ''): string {
    let text = this.#strings[0]!;
    for (let index = 1; index < this.#strings.length; index += 1)
      text += write(this.#values[index - 1], values, before + text) + this.#strings[index]!;
    if (this.#strings.length === 1) for (const value of this.#values) write(value, values, '');
    return text;
  }

  /** As one message of the protocol, unprepared. */
  simple(): this {
    this.#how = 'simple';
    return this;
  }

  /** Reads the rows through a cursor, so many at a time. */
  cursor(rows: number): AsyncIterable<T> {
    return this.#read(this.#order(), rows) as AsyncIterable<unknown> as AsyncIterable<T>;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise, which begins when somebody waits for it.
  then<A = T, B = never>(
    onDone?: ((answer: T) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#send().then(onDone, onError);
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#send().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.#send().finally(onEnd);
  }

  #send(): Promise<T> {
    this.#answer ??= this.#begin() as Promise<unknown> as Promise<T>;
    return this.#answer;
  }

  #begin(): Promise<DriverRows> {
    try {
      return this.#run(this.#order());
    } catch (error) {
      // A value that cannot be written, such as a date that is none.
      return Promise.reject(error);
    }
  }

  #order(): Order {
    const values: Order['values'] = [];
    return { text: this.write(values), values, how: this.#how };
  }
}

function write(value: unknown, values: Order['values'], before: string): string {
  if (value instanceof Statement || value instanceof Fragment) return value.write(values, before);
  if (Array.isArray(value) && value[0] instanceof Statement)
    return value.map((part: Statement<unknown>) => part.write(values, before)).join(' ');
  const { text, cast } = writeValue(value);
  return `$${values.push(text)}${cast}`;
}

function quote(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `"${snake.replaceAll('"', '""').replaceAll('.', '"."')}"`;
}

/** A template function whose statements go to `run`, and to `read` those that are read through a cursor. */
export function createTemplate(run: Run, read: Read): Template {
  const template = (first: unknown, ...rest: unknown[]): Statement<unknown> | Fragment => {
    if (Array.isArray(first) && 'raw' in first) return new Statement(first, rest, { run, read });
    const all = (Array.isArray(first) ? first : [first]) as unknown[];
    if (typeof all[0] === 'string') return new Name(all as string[]);
    return new RowValues(all as Row[], rest as string[]);
  };
  const parts: Pick<Template, 'json' | 'unsafe'> = {
    json: (value) => new Json(value),
    unsafe: (text, values = [], { prepare = false } = {}) =>
      new Statement([text], values, {
        run,
        read,
        how: prepare ? 'prepared' : values.length > 0 ? 'once' : 'simple',
      }),
  };
  return Object.assign(template, parts) as Template;
}
