// Checks that the audit log is as it was written.
// all merchants: a check compares the whole database with itself.
import type { Finding } from '../../core/findings.ts';
import { verifyAudit } from '../../core/users/audit.ts';
import type { Db } from '../../kernel/db/db.ts';

/** Returns the first entry that was changed. The entries after it cannot be verified. */
export async function checkAudit(db: Db): Promise<Finding[]> {
  const { wrong } = await verifyAudit(db);
  return wrong ? [{ rule: 'audit-is-as-written', object: String(wrong.position), detail: wrong.detail }] : [];
}
