// Every check of the whole database together.
import type { Finding } from '../../core/findings.ts';
import { checkNoted } from '../../core/ledger/actions.ts';
import type { Db, Sql } from '../../kernel/db/db.ts';
import type { Keyring } from '../../kernel/security/crypto.ts';
import { checkStatement } from './bank.ts';
import { checkBulk } from './bulk.ts';
import { checkDeposits } from './deposits.ts';
import { checkLedger } from './ledger.ts';
import { checkNotifications } from './notifications.ts';
import { checkPayouts } from './payouts.ts';
import { checkRefunds } from './refunds.ts';
import { checkSettlements } from './settlements.ts';
import { checkSubscriptions } from './subscriptions.ts';
import { checkTransactions } from './transactions.ts';
import { checkTransfers } from './transfers.ts';
import { checkVerifications } from './verifications.ts';

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
