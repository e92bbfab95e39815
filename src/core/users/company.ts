// Sign-in with a company's own accounts (OpenID Connect). The company states who a user is and their groups; this
// module decides whether they have a login here and which rights. It does not call the company.
import { minuteMs, plus } from '../../kernel/clock.ts';
import { required } from '../../kernel/required.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import { unseededId, unseededSecret } from '../../kernel/security/secure-random.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { inWork } from '../unit-of-work.ts';
import { type Deed, record } from './audit.ts';
import { type Grant, rolesOf } from './company-groups.ts';
import * as store from './company-store.ts';
import { hasFactor } from './factor-store.ts';
import { noteRole } from './grants.ts';
import type { Held } from './permissions.ts';
import { endSessions } from './session-store.ts';
import { type From, openSession } from './sessions.ts';
import { giveCompanyTryBack, takeCompanyTry } from './sign-in-limits.ts';
import { endInvitationsBy, findUserByEmail, insertUser, lockUser, putHeld, type User } from './user-store.ts';
import { newPassword } from './users.ts';
import { takeOver } from './verified.ts';

export type { Pending } from './company-store.ts';

/** The time that a user has to sign in at their company, in milliseconds. */
export const companyMs = 10 * minuteMs;

/** An account, as the company has sworn to it. */
export interface CompanyAccount {
  issuer: string;
  /** The issuer never reassigns it, unlike an address. */
  subject: string;
  /** In lower case; null if the company has not verified it. */
  email: string | null;
  name: string | null;
  groups: readonly string[];
  /** The company required two factors. */
  isStrong: boolean;
}

export type CompanyAnswer =
  | { kind: 'account'; account: CompanyAccount }
  /** It did not let them in, or its response belongs to another sign-in. */
  | { kind: 'refused' }
  | { kind: 'away' };

/** The company's sign-in. It is called outside of any transaction, and never throws. */
export interface Company {
  grants: readonly Grant[];
  /** Returns the address for the browser; undefined if the company does not respond. */
  addressOf(pending: store.Pending): Promise<string | undefined>;
  /** Checks a response by the query with which the browser returned. */
  judge(query: string, pending: store.Pending): Promise<CompanyAnswer>;
}

export type Begun =
  /** The key goes into a cookie: only the browser that began it may end it. */
  { kind: 'begun'; pending: store.Pending; key: string } | { kind: 'slowed'; retryAfterSeconds: number };

/** Begins a sign-in. Anybody may, and each is kept a while: so a network may have 300 in an hour that do not come back. */
export async function beginCompanySignIn(
  scope: AnyContext,
  { back, network }: { back: string; network: string | null },
): Promise<Begun> {
  const waitSeconds = await takeCompanyTry(scope, network, scope.realClock.now());
  if (waitSeconds !== undefined) return { kind: 'slowed', retryAfterSeconds: waitSeconds };
  const [key, state, nonce, verifier] = Array.from({ length: 4 }, () => unseededSecret(32)) as [
    string,
    string,
    string,
    string,
  ];
  const pending = { state, nonce, verifier, back };
  await store.insertRequest(scope.db, { ...pending, keyHash: sha256Hex(key), at: scope.realClock.now() });
  return { kind: 'begun', pending, key };
}

/**
 * Takes a returned sign-in, once. Returns undefined if none was started, or if it started more than ten minutes ago.
 */
export async function takeCompanySignIn(
  scope: AnyContext,
  { key, state, network }: { key: string; state: string; network: string | null },
): Promise<store.Pending | undefined> {
  const madeAfter = plus(scope.realClock.now(), -companyMs);
  const asked = { keyHash: sha256Hex(key), state: state.slice(0, 200), madeAfter };
  const taken = await store.takeRequest(scope.db, asked);
  if (taken) await giveCompanyTryBack(scope, network);
  return taken;
}

export type Entered =
  /** The token goes into the cookie. */
  | { kind: 'in'; token: string }
  /** The token goes into the cookie; `showCode` is next. */
  | { kind: 'code'; token: string }
  /**
   * `unverified`: no user is linked to the account, and its address is not verified. `noRole`: the user has no role.
   */
  | { kind: 'refused'; why: 'unverified' | 'other account' | 'disabled' | 'noRole' };

/**
 * Signs a user in by their company's account: the user linked to it, else the one whose login has its address, else a
 * new user if the account's groups give a role. Roles from groups follow the groups; roles that a user assigned stay
 * and take precedence. Taking over a login with an unverified address ends its earlier password, factors and sessions.
 */
export async function enterByCompany(
  ctx: Context,
  account: CompanyAccount,
  grants: readonly Grant[],
  from: From,
): Promise<Entered> {
  // Hashed before anything is locked. No one learns this password: `tefo user reset` sets another when a user needs
  // one.
  const { passwordHash } = await newPassword();
  const entered = await inWork(ctx, async (work) => {
    const deeds: Deed[] = [];
    const answer = await enter(work, account, { grants, passwordHash, deeds, from });
    // Last: others that write an entry wait until the transaction ends.
    for (const deed of deeds) await record(work, { ...deed, network: from.network });
    return answer;
  });
  const { log, correlationId } = ctx;
  const { network } = from;
  if (entered.kind === 'refused')
    log.warn({ security: true, correlationId, network, why: entered.why }, 'a sign-in was refused');
  return entered;
}

interface Entering {
  grants: readonly Grant[];
  passwordHash: string;
  /** The actions for the audit log. */
  deeds: Deed[];
  from: From;
}

async function enter(
  work: Work,
  account: CompanyAccount,
  { grants, from, ...more }: Entering,
): Promise<Entered> {
  const wanted = await rolesOf(work, grants, account.groups);
  const user = await ownerOf(work, account, { ...more, wanted });
  if (typeof user === 'string') return { kind: 'refused', why: user };
  if (user.disabledAt !== null) return { kind: 'refused', why: 'disabled' };
  const isOpen = await followGroups(work, user, { ...more, wanted });
  if (!isOpen) return { kind: 'refused', why: 'noRole' };
  const { isStrong } = account;
  const isWaiting = !isStrong && (await hasFactor(work.tx, user.id));
  const token = await openSession(work.tx, user.id, from, { at: work.realClock.now(), isWaiting, isStrong });
  return { kind: isWaiting ? 'code' : 'in', token };
}

/** Returns whose account it is, locked and with a verified address, or why there is no such user. */
async function ownerOf(
  work: Work,
  account: CompanyAccount,
  more: { wanted: readonly Held[]; passwordHash: string; deeds: Deed[] },
): Promise<User | 'unverified' | 'other account' | 'noRole'> {
  const { passwordHash, deeds } = more;
  const user = await userOf(work, account, more);
  if (typeof user === 'string' || user.disabledAt !== null || user.emailVerifiedBy !== null) return user;
  const before = { isVerified: false, ...(await takeOver(work, user, passwordHash)) };
  const after = { isVerified: true, sessions: 0, hadFactor: false };
  deeds.push({ who: user.id, merchantId: null, action: 'user.link', subject: user.email, before, after });
  return { ...user, passwordHash, emailVerifiedBy: 'company', originMerchantId: null };
}

/** Returns the user of an account, locked, or the reason for refusing it. */
async function userOf(
  work: Work,
  { issuer, subject, email, name }: CompanyAccount,
  { wanted, passwordHash, deeds }: { wanted: readonly Held[]; passwordHash: string; deeds: Deed[] },
): Promise<User | 'unverified' | 'other account' | 'noRole'> {
  const { tx } = work;
  const known = await store.findIdentity(tx, issuer, subject);
  if (known !== undefined) return required(await lockUser(tx, known), 'user');
  if (email === null) return 'unverified';
  const at = work.realClock.now();
  const owner = await findUserByEmail(tx, email);
  if (!owner && wanted.length === 0) return 'noRole';
  // An address that the company reassigned to a newcomer gives no access to its previous user's login.
  if (owner && (await store.hasIdentity(tx, issuer, owner.id))) return 'other account';
  const id = owner?.id ?? unseededId(work.realClock);
  if (!owner) {
    const shown = name?.trim().slice(0, 100) || null;
    const origin = { verifiedBy: 'company' } as const;
    if (!(await insertUser(tx, { id, email, name: shown, passwordHash, createdAt: at, origin })))
      return 'other account';
  }
  const user = required(await lockUser(tx, id), 'user');
  if (!(await store.insertIdentity(tx, { issuer, subject, userId: id, at }))) return 'other account';
  const deed = { who: id, merchantId: null, subject: email, after: { email, issuer, subject } };
  deeds.push({ ...deed, action: owner ? 'user.link' : 'user.create' });
  return user;
}

/** The groups of a company account, as the granter: no user is. */
const byGroups = 'company';

/**
 * Assigns and removes the roles of groups. A change ends the user's other sessions and their invitations. Returns
 * whether any role is left.
 */
async function followGroups(
  work: Work,
  { id, email }: User,
  { wanted, deeds }: { wanted: readonly Held[]; deeds: Deed[] },
): Promise<boolean> {
  const present = await store.listHeldBy(work.tx, id);
  const at = (held: readonly Held[], merchantId: string | null) =>
    held.find((one) => one.merchantId === merchantId);
  const byHand = present.filter(({ isOfCompany }) => !isOfCompany);
  const places = [...new Set([...wanted, ...present].map(({ merchantId }) => merchantId))];
  const changed = places
    .filter((merchantId) => !at(byHand, merchantId))
    .map((merchantId) => ({
      merchantId,
      before: at(present, merchantId)?.role ?? null,
      after: at(wanted, merchantId)?.role ?? null,
    }))
    .filter(({ before, after }) => before !== after);
  for (const { merchantId, after: role } of changed) {
    await putHeld(work.tx, id, merchantId, role, true);
    await noteRole(work, { userId: id, merchantId, role, by: byGroups });
  }
  if (changed.length > 0) {
    await endSessions(work.tx, id, work.realClock.now());
    await endInvitationsBy(work.tx, id, work.realClock.now());
  }
  for (const { merchantId, before, after } of changed)
    deeds.push({
      ...{ who: id, merchantId, action: 'user.role', subject: email },
      ...{ before: { role: before }, after: { role: after }, why: 'the groups of the company account' },
    });
  return places.some((merchantId) => at(byHand, merchantId) ?? at(wanted, merchantId));
}
