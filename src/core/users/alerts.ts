// E-mails to the users who can act on something.
import type { Work } from '../context.ts';
import { isMailOn, type NewEmail, queueEmail } from '../emails/actions.ts';
import { type Action, rolesThatMay } from './permissions.ts';
import { listEmailsOfRoles } from './user-store.ts';

/** The most users that an alert is sent to. */
const mostUsers = 50;

/**
 * Adds an e-mail to each user of a merchant who can do something, or without a merchant to each user of the operator. `except`: the
 * actor who caused it.
 */
export async function emailUsers(
  work: Work,
  can: Action,
  { except, ...email }: Omit<NewEmail, 'recipient'> & { except?: string | null | undefined },
): Promise<void> {
  if (!isMailOn(work)) return;
  const roles = rolesThatMay(can, work.policy.addressRules.mode === 'staging');
  const users = await listEmailsOfRoles(work.tx, roles, email.merchantId, mostUsers);
  for (const { id, email: recipient } of users)
    if (except !== `user:${id}`) await queueEmail(work, { ...email, recipient });
}
