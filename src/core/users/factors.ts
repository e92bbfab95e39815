// Second factors: an authenticator app, whose codes follow the machine's time, and ten recovery codes for when it is lost.
import { Secret, TOTP } from 'otpauth';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import { unseededBytes, unseededId } from '../../kernel/security/secure-random.ts';
import type { Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import * as store from './factor-store.ts';
import { endSessions, findSession, noteFactorShown } from './session-store.ts';
import { horizonAt } from './sessions.ts';
import { isFresh, type SignedInUser } from './signed-in-user.ts';
import { lockUser } from './user-store.ts';

export { countRecoveryCodes, forgetRecoveryCodes, hasApp } from './factor-store.ts';

const secretBytes = 20;
const periodSeconds = 30;
const recoveryCodes = 10;
const recoveryBytes = 10;

/** An authenticator app that is to be confirmed: its secret in base32, and the address that apps read as a picture. */
export interface StartedFactor {
  secret: string;
  uri: string;
}

const totpOf = (email: string, secret: Secret): TOTP =>
  new TOTP({ issuer: 'Tefo', label: email, secret, algorithm: 'SHA1', digits: 6, period: periodSeconds });

/**
 * Begins to set up an authenticator app; `confirmFactor` takes it into use. Throws FactorNotFresh if another one is in use
 * that was not shown just now.
 */
export async function startFactor(work: Work, user: SignedInUser): Promise<StartedFactor> {
  await lockOwn(work, user);
  const bytes = unseededBytes(secretBytes);
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer });
  await store.putPendingTotp(work.tx, {
    id: unseededId(work.realClock),
    userId: user.id,
    secretSealed: work.keyring.seal(secret.base32, unseededBytes(12)),
    at: work.realClock.now(),
  });
  return { secret: secret.base32, uri: totpOf(user.email, secret).toString() };
}

/** Returns the authenticator app that a user is setting up; undefined otherwise. */
export async function pendingFactor(work: Work, user: SignedInUser): Promise<StartedFactor | undefined> {
  const pending = await store.findTotp(work.tx, user.id, false);
  if (!pending) return undefined;
  const secret = Secret.fromBase32(work.keyring.open(pending.secretSealed));
  return { secret: secret.base32, uri: totpOf(user.email, secret).toString() };
}

/**
 * Takes an authenticator app into use with its first code, in place of an earlier one, and ends the person's other
 * sessions. Returns new recovery codes, which are readable only here. Throws InvalidField if the code is wrong, or none
 * was begun.
 */
export async function confirmFactor(work: Work, user: SignedInUser, code: string): Promise<string[]> {
  await lockOwn(work, user);
  const now = work.realClock.now();
  const pending = await store.findTotp(work.tx, user.id, false);
  const step = pending && stepOf(work.keyring.open(pending.secretSealed), code, now);
  if (!pending || step === undefined)
    throw invalidField(
      'code',
      pending
        ? 'the code is not the one that the app shows now; check that the phone’s time is right'
        : 'begin to set up an authenticator app first',
    );
  await store.confirmTotp(work.tx, user.id, pending.id, step, now);
  await noteFactorShown(work.tx, user.sessionId, now);
  await endSessions(work.tx, user.id, now, user.sessionId);
  return renewRecoveryCodes(work, user.id);
}

/** Gives a user new recovery codes, which are readable only here. */
export async function renewRecoveryCodes({ tx, realClock }: Work, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => {
    const { base32 } = new Secret({ buffer: Uint8Array.from(unseededBytes(recoveryBytes)).buffer });
    return base32.toLowerCase().replace(/.{4}(?!$)/g, '$&-');
  });
  const hashed = codes.map((code) => ({ id: unseededId(realClock), hash: hashOfRecovery(code) }));
  await store.insertRecoveryCodes(tx, userId, hashed, realClock.now());
  return codes;
}

/**
 * Takes the authenticator app from a person, and ends their other sessions; with the last factor their recovery codes go. Throws FactorNotFresh unless one was shown just now.
 */
export async function removeFactor(work: Work, user: SignedInUser): Promise<void> {
  await lockOwn(work, user);
  await store.deleteApp(work.tx, user.id);
  if (!(await store.hasFactor(work.tx, user.id))) await store.forgetRecoveryCodes(work.tx, user.id);
  await endSessions(work.tx, user.id, work.realClock.now(), user.sessionId);
}

/**
 * Locks a person's login, to change its factors. Throws RightsExceeded if their session has ended meanwhile, such as when the
 * login was taken over, and FactorNotFresh unless a factor was shown just now. A first factor needs no other.
 */
export async function lockOwn({ tx, realClock }: Work, user: SignedInUser): Promise<void> {
  await lockUser(tx, user.id);
  if (!(await findSession(tx, user.sessionId, horizonAt(realClock.now()))))
    throw new DomainError('RightsExceeded', { detail: 'your session has ended; sign in again' });
  if (user.hasFactor && !isFresh(user, realClock.now())) throw new DomainError('FactorNotFresh');
}

/** Uses a code of a user's app, or one of their recovery codes. Returns false if it is wrong or was used before. */
export async function useCode(work: Work, userId: string, code: string, now: Date): Promise<boolean> {
  const given = code.slice(0, 100).replace(/[\s-]+/g, '');
  if (!/^\d{6}$/.test(given)) return store.useRecoveryCode(work.tx, userId, hashOfRecovery(given));
  const totp = await store.findTotp(work.tx, userId, true);
  const step = totp && stepOf(work.keyring.open(totp.secretSealed), given, now);
  return step !== undefined && store.useStep(work.tx, totp!.id, step);
}

const hashOfRecovery = (code: string): string => sha256Hex(code.toLowerCase().replaceAll('-', ''));

/** Returns the 30 seconds of which a code is, the present ones, those before or those after; undefined for a wrong code. */
function stepOf(secret: string, code: string, now: Date): bigint | undefined {
  const token = code.slice(0, 100).replace(/\s+/g, '');
  const timestamp = now.getTime();
  const delta = totpOf('', Secret.fromBase32(secret)).validate({ token, timestamp, window: 1 });
  return delta === null ? undefined : BigInt(Math.floor(timestamp / 1_000 / periodSeconds) + delta);
}
