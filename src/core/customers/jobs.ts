// Names the customers of rows from before there were customers, and of versions before this one that still run. A run names
// some hundred rows in one transaction with its progress, so a killed process repeats nothing.
import { dayMs, minuteMs, plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { inTransaction, type Tx } from '../../kernel/db/db.ts';
import { firstIdAt } from '../../kernel/ids.ts';
import { required } from '../../kernel/required.ts';
import type { Context } from '../context.ts';
import { type Given, type Identified, identify } from './identity.ts';
import * as store from './store.ts';

/** A table whose rows have customers, and how its column describes them. */
export interface NamedSource extends store.Source {
  customerOf(given: object): Given;
  /** Names the customers of what belongs to the rows. */
  alsoName?(tx: Tx, rows: readonly store.Named[]): Promise<void>;
}

const rowsAtATime = 500;
/** A transaction writes its rows so long after it gave them their ids at most; its clock may differ. */
const writingMs = minuteMs;

export function createCustomerSweep(ctx: Context, sources: readonly NamedSource[]): Sweep {
  return {
    name: 'customers.fill',
    intervalMs: minuteMs,
    // No client waits for it, and others need the database in the meantime.
    gatherMs: { whenWoken: 0, whenBusy: 50 },
    run: () => inTransaction(ctx.db, (tx) => fillSome(tx, ctx.clock.now(), sources)),
  };
}

/** Returns how many rows it has looked at. */
async function fillSome(tx: Tx, now: Date, sources: readonly NamedSource[]): Promise<number> {
  const progress = await store.lockProgress(tx, now);
  if (!progress) return 0;
  const source = required(
    sources.find(({ table }) => table === progress.source),
    progress.source,
  );
  const span = { after: progress.afterId, before: firstIdAt(plus(now, -writingMs)), limit: rowsAtATime };
  const rows = await store.findUnnamed(tx, source, span);
  await nameRows(tx, now, source, rows);
  const until = progress.until ?? plus(now, dayMs);
  const isCaughtUp = rows.length < rowsAtATime;
  await store.saveProgress(tx, progress.source, {
    afterId: rows.at(-1)?.id ?? progress.afterId,
    until,
    isDone: isCaughtUp && now > until,
    dueAt: isCaughtUp ? plus(now, minuteMs) : null,
  });
  return rows.length;
}

async function nameRows(
  tx: Tx,
  now: Date,
  source: NamedSource,
  rows: readonly store.Unnamed[],
): Promise<void> {
  const found = rows.flatMap(({ id, merchantId, given }) => {
    const customer = given ? identify(merchantId, source.customerOf(given)) : undefined;
    return customer ? [{ id, customer }] : [];
  });
  if (found.length === 0) return;
  const ids = found.map(({ id, customer }) => ({ id, customerId: customer.id }));
  await store.setCustomers(tx, source, ids);
  await source.alsoName?.(tx, ids);
  const named: Identified[] = found.map(({ customer }) => customer);
  await store.addingCustomers(tx, named, now);
}
