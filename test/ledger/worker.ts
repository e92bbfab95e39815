// A linker as a separate process that the test kills: node worker.ts URL. Says "ready", links pending journals,
// and ends.
import { createLinkSweep } from '../../src/core/ledger/actions.ts';
import { openBooks } from './books.ts';

const { db, ctx } = openBooks(process.argv[2]!, { max: 1 });
const sweep = createLinkSweep(ctx);
process.stdout.write('ready\n');
while ((await db`select from ledger_unlinked limit 1`).count > 0) await sweep.run();
await db.end();
