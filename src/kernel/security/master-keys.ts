// The master keys as the database knows them: which one seals and signs, which ones were retired, and a check value of
// each, so that a start without a key that is needed, or with another one under its id, is refused and not found out by
// the first request.

import { type Db, inTransaction, type Sql, type Tx } from '../db/db.ts';
import type { Logger } from '../process/log.ts';
import type { Keyring, KeyState } from './crypto.ts';
import { keyIdOf } from './crypto.ts';
import { oneSealedTextOfEachKey } from './reseal.ts';

/** The keys do not fit the database; the message says which, and what to do. */
export class WrongKeys extends Error {}

export interface MasterKey {
  id: string;
  checkValue: string;
  firstUsedAt: Date;
  retiredAt: Date | null;
  emptiedAt: Date | null;
}

const channel = 'tefo_keys';
/** How often it is looked, should a notice be lost. */
const lookMs = 2_000;

export async function listMasterKeys(db: Db): Promise<MasterKey[]> {
  return [
    ...(await db<MasterKey[]>`
      select id, check_value, first_used_at, retired_at, emptied_at from master_keys order by first_used_at, id`),
  ];
}

/**
 * Holds a keyring against the database, and lets it follow what is known there. Throws WrongKeys where a key is missing
 * under which something may be sealed, or is another than it was. A database that was never started knows none.
 */
export async function holdMasterKeys(db: Db, keyring: Keyring): Promise<void> {
  const known = await listMasterKeys(db);
  for (const key of known) assertFits(keyring, key);
  if (known.length > 0) keyring.follow(stateOf(known));
}

/**
 * The same for a start of the service, which decides which key seals from now on: the first of the keyring, and the one
 * before it is retired. A key that was retired once is not taken again. Any number of processes may start at once.
 */
export async function startMasterKeys(db: Sql, keyring: Keyring, now: Date): Promise<void> {
  const hasChanged = await inTransaction(db, async (tx) => {
    await tx`lock table master_keys in share row exclusive mode`;
    const isNew = (await listMasterKeys(tx)).length === 0;
    if (isNew) await learn(tx, keyring, now);
    await holdMasterKeys(tx, keyring);
    const first = keyring.ids[0]!;
    const isKnown = (await listMasterKeys(tx)).some(({ id }) => id === first);
    if (!isKnown) {
      await tx`update master_keys set retired_at = ${now} where retired_at is null`;
      await insert(tx, keyring, { id: first, at: now, isCurrent: true });
      await holdMasterKeys(tx, keyring);
    }
    return isNew || !isKnown;
  });
  if (hasChanged) await db.notify(channel, '');
}

/** A database from before check values: whatever its rows are sealed under must be there, and open them. */
async function learn(tx: Tx, keyring: Keyring, now: Date): Promise<void> {
  const first = keyring.ids[0]!;
  for (const sealed of await oneSealedTextOfEachKey(tx)) {
    const id = keyIdOf(sealed);
    assertFits(keyring, { id, checkValue: sealed });
    if (id !== first) await insert(tx, keyring, { id, at: now, isCurrent: false });
  }
  await insert(tx, keyring, { id: first, at: now, isCurrent: true });
}

async function insert(
  tx: Tx,
  keyring: Keyring,
  { id, at, isCurrent }: { id: string; at: Date; isCurrent: boolean },
): Promise<void> {
  const before = keyring.state();
  keyring.follow({ currentId: id, retiredAt: new Map() });
  const checkValue = keyring.seal('tefo');
  keyring.follow(before);
  await tx`
    insert into master_keys (id, check_value, first_used_at, retired_at)
    values (${id}, ${checkValue}, ${at}, ${isCurrent ? null : at})`;
}

function assertFits(
  keyring: Keyring,
  { id, checkValue, emptiedAt }: Pick<MasterKey, 'id' | 'checkValue'> & Partial<MasterKey>,
): void {
  if (!keyring.ids.includes(id)) {
    if (emptiedAt) return;
    throw new WrongKeys(
      `the master key ${id} is missing: this database is sealed with it, and TEFO_MASTER_KEYS has only ${keyring.ids.join(', ')}. Start with ${id} among its keys, or with the backup of the data directory that has it`,
    );
  }
  if (opens(keyring, checkValue)) return;
  throw new WrongKeys(
    `the master key ${id} is another one: its id is right, and it does not open what this database has sealed under ${id}. Give TEFO_MASTER_KEYS the key that this database was started with`,
  );
}

function opens(keyring: Keyring, sealed: string): boolean {
  try {
    keyring.open(sealed);
    return true;
  } catch {
    return false;
  }
}

function stateOf(known: MasterKey[]): KeyState {
  const retired = known.filter(({ retiredAt }) => retiredAt !== null);
  return {
    currentId: known.find(({ retiredAt }) => retiredAt === null)!.id,
    retiredAt: new Map(retired.map(({ id, retiredAt }) => [id, retiredAt!])),
  };
}

export interface FollowedKeys {
  /** Why this process cannot work any more with what others seal; undefined while it can. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/** Lets a keyring follow what other processes' starts decide, within two seconds. */
export async function followMasterKeys(db: Sql, keyring: Keyring, log: Logger): Promise<FollowedKeys> {
  let problem: string | undefined;
  const look = async (): Promise<void> => {
    try {
      await holdMasterKeys(db, keyring);
      problem = undefined;
    } catch (error) {
      // A database that is away is others' business.
      if (!(error instanceof WrongKeys)) return;
      if (problem !== error.message)
        log.error({ reason: error.message }, 'the master keys do not fit any more');
      problem = error.message;
    }
  };
  await holdMasterKeys(db, keyring);
  const again = () => void look();
  const subscription = await db.listen(channel, again, again);
  const timer = setInterval(again, lookMs);
  timer.unref();
  return {
    problem: () => problem,
    close: async () => {
      clearInterval(timer);
      await subscription.unlisten();
    },
  };
}

/** Notes that nothing is sealed any more under the keys that were retired. */
export async function noteEmptied(db: Db, ids: string[], now: Date): Promise<void> {
  await db`
    update master_keys set emptied_at = ${now}
    where id = any (${ids}::text[]) and retired_at is not null and emptied_at is null`;
}
