// tefo migrate: bring the database's schema up to date, and nothing else.
import { loadConfig } from '../config.ts';
import { holdMode } from '../installation.ts';
import { migrate } from '../kernel/migrate.ts';
import { openBankDatabase, openCommandDatabase } from '../startup.ts';
import { type Command, print, readArgs } from './command.ts';

export const migrateCommand: Command = {
  usage: 'migrate',
  about: 'Apply the migrations that the database lacks.',
  run: async (args) => {
    const { values } = readArgs(args, []);
    const config = loadConfig();
    const database = await openCommandDatabase(config);
    const bank = openBankDatabase(config, database.sql);
    try {
      await holdMode(database.sql, config.mode);
      const applied = await migrate(database.sql);
      if (bank.sql !== database.sql) await migrate(bank.sql);
      print(values.json, { applied }, () => (applied.length > 0 ? applied : ['The database is up to date.']));
    } finally {
      await bank.close();
      await database.close();
    }
  },
};
