// What the documents name and a play can reach: edges of state machines, events, postings, and codes of refusals. All are recorded by
// the service itself, so any play can count them at its end.
import { errorRegistry } from '../../src/core/errors.ts';
import { eventRegistry } from '../../src/core/events.ts';
import { templates } from '../../src/core/ledger/actions.ts';
import type { Sql } from '../../src/kernel/db/db.ts';
import { machines } from '../../src/reports/timelines/steps.ts';

/** Returns the names of everything that the documents have. */
export function listReachable(): string[] {
  return [
    ...machines.flatMap(({ object, edges }) =>
      edges.flatMap(({ from, verb }) => from.map((state) => edgeName(object, state, verb))),
    ),
    ...Object.keys(eventRegistry).map((type) => `event ${type}`),
    ...Object.keys(templates).map((template) => `posting ${template}`),
    ...Object.keys(errorRegistry).map((code) => `error ${code}`),
  ];
}

const edgeName = (object: string, from: string, verb: string): string => `edge ${object}: ${from} ${verb}`;

/** Returns how often a database's history reached each of them; those that it did not reach are absent. */
export async function readReached(db: Sql): Promise<Record<string, number>> {
  const edges = await db<{ object: string; fromState: string; verb: string; times: number }[]>`
    select object, from_state, verb, count(*)::integer as times from transitions group by 1, 2, 3`;
  const others = await db<{ name: string; times: number }[]>`
    select 'event ' || type as name, count(*)::integer as times from events group by 1
    union all select 'posting ' || template, count(*)::integer from ledger_journals group by 1
    union all select 'error ' || code, sum(n)::integer from refusal_counts group by 1`;
  return Object.fromEntries([
    ...edges.map(({ object, fromState, verb, times }) => [edgeName(object, fromState, verb), times]),
    ...others.map(({ name, times }) => [name, times]),
  ]);
}
