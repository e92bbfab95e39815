// Every check of the whole database together.
import { checkBulk } from '../core/bulk/check.ts';
import { checkDeposits } from '../core/deposits/check.ts';
import type { Finding } from '../core/findings.ts';
import { checkNoted } from '../core/ledger/actions.ts';
import { checkLedger } from '../core/ledger/check.ts';
import { checkNotifications } from '../core/notifications/check.ts';
import { checkPayouts } from '../core/payouts/check.ts';
import { checkRefunds } from '../core/refunds/check.ts';
import { checkSettlements } from '../core/settlements/check.ts';
import { checkSubscriptions } from '../core/subscriptions/check.ts';
import { checkTransactions } from '../core/transactions/check.ts';
import { checkTransfers } from '../core/transfers/check.ts';
import { checkVerifications } from '../core/verifications/check.ts';
import type { Db, Sql } from '../kernel/db/db.ts';
import type { Keyring } from '../kernel/security/crypto.ts';
import { checkStatement } from '../rails/simulator/check.ts';

const checks = [
  checkLedger,
  checkNotifications,
  checkTransactions,
  checkTransfers,
  checkRefunds,
  checkPayouts,
  checkVerifications,
  checkDeposits,
  checkSettlements,
  checkSubscriptions,
  checkBulk,
];

/** What is not in the database itself, and can be held against it. */
interface Outside {
  /** The simulated bank's database, where it has one of its own. */
  bank?: Sql;
  /** A head of the ledger: as it was written down, or a file or an address where it is noted. */
  head?: { keyring: Keyring; where: string } | undefined;
  /** Hears how many of all checks are done. */
  onProgress?: (done: number, of: number) => void;
}

/** Everything that does not hold. Where the simulated bank is the bank, its statement is held against the books too. */
export async function checkEverything(
  db: Db,
  { simulatedBank }: { simulatedBank: boolean },
  { bank, head, onProgress }: Outside = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [done, check] of checks.entries()) {
    onProgress?.(done, checks.length);
    findings.push(...(await check(db)));
  }
  onProgress?.(checks.length, checks.length);
  if (head) findings.push(...(await checkNoted(db, head.keyring, head.where)));
  if (simulatedBank) findings.push(...(await checkStatement(db, bank)));
  return findings;
}
