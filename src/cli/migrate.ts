// tefo migrate: bring the database's schema up to date, and nothing else.
import { loadConfig } from '../config.ts';
import { migrate } from '../kernel/migrate.ts';
import { openCommandDatabase } from '../startup.ts';
import { type Command, print, readArgs } from './command.ts';

export const migrateCommand: Command = {
  usage: 'migrate',
  about: 'Apply the migrations that the database lacks.',
  run: async (args) => {
    const { values } = readArgs(args, []);
    const database = await openCommandDatabase(loadConfig());
    try {
      const applied = await migrate(database.sql);
      print(values.json, { applied }, () => (applied.length > 0 ? applied : ['The database is up to date.']));
    } finally {
      await database.close();
    }
  },
};
