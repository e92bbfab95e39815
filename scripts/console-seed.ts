// `npm run fill -- --payments 2000000 [--days 180] [--booked 60]`: fills the database of DATABASE_URL, which must be migrated,
// with what the console lists, to measure it by hand. The newest `--booked` days have their journals and transitions too.
import { parseArgs } from 'node:util';
import { openPool } from '../src/kernel/db/db.ts';
import { fillLedger } from '../test/support/console-ledger.ts';
import { fillConsole } from '../test/support/console-rows.ts';

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '2000000' },
    days: { type: 'string', default: '180' },
    booked: { type: 'string', default: '60' },
    database: { type: 'string', default: process.env.DATABASE_URL },
  },
});
if (!values.database) throw new Error('name the database: set DATABASE_URL, or give --database URL');

const db = openPool(values.database, { max: 4 });
const [payments, days] = [Number(values.payments), Number(values.days)];
const booked = Math.min(days, Number(values.booked));
const filling = { now: new Date(), report: (line: string) => console.log(line) };
try {
  await fillConsole(db, { ...filling, payments, days });
  await fillLedger(db, { ...filling, payments: Math.ceil((payments * booked) / days), days: booked });
} finally {
  await db.end();
}
