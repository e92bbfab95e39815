// Verified addresses. A login that a merchant's admin created proves nothing about its address: the admin saw the invitation's
// link. So it holds that merchant's rights alone until the user's company account, or the operator, proves whose it is.
import type { AnyContext, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { deleteFactors } from './factor-store.ts';
import { noteCompanyLogin } from './grants.ts';
import { may } from './permissions.ts';
import { endSessions } from './session-store.ts';
import type { UserActor } from './signed-in-user.ts';
import * as store from './user-store.ts';

/** True for the operator: at the command line, or a user who assigns the operator's roles. */
export const isOperator = ({ rights }: Pick<UserActor, 'rights'>): boolean =>
  may(rights, 'user.invite', null);

/** Returns the origin of a login that a doer creates at a merchant; `merchantId` is null for a role of the operator. */
export function originFor(doer: Pick<UserActor, 'rights'>, merchantId: string | null): store.Origin {
  return merchantId === null || isOperator(doer) ? { verifiedBy: 'operator' } : { merchantId };
}

/** True if an address, in lower case, is at one of the operator's own domains. */
export function isOperatorAddress({ policy }: AnyContext, email: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1);
  return policy.operatorDomains.some((domain) => domain.toLowerCase() === host);
}

/** Throws InvalidField if a merchant's user would create a login at one of the operator's own domains. */
export function assertMayOccupy(scope: AnyContext, doer: UserActor, email: string): void {
  if (isOperator(doer) || !isOperatorAddress(scope, email)) return;
  const host = email.slice(email.lastIndexOf('@') + 1);
  throw invalidField(
    'email',
    `addresses at ${host} belong to the operator; only an operator can invite them`,
  );
}

/** True if a right at a merchant, or of the operator (null), can be attached to a login. */
export function canHold(
  { emailVerifiedBy, originMerchantId }: Pick<store.User, 'emailVerifiedBy' | 'originMerchantId'>,
  merchantId: string | null,
): boolean {
  return emailVerifiedBy !== null || (merchantId !== null && merchantId === originMerchantId);
}

/** Throws AddressNotVerified if a right at a merchant, or of the operator (null), cannot be attached to a login. */
export function assertCanHold(user: store.User, merchantId: string | null): void {
  if (!canHold(user, merchantId)) throw new DomainError('AddressNotVerified');
}

/** What ended when the company account took over a login. */
export interface TakenOver {
  sessions: number;
  hadFactor: boolean;
}

/**
 * Gives a locked login whose address was not verified to the user of the company account that proves it: the password, second
 * factors and sessions of before end, and so do the invitations to the address and those that the login has sent. The roles
 * stay: each was given to the address by a merchant, at that merchant.
 */
export async function takeOver(work: Work, user: store.User, passwordHash: string): Promise<TakenOver> {
  const { tx } = work;
  const at = work.realClock.now();
  await store.updatePassword(tx, user.id, passwordHash, at);
  const sessions = await endSessions(tx, user.id, at);
  const hadFactor = await deleteFactors(tx, user.id);
  await store.endInvitationsBy(tx, user.id, at);
  await store.endInvitationsTo(tx, user.email, at);
  await store.updateOrigin(tx, user.id, { verifiedBy: 'company' }, at);
  await noteCompanyLogin(work, user.id);
  return { sessions, hadFactor };
}
