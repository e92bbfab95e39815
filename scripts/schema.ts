// `npm run schema`: writes migrations/schema.sql, the schema after all migrations.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '../src/kernel/db/db.ts';
import { startEmbedded } from '../src/kernel/db/embedded/embedded.ts';
import { migrate } from '../src/kernel/db/migrate.ts';
import { dumpSchema } from './schema-dump.ts';

const directory = await mkdtemp(join(tmpdir(), 'tefo-schema-'));
const server = await startEmbedded(directory, { settings: { fsync: 'off' } });
const db = openPool(server.url);
try {
  await migrate(db);
  await writeFile('migrations/schema.sql', await dumpSchema(db));
  console.log('wrote migrations/schema.sql');
} finally {
  await db.end();
  await server.stop();
  await rm(directory, { recursive: true });
}
