// npm run bench:creating -- [--rounds 9] [--seconds 5]
// What the console's indexes cost whoever creates payments: requests per second with them, and without, in turn, at a service
// that runs already with the TEFO_DATA_DIR of this process. PostgreSQL is told that the indexes are not ready: so they are
// wrong afterwards, and are built again at the end. Only for a database that may be thrown away.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPool } from '../src/kernel/db/db.ts';
import { connectionOfRunning } from '../src/kernel/db/embedded/embedded.ts';
import type { TefoProcess } from '../test/storm/process.ts';
import { compare } from './figures.ts';
import { newRun, perSecond } from './load.ts';
import { openMerchant } from './merchant.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '5' },
    rebuild: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const folder = process.env.TEFO_DATA_DIR ?? './data';
const base = `http://localhost:${process.env.TEFO_PORT ?? 8420}`;
const db = openPool((await connectionOfRunning(folder))!, { max: 1 });

/** The console's, of what a new payment writes to. */
const indexes = ['payments_newest', 'payments_amount', 'payments_bank_reference', 'payments_site'];
const setReady = (isReady: boolean) => db`
  update pg_index set indisready = ${isReady}, indisvalid = ${isReady} where indexrelid::regclass::text = any (${indexes})`;

const credentials = async () => JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'));
const merchant = await openMerchant({ base, credentials } as unknown as TefoProcess);
const pace = { warmUpSeconds: 1, seconds: Number(values.seconds), connections: 32 };
const measure = async (isReady: boolean): Promise<number> => {
  await setReady(isReady);
  return perSecond({ ...merchant.create(), ...pace, base, run: newRun() });
};
try {
  const { ours, theirs, ratio } = await compare(
    Number(values.rounds),
    () => measure(true),
    () => measure(false),
  );
  console.log(
    `with indexes ${Math.round(ours)}/s, without ${Math.round(theirs)}/s, ratio ${ratio.toFixed(3)} (goal > 0.97), load ${loadavg()[0]!.toFixed(1)}`,
  );
} finally {
  await setReady(true);
  if (values.rebuild) for (const name of indexes) await db`reindex index ${db(name)}`;
  await db.end();
}
