// State machines as tables: pure data and queries on it. core/transitions.ts moves rows through them.

export interface Edge<
  State extends string,
  Verb extends string,
  Event extends string,
  Posting extends string,
> {
  from: readonly State[];
  verb: Verb;
  to: State;
  /** The event that this step publishes, named in core/events.ts. */
  event?: Event;
  /** The step comes after the end and keeps its time. */
  keepsEnd?: boolean;
  /** The ledger posting of this step, by its template's name. */
  posting?: Posting;
}

export interface Machine<
  State extends string = string,
  Verb extends string = string,
  Event extends string = string,
  Posting extends string = string,
> {
  /** The kind of object it moves, as one word: also the object kind in transitions. */
  object: string;
  /** The table whose `state` column it owns. */
  table: string;
  states: readonly State[];
  initial: State;
  /** States in which the row carries a `completed_at`. */
  ended: readonly State[];
  edges: readonly Edge<State, Verb, Event, Posting>[];
}

/** Returns the edge that `verb` takes from `state`, or undefined when the table has none. */
export function findEdge<S extends string, V extends string, E extends string, P extends string>(
  machine: Machine<S, V, E, P>,
  state: S,
  verb: V,
): Edge<S, V, E, P> | undefined {
  return machine.edges.find((edge) => edge.verb === verb && edge.from.includes(state));
}

/** Returns every allowed step as "from verb to": `tefo check` compares recorded transitions with it. */
export function legalSteps(machine: Machine): Set<string> {
  return new Set(machine.edges.flatMap((edge) => edge.from.map((from) => `${from} ${edge.verb} ${edge.to}`)));
}

/** Returns the states in which something is still to happen. */
export const openStates = <State extends string>({
  states,
  ended,
}: Pick<Machine<State>, 'states' | 'ended'>): State[] => states.filter((state) => !ended.includes(state));

/** Returns the table as a Mermaid diagram, for docs/states.md. */
export function stateDiagram(machine: Machine): string {
  const lines = machine.edges.flatMap((edge) =>
    edge.from.map((from) => `  ${from} --> ${edge.to}: ${edge.verb}`),
  );
  return ['stateDiagram-v2', `  [*] --> ${machine.initial}`, ...lines].join('\n');
}
