// Edges of state machines, events, postings, and codes of refusals: the service records them itself, so any play can count them at its
// end and compare them with the documents.
import { eventRegistry } from '../../src/core/events.ts';
import { templates } from '../../src/core/ledger/actions.ts';
import type { Sql } from '../../src/kernel/db/db.ts';
import { machines } from '../../src/reports/timelines/steps.ts';

/** Returns the names of everything that the documents have. Codes of refusals are not among them: each surface has its own. */
export function listReachable(): string[] {
  return [
    ...machines.flatMap(({ object, edges }) =>
      edges.flatMap(({ from, verb }) => from.map((state) => edgeName(object, state, verb))),
    ),
    ...Object.keys(eventRegistry).map((type) => `event ${type}`),
    ...Object.keys(templates).map((template) => `posting ${template}`),
  ];
}

const edgeName = (object: string, from: string, verb: string): string => `edge ${object}: ${from} ${verb}`;

/** Returns how often a database's history reached each of them, and each code of a refusal; others are absent. */
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
