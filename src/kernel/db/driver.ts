// The PostgreSQL driver, repaired by patches/postgres.diff when it is installed. When a connection dies, version 3.4.9
// as it is published throws where no caller can catch it, keeps half-written bytes and half-read rows for the next
// connection, and lets a transaction go on outside of itself (porsager/postgres#1066, #1154, #1208).
import postgres from 'postgres';

export type { default as Postgres } from 'postgres';

if (!('isRepaired' in postgres))
  throw new Error(
    'the PostgreSQL driver is not repaired, as it is after an install without scripts: run `node scripts/repair.mjs`',
  );

export default postgres;
