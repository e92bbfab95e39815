// Records what transactions send, in the order in which the driver sends it.
import type { Sql } from '../../src/kernel/db/db.ts';

/** A query of the driver: `handler` sends it. */
interface DriverQuery {
  strings: readonly string[];
  handler(query: DriverQuery): void;
}

/** Returns a database that records the statements of its transactions when they are sent; `?` stands for a parameter. */
export function recording(db: Sql): { db: Sql; sent: string[] } {
  const sent: string[] = [];
  const recorded = (tx: object): object =>
    new Proxy(tx, {
      apply: (target, self, given) => {
        const query = Reflect.apply(target as never, self, given) as DriverQuery;
        const { handler } = query;
        if (typeof handler !== 'function') return query;
        query.handler = (own) => {
          sent.push(query.strings.join('?').replaceAll(/\s+/g, ' ').trim());
          handler(own);
        };
        return query;
      },
    });
  const begin = (work: (tx: object) => unknown) =>
    Reflect.apply(db.begin as never, db, [(tx: object) => work(recorded(tx))]);
  return {
    db: new Proxy(db, { get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)) }),
    sent,
  };
}
