// npm run agree: what the console shows in several places is the same in all of them, for drawn filters over drawn rows.
//   --cases 1000  --payments 20000  --seed 7
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPool } from '../../src/kernel/db/db.ts';
import { startEmbedded } from '../../src/kernel/db/embedded/embedded.ts';
import { migrate } from '../../src/kernel/db/migrate.ts';
import { fillForAgreement, holdAgreement } from './agree.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000' },
    payments: { type: 'string', default: '20000' },
    seed: { type: 'string' },
  },
});

const directory = await mkdtemp(join(tmpdir(), 'tefo-agree-'));
const server = await startEmbedded(directory, { settings: { fsync: 'off' } });
const db = openPool(server.url, { max: 1 });
const started = performance.now();
try {
  await migrate(db);
  await fillForAgreement(db, Number(values.payments));
  const seed = values.seed === undefined ? {} : { seed: Number(values.seed) };
  const figures = await holdAgreement(db, { cases: Number(values.cases), ...seed });
  console.log(JSON.stringify({ ...figures, seconds: Math.round((performance.now() - started) / 1000) }));
} finally {
  await db.end();
  await server.stop();
  await rm(directory, { recursive: true });
}
