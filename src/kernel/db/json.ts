import type { Db } from './db.ts';
import type { Postgres } from './driver.ts';

/**
 * A value as a jsonb parameter of a statement. The driver’s own type takes no value whose type is an interface, although
 * what is written of it is the same. A bigint in it is an error, as in any JSON.
 */
export const jsonOf = (db: Db, value: object): Postgres.Parameter => db.json(value as Postgres.JSONValue);
