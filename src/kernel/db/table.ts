// Tables stated once: the description of a table yields its row type, its select list, its insert and its updates, and how
// the erasure of a person treats each column. test/tables.test.ts compares every description with the migrated database, so
// that a column is one migration and one line. SQL that decides something is written by hand, with `columnsOf`.
import type { Cents } from '../money.ts';
import { arrayLiteral, asText } from './arrays.ts';
import type { Db, Fragment } from './db.ts';
import postgres, { type Postgres } from './driver.ts';

/** How the erasure of a person treats a column. */
export type Treatment =
  /** A star for each character, so that lengths and patterns hold. */
  | 'mask'
  /** Null. */
  | 'clear'
  /** "[erased]", where a column is never null; in a sealed column, the sealed empty text. */
  | 'blank'
  /** JSON without its members that are a person's; known values of the person are replaced in the others. */
  | 'without'
  /** Known values of the person are replaced in it, and in JSON every value under a person's names. */
  | 'redact'
  /** Searched and shown, and never changed: a reference of the books, or a value of the merchant's own. */
  | 'keep';

export type ColumnType =
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'integer'
  | 'jsonb'
  | 'smallint'
  | 'text'
  | 'text[]'
  | 'timestamp with time zone'
  | 'uuid'
  | 'uuid[]';

type Mark = 'changes' | 'later' | 'unread';

/** A column whose values are read as `Value`. */
export class Column<Value = unknown, Marks extends Mark = Mark> {
  /** Exists for types only. */
  declare readonly value: Value;
  readonly type: ColumnType;
  /** Absent for a column without personal data. */
  readonly treatment: Treatment | undefined;
  readonly isNullable: boolean;
  readonly marks: readonly Marks[];

  constructor(type: ColumnType, treatment?: Treatment, isNullable = false, marks: readonly Marks[] = []) {
    this.type = type;
    this.treatment = treatment;
    this.isNullable = isNullable;
    this.marks = marks;
  }

  nullable(): Column<Value | null, Marks> {
    return new Column(this.type, this.treatment, true, this.marks);
  }

  /** Filled after the insert: until then the database's default, or null, is in it. */
  later(): Column<Value, Marks | 'later'> {
    return this.#marked('later');
  }

  /** A unit of work may change it, with a step or without (`change` in core/transitions.ts). */
  changes(): Column<Value, Marks | 'changes'> {
    return this.#marked('changes');
  }

  /** Not part of the row type and the select list: statements of their own read it. */
  unread(): Column<Value, Marks | 'unread'> {
    return this.#marked('unread');
  }

  #marked<New extends Mark>(mark: New): Column<Value, Marks | New> {
    return new Column<Value, Marks | New>(this.type, this.treatment, this.isNullable, [...this.marks, mark]);
  }
}

type New<Value> = Column<Value, never>;

export const t = {
  /** An id; with a treatment, one that leads to a person. */
  uuid: (treatment?: Treatment): New<string> => new Column('uuid', treatment),
  uuids: (): New<string[]> => new Column('uuid[]'),
  /** A text without personal data: a word of a closed list, an id or a name that the service or the operator gives, a hash. */
  code: <Value extends string = string>(): New<Value> => new Column('text'),
  /** A text with personal data, and how the erasure of a person treats it. */
  text: (treatment: Treatment): New<string> => new Column('text', treatment),
  texts: (treatment: Treatment): New<string[]> => new Column('text[]', treatment),
  codes: <Value extends string = string>(): New<Value[]> => new Column('text[]'),
  /** Cents, by default. */
  bigint: (): New<Cents> => new Column('bigint'),
  integer: <Value extends number = number>(): New<Value> => new Column('integer'),
  smallint: (): New<number> => new Column('smallint'),
  boolean: (): New<boolean> => new Column('boolean'),
  timestamptz: (): New<Date> => new Column('timestamp with time zone'),
  /** A day, "2026-12-01". */
  date: (): New<string> => new Column('date'),
  /** A value as JSON; without a treatment, one without personal data. */
  jsonb: <Value extends object>(treatment?: Treatment): New<Value> => new Column('jsonb', treatment),
};

type Columns = Readonly<Record<string, Column>>;

/** A table, as `table` describes it. */
export interface Table<Described extends Columns = Columns> {
  readonly name: string;
  readonly columns: Described;
  /** The columns that an insert gives. */
  readonly given: readonly [member: string, column: Column, name: string][];
  readonly texts: Texts;
}

type Names<Of extends Columns, Has extends Mark> = {
  [Name in keyof Of]: Of[Name] extends Column<infer _, infer Marks>
    ? Has extends Marks
      ? Name
      : never
    : never;
}[keyof Of];
type Values<Of extends Columns> = { -readonly [Name in keyof Of]: Of[Name]['value'] };

/** A row as it is read. */
export type RowOf<Of extends Table> = Omit<Values<Of['columns']>, Names<Of['columns'], 'unread'>>;
/** A row as an insert gives it. */
export type NewRowOf<Of extends Table> = Omit<Values<Of['columns']>, Names<Of['columns'], 'later'>>;
/** The columns of a row that a unit of work may change. */
export type ChangesOf<Of extends Table> = Partial<
  Pick<Values<Of['columns']>, Names<Of['columns'], 'changes'>>
>;

/** Statements and parts of statements of a table, each built once. */
interface Texts {
  /** The select list. */
  list: TemplateStringsArray;
  /** The columns that an insert gives. */
  given: TemplateStringsArray;
  /** The same as the columns of jsonb_to_recordset. */
  record: TemplateStringsArray;
  insert: TemplateStringsArray;
  /** An insert that something follows. */
  insertAnd: TemplateStringsArray;
}

const tables: Table[] = [];

/** Returns the tables that the modules loaded so far describe. */
export const describedTables = (): readonly Table[] => tables;

/** Describes a table by its columns: camelCase here, snake_case in the database. */
export function table<Described extends Columns>(name: string, columns: Described): Table<Described> {
  const given = Object.entries<Column>(columns)
    .filter(([, { marks }]) => !marks.includes('later'))
    .map(([member, column]): Table['given'][number] => [member, column, nameOf(member)]);
  const names = given.map(([member]) => nameOf(member)).join(', ');
  const values = given.map(([member, { type }]) =>
    type.endsWith('[]') ? `${nameOf(member)}::${type}` : nameOf(member),
  );
  const insert = `
    insert into ${name} (${names})
    select ${values.join(', ')} from unnest(${given.map(([, column]) => arrayOf(column)).join(', ')}) as given (${names})`;
  const texts: Texts = {
    list: textOf(selectList(columns)),
    given: textOf(names),
    record: textOf(given.map(([member, { type }]) => `${nameOf(member)} ${type}`).join(', ')),
    insert: textOf(insert),
    insertAnd: textOf(`${insert} ?`),
  };
  const described = { name, columns, given, texts };
  tables.push(described);
  return described;
}

/** The name in the database of a column. */
export const nameOf = (member: string): string => postgres.fromCamel(member);

function selectList(columns: Columns, prefix = ''): string {
  const read = Object.entries(columns).filter(([, { marks }]) => !marks.includes('unread'));
  const names = read.map(([member, { type }]) =>
    type === 'date' ? `${prefix}${nameOf(member)}::text as ${nameOf(member)}` : prefix + nameOf(member),
  );
  return names.join(', ');
}

// Types whose arrays kernel/db/arrays.ts knows; the others travel as text.
const arrays = new Set<ColumnType>(['bigint', 'integer', 'text', 'timestamp with time zone', 'uuid']);

/** A statement's value for all rows of a column, as an array of its type. */
export function arrayOf({ type }: Pick<Column, 'type'>): string {
  if (arrays.has(type)) return `?::${type}[]`;
  // PostgreSQL's unnest would take arrays of arrays apart.
  return type.endsWith('[]') ? '?::text[]' : `?::text[]::${type}[]`;
}

/** A value as an element of such an array. */
export function elementOf({ type }: Pick<Column, 'type'>, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (type === 'jsonb') return JSON.stringify(value);
  return type.endsWith('[]') ? arrayLiteral(value as string[]) : asText(value);
}

/**
 * Returns a statement's text, with "?" for each value, as the driver takes it: `db(text, ...values)`. Build it once, not for
 * each call.
 */
export function textOf(statement: string): TemplateStringsArray {
  const parts = statement.split('?');
  return Object.assign(parts, { raw: parts });
}

/** Returns a table's select list. A statement that joins it with others gives the name by which it refers to the table. */
export function columnsOf({ columns, texts }: Table, as?: string): (db: Db) => Fragment {
  const list = as === undefined ? texts.list : textOf(selectList(columns, `${as}.`));
  return (db) => db(list);
}

const assignments = new Map<string, TemplateStringsArray>();

/** Returns the assignments of an update: of those given columns that the description marks with `changes`. */
export function setOf<Of extends Table>(db: Db, { name, columns }: Of, values: ChangesOf<Of>): Fragment {
  const members = Object.keys(values).filter((member) => columns[member]?.marks.includes('changes'));
  const key = `${name} ${members}`;
  const text = assignments.get(key) ?? textOf(members.map((member) => `${nameOf(member)} = ?`).join(', '));
  assignments.set(key, text);
  const given = members.map((member) => (values as Record<string, unknown>)[member]);
  return db(text, ...(given as Postgres.Parameter[]));
}

/** Inserts rows in one statement, whose text does not depend on their number. `rest` follows: a condition, a conflict. */
export function insertRows<Of extends Table>(
  db: Db,
  { given, texts }: Of,
  rows: readonly NewRowOf<Of>[],
  rest?: Fragment,
): Fragment {
  const values = given.map(([member, column]) =>
    rows.map((row) => elementOf(column, (row as Record<string, unknown>)[member])),
  );
  return rest ? db(texts.insertAnd, ...values, rest) : db(texts.insert, ...values);
}

/** Returns a row as an insert gives it, for jsonb_to_recordset with the columns `texts.record`. */
export function recordOf<Of extends Table>({ given }: Of, row: NewRowOf<Of>): Record<string, unknown> {
  return Object.fromEntries(
    given.map(([member, , name]) => {
      const value = (row as Record<string, unknown>)[member];
      return [name, typeof value === 'bigint' ? String(value) : value];
    }),
  );
}
