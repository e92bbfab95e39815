// Edges of state machines, events, postings, and codes of refusals: the service records them itself, so any play can count them at its
// end and compare them with the documents.
import { readFileSync } from 'node:fs';
import { occurrences, type Place } from '../../src/app/error-occurrences.ts';
import { eventRegistry } from '../../src/core/events.ts';
import { templates } from '../../src/core/ledger/actions.ts';
import type { Sql } from '../../src/kernel/db/db.ts';
import { machines } from '../../src/reports/timelines/steps.ts';
import { unreachable } from './unreachable.ts';

interface Reachable {
  /** "edge", "event", "posting", or the errors of a surface or of users. */
  kind: string;
  name: string;
  /** Under which results.json counts it. */
  key: string;
  /** Why no caller reaches it; absent where some can. */
  why?: string;
}

/** Returns everything that the documents have. */
export function listReachable(): Reachable[] {
  return [
    ...machines.flatMap(({ object, edges }) =>
      edges.flatMap(({ from, verb }) => from.map((state) => edgeName(object, state, verb))),
    ),
    ...Object.keys(eventRegistry).map((type) => `event ${type}`),
    ...Object.keys(templates).map((template) => `posting ${template}`),
    ...listErrors(),
  ].map((key) => {
    const [, kind, name] = /^(error [^:]+|\w+):? (.+)$/.exec(key)!;
    const why = unreachable[key];
    return { kind: kind!, name: name!, key, ...(why !== undefined && { why }) };
  });
}

const edgeName = (object: string, from: string, verb: string): string => `edge ${object}: ${from} ${verb}`;

/** The places of a surface's errors, whose codes it counts by their names. */
const places: Record<string, readonly Place[]> = {
  'Payments API': ['text'],
  'External API': ['text'],
  'Payouts API': ['payouts'],
  users: ['console', 'cli'],
};

/** The documented codes of each surface. Users at the console and the command line share theirs. */
function listErrors(): string[] {
  const others = Object.entries(places).flatMap(([surface, wanted]) =>
    Object.entries(occurrences).flatMap(([code, occurrence]) =>
      occurrence.places.some((place) => wanted.includes(place)) ? [errorName(surface, code)] : [],
    ),
  );
  return [...codesOfOne().map((code) => errorName('One API', code)), ...others];
}

export const errorName = (surface: string, code: string): string => `error ${surface}: ${code}`;

/** The codes in the description of the One API. */
function codesOfOne(): string[] {
  const document = readFileSync(new URL('../../docs/openapi/one.json', import.meta.url), 'utf8');
  const found = new Set<string>();
  JSON.parse(document, (name, value) => {
    if (name === 'code' && Array.isArray(value?.enum)) for (const code of value.enum) found.add(code);
    return value;
  });
  return [...found].sort();
}

/** Returns how often a database's history reached each of them; others are absent. */
export async function readReached(db: Sql): Promise<Record<string, number>> {
  const edges = await db<{ object: string; fromState: string; verb: string; times: number }[]>`
    select object, from_state, verb, count(*)::integer as times from transitions group by 1, 2, 3`;
  const others = await db<{ name: string; times: number }[]>`
    select 'event ' || type as name, count(*)::integer as times from events group by 1
    union all select 'posting ' || template, count(*)::integer from ledger_journals group by 1
    union all select 'error ' || surface || ': ' || split_part(code, ' ', 1), sum(n)::integer from refusal_counts group by 1`;
  return Object.fromEntries([
    ...edges.map(({ object, fromState, verb, times }) => [edgeName(object, fromState, verb), times]),
    ...others.map(({ name, times }) => [name, times]),
  ]);
}
