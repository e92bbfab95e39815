// Runs every check of the whole database.
import type { Finding } from '../../core/findings.ts';
import { checkNoted } from '../../core/ledger/actions.ts';
import type { Db, Sql } from '../../kernel/db/db.ts';
import type { Keyring } from '../../kernel/security/crypto.ts';
import { checkAccounts } from './accounts.ts';
import { checkAudit } from './audit.ts';
import { checkStatement } from './bank.ts';
import { checkBulk } from './bulk.ts';
import { checkDeposits } from './deposits.ts';
import { checkInvoices } from './invoices.ts';
import { checkLedger } from './ledger.ts';
import { checkLinks } from './links.ts';
import { checkNotifications } from './notifications.ts';
import { checkOnboarding } from './onboarding.ts';
import { checkPayoutBatches } from './payout-batches.ts';
import { checkPayouts } from './payouts.ts';
import { checkRefunds } from './refunds.ts';
import { checkSettlements } from './settlements.ts';
import { checkSubscriptions } from './subscriptions.ts';
import { checkTotals } from './totals.ts';
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
  checkPayoutBatches,
  checkVerifications,
  checkDeposits,
  checkSettlements,
  checkSubscriptions,
  checkInvoices,
  checkLinks,
  checkOnboarding,
  checkAccounts,
  checkBulk,
  checkTotals,
  checkAudit,
];

/** Data outside the database to compare it with. */
interface Outside {
  /** The simulated bank's database, if it has its own. */
  bank?: Sql;
  /** A head of the ledger: the noted text, or the file or address of a note. */
  head?: { keyring: Keyring; where: string } | undefined;
  /** Called with the number of finished checks. */
  onProgress?: (done: number, of: number) => void;
}

/** Returns everything that is wrong. If the simulated bank is the bank, its statement is compared with the books. */
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
