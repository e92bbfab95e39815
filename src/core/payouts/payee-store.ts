// All SQL of the payees that a bank has verified.
import type { Tx } from '../../kernel/db/db.ts';
import { execute, firstRow } from '../../kernel/db/rows.ts';
import { insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';

export const verifiedPayees = table('verified_payees', {
  merchantId: t.uuid(),
  fingerprint: t.code(),
  verifiedAt: t.timestamptz(),
});

/** Notes that a bank has verified a payee of a merchant. */
export const addVerifiedPayee = (tx: Tx, row: RowOf<typeof verifiedPayees>) =>
  execute(insertRows(tx, verifiedPayees, [row], tx`on conflict do nothing`));

/** Returns when a payee of a merchant was verified; undefined if it was not. */
export async function findVerifiedPayee(
  tx: Tx,
  merchantId: string,
  fingerprints: readonly string[],
): Promise<Date | undefined> {
  const found = await firstRow(tx<{ verifiedAt: Date }[]>`
    select verified_at from verified_payees
    where merchant_id = ${merchantId} and fingerprint = any (${[...fingerprints]}::text[])`);
  return found?.verifiedAt;
}
