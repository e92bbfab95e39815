// How PostgreSQL plans statements: for the values of each call, or once for any values.
//
// Once: a plan for each call takes longer than repeated statements, and all of them use indexes whatever the values
// are. For its values: the number of rows of a merchant, a site or a state differs by a thousand times, and partial
// indexes are found by values alone. A list with a plan for any values reads all of a merchant's rows instead of fifty.
import type { Postgres } from './driver.ts';

/** The settings of a whole session. */
export const sessionPlans = {
  /** A plan that was made while a table was small would go on reading all of it as it grows. */
  'by index': { enable_seqscan: 'off' },
  /**
   * The statements of due work. Bitmaps would sort all that is due before the first row is taken. PostgreSQL 18.0 to 18.4 crash
   * on a statement that waits for a row's lock and also chooses partitions while it runs (docs/adr/0024-no-partition-pruning.md).
   */
  once: {
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    enable_bitmapscan: 'off',
    enable_partition_pruning: 'off',
  },
};

/** The settings of a transaction. */
const plans = {
  ...sessionPlans,
  /** Many different reads of one request, each found by an id. */
  'for any values': { plan_cache_mode: 'force_generic_plan' },
  'for its values': { plan_cache_mode: 'force_custom_plan' },
  /** Pages in the order of an index: row by row, so that the page's limit ends the read. */
  'for its values, row by row': { plan_cache_mode: 'force_custom_plan', enable_bitmapscan: 'off' },
  /** Pages that join: nothing is joined by hashing or sorting it. */
  'for its values, nested': {
    plan_cache_mode: 'force_custom_plan',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
  },
};

export type Plan = keyof typeof plans;

/** The statement that sets how the rest of a transaction is planned, and after how many seconds each statement is ended. */
export function planning(
  tx: Postgres.TransactionSql<{ bigint: bigint }>,
  plan: Plan,
  seconds?: number,
): Postgres.PendingQuery<Postgres.Row[]> {
  const limit = seconds === undefined ? {} : { statement_timeout: `${seconds}s` };
  const settings = Object.entries({ ...plans[plan], ...limit });
  const calls = settings.map(([name, value]) => tx`set_config(${name}, ${value}, true)`);
  return tx`select ${calls.reduce((all, one) => tx`${all}, ${one}`)}`;
}
