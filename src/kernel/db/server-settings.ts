// Settings of the PostgreSQL server that harm the service, each with its consequence and what to do.
import type { Sql } from './db.ts';

/** The facts that the checks read. */
interface ServerFacts {
  /** As `pg_settings` has them for a session of the service. */
  setting: (name: string) => string;
  /** Connections that the server has for roles that are no superusers. */
  connections: number;
  sharedBufferBytes: number;
  databaseBytes: number;
}

interface Needs {
  connections: number;
}

interface Check {
  /** The settings that are read for it. */
  settings: readonly string[];
  isHarmful: (facts: ServerFacts, needs: Needs) => boolean;
  warning: (facts: ServerFacts, needs: Needs) => string;
}

const megabyte = 1024 ** 2;
/** What PostgreSQL itself starts with; a database of this size no longer fits. */
const smallBuffers = 128 * megabyte;
const largeDatabase = 2048 * megabyte;

const isOff = (name: string, warning: string): Check => ({
  settings: [name],
  isHarmful: ({ setting }) => setting(name) === 'off',
  warning: () => warning,
});

const checks: readonly Check[] = [
  isOff(
    'fsync',
    'fsync is off: a crash of the database server can lose confirmed payments or corrupt the database. Set fsync = on.',
  ),
  isOff(
    'full_page_writes',
    'full_page_writes is off: a crash of the database server can corrupt the database. Set full_page_writes = on.',
  ),
  isOff(
    'synchronous_commit',
    'synchronous_commit is off: a crash of the database server can lose payments that were already confirmed. Set synchronous_commit = on.',
  ),
  isOff(
    'autovacuum',
    'autovacuum is off: tables grow without limit and queries become slow. Set autovacuum = on.',
  ),
  {
    settings: ['default_transaction_isolation'],
    isHarmful: ({ setting }) => setting('default_transaction_isolation') !== 'read committed',
    warning: ({ setting }) =>
      `default_transaction_isolation is ${setting('default_transaction_isolation')}: concurrent requests will fail. Set it to read committed for the service's role.`,
  },
  {
    settings: ['jit'],
    isHarmful: ({ setting }) => setting('jit') === 'on',
    warning: () =>
      'jit is on for the sessions of the service, because the pooler refuses session settings: console pages can take many seconds. Run: alter role <role> set jit = off',
  },
  {
    settings: ['idle_in_transaction_session_timeout'],
    isHarmful: ({ setting }) => setting('idle_in_transaction_session_timeout') === '0',
    warning: () =>
      "idle_in_transaction_session_timeout is not set, because the pooler refuses session settings: a stuck transaction keeps its locks. Run: alter role <role> set idle_in_transaction_session_timeout = '30s'",
  },
  {
    settings: ['max_connections', 'superuser_reserved_connections'],
    isHarmful: ({ connections }, needs) => connections < needs.connections,
    warning: ({ connections }, needs) =>
      `The database server accepts ${connections} connections, and this process alone opens up to ${needs.connections}. Raise max_connections or lower TEFO_DATABASE_POOL.`,
  },
  {
    settings: ['shared_buffers', 'block_size'],
    isHarmful: ({ sharedBufferBytes, databaseBytes }) =>
      databaseBytes > largeDatabase && sharedBufferBytes <= smallBuffers,
    warning: ({ sharedBufferBytes, databaseBytes }) =>
      `shared_buffers is ${Math.round(sharedBufferBytes / megabyte)} MB for a database of ${Math.round(databaseBytes / megabyte)} MB: queries read from disk. Set it to about a quarter of the server's memory.`,
  },
];

/** Returns a warning for each setting of the server that harms the service, as a session of `db` sees them. */
export async function serverWarnings(db: Sql, needs: Needs): Promise<string[]> {
  const names = [...new Set(checks.flatMap(({ settings }) => settings)), 'reserved_connections'];
  const rows = await db<{ name: string; setting: string; databaseBytes: bigint }[]>`
    select name, setting, pg_database_size(current_database()) as database_bytes
    from pg_settings where name in ${db(names)}`;
  const known = new Map(rows.map(({ name, setting }) => [name, setting]));
  const numberOf = (name: string): number => Number(known.get(name) ?? 0);
  const facts: ServerFacts = {
    setting: (name) => known.get(name) ?? '',
    // PostgreSQL 15 has no reserved_connections.
    connections:
      numberOf('max_connections') -
      numberOf('superuser_reserved_connections') -
      numberOf('reserved_connections'),
    sharedBufferBytes: numberOf('shared_buffers') * numberOf('block_size'),
    databaseBytes: Number(rows[0]?.databaseBytes ?? 0n),
  };
  return checks.filter((check) => check.isHarmful(facts, needs)).map((check) => check.warning(facts, needs));
}
