import type { Db } from './db.ts';
import type { Postgres } from './driver.ts';

/**
 * A value as a jsonb parameter of a statement. The driver’s own type excludes interfaces, which have no index signature.
 * A bigint in the value is an error, as in any JSON.
 */
export const jsonOf = (db: Db, value: object): Postgres.Parameter => db.json(value as Postgres.JSONValue);
