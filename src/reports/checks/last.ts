// How the last check of the whole database ended, for the metrics of processes that did not run it.
import type { Db } from '../../kernel/db/db.ts';
import { firstRow, onlyRow } from '../../kernel/db/rows.ts';

export interface LastCheck {
  at: Date;
  findings: number;
}

/** Returns how the last check ended; undefined if none was run. */
export const lastCheck = (db: Db) => firstRow(db<LastCheck[]>`select at, findings from last_check`);

/** Notes how a check ended. A standby, which cannot be written to, is checked all the same. */
export async function noteCheck(db: Db, { at, findings }: LastCheck): Promise<void> {
  const row = await onlyRow(db<{ isReadOnly: boolean }[]>`select pg_is_in_recovery() as is_read_only`);
  if (row.isReadOnly) return;
  await db`
    insert into last_check (at, findings) values (${at}, ${findings})
    on conflict (is_only) do update set at = excluded.at, findings = excluded.findings`;
}
