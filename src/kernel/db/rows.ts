// The result of a query as its caller takes it: rows, values or a number.
import { firstOf } from '../required.ts';
import type { Query } from './db.ts';

/** Returns the first row of a query; undefined if there is no row. */
export async function firstRow<Row extends object>(query: Query<Row>): Promise<Row | undefined> {
  return (await query)[0];
}

/** Returns the row of a query that always has one. */
export async function onlyRow<Row extends object>(query: Query<Row>): Promise<Row> {
  return firstOf(await query);
}

/** Returns the first row's value of a query with one column; undefined if there is no row. */
export async function firstValue<Row extends object>(query: Query<Row>): Promise<Row[keyof Row] | undefined> {
  const [row] = await query;
  return row && onlyValueOf(row);
}

/** Returns the value of a query that always has one row, with one column. */
export async function onlyValue<Row extends object>(query: Query<Row>): Promise<Row[keyof Row]> {
  return onlyValueOf(firstOf(await query));
}

const onlyValueOf = <Row extends object>(row: Row): Row[keyof Row] => firstOf(Object.values(row));

/** Returns the rows of a query as a plain array, without the driver's properties. */
export async function allRows<Row extends object>(query: Query<Row>): Promise<Row[]> {
  return [...(await query)];
}

/** Returns the values of a query with one column. */
export async function allValues<Row extends object>(query: Query<Row>): Promise<Row[keyof Row][]> {
  return (await query).map(onlyValueOf);
}

/** Executes a statement without a result. */
export async function execute(query: Query<object>): Promise<void> {
  await query;
}

/** Returns how many rows a query returned or changed. */
export async function rowCount(query: Query<object>): Promise<number> {
  return (await query).count;
}

/** True if a query returned or changed a row. */
export async function anyRow(query: Query<object>): Promise<boolean> {
  return (await rowCount(query)) > 0;
}
