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
    'In staging: begins with nothing, and does the same again as often as the same requests are made one after the other: the same ids, secrets, times and answers of banks. It has a folder of its own in the data directory, and its clock stands still until it is moved.',
  ),
};

interface Given {
  seed: string | undefined;
  mode: string;
  role: string;
  databaseUrl: string | undefined;
  bankDatabaseUrl: string | undefined;
}

/** A run from a seed allows no other processes, and only its own database, which it may empty. */
export function seedProblems({ seed, mode, role, databaseUrl, bankDatabaseUrl }: Given): string[] {
  if (!seed) return [];
  const problems: string[] = [];
  if (mode === 'production')
    problems.push('TEFO_SEED makes secrets that anybody can foretell, which production refuses');
  if (databaseUrl)
    problems.push('TEFO_SEED begins with nothing, and so not over the database of DATABASE_URL');
  if (bankDatabaseUrl)
    problems.push('TEFO_SEED begins with nothing, and so not beside the bank of TEFO_BANK_DATABASE_URL');
  if (role !== 'all')
    problems.push('TEFO_SEED takes one process that does everything: TEFO_ROLE must be all');
  return problems;
}

/** Returns what a seed sets whatever the other settings say; nothing without one. */
export function ofSeed({ seed, dataDir }: { seed: string | undefined; dataDir: string }) {
  if (!seed) return {};
  return {
    dataDir: join(dataDir, `seed-${seed}`),
    masterKeys: `k1:${hash('sha256', `master key of tefo ${seed}`, 'base64')}`,
    // One connection puts parallel work into a fixed order.
    databasePool: 1,
    // It must answer the same at any speed, and send the same.
    ...{ keyLimit: 0, addressLimit: 0, addressConcurrency: 0, refusalLimit: 0, siteLimit: 0 },
    tracesEndpoint: undefined,
  };
}
