// The only writer of a state column. It walks a machine's table, and the noun writes the edge's event and posting. The
// rows, and the record of each step in `transitions`, are written with the other pending writes of the transaction.
import type { Fragment, Tx } from '../kernel/db/db.ts';
import { firstValue } from '../kernel/db/rows.ts';
import {
  arrayOf,
  type ChangesOf,
  type Column,
  elementOf,
  insertRows,
  nameOf,
  type RowOf,
  type Table,
  t,
  table,
  textOf,
} from '../kernel/db/table.ts';
import { firstOf, itemAt } from '../kernel/required.ts';
import { type Edge, findEdge, type Machine } from '../kernel/state-machine.ts';
import type { Actor, Statement, Work, Writer } from './context.ts';
import { countAfterCommit, save } from './unit-of-work.ts';

export interface Stateful<State extends string> {
  id: string;
  /** Null for money whose owner is not known. */
  merchantId: string | null;
  state: State;
  /** Of transactions only. */
  bankName?: string | null;
}

/**
 * Takes `verb` from the state of a row that the transaction has locked and read. Returns the edge it took, or undefined
 * when the table has no such edge: the caller decides whether that is an error or a harmless repeat. The row's `state` is
 * brought up to date at once. The caller books the edge's posting and publishes its event.
 */
export function advance<S extends string, V extends string, E extends string, P extends string>(
  work: Work,
  machine: Machine<S, V, E, P>,
  row: Stateful<S>,
  verb: V,
  reason: string | null,
): Edge<S, V, E, P> | undefined {
  const edge = findEdge(machine, row.state, verb);
  if (!edge) return undefined;
  const at = work.clock.now();
  const { actor, correlationId } = work;
  const step = { from: row.state, to: edge.to, reason, keepsEnd: edge.keepsEnd === true };
  const endedAt = machine.ended.includes(edge.to) ? at : null;
  const transition: Transition = {
    ...{ merchantId: row.merchantId, object: machine.object, objectId: row.id },
    ...{ fromState: row.state, verb, toState: edge.to, reason, actor, correlationId, at },
  };
  const rowChange = { table: machine.table, id: row.id, step: { ...step, endedAt }, columns: {} };
  save(work, writerOf(work, rowChange), { rowChange, transition, row });
  row.state = edge.to;
  return edge;
}

/** Sets columns of a locked row, with its step if it takes one in this transaction. */
export function change<Of extends Table>(
  work: Work,
  described: Of,
  row: { id: string },
  columns: ChangesOf<Of>,
): void {
  Object.assign(row, columns);
  const rowChange = { table: described.name, described, id: row.id, columns };
  save(work, writerOf(work, rowChange), { rowChange });
}

export const transitions = table('transitions', {
  id: t.bigint().later().unread(),
  merchantId: t.uuid().nullable(),
  object: t.code(),
  objectId: t.uuid(),
  fromState: t.code(),
  verb: t.code(),
  toState: t.code(),
  reason: t.text('redact').nullable(),
  actor: t.code<Actor>(),
  correlationId: t.code(),
  at: t.timestamptz(),
});

/** Returns the state that an object's last step of a verb left. all merchants: the caller has locked the object. */
export const stateBefore = (tx: Tx, objectId: string, verb: string) =>
  firstValue(tx<{ fromState: string }[]>`
    select from_state from transitions where object_id = ${objectId} and verb = ${verb} order by id desc limit 1`);

type Transition = RowOf<typeof transitions>;

interface Step {
  from: string;
  to: string;
  reason: string | null;
  keepsEnd: boolean;
  endedAt: Date | null;
}

interface RowChange {
  table: string;
  id: string;
  step?: Step;
  /** What describes the columns, if there are any. */
  described?: Table;
  columns: Record<string, unknown>;
}

/** Another transaction has moved a row that this one thought it had locked. */
class Overtaken extends Error {}

/** A change of a row, and the step to record if it takes one. */
interface Change {
  rowChange: RowChange;
  transition?: Transition;
  row?: { bankName?: string | null };
}

const changes: Writer<Change> = {
  place: 'changes',
  statements: (work, all) => [updateOfAll(work, all)],
};

const changesOfNewRows: Writer<Change> = { ...changes, place: 'changes of new rows' };

/** A row that is inserted in this unit, or refers to such a row, changes after it. So does whatever changes of it later. */
function writerOf({ unwritten: { newIds } }: Work, { id, columns }: RowChange): Writer<Change> {
  const isLater = newIds.has(id) || Object.values(columns).some((value) => newIds.has(String(value)));
  if (isLater) newIds.add(id);
  return isLater ? changesOfNewRows : changes;
}

/** Rows of all tables and the record of their steps, in one statement. */
function updateOfAll(work: Work, all: readonly Change[]): Statement {
  const { tx } = work;
  const alike = Map.groupBy(folded(all.map(({ rowChange }) => rowChange)), ({ table, step, columns }) =>
    [table, step !== undefined, ...Object.keys(columns).sort()].join(),
  );
  const groups = [...alike.values()];
  const parts = groups.map((rows, index) => tx`${tx(`moved_${index}`)} as (${updateOf(tx, rows)})`);
  const steps = all.flatMap(({ transition }) => transition ?? []);
  if (steps.length > 0) parts.push(tx`noted as (${insertRows(tx, transitions, steps)})`);
  const counts = groups.map((_, index) => tx`(select count(*)::integer from ${tx(`moved_${index}`)})`);
  countSteps(work, all);
  return {
    query: tx`with ${list(tx, parts)} select array[${list(tx, counts)}] as counts`,
    check: (written) => {
      const { counts } = firstOf(written) as { counts: number[] };
      for (const [index, rows] of groups.entries()) assertAll(rows, itemAt(counts, index));
    },
  };
}

function countSteps(work: Work, all: readonly Change[]): void {
  const counted = all.filter(({ transition }) => transition?.object === 'transaction');
  if (counted.length === 0) return;
  countAfterCommit(work, (meter) => {
    for (const { transition, row } of counted)
      if (transition) meter.transaction(transition.fromState, transition.toState, row?.bankName ?? null);
  });
}

function assertAll(rows: readonly RowChange[], count: number): void {
  if (count === rows.length) return;
  const { table } = firstOf(rows);
  throw new Overtaken(`${count} of ${rows.length} rows of ${table} were where they had been read`);
}

/** Folds the changes of each row into one: from the state before its first step to the state after its last. */
function folded(changes: readonly RowChange[]): RowChange[] {
  const rows = new Map<string, RowChange>();
  for (const change of changes) {
    const key = `${change.table} ${change.id}`;
    const known = rows.get(key);
    if (!known) rows.set(key, { ...change, columns: { ...change.columns } });
    else {
      Object.assign(known.columns, change.columns);
      known.described ??= change.described;
      if (change.step) known.step = known.step ? joined(known.step, change.step) : change.step;
    }
  }
  return [...rows.values()];
}

const joined = (first: Step, then: Step): Step => ({
  ...then,
  from: first.from,
  keepsEnd: first.keepsEnd && then.keepsEnd,
  endedAt: then.keepsEnd ? first.endedAt : then.endedAt,
});

/** A value of each row, and the column of the statement's list of changes that it goes in. */
type Given = [name: string, column: Pick<Column, 'type'>, read: (row: RowChange) => unknown];

const idColumn: Given = ['id', { type: 'uuid' }, ({ id }) => id];
const stepColumns: Given[] = [
  ['from_state', { type: 'text' }, ({ step }) => step?.from],
  ['to_state', { type: 'text' }, ({ step }) => step?.to],
  ['reason', { type: 'text' }, ({ step }) => step?.reason],
  ['keeps_end', { type: 'boolean' }, ({ step }) => step?.keepsEnd],
  ['ended_at', { type: 'timestamp with time zone' }, ({ step }) => step?.endedAt],
];

interface Update {
  given: readonly Given[];
  text: TemplateStringsArray;
}

/** Updates by the table, the columns and whether there is a step: each is built once. */
const updates = new Map<string, Update>();

/** The update of rows of one table that all change the same columns; it returns a row for each. */
function updateOf(tx: Tx, rows: readonly RowChange[]): Fragment {
  const [{ table, described, step, columns }] = rows as [RowChange];
  const members = Object.keys(columns).sort();
  const key = `${table} ${step !== undefined} ${members}`;
  const update = updates.get(key) ?? buildUpdate(table, described, members, step !== undefined);
  updates.set(key, update);
  return tx(
    update.text,
    ...update.given.map(([, column, read]) => rows.map((row) => elementOf(column, read(row)))),
  );
}

function buildUpdate(
  name: string,
  described: Table | undefined,
  members: readonly string[],
  hasStep: boolean,
): Update {
  const changed = members.map((member): Given => {
    const column = described?.columns[member];
    if (!column?.marks.includes('changes')) throw new Error(`${name} declares no column ${member}`);
    return [nameOf(member), column, (row) => row.columns[member]];
  });
  const given = [idColumn, ...(hasStep ? stepColumns : []), ...changed];
  const sets = changed.map(([name]) => `${name} = change.${name}`);
  if (hasStep)
    sets.unshift(`state = change.to_state, state_reason = change.reason,
      completed_at = case when change.keeps_end then own.completed_at else change.ended_at end`);
  const statement = textOf(`
    update ${name} as own set ${sets.join(', ')}
    from (
      select * from unnest(${given.map(([, column]) => arrayOf(column)).join(', ')})
        as change (${given.map(([name]) => name).join(', ')})
    ) as change
    where own.id = change.id ${hasStep ? 'and own.state = change.from_state' : ''}
    returning own.id`);
  return { given, text: statement };
}

/** Fragments with commas between them. */
const list = (tx: Tx, fragments: readonly Fragment[]): Fragment =>
  fragments.reduce((all, one) => tx`${all}, ${one}`);
