// Password resets: by a link that is sent to the user's address, valid for 30 minutes and once. A request is a row whose address was
// not looked up yet, so that neither the response nor its time shows which addresses have a login.
import { hourMs, plus } from '../../kernel/clock.ts';
import { eachApart } from '../../kernel/concurrency/independent-work.ts';
import { type Sweep, wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import { chosenCost, hashPassword } from '../../kernel/security/passwords.ts';
import { unseededId, unseededSecret } from '../../kernel/security/secure-random.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { isMailOn, queueEmail, resetMs } from '../emails/actions.ts';
import { inWork } from '../unit-of-work.ts';
import { record } from './audit.ts';
import { inHashQueue, placeOf, type Slowed } from './hash-queue.ts';
import { assertPassword } from './passwords.ts';
import * as store from './reset-store.ts';
import { endSessions } from './session-store.ts';
import { takeTry, unlockAccount } from './sign-in-limits.ts';
import { findUserByEmail, listHeld, lockUser, type User, updatePassword } from './user-store.ts';

const requestSweep = 'users.resets';
/** Links that one login can request in an hour. */
const mostInAnHour = 3;
const batch = 50;

/** Notes the request for a link. Returns undefined, or in how many seconds the next request is taken; this one is not then. */
export async function requestReset(
  ctx: Context,
  { email, network }: { email: string; network: string | null },
): Promise<number | undefined> {
  const address = email.trim().toLowerCase().slice(0, 254);
  const waitSeconds = await takeTry(ctx, { what: 'reset', email: address, network }, ctx.realClock.now());
  if (waitSeconds !== undefined || !isMailOn(ctx)) return waitSeconds;
  await inWork(ctx, async ({ tx }) => {
    await store.insertRequest(tx, {
      id: unseededId(ctx.realClock),
      email: address,
      requestedAt: ctx.realClock.now(),
    });
    await wakeAfterCommit(tx, requestSweep);
  });
  return undefined;
}

/** Creates the sweep that looks up the addresses of requests, and sends a link to each that has a login. */
export function createResetSweep(ctx: Context): Sweep {
  return {
    name: requestSweep,
    intervalMs: 5_000,
    run: async () =>
      eachApart(await store.findRequests(ctx.db, batch), (id) =>
        inWork(ctx, async (work) => {
          const email = await store.takeRequest(work.tx, id);
          if (email !== undefined) await respond(work, email);
          return 1;
        }),
      ),
  };
}

async function respond(work: Work, email: string): Promise<void> {
  const user = await findUserByEmail(work.tx, email);
  if (!user || user.disabledAt !== null) return;
  if ((await store.countSince(work.tx, user.id, plus(work.realClock.now(), -hourMs))) >= mostInAnHour) return;
  await createReset(work, user, undefined);
}

/** A link to choose a new password. The token is readable only here. */
export interface CreatedReset {
  token: string;
  expiresAt: Date;
  /** False where e-mail is off, or the address is not valid. */
  isEmailed: boolean;
}

/** Creates a link, and sends it to the user. `by`: the address of the user who sends it to another. */
export async function createReset(
  work: Work,
  user: Pick<User, 'id' | 'email'>,
  by: string | undefined,
): Promise<CreatedReset> {
  const [token, createdAt] = [unseededSecret(32), work.realClock.now()];
  const expiresAt = plus(createdAt, resetMs);
  const tokenHash = sha256Hex(token);
  await store.insertReset(work.tx, {
    id: unseededId(work.realClock),
    userId: user.id,
    tokenHash,
    createdAt,
    expiresAt,
  });
  const facts = { token, until: expiresAt.toISOString(), ...(by !== undefined && { by }) };
  const merchantId = await soleMerchantOf(work, user.id);
  const isEmailed = await queueEmail(work, { kind: 'reset', merchantId, recipient: user.email, facts });
  return { token, expiresAt, isEmailed };
}

/** Returns the merchant of a login that has roles at one merchant only: other merchants must not see its e-mails. */
async function soleMerchantOf({ tx }: Work, userId: string): Promise<string | null> {
  const merchants = new Set((await listHeld(tx, userId)).map(({ merchantId }) => merchantId));
  const [merchantId = null] = merchants.size === 1 ? merchants : [];
  return merchantId;
}

/** True if a link can be used. */
export async function isReset({ db, realClock }: AnyContext, token: string): Promise<boolean> {
  return token.length <= 100 && (await store.findReset(db, sha256Hex(token), realClock.now())) !== undefined;
}

/** "gone": the link was used, is over, or never was. */
export type Reset = { kind: 'reset' | 'gone' } | Slowed;

/**
 * Chooses a new password by a link. The login's sessions and its other links end; second factors stay. Throws InvalidField if the
 * password breaks the rules.
 */
export async function resetPassword(
  ctx: Context,
  { token, password, network }: { token: string; password: string; network: string | null },
): Promise<Reset> {
  const tokenHash = sha256Hex(token.slice(0, 101));
  const found = await store.findReset(ctx.db, tokenHash, ctx.realClock.now());
  if (!found) return { kind: 'gone' };
  const { userId, email } = found;
  assertPassword(password, email);
  return inHashQueue(placeOf({ email, network }), async (line) => {
    const passwordHash = await hashPassword(password, chosenCost, line);
    return inWork(ctx, (work) => apply(work, { userId, tokenHash, passwordHash, network }));
  });
}

async function apply(
  work: Work,
  given: { userId: string; tokenHash: string; passwordHash: string; network: string | null },
): Promise<{ kind: 'reset' | 'gone' }> {
  const { tx } = work;
  const { userId, tokenHash, passwordHash, network } = given;
  const user = await lockUser(tx, userId);
  if (!user || !(await store.findReset(tx, tokenHash, work.realClock.now()))) return { kind: 'gone' };
  await store.endResets(tx, userId, work.realClock.now());
  await updatePassword(tx, userId, passwordHash, work.realClock.now());
  const sessions = await endSessions(tx, userId, work.realClock.now());
  await unlockAccount(work, user.email);
  const merchantId = await soleMerchantOf(work, userId);
  const [before, after] = [{ sessions }, { isReset: true, sessions: 0 }];
  const deed = { who: userId, merchantId, action: 'user.reset', subject: `user ${userId}` } as const;
  await record(work, { ...deed, before, after, network });
  return { kind: 'reset' };
}
