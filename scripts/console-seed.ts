// `npm run fill -- --payments 2000000 [--days 180]`: fills the database of DATABASE_URL, which must be migrated,
// with what the console lists, to measure it by hand.
import { parseArgs } from 'node:util';
import { openPool } from '../src/kernel/db/db.ts';
import { fillConsole } from '../test/support/console-rows.ts';

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '2000000' },
    days: { type: 'string', default: '180' },
    database: { type: 'string', default: process.env.DATABASE_URL },
  },
});
if (!values.database) throw new Error('name the database: set DATABASE_URL, or give --database URL');

const db = openPool(values.database, { max: 1 });
try {
  await fillConsole(db, {
    payments: Number(values.payments),
    days: Number(values.days),
    now: new Date(),
    report: (line) => console.log(line),
  });
} finally {
  await db.end();
}
