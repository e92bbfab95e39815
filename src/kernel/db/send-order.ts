// The order in which the queries of one connection are sent. The driver sends a query a moment after it is awaited, and an
// async function awaits earlier than the caller of `Promise.all`: the order of such a list is not the order of sending.

/** A query that is not sent yet. The promise of an async function does not fit: the caller cannot decide when it sends. */
type Sendable = Promise<unknown> & { execute(): unknown };

type Results<Queries extends readonly Sendable[]> = { -readonly [At in keyof Queries]: Awaited<Queries[At]> };

/**
 * Sends queries in the order given, without waiting in between, and returns their results in that order. Locks are taken in
 * the order in which they are sent.
 */
export function sendInOrder<Queries extends readonly Sendable[]>(
  ...queries: Queries
): Promise<Results<Queries>> {
  for (const query of queries) query.execute();
  return Promise.all(queries) as Promise<Results<Queries>>;
}

/** Sends a query before whatever `work` sends, without waiting for it; returns what `work` does. */
export async function sendAhead<T>(query: Sendable, work: () => Promise<T>): Promise<T> {
  query.execute();
  const [, result] = await Promise.all([query, work()]);
  return result;
}
