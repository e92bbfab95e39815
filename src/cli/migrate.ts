// tefo migrate: updates the database's schema, and does nothing else.

import { holdMode } from '../app/installation.ts';
import { openBankDatabase, openCommandDatabase } from '../app/startup.ts';
import { estimatePending, migrate, pendingMigrations } from '../kernel/db/migrate.ts';
import type { Work } from './command.ts';
import { commandConfig } from './config.ts';
import { print, table } from './output.ts';
import { withProgress } from './progress.ts';

export const migrateCommand: Work = async ({ values }) => {
  const config = commandConfig();
  const database = await openCommandDatabase(config);
  try {
    if (values.estimate === true) {
      const estimates = await estimatePending(database.sql);
      print(values.json, estimates, () =>
        estimates.length === 0
          ? ['The database is up to date.']
          : table(estimates.map((one) => [one.name, one.lock, `${one.seconds} s`, `${one.rows} rows`])),
      );
      return;
    }
    await holdMode(database.sql, config.mode);
    const { length: of } = await pendingMigrations(database.sql);
    let [done, what] = [0, 'migrations'];
    const applied = await withProgress(
      values.json === true,
      () => ({ what, done, of }),
      () =>
        migrate(database.sql, undefined, (name) => {
          done++;
          what = name;
        }),
    );
    const bank = await openBankDatabase(config, database.sql, migrate);
    await bank.close();
    print(values.json, { applied }, () => (applied.length > 0 ? applied : ['The database is up to date.']));
  } finally {
    await database.close();
  }
};
