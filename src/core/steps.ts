// The only writer of a state column. It walks a machine's table and hands the edge's event and posting to the noun. The
// rows, and what is noted of each step in `transitions`, are written with whatever else the transaction has gathered.
import { asText } from '../kernel/db/arrays.ts';
import type { Fragment, Tx } from '../kernel/db/db.ts';
import { firstOf, itemAt } from '../kernel/required.ts';
import { type Column, type Edge, findEdge, type Machine } from '../kernel/state-machine.ts';
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

/** What a noun does when a step of its machine names an event or a posting. */
export interface Effects<Event extends string, Posting extends string> {
  publish(event: Event): Promise<void>;
  post(posting: Posting): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: machines of every noun
type AnyMachine = Machine<any, any, any, any>;

/**
 * Takes `verb` from the state of a row that the transaction has locked and read. Returns the edge it took, or undefined
 * when the table has no such edge: the caller decides whether that is an error or a harmless repeat. The row's `state` is
 * brought up to date at once.
 */
export async function advance<S extends string, V extends string, E extends string, P extends string>(
  work: Work,
  machine: Machine<S, V, E, P>,
  row: Stateful<S>,
  verb: V,
  reason: string | null,
  effects?: Effects<E, P>,
): Promise<Edge<S, V, E, P> | undefined> {
  const edge = findEdge(machine, row.state, verb);
  if (!edge) return undefined;
  const at = work.clock.now();
  const { actor, correlationId } = work;
  const step = { from: row.state, to: edge.to, reason, keepsEnd: edge.keepsEnd === true };
  const endedAt = machine.ended.includes(edge.to) ? at : null;
  const transition: Transition = {
    ...{ merchantId: row.merchantId, object: machine.object, objectId: row.id },
    ...{ from: row.state, verb, to: edge.to, reason, actor, correlationId, at },
  };
  const rowChange = { machine, id: row.id, step: { ...step, endedAt }, columns: {} };
  save(work, writerOf(work, rowChange), { rowChange, transition, row });
  row.state = edge.to;
  if (edge.posting) await effects?.post(edge.posting);
  if (edge.event) await effects?.publish(edge.event);
  return edge;
}

/** Sets columns of a locked row that its machine declares, with its step if it takes one in this transaction. */
export function change<Row extends { id: string }>(
  work: Work,
  machine: AnyMachine,
  row: Row,
  columns: Partial<Row>,
): void {
  Object.assign(row, columns);
  const rowChange = { machine, id: row.id, columns };
  save(work, writerOf(work, rowChange), { rowChange });
}

interface Step {
  from: string;
  to: string;
  reason: string | null;
  keepsEnd: boolean;
  endedAt: Date | null;
}

interface RowChange {
  machine: AnyMachine;
  id: string;
  step?: Step;
  columns: Record<string, unknown>;
}

/** Another transaction has moved a row that this one thought it had locked. */
class Overtaken extends Error {}

/** What is changed of a row, and the step to record if it takes one. */
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
  const alike = Map.groupBy(folded(all.map(({ rowChange }) => rowChange)), ({ machine, step, columns }) =>
    [machine.table, step !== undefined, ...Object.keys(columns).sort()].join(),
  );
  const groups = [...alike.values()];
  const parts = groups.map((rows, index) => tx`${tx(`moved_${index}`)} as (${updateOf(tx, rows)})`);
  const transitions = all.flatMap(({ transition }) => transition ?? []);
  if (transitions.length > 0) parts.push(tx`noted as (${insertOf(tx, transitions)})`);
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
      if (transition) meter.transaction(transition.from, transition.to, row?.bankName ?? null);
  });
}

function assertAll(rows: readonly RowChange[], count: number): void {
  if (count === rows.length) return;
  const { table } = firstOf(rows).machine;
  throw new Overtaken(`${count} of ${rows.length} rows of ${table} were where they had been read`);
}

/** Folds the changes of each row into one: from the state before its first step to the state after its last. */
function folded(changes: readonly RowChange[]): RowChange[] {
  const rows = new Map<string, RowChange>();
  for (const change of changes) {
    const key = `${change.machine.table} ${change.id}`;
    const known = rows.get(key);
    if (!known) rows.set(key, { ...change, columns: { ...change.columns } });
    else {
      Object.assign(known.columns, change.columns);
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
type Given = [name: string, type: Column, read: (row: RowChange) => unknown];

const stepColumns: Given[] = [
  ['from_state', 'text', ({ step }) => step?.from],
  ['to_state', 'text', ({ step }) => step?.to],
  ['reason', 'text', ({ step }) => step?.reason],
  ['keeps_end', 'boolean', ({ step }) => step?.keepsEnd],
  ['ended_at', 'timestamptz', ({ step }) => step?.endedAt],
];

/** The update of rows of one table that all change the same columns; it returns a row for each. */
function updateOf(tx: Tx, rows: readonly RowChange[]): Fragment {
  const [{ machine, step, columns }] = rows as [RowChange];
  const names = Object.keys(columns).sort();
  const changed = names.map((name): Given => {
    const type: Column | undefined = machine.columns?.[name];
    if (!type) throw new Error(`${machine.table} declares no column ${name}`);
    return [name, type, (row) => row.columns[name]];
  });
  const given: Given[] = [['id', 'uuid', ({ id }) => id], ...(step ? stepColumns : []), ...changed];
  const sets = names.map((name) => tx`${tx(name)} = change.${tx(name)}`);
  if (step)
    sets.unshift(tx`state = change.to_state, state_reason = change.reason,
      completed_at = case when change.keeps_end then own.completed_at else change.ended_at end`);
  const arrays = given.map(([, type, read]) => arrayOf(tx, rows.map(read), type));
  return tx`
    update ${tx(machine.table)} as own set ${list(tx, sets)}
    from (
      select * from unnest(${list(tx, arrays)}) as change (${list(
        tx,
        given.map(([name]) => tx`${tx(name)}`),
      )})
    ) as change
    where own.id = change.id ${step ? tx`and own.state = change.from_state` : tx``}
    returning own.id`;
}

/** Values as an array of the type; instants and numbers travel as text. */
function arrayOf(tx: Tx, values: readonly unknown[], type: Column): Fragment {
  const texts = values.map(asText);
  return tx`${texts}::text[]::${casts[type](tx)}`;
}

const casts: Record<Column, (tx: Tx) => Fragment> = {
  bigint: (tx) => tx`bigint[]`,
  boolean: (tx) => tx`boolean[]`,
  integer: (tx) => tx`integer[]`,
  text: (tx) => tx`text[]`,
  timestamptz: (tx) => tx`timestamptz[]`,
  uuid: (tx) => tx`uuid[]`,
};

/** Fragments with commas between them. */
const list = (tx: Tx, fragments: readonly Fragment[]): Fragment =>
  fragments.reduce((all, one) => tx`${all}, ${one}`);

interface Transition {
  merchantId: string | null;
  object: string;
  objectId: string;
  from: string;
  verb: string;
  to: string;
  reason: string | null;
  actor: Actor;
  correlationId: string;
  at: Date;
}

function insertOf(tx: Tx, rows: readonly Transition[]): Fragment {
  const column = (name: keyof Transition) => rows.map((row) => asText(row[name]));
  return tx`
    insert into transitions (merchant_id, object, object_id, from_state, verb, to_state, reason, actor, correlation_id, at)
    select * from unnest(${column('merchantId')}::uuid[], ${column('object')}::text[], ${column('objectId')}::uuid[],
      ${column('from')}::text[], ${column('verb')}::text[], ${column('to')}::text[], ${column('reason')}::text[],
      ${column('actor')}::text[], ${column('correlationId')}::text[], ${column('at')}::timestamptz[])`;
}
