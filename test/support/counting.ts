// Counts the statements of a database, also inside of transactions.
import type { Sql } from '../../src/kernel/db/db.ts';

/** Returns a database that counts its statements and parts of statements. */
export function counting(db: Sql): { db: Sql; count(): number } {
  let count = 0;
  const counted = <T extends object>(of: T): T =>
    new Proxy(of, {
      apply: (target, self, given) => {
        count += 1;
        return Reflect.apply(target as never, self, given);
      },
      get: (target, name) => {
        const found = Reflect.get(target, name);
        if (name !== 'begin') return found;
        return (work: (tx: object) => unknown) =>
          Reflect.apply(found as never, target, [(tx: object) => work(counted(tx))]);
      },
    });
  return { db: counted(db), count: () => count };
}
