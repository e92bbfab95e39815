// Passkeys as a second factor: a device proves that it has a key, for this service's own address alone. The library that
// judges them is optional and large: it is loaded with the first one.

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { minuteMs, plus } from '../../kernel/clock.ts';
import { maskNumbers } from '../../kernel/formats/mask.ts';
import { isUuid } from '../../kernel/ids.ts';
import { unseededId } from '../../kernel/security/secure-random.ts';
import type { AnyContext, Work } from '../context.ts';
import { invalidField } from '../invalid-field.ts';
import { countRecoveryCodes, hasFactor } from './factor-store.ts';
import { forgetRecoveryCodes, lockOwn, renewRecoveryCodes } from './factors.ts';
import * as store from './passkey-store.ts';
import { endSessions, noteFactorShown } from './session-store.ts';
import type { SignedInUser } from './signed-in-user.ts';

export type { Passkey } from './passkey-store.ts';

export { listPasskeys } from './passkey-store.ts';

/** The time for a device to respond, in milliseconds. */
const answerMs = 5 * minuteMs;
const mostPasskeys = 20;

/** The address for which passkeys are created: no page at another address can use them. */
export interface Place {
  rpId: string;
  origin: string;
}

export function placeOf(publicUrl: string): Place {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
}

/** Returns the library; undefined if it is not installed. */
async function library() {
  try {
    return await import('@simplewebauthn/server');
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Returns the challenge for a new device, as browsers read it; undefined if passkeys cannot be judged here. */
export async function askToRegister(
  { db, realClock }: AnyContext,
  user: SignedInUser,
  { rpId }: Place,
): Promise<object | undefined> {
  const judge = await library();
  if (!judge) return undefined;
  const known = await store.listPasskeys(db, user.id);
  const options = await judge.generateRegistrationOptions({
    rpName: 'Tefo',
    rpID: rpId,
    userName: user.email,
    userID: new TextEncoder().encode(user.id),
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    // It complements a password or a company's account, and so need not identify its owner by itself.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  const { challenge } = options;
  await store.insertChallenge(db, {
    ...{ challenge, sessionId: user.sessionId, purpose: 'register', at: realClock.now() },
  });
  return options;
}

/**
 * Adds a device by its response, and ends the user's other sessions. Returns new recovery codes if they have none.
 * Throws FactorNotFresh, and InvalidField (name, credential).
 */
export async function addPasskey(
  work: Work,
  user: SignedInUser,
  given: { name: string; credential: string },
  place: Place,
): Promise<string[]> {
  await lockOwn(work, user);
  const name = maskNumbers(given.name.trim());
  if (name.length < 1 || name.length > 60 || /\p{C}/u.test(name))
    refuse('name', 'a name must have 1 to 60 characters');
  const known = await store.listPasskeys(work.tx, user.id);
  if (known.length >= mostPasskeys)
    refuse('name', `the limit of ${mostPasskeys} passkeys is reached: remove one first`);
  const credential = await registered(work, user, given.credential, place);
  if (!credential)
    return refuse('credential', 'the device’s answer is not right, or came too late; try again');
  const at = work.realClock.now();
  const { id: credentialId, publicKey, counter, transports = [] } = credential;
  const isNew = await store.insertPasskey(work.tx, {
    ...{ id: unseededId(work.realClock), userId: user.id, name, credentialId, createdAt: at },
    ...{ publicKey: Buffer.from(publicKey), counter: BigInt(counter), transports },
  });
  if (!isNew) refuse('credential', 'this device is already registered as a passkey');
  await noteFactorShown(work.tx, user.sessionId, at);
  await endSessions(work.tx, user.id, at, user.sessionId);
  const hasCodes = (await countRecoveryCodes(work.tx, user.id)) > 0;
  return hasCodes ? [] : renewRecoveryCodes(work, user.id);
}

function refuse(field: string, detail: string): never {
  throw invalidField(field, detail);
}

async function registered(work: Work, { sessionId }: SignedInUser, text: string, place: Place) {
  const [judge, response] = [await library(), readAnswer<RegistrationResponseJSON>(text)];
  if (!judge || !response) return undefined;
  try {
    const { registrationInfo } = await judge.verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => taken(work, { challenge, sessionId, purpose: 'register' }),
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: false,
    });
    return registrationInfo?.credential;
  } catch (error) {
    return notRight(work, error);
  }
}

/**
 * Returns the challenge for a session's devices, as browsers read it; undefined if their owner has none, or none can be
 * judged here.
 */
export async function askToShow(
  { db, realClock }: AnyContext,
  { userId, sessionId }: { userId: string; sessionId: string },
  { rpId }: Place,
): Promise<object | undefined> {
  const known = await store.listPasskeys(db, userId);
  const judge = known.length === 0 ? undefined : await library();
  if (!judge) return undefined;
  const options = await judge.generateAuthenticationOptions({
    rpID: rpId,
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    userVerification: 'preferred',
  });
  const { challenge } = options;
  await store.insertChallenge(db, { challenge, sessionId, purpose: 'show', at: realClock.now() });
  return options;
}

/**
 * Checks a device's response to the session's challenge. A well-formed response uses the challenge up, right or wrong.
 */
export async function usePasskey(
  work: Work,
  { userId, sessionId }: { userId: string; sessionId: string },
  text: string,
  place: Place,
): Promise<boolean> {
  const [judge, response] = [await library(), readAnswer<AuthenticationResponseJSON>(text)];
  const known = response && (await store.lockPasskey(work.tx, userId, response.id));
  if (!judge || !known) return false;
  try {
    const { verified, authenticationInfo } = await judge.verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => taken(work, { challenge, sessionId, purpose: 'show' }),
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      // A counter that has not grown is a copy of the device, and refused.
      credential: {
        id: known.credentialId,
        publicKey: new Uint8Array(known.publicKey),
        counter: Number(known.counter),
      },
      requireUserVerification: false,
    });
    if (!verified) return false;
    await store.notePasskeyUsed(
      work.tx,
      known.id,
      BigInt(authenticationInfo.newCounter),
      work.realClock.now(),
    );
    return true;
  } catch (error) {
    return notRight(work, error) ?? false;
  }
}

function taken(
  { tx, realClock }: Work,
  asked: { challenge: string; sessionId: string; purpose: 'register' | 'show' },
): Promise<boolean> {
  return store.takeChallenge(tx, { ...asked, madeAfter: plus(realClock.now(), -answerMs) });
}

/** The library's explanation of a wrong response is for the log; a database error is thrown. */
function notRight({ log, correlationId }: Work, error: unknown): undefined {
  if ((error as { severity?: string }).severity !== undefined) throw error;
  log.warn({ security: true, correlationId, reason: (error as Error).message }, 'a passkey was refused');
}

/** Reads a device's response, which any client could have written. */
function readAnswer<Answer extends { id: string }>(text: string): Answer | undefined {
  try {
    const answer = text.length > 20_000 ? null : JSON.parse(text);
    const isOne =
      typeof answer === 'object' && typeof answer?.id === 'string' && /^[\w-]{1,1400}$/.test(answer.id);
    return isOne ? answer : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Removes one of a person's passkeys, and ends their other sessions; with the last factor their recovery codes go. Returns its
 * name; undefined if they have no such one. Throws FactorNotFresh.
 */
export async function removePasskey(work: Work, user: SignedInUser, id: string): Promise<string | undefined> {
  await lockOwn(work, user);
  const name = isUuid(id) ? await store.deletePasskey(work.tx, user.id, id) : undefined;
  if (name === undefined) return undefined;
  if (!(await hasFactor(work.tx, user.id))) await forgetRecoveryCodes(work.tx, user.id);
  await endSessions(work.tx, user.id, work.realClock.now(), user.sessionId);
  return name;
}
