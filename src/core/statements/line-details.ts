// One line of a statement, as a person looks at it.
import { type BankAccount, findSeenAccount } from '../accounts/actions.ts';
import type { AnyContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import * as store from './store.ts';

/** Returns a line of an account that a viewer sees, with the account. Throws StatementLineNotFound. */
export async function readLine(
  { db }: AnyContext,
  viewer: Viewer,
  id: string,
): Promise<{ line: store.StatementLine; account: BankAccount }> {
  const line = await store.findLine(db, id);
  const account = line && (await findSeenAccount(db, viewer, line.bankAccount));
  if (!account) throw new DomainError('StatementLineNotFound', { detail: `there is no line ${id}` });
  return { line, account };
}
