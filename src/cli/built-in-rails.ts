// Checks a built-in rail against a temporary service, with an embedded database in its own folder.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerFormats, paymentProfiles } from '../app/bank-files.ts';
import { loadConfig } from '../app/config.ts';
import { policyOf } from '../app/policy.ts';
import { reactions } from '../app/reactions.ts';
import { openPool } from '../kernel/db/db.ts';
import { startEmbedded } from '../kernel/db/embedded/embedded.ts';
import { migrate } from '../kernel/db/migrate.ts';
import { randomBytes } from '../kernel/random.ts';
import { createKeyring } from '../kernel/security/crypto.ts';
import { checkBuiltInRail } from '../rail-check/built-in/check.ts';
import type { ServiceParts } from '../rail-check/built-in/parts.ts';
import type { Report } from '../rail-check/report.ts';
import type { CheckOptions } from '../rail-check/run.ts';

/** No data of it must outlive the check. */
const quick = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

export async function checkInThrowAway(name: string, options: CheckOptions): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'tefo-rail-check-'));
  const server = await startEmbedded(folder, { settings: quick });
  try {
    const db = openPool(server.url, { max: 1 });
    await migrate(db).finally(() => db.end());
    return await checkBuiltInRail(name, await serviceParts(server.url), options);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The parts of the service, with its default settings. */
export async function serviceParts(url: string): Promise<ServiceParts> {
  const masterKeys = `k1:${randomBytes(32).toString('base64')}`;
  return {
    url,
    context: {
      keyring: createKeyring(masterKeys),
      policy: await policyOf(loadConfig({ TEFO_MASTER_KEYS: masterKeys })),
      reactions,
    },
    profiles: paymentProfiles,
    formats: answerFormats,
  };
}
