// A judge of concurrent requests: strict serializability, as Elle infers it. Each write installs a version of a key, and a read shows
// the versions that it saw. These and the real time between requests say which request came before which; a cycle is an anomaly: no
// order of the requests, one after the other, explains the responses.

/** A request and its response. */
export interface Operation {
  name: string;
  /** When the request was sent, and when its response had arrived, by one clock; Infinity: without a response, so that it can happen
   * at any later time, or never. */
  start: number;
  end: number;
  /** The version of each key that its response shows; 0: the key before any write. */
  reads?: Readonly<Record<string, number>>;
  /** The version of each key that it installs. Versions grow. */
  writes?: Readonly<Record<string, number>>;
}

type Kind = 'saw the write of' | 'overwritten by' | 'did not see the write of' | 'ended before';

interface Edge {
  kind: Kind;
  from: Operation;
  to: Operation;
  key: string;
}

/** Returns each anomaly that was found, with the requests that show it; of those with the same cause, one. */
export function findAnomalies(history: readonly Operation[]): string[] {
  const writers = writersOf(history);
  const unknown = history.flatMap((operation) =>
    Object.entries(operation.reads ?? {})
      .filter(([key, version]) => version > 0 && !writers.get(key)?.has(version))
      .map(([key, version]) => `${operation.name} saw version ${version} of ${key}, which no request wrote`),
  );
  const edges = history.flatMap((operation) => dataEdges(operation, writers));
  const following = Map.groupBy(edges, ({ from }) => from);
  const cycles = edges.flatMap((edge) => {
    const path = shortestPath(edge.to, edge.from, history, following);
    return path ? [[edge, ...path]] : [];
  });
  const shown = cycles.sort((one, other) => one.length - other.length);
  const byCause = Map.groupBy(shown, (cycle) => `${nameOf(cycle, history)} of ${keyOf(cycle)}`);
  return [...unknown, ...[...byCause].map(([cause, [cycle]]) => `${cause}: ${describe(cycle!)}`)];
}

type Writers = Map<string, Map<number, Operation>>;

function writersOf(history: readonly Operation[]): Writers {
  const writers: Writers = new Map();
  for (const operation of history)
    for (const [key, version] of Object.entries(operation.writes ?? {}))
      writers.set(key, (writers.get(key) ?? new Map()).set(version, operation));
  return writers;
}

/** The edges that follow from the reads and writes of an operation. */
function dataEdges(operation: Operation, writers: Writers): Edge[] {
  const seen = Object.entries(operation.reads ?? {}).flatMap(([key, version]): Edge[] => [
    ...edge('saw the write of', key, writers.get(key)?.get(version), operation),
    ...edge('did not see the write of', key, operation, nextWriter(writers, key, version)),
  ]);
  const written = Object.entries(operation.writes ?? {}).flatMap(([key, version]) =>
    edge('overwritten by', key, operation, nextWriter(writers, key, version)),
  );
  return [...seen, ...written];
}

function edge(kind: Kind, key: string, from: Operation | undefined, to: Operation | undefined): Edge[] {
  return from && to && from !== to ? [{ kind, from, to, key }] : [];
}

/** The operation that wrote the version after one. */
function nextWriter(writers: Writers, key: string, version: number): Operation | undefined {
  const later = [...(writers.get(key) ?? [])].filter(([other]) => other > version);
  return later.sort(([one], [other]) => one - other)[0]?.[1];
}

/** The fewest edges from one operation to another: of data, or in real time. */
function shortestPath(
  from: Operation,
  to: Operation,
  history: readonly Operation[],
  following: ReadonlyMap<Operation, readonly Edge[]>,
): Edge[] | undefined {
  const cameBy = new Map<Operation, Edge | undefined>([[from, undefined]]);
  for (const operation of cameBy.keys()) {
    if (operation === to) return pathTo(to, cameBy);
    const later = history.filter(({ start }) => operation.end < start);
    const inTime = later.map((next): Edge => ({ kind: 'ended before', from: operation, to: next, key: '' }));
    for (const next of [...(following.get(operation) ?? []), ...inTime])
      if (!cameBy.has(next.to)) cameBy.set(next.to, next);
  }
  return undefined;
}

function pathTo(to: Operation, cameBy: ReadonlyMap<Operation, Edge | undefined>): Edge[] {
  const last = cameBy.get(to);
  return last ? [...pathTo(last.from, cameBy), last] : [];
}

/** The name of an anomaly. */
function nameOf(cycle: readonly Edge[], history: readonly Operation[]): string {
  const has = (kind: Kind): boolean => cycle.some((each) => each.kind === kind);
  const missed = cycle.find(({ kind }) => kind === 'did not see the write of');
  if (!has('ended before')) return has('overwritten by') ? 'lost update' : 'half of a transaction';
  if (!missed) return has('overwritten by') ? 'writes in another order' : 'read before the write';
  if (has('saw the write of')) return 'non-monotonic read';
  return isLost(missed, history) ? 'lost update' : 'stale read';
}

/** Whether no read at all saw an acknowledged write, and several could have. */
function isLost({ to: writer, key }: Edge, history: readonly Operation[]): boolean {
  const version = writer.writes![key]!;
  const later = history.filter(({ start, reads }) => start > writer.end && reads?.[key] !== undefined);
  return later.length > 1 && later.every(({ reads }) => reads![key]! < version);
}

const keyOf = (cycle: readonly Edge[]): string => cycle.find(({ key }) => key !== '')!.key;

const describe = (cycle: readonly Edge[]): string =>
  cycle.map(({ kind, from, to }) => `"${from.name}" ${clause[kind]} "${to.name}"`).join(', ');

/** The kinds as words between the first operation and the second. */
const clause: Record<Kind, string> = {
  'saw the write of': 'was seen by',
  'overwritten by': 'was overwritten by',
  'did not see the write of': 'did not see',
  'ended before': 'ended before the start of',
};
