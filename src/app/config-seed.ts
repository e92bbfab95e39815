// The settings of a run from a seed: a part of config-table.ts. src/app/seeded.ts is the run itself.
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { checked, setting } from '../kernel/process/settings.ts';

export const seedSettings = {
  seed: setting(
    'TEFO_SEED',
    checked('1 to 64 letters, digits, dots and dashes', (given) => {
      if (!/^[\w.-]{1,64}$/.test(given)) throw new Error('no seed');
    }),
    '',
    'In staging: starts empty and reproducible. The same sequence of requests produces the same ids, secrets, times and bank responses. The run has a separate folder in the data directory, and its clock stands still until it is advanced.',
  ),
};

interface Given {
  seed: string | undefined;
  mode: string;
  role: string;
  databaseUrl: string | undefined;
  bankDatabaseUrl: string | undefined;
}

/** A run from a seed allows no other processes, and uses only its own database, because it empties it. */
export function seedProblems({ seed, mode, role, databaseUrl, bankDatabaseUrl }: Given): string[] {
  if (!seed) return [];
  const problems: string[] = [];
  if (mode === 'production')
    problems.push('TEFO_SEED creates predictable secrets, which production does not allow');
  if (databaseUrl)
    problems.push('TEFO_SEED requires an empty embedded database and cannot be combined with DATABASE_URL');
  if (bankDatabaseUrl)
    problems.push(
      'TEFO_SEED requires an empty embedded database and cannot be combined with TEFO_BANK_DATABASE_URL',
    );
  if (role !== 'all') problems.push('TEFO_SEED requires a single process: TEFO_ROLE must be all');
  return problems;
}

/** Returns the settings that a seed overrides; none without a seed. */
export function ofSeed({ seed, dataDir }: { seed: string | undefined; dataDir: string }) {
  if (!seed) return {};
  return {
    dataDir: join(dataDir, `seed-${seed}`),
    masterKeys: `k1:${hash('sha256', `master key of tefo ${seed}`, 'base64')}`,
    // One connection puts parallel work into a fixed order.
    databasePool: 1,
    // Limits depend on the speed of requests, and traces would be sent outside of the run.
    ...{ keyLimit: 0, addressLimit: 0, addressConcurrency: 0, refusalLimit: 0, siteLimit: 0 },
    tracesEndpoint: undefined,
  };
}
