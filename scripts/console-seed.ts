// `npm run fill [-- --payments 20000 --days 60 --merchants 2]`: fills the running service of TEFO_DATA_DIR with rows for the console's lists,
// and sets up the demo merchant for tasks at the console. With `--database URL`, only rows, for measurements:
// `--payments 2000000 --days 180 --merchants 20`. The newest `--booked` days have their journals and transitions too.
import { parseArgs } from 'node:util';
import { withSession } from '../src/cli/session.ts';
import { openPool, type Sql } from '../src/kernel/db/db.ts';
import { fillDesk } from '../test/support/console-desk.ts';
import { fillLedger } from '../test/support/console-ledger.ts';
import { fillConsole } from '../test/support/console-rows.ts';

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '20000' },
    days: { type: 'string', default: '60' },
    booked: { type: 'string', default: '60' },
    merchants: { type: 'string', default: '2' },
    database: { type: 'string' },
  },
});

const [payments, days, merchants] = [Number(values.payments), Number(values.days), Number(values.merchants)];
const booked = Math.min(days, Number(values.booked));

/** The oldest merchant has three sites, or a quarter of a hundred. */
const shops = merchants === 2 ? { merchants, sites: 3, first: 2 } : { merchants, sites: 100, first: 24 };

async function fill(db: Sql, sealedAccount = ''): Promise<void> {
  const filling = { now: new Date(), report: (line: string) => console.log(line) };
  await fillConsole(db, { ...filling, payments, days, shops, sealedAccount });
  await fillLedger(db, { ...filling, payments: Math.ceil((payments * booked) / days), days: booked });
}

if (values.database !== undefined) {
  const db = openPool(values.database, { max: 4 });
  await fill(db).finally(() => db.end());
} else {
  await withSession({ site: undefined, command: 'fill', isDecided: true }, async (session) => {
    const { db, keyring } = session.ctx;
    await fill(db, keyring.seal('51000000001'));
    console.table(await fillDesk(session));
  });
}
