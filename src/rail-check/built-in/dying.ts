// Simulates a process that is killed at an await of the database: earlier statements keep their effect unless they were
// in an open transaction, and no statement is sent afterwards.
import { Writable } from 'node:stream';
import type { Db, Sql } from '../../kernel/db/db.ts';

class Gone extends Error {}

export interface Dying {
  db: Sql;
  /** Returns the number of places so far at which the process could be killed. */
  places(): number;
}

/** Wraps a database whose process is killed at the nth place: before a statement, or when its result arrives. */
export function dyingAt(db: Sql, nth: number): Dying {
  let places = 0;
  const step = () => {
    places += 1;
    if (places >= nth) throw new Gone('the process was killed');
  };
  return { db: wrapped(db, step), places: () => places };
}

function wrapped<T extends Db>(db: T, step: () => void): T {
  return new Proxy(db, {
    apply: (target, self, given) => hooked(Reflect.apply(target, self, given), step),
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      if (name === 'unsafe')
        return (...given: unknown[]) => hooked((value as Call).apply(target, given), step);
      if (name !== 'begin' && name !== 'savepoint') return value;
      return async (...given: unknown[]) => {
        const work = given.pop() as (tx: Db) => Promise<unknown>;
        step();
        const result = await (value as Call).call(target, ...given, (tx: Db) => work(wrapped(tx, step)));
        step();
        return result;
      };
    },
  });
}

type Call = (...given: unknown[]) => unknown;

/** Adds a step before and after an awaited statement. A fragment of another statement is never awaited. */
function hooked(statement: unknown, step: () => void): unknown {
  if (!(statement instanceof Promise)) return statement;
  const original = statement.then.bind(statement);
  Object.defineProperty(statement, 'then', {
    value: (taken?: (value: unknown) => unknown, failed?: (error: unknown) => unknown) => {
      try {
        step();
      } catch (error) {
        return Promise.reject(error).then(taken, failed);
      }
      return original((value: unknown) => {
        try {
          step();
        } catch (error) {
          // The server ends a COPY when its client disconnects.
          if (value instanceof Writable) value.on('error', () => {}).destroy();
          throw error;
        }
        return value;
      }).then(taken, failed);
    },
  });
  return statement;
}
