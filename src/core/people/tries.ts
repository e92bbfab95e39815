// Slows down and locks out whoever tries passwords and codes: by account, known or not, and by network. What a network begins at
// a company's sign-in is counted too: each is kept until it comes back.
import { hourMs, plus } from '../../kernel/clock.ts';
import { clientNetworkOf } from '../../kernel/http/networks.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import { type AnyContext, inWork } from '../context.ts';
import * as store from './attempt-store.ts';

/** Who tries: the address they give, in lower case, and the network they come from. */
export interface Trier {
  email: string;
  network: string | null;
}

/** From this many wrong tries on, an account waits five seconds more after each, up to thirty. */
const slowFrom = 5;
/** After this many it is locked for an hour. */
const lockedFrom = 20;
/** Wrong tries of a network in an hour, and sign-ins at a company that do not come back. Offices share an address. */
const mostOfNetwork = 300;

const accountKey = ({ email }: Trier): string => `account ${sha256Hex(email)}`;
// An IPv6 network is a /64: one client usually has all of its addresses.
const networkKey = ({ network }: Trier): string => `network ${clientNetworkOf(network ?? '')}`;
const companyKey = (network: string | null): string => `company ${clientNetworkOf(network ?? '')}`;

/**
 * Counts a try, as a wrong one until it was judged: so tries at one time do not pass together. Returns undefined, or in how
 * many seconds the next one is taken; this one is not then.
 */
export function takeTry(scope: AnyContext, trier: Trier, now: Date): Promise<number | undefined> {
  return inWork(scope, async ({ tx }) => {
    const network = await store.lockTries(tx, networkKey(trier), now);
    const account = await store.lockTries(tx, accountKey(trier), now);
    const until = [network, account].map(({ blockedUntil }) => blockedUntil?.getTime() ?? 0);
    const waitMs = Math.max(...until) - now.getTime();
    if (waitMs > 0) return Math.ceil(waitMs / 1_000);
    await store.putTries(tx, networkKey(trier), afterNetworkTry(network, now));
    await store.putTries(tx, accountKey(trier), afterAccountTry(account, now));
    return undefined;
  });
}

/** The password was right, and a second factor is still to be shown: the try does not count. */
export async function giveTryBack({ db }: AnyContext, trier: Trier): Promise<void> {
  await store.giveBack(db, networkKey(trier));
  await store.giveBack(db, accountKey(trier));
}

/** Somebody is in: the wrong tries of the account are forgotten. */
export async function forgetTries({ db }: AnyContext, trier: Trier): Promise<void> {
  await store.giveBack(db, networkKey(trier));
  await store.forgetTries(db, accountKey(trier));
}

/** Counts a sign-in that a network begins at its company. Returns undefined, or in how many seconds it may begin the next. */
export function takeCompanyTry(
  scope: AnyContext,
  network: string | null,
  now: Date,
): Promise<number | undefined> {
  return inWork(scope, async ({ tx }) => {
    const begun = await store.lockTries(tx, companyKey(network), now);
    const waitMs = (begun.blockedUntil?.getTime() ?? 0) - now.getTime();
    if (waitMs > 0) return Math.ceil(waitMs / 1_000);
    await store.putTries(tx, companyKey(network), afterNetworkTry(begun, now));
    return undefined;
  });
}

/** One that was begun has come back. */
export async function giveCompanyTryBack({ db }: AnyContext, network: string | null): Promise<void> {
  await store.giveBack(db, companyKey(network));
}

/** An operator lets an account try again. */
export function unlockAccount({ db }: AnyContext, email: string): Promise<void> {
  return store.forgetTries(db, accountKey({ email, network: null }));
}

function afterAccountTry({ wrong, since, lastAt }: store.Tries, now: Date): store.Tries {
  const isOver = now.getTime() - lastAt.getTime() >= hourMs;
  const count = isOver ? 1 : wrong + 1;
  const waitMs =
    count >= lockedFrom ? hourMs : count >= slowFrom ? 5_000 * Math.min(count - slowFrom + 1, 6) : 0;
  return {
    wrong: count,
    since: isOver ? now : since,
    lastAt: now,
    blockedUntil: waitMs === 0 ? null : plus(now, waitMs),
  };
}

function afterNetworkTry({ wrong, since }: store.Tries, now: Date): store.Tries {
  const isOver = now.getTime() - since.getTime() >= hourMs;
  const [count, begun] = isOver ? [1, now] : [wrong + 1, since];
  return {
    wrong: count,
    since: begun,
    lastAt: now,
    blockedUntil: count >= mostOfNetwork ? plus(begun, hourMs) : null,
  };
}
