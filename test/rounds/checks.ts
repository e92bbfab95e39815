// Everything that `tefo check` proves, and the bank's own statement against our books.
import { checkDeposits } from '../../src/core/deposits/check.ts';
import type { Finding } from '../../src/core/findings.ts';
import { serviceBalanceAt } from '../../src/core/ledger/actions.ts';
import { checkLedger } from '../../src/core/ledger/check.ts';
import { checkPayouts } from '../../src/core/payouts/check.ts';
import { checkSettlements } from '../../src/core/settlements/check.ts';
import { checkTransactions } from '../../src/core/transactions/check.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import type { Sql } from '../../src/kernel/db.ts';

const checks: ((db: Sql) => Promise<Finding[]>)[] = [
  checkLedger,
  checkTransactions,
  checkPayouts,
  checkDeposits,
  checkSettlements,
];

/** What is wrong with the whole database, as sentences. The bank is to have told everything it has to tell. */
export async function checkAll(db: Sql, clock: Clock): Promise<string[]> {
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await check(db)));
  const broken = findings.map(({ rule, object, detail }) => `${rule} ${object}: ${detail}`);
  const booked = await serviceBalanceAt(db, 'bank_clearing', clock.now());
  const [bank] = await db<{ balance: bigint }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as balance from bank.statement_lines
    where account in (select number from bank.accounts where kind in ('collection', 'operating'))`;
  if (bank!.balance !== booked) broken.push(`the bank has ${bank!.balance} cents, we have booked ${booked}`);
  return broken;
}
