// The users from whom a login and its roles come, and whether an approver counts as the creator of a payout or a file. The user
// that granted or reset the approver's role or login, directly or through others, counts as the approver.
import { isUuid } from '../../kernel/ids.ts';
import { unseededId } from '../../kernel/security/secure-random.ts';
import type { Actor, AnyContext, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import * as store from './grant-store.ts';

interface Granted {
  userId: string;
  /** A user's id, or cli:NAME, from whom no right comes. */
  by: string;
}

/** Notes who created a login. */
export const noteLogin = (work: Work, granted: Granted): Promise<void> =>
  note(work, { ...granted, kind: 'login', merchantId: null });

/**
 * Notes who replaced a user's password and second factors. `isNewStart`: the operator did, so an earlier creator or resetter of
 * the login has no part in it any more.
 */
export async function noteReset(
  work: Work,
  { isNewStart, ...granted }: Granted & { isNewStart: boolean },
): Promise<void> {
  if (isNewStart) await store.endLoginGrants(work.tx, granted.userId, work.realClock.now());
  await note(work, { ...granted, kind: 'reset', merchantId: null });
}

/** Notes who assigned a user's role at a merchant, or as an operator, in place of an earlier one; null: the role was taken away. */
export async function noteRole(
  work: Work,
  { role, ...granted }: Granted & { merchantId: string | null; role: string | null },
): Promise<void> {
  // A user who changes their own role still has the right to do so from another user.
  if (granted.by === granted.userId && role !== null) return;
  await store.endRoleGrant(work.tx, granted.userId, granted.merchantId, work.realClock.now());
  if (role !== null) await note(work, { ...granted, kind: 'role' });
}

/** Notes that a user's login is the company account's from now on: who created it or reset it has no part in it any more. */
export const noteCompanyLogin = ({ tx, realClock }: Work, userId: string): Promise<void> =>
  store.endLoginGrants(tx, userId, realClock.now());

async function note(
  { tx, realClock }: Work,
  { by, userId, ...rest }: Granted & Pick<store.Grant, 'kind' | 'merchantId'>,
): Promise<void> {
  if (!isUuid(by) || by === userId) return;
  await store.insertGrant(tx, {
    ...rest,
    ...{ id: unseededId(realClock), userId, grantedBy: by, grantedAt: realClock.now() },
  });
}

/** Why an approver counts as the creator: it is them, or their right comes from the creator. */
export type Sameness = 'creator' | 'granter';

/** The most users behind one right: an approver with more is refused. */
const mostSources = 1_000;

/**
 * Returns a function that decides whether an approver counts as the same person as a creator, and why; undefined if
 * they do not. `merchantId`: the merchant of the approved object; null: the operator's; absent: roles anywhere count.
 * Actors without a login, such as keys and names at the command line, count as themselves alone.
 */
export async function judgeSameness(
  { db }: AnyContext,
  approver: Actor,
  merchantId?: string | null,
): Promise<(creator: string | null) => Sameness | undefined> {
  const own = loginOf(approver);
  const sources = own === undefined ? [] : await store.listSources(db, own, merchantId, mostSources);
  const known = new Set(sources);
  return (creator) => {
    if (creator === null) return undefined;
    if (approver === creator || approver === `cli:${creator}`) return 'creator';
    const id = loginOf(creator);
    if (own === undefined || id === undefined) return undefined;
    if (id === own) return 'creator';
    return known.has(id) || sources.length >= mostSources ? 'granter' : undefined;
  };
}

/** Throws MakerMayNotDecide if an approver counts as the creator. `noun`: "payout". */
export async function assertOtherPerson(
  scope: AnyContext,
  approver: Actor,
  { creator, merchantId, noun }: { creator: string | null; merchantId?: string | null; noun: string },
): Promise<void> {
  const why = (await judgeSameness(scope, approver, merchantId))(creator);
  if (why) throw new DomainError('MakerMayNotDecide', { detail: samenessWords(why, noun) });
}

/** Returns why two users whose approval is wanted count as one person: they are one, or either's right comes from the other. */
export async function judgePair(
  scope: AnyContext,
  one: Actor,
  other: Actor,
  merchantId?: string | null,
): Promise<Sameness | undefined> {
  const forth = (await judgeSameness(scope, one, merchantId))(other);
  return forth ?? (await judgeSameness(scope, other, merchantId))(one);
}

/** Returns why two users do not count as two. */
export const pairWords = (why: Sameness, noun: string): string =>
  why === 'creator'
    ? `you have approved this ${noun} already; another user must approve it too`
    : `you and the user who approved this ${noun} before count as one person, because one granted the other’s permission; a user whose permission comes from neither must approve it too`;

/** Returns why an approver is refused, and who can approve instead. */
export function samenessWords(why: Sameness, noun: string): string {
  return why === 'creator'
    ? `the creator of a ${noun} cannot approve it; another user must`
    : `your permission to approve was granted by the creator of this ${noun}; an operator, or a user whose permission does not come from the creator, must approve it`;
}

/** Returns the id of the user who acts; undefined for any other actor. At the command line a user may be named by their actor. */
function loginOf(actor: string): string | undefined {
  const [, id = ''] = /^(?:cli:)?user:(.*)$/s.exec(actor) ?? [];
  return isUuid(id) ? id.toLowerCase() : undefined;
}
