// All SQL of customers. Their ids follow from the merchant and the customer (identity.ts).
import type { Db, Fragment, Tx } from '../../kernel/db/db.ts';
import { execute, firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Identified } from './identity.ts';

export const customers = table('customers', {
  id: t.uuid(),
  merchantId: t.uuid(),
  name: t.text('clear').nullable(),
  email: t.text('clear').nullable(),
  phone: t.text('clear').nullable(),
  /** The merchant's identifier of the customer. */
  reference: t.text('clear').nullable(),
  /** The names, addresses and numbers that are known, each in a line, as they are searched. */
  search: t.text('blank').unread(),
  createdAt: t.timestamptz(),
});

export type Customer = RowOf<typeof customers>;

/** A customer whose texts are longer gets no other names any more. */
const longestSearch = 1_000;

/**
 * Adds the customers that are not known, and their names and numbers that are not. A known customer costs one read of its
 * row: it is neither written nor locked. `lock order`: by id, after all else that the statement writes.
 */
export function addingCustomers(db: Db, named: readonly Identified[], at: Date): Fragment {
  const rows = merged(named).map(({ merchantId, ...row }) => ({ ...row, merchant_id: merchantId }));
  return db`
    insert into customers (id, merchant_id, name, email, phone, reference, search, created_at)
    select id, merchant_id, name, email, phone, reference, search, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as named (
      id uuid, merchant_id uuid, name text, email text, phone text, reference text, search text)
    where not exists (
      select from customers known
      where known.id = named.id and (strpos(known.search, named.search) > 0 or length(known.search) >= ${longestSearch}))
    order by id
    on conflict (id) do update set
      name = coalesce(customers.name, excluded.name), email = coalesce(customers.email, excluded.email),
      phone = coalesce(customers.phone, excluded.phone),
      reference = coalesce(customers.reference, excluded.reference), search = customers.search || excluded.search
    where strpos(customers.search, excluded.search) = 0 and length(customers.search) < ${longestSearch}`;
}

/** One row for each customer: a statement writes none twice. */
function merged(named: readonly Identified[]): Identified[] {
  const rows = new Map<string, Identified>();
  for (const one of named) {
    const known = rows.get(one.id);
    if (known?.search.includes(one.search)) continue;
    rows.set(one.id, known ? { ...known, ...one, search: known.search + one.search } : one);
  }
  return [...rows.values()];
}

/** all merchants: the console, which compares the merchant with its viewer. */
export const findAnyCustomer = (db: Db, id: string) =>
  firstRow(db<Customer[]>`select ${columnsOf(customers)(db)} from customers where id = ${id}`);

/** A table whose rows have customers, and where they are in them. */
export interface Source {
  table: string;
  /** The column with the details of the customer, as JSON. */
  column: string;
}

export interface Unnamed {
  id: string;
  merchantId: string;
  given: object | null;
}

export interface Progress {
  source: string;
  afterId: string;
  /** Versions that name no customers can run until then; null before the first run. */
  until: Date | null;
}

/** Locks the progress of one source; undefined when all are done, or while other processes are at them. */
export const lockProgress = (tx: Tx, now: Date) =>
  firstRow(tx<Progress[]>`
    select source, after_id, until from customer_progress
    where not is_done and (due_at is null or due_at <= ${now})
    order by due_at nulls first, source limit 1 for update skip locked`);

export interface Reached {
  afterId: string;
  until: Date;
  isDone: boolean;
  /** Null: at once. */
  dueAt: Date | null;
}

export const saveProgress = (tx: Tx, source: string, { afterId, until, isDone, dueAt }: Reached) =>
  execute(tx`
    update customer_progress set after_id = ${afterId}, until = ${until}, is_done = ${isDone}, due_at = ${dueAt}
    where source = ${source}`);

/** Returns the next rows without a customer, by their ids. all merchants: the rows of all are filled. */
export const findUnnamed = (
  tx: Tx,
  { table: name, column }: Source,
  { after, before, limit }: { after: string; before: string; limit: number },
) => tx<Unnamed[]>`
    select id, merchant_id, ${tx(column)} as given from ${tx(name)}
    where id > ${after} and id < ${before} and customer_id is null order by id limit ${limit}`;

/** A row and its customer. */
export interface Named {
  id: string;
  customerId: string;
}

/** Names the customers of rows, which it locks by their ids. all merchants: the rows of all are filled. */
export const setCustomers = (tx: Tx, { table: name }: Pick<Source, 'table'>, rows: readonly Named[]) =>
  execute(tx`
    with named as materialized (
      select * from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ customerId }) => customerId)}::uuid[])
        as named (id, customer_id)
    ), held as materialized (
      select id from ${tx(name)} where id in (select id from named) order by id for no key update
    )
    update ${tx(name)} own set customer_id = named.customer_id
    from named join held on held.id = named.id where own.id = named.id and own.customer_id is null`);
