// Columns, each in a line: its name in exports, its heading, and the fields of a row that it reads.
import { bankById } from '../../core/banks.ts';
import { actorWords, withoutKind } from '../../core/users/names.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Db, Fragment } from '../../kernel/db/db.ts';
import { required } from '../../kernel/required.ts';
import type { Column, Kind, List, Value } from './list.ts';

type Options = Partial<Pick<Column, 'isShown' | 'forMany' | 'value'>>;

/** Creates a column that reads the row's value `from`; it is also shown on the page by default. */
function column(kind: Kind, key: string, heading: string, from: string, options: Options = {}): Column {
  return {
    key,
    heading,
    kind,
    value: (row): Value => row[from] ?? null,
    isShown: true,
    forMany: false,
    ...options,
  };
}

const exportOnly = { isShown: false };

export const text = (key: string, heading: string, from = key): Column => column('text', key, heading, from);
export const number = (key: string, heading: string, from = key): Column =>
  column('number', key, heading, from);
export const link = (key: string, heading: string, from = key): Column => column('link', key, heading, from);
export const day = (key: string, heading: string, from = key): Column => column('day', key, heading, from);
export const time = (key: string, heading: string, from = key): Column => column('time', key, heading, from);
export const money = (key: string, heading: string, from: string): Column =>
  column('money', key, heading, from);

export const id = column('id', 'id', 'Id', 'id', exportOnly);
export const site = text('site', 'Site');
export const state = column('state', 'state', 'State', 'state');
export const outcome = column('outcome', 'outcome', 'Outcome', 'outcome');
export const amount = money('amount', 'Amount', 'amountCents');
export const currency = column('text', 'currency', 'Currency', 'currency', exportOnly);
export const reason = column('text', 'reason', 'Reason', 'stateReason', exportOnly);
export const merchant = column('text', 'merchant', 'Merchant', 'merchant', { forMany: true });
export const correlation = column('id', 'correlationId', 'Correlation id', 'correlationId', exportOnly);
/** The bank that an id names; an id that names none stays as it is. */
export const bankOf = (from: string): Column =>
  column('text', 'bank', 'Bank', from, {
    value: (row) => bankById(row[from] as string)?.name ?? row[from] ?? null,
  });

/** The columns with which a list of money begins. */
export const moved = [id, site, link('reference', 'Reference'), state, amount, currency];

/** An instant, twice: as South African time, and in exports also as UTC. */
export const instant = (key: string, heading: string, from: string): Column[] => [
  time(key, heading, from),
  column('utc', `${key}Utc`, `${heading} (UTC)`, from, exportOnly),
];
export const created = instant('created', 'Created', 'createdAt');
/** An instant that only exports have. */
export const completed = instant('completed', 'Completed', 'completedAt').map((one) => ({
  ...one,
  isShown: false,
}));

/** Returns the columns of a list's page. `isForMany`: the reader sees several merchants. */
export function columnsOfPage(
  { columns, pageOrder }: Pick<List, 'columns' | 'pageOrder'>,
  isForMany: boolean,
): Column[] {
  const shown = pageOrder
    ? pageOrder.map((key) =>
        required(
          columns.find((one) => one.key === key),
          key,
        ),
      )
    : columns.filter(({ isShown }) => isShown).toSorted((one, other) => placeOf(one) - placeOf(other));
  return shown.filter(({ forMany }) => !forMany || isForMany);
}

const kindPlaces: Partial<Record<Kind, number>> = { link: 0, outcome: 1, state: 1, money: 2 };

/** On pages the name of a row, its state and its amounts come first, and whose it is last. */
const placeOf = ({ key, kind }: Column): number =>
  key === 'site' ? 4 : key === 'merchant' ? 5 : (kindPlaces[kind] ?? 3);

/** The same column in exports only. */
export const hidden = (shown: Column): Column => ({ ...shown, isShown: false });

/**
 * Returns a column of the actor that requested or approved a row, in the form the viewer can see: `actors` reads it.
 */
export const actor = (key: string, heading: string, from: string): Column =>
  column('text', key, heading, from, {
    ...exportOnly,
    value: (row) => (typeof row[from] === 'string' ? withoutKind(row[from]) : null),
  });

/** Returns the columns of actors of a page's rows under their own names, for what else a list reads. */
export const actors = (db: Db, viewer: Viewer, ...names: string[]): Fragment =>
  names.reduce((all, name) => db`${all}, ${actorWords(db, viewer, `page.${name}`)} as ${db(name)}`, db``);
