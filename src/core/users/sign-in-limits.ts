// Slows down and locks out clients that guess passwords and codes. Attempts are counted by account and network together, so
// that a client locks an account for its own network only; by account and known device, which no other client can lock; and by
// network. Sign-ins that a network begins at a company are counted too: each is kept until it comes back.
import { hourMs, minuteMs, plus } from '../../kernel/clock.ts';
import { clientNetworkOf } from '../../kernel/http/networks.ts';
import { createRecent, type Recent } from '../../kernel/http/recent.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import type { AnyContext, Work } from '../context.ts';
import { action } from '../unit-of-work.ts';
import * as store from './attempt-store.ts';

/** Who attempts what. */
export interface Trier {
  /** What is shown: each is counted apart, so that attempts at one do not lock another. Absent: the password of a sign-in. */
  what?: 'password' | 'code' | 'present password' | 'reset';
  /** The address that they give, in lower case; known or not. */
  email: string;
  network: string | null;
  /** The id of a known device: only its own attempts count. */
  device?: string | undefined;
  /** The session of a user who is signed in: only its own attempts count. */
  session?: string;
}

/** From this many wrong attempts on, each delays the next by five seconds more, up to thirty. */
const slowFrom = 5;
/** After this many, attempts are refused for an hour. */
const lockedFrom = 20;
/** Wrong attempts of a network in an hour, and sign-ins at a company that do not come back. Offices share an address. */
const mostOfNetwork = 300;
/**
 * Wrong attempts in an hour at one account from all networks, and how often one is taken beyond. It is never locked: its owner
 * must get in. A code has a million values, and only a client that has the password can try it.
 */
const ofAccount = {
  password: { most: 100, everyMs: 30_000 },
  code: { most: 10, everyMs: 5 * minuteMs },
};

/** One count that limits an attempt. */
interface Counter {
  key: string;
  /** The hash of the address, by which an operator unlocks it; null for a count of several accounts. */
  account: string | null;
  /** Counts one account from one place: a right attempt deletes it. */
  isOwn: boolean;
  after(tries: store.Tries, now: Date): store.Tries;
}

const accountOf = (email: string): string => sha256Hex(email);
// An IPv6 network is a /64: one client usually has all of its addresses.
const networkKey = (network: string | null): string => `network ${clientNetworkOf(network ?? '')}`;
const companyKey = (network: string | null): string => `company ${clientNetworkOf(network ?? '')}`;

interface Blocked {
  until: Date;
  /** A right attempt that was under way can end a block: from then on the database is queried again. */
  askAgainAt: Date;
}

/** Networks that are blocked: a flood from one is refused without a query. */
const blockedNetworks = new WeakMap<AnyContext['db'], Recent<Blocked>>();
const mostRemembered = 10_000;
const rememberedMs = 5_000;

function blockedOf(db: AnyContext['db']): Recent<Blocked> {
  const known = blockedNetworks.get(db) ?? createRecent<Blocked>(mostRemembered, rememberedMs);
  blockedNetworks.set(db, known);
  return known;
}

/** Returns the counts of an attempt, in the order in which all attempts lock them. */
function countersOf({ what = 'password', email, network, device, session }: Trier): Counter[] {
  const account = accountOf(email);
  const key = `${what} ${account}`;
  const own = (place: string): Counter => ({
    ...{ key: `${key} ${place}`, account, isOwn: true, after: afterOwnTry },
  });
  if (session !== undefined) return [own(`session ${session}`)];
  if (device !== undefined) return [own(`device ${device}`)];
  const { most, everyMs } = ofAccount[what === 'code' ? 'code' : 'password'];
  return [
    { key: networkKey(network), account: null, isOwn: false, after: afterNetworkTry },
    { key, account, isOwn: false, after: inAnHour(most, (_begun, now) => plus(now, everyMs)) },
    own(networkKey(network)),
  ];
}

/**
 * Counts an attempt, as a wrong one until it was judged: so concurrent attempts do not pass together. Returns undefined, or in
 * how many seconds the next one is taken; this one is not then.
 */
export async function takeTry(scope: AnyContext, trier: Trier, now: Date): Promise<number | undefined> {
  const blocked = blockedOf(scope.db);
  const counters = countersOf(trier);
  // A known device or a session has no count of its network.
  const network = counters.find(({ account }) => account === null)?.key;
  const known = network === undefined ? undefined : blocked.get(network);
  if (known && known.askAgainAt > now) return secondsUntil(known.until, now);
  const refused = await take(scope, counters, now);
  if (refused && refused.key === network)
    blocked.set(network, { until: refused.until, askAgainAt: plus(now, rememberedMs) });
  return refused && secondsUntil(refused.until, now);
}

const secondsUntil = (until: Date, now: Date): number => Math.ceil((until.getTime() - now.getTime()) / 1_000);

/** Counts an attempt. Returns undefined, or the count that blocks it for the longest, and until when. */
const take = action(async ({ tx }, counters: Counter[], now: Date) => {
  const found: store.Tries[] = [];
  for (const { key, account } of counters) found.push(await store.lockTries(tx, key, account, now));
  const [longest] = counters
    .map(({ key }, nth) => ({ key, until: found[nth]?.blockedUntil ?? now }))
    .toSorted((one, other) => other.until.getTime() - one.until.getTime());
  if (longest && longest.until > now) return longest;
  for (const [nth, { key, after }] of counters.entries())
    await store.putTries(tx, key, after(found[nth]!, now));
  return undefined;
});

/** The attempt was right: it does not count, nor do the wrong ones before it at the account from the same place. */
export async function forgetTries({ db }: AnyContext, trier: Trier): Promise<void> {
  for (const { key, isOwn } of countersOf(trier))
    await (isOwn ? store.forgetTries(db, key) : store.giveBack(db, key));
}

/** Counts a sign-in that a network begins at its company. Returns undefined, or in how many seconds it may begin the next. */
export async function takeCompanyTry(
  scope: AnyContext,
  network: string | null,
  now: Date,
): Promise<number | undefined> {
  const begun = { key: companyKey(network), account: null, isOwn: false, after: afterNetworkTry };
  const refused = await take(scope, [begun], now);
  return refused && secondsUntil(refused.until, now);
}

/** One that was begun has come back. */
export async function giveCompanyTryBack({ db }: AnyContext, network: string | null): Promise<void> {
  await store.giveBack(db, companyKey(network));
}

/** Forgets all wrong attempts at an account, from wherever they came. Returns how many there were. */
export function unlockAccount({ tx }: Work, email: string): Promise<number> {
  return store.forgetAccount(tx, accountOf(email));
}

function afterOwnTry({ wrong, since, lastAt }: store.Tries, now: Date): store.Tries {
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

const afterNetworkTry = inAnHour(mostOfNetwork, (begun) => plus(begun, hourMs));

/** Counts by the hour. With `most` wrong attempts, the next is taken at the time that `until` returns. */
function inAnHour(most: number, until: (begun: Date, now: Date) => Date): Counter['after'] {
  return ({ wrong, since }, now) => {
    const isOver = now.getTime() - since.getTime() >= hourMs;
    const [count, begun] = isOver ? [1, now] : [wrong + 1, since];
    const blockedUntil = count >= most ? until(begun, now) : null;
    return { wrong: count, since: begun, lastAt: now, blockedUntil };
  };
}
