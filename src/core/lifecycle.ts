// The only writer of a state column. It walks a machine's table with a guarded update, appends the step to
// `transitions`, and hands the edge's event and posting to the noun, all in the caller's transaction.
import { type Edge, findEdge, type Machine } from '../kernel/state-machine.ts';
import type { Work } from './context.ts';

export interface Stateful<State extends string> {
  id: string;
  /** Null for money whose owner is not known. */
  merchantId: string | null;
  state: State;
}

/** What a noun does when a step of its machine names an event or a posting. */
export interface Effects<Event extends string, Posting extends string> {
  publish(event: Event): Promise<void>;
  post(posting: Posting): Promise<void>;
}

/**
 * Takes `verb` from the row's state. Answers the edge it took, or undefined when the table has no such edge or
 * another transaction moved the row first: the caller decides whether that is an error or a harmless repeat.
 * The row must be the one just read; its `state` is brought up to date.
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
  const ended = machine.ended.includes(edge.to) ? at : null;
  const endedAt = edge.keepsEnd ? work.tx`completed_at` : work.tx`${ended}`;
  const moved = await work.tx`
    update ${work.tx(machine.table)}
    set state = ${edge.to}, state_reason = ${reason}, completed_at = ${endedAt}
    where id = ${row.id} and state = ${row.state}
    returning 1`;
  if (moved.length === 0) return undefined;
  await work.tx`
    insert into transitions (merchant_id, object, object_id, from_state, verb, to_state, reason, actor, correlation_id, at)
    values (${row.merchantId}, ${machine.object}, ${row.id}, ${row.state}, ${verb}, ${edge.to}, ${reason},
      ${work.actor}, ${work.correlationId}, ${at})`;
  row.state = edge.to;
  if (edge.posting) await effects?.post(edge.posting);
  if (edge.event) await effects?.publish(edge.event);
  return edge;
}
