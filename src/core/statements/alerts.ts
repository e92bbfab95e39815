// The alert that the books of an account and its statement differ.
import { formatRand } from '../../kernel/money.ts';
import { findAccount } from '../accounts/actions.ts';
import type { AnyContext } from '../context.ts';
import { isMailOn } from '../emails/actions.ts';
import { inWork } from '../unit-of-work.ts';
import { emailUsers } from '../users/alerts.ts';
import { reconcile } from './reconciliation.ts';

/**
 * Notifies the owner's users who can categorise lines, after a statement was booked, if the books differ from it. If the process
 * ends before, the page of the account shows the difference.
 */
export async function alertDifference(
  ctx: AnyContext,
  accountId: string,
  statementId: string,
): Promise<void> {
  const account = isMailOn(ctx) ? await findAccount(ctx.db, accountId) : undefined;
  if (!account) return;
  const { difference, day, rows } = await reconcile(ctx, account);
  if (difference === 0n) return;
  const facts = { account: accountId, day, difference: formatRand(difference), rows: String(rows.length) };
  const { merchantId } = account;
  const email = { kind: 'reconciliation', merchantId, objectId: statementId, facts } as const;
  await inWork(ctx, (work) => emailUsers(work, 'reconcile.explain', email));
}
