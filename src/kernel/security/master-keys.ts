// The master keys as the database knows them: which one seals and signs, which were retired, and a check value of each.
// A start without a needed key, or with another key under its id, is refused at once instead of at the first request.

import { type Db, inTransaction, type Sql, type Tx } from '../db/db.ts';
import { allRows, execute } from '../db/rows.ts';
import type { Logger } from '../process/log.ts';
import { firstOf, required } from '../required.ts';
import { type Keyring, type KeyState, keyIdOf } from './crypto.ts';
import { oneSealedTextOfEachKey } from './reseal.ts';

/** The keys do not fit the database; the message states which, and the remedy. */
export class WrongKeys extends Error {}

export interface MasterKey {
  id: string;
  checkValue: string;
  firstUsedAt: Date;
  retiredAt: Date | null;
  emptiedAt: Date | null;
}

const channel = 'tefo_keys';
/** How often it reads them, in case a notification is lost. */
const lookMs = 2_000;

export const listMasterKeys = (db: Db) =>
  allRows(db<MasterKey[]>`
    select id, check_value, first_used_at, retired_at, emptied_at from master_keys order by first_used_at, id`);

/**
 * Compares a keyring with the database and updates its state. Throws WrongKeys when a key that may have sealed
 * something is missing or differs. A database that was never started has no keys.
 */
export async function holdMasterKeys(db: Db, keyring: Keyring): Promise<void> {
  const known = await listMasterKeys(db);
  for (const key of known) assertFits(keyring, key);
  if (known.length > 0) keyring.follow(stateOf(known));
}

/**
 * The same when the service starts, which decides the sealing key: the first of the keyring; the one before it is
 * retired. A retired key is never used again. Any number of processes may start at once.
 */
export async function startMasterKeys(db: Sql, keyring: Keyring, now: Date): Promise<void> {
  const hasChanged = await inTransaction(db, async (tx) => {
    await tx`lock table master_keys in share row exclusive mode`;
    const isNew = (await listMasterKeys(tx)).length === 0;
    if (isNew) await learn(tx, keyring, now);
    await holdMasterKeys(tx, keyring);
    const first = firstOf(keyring.ids);
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

/** For a database from before check values: the keys its rows are sealed under must be present and open them. */
async function learn(tx: Tx, keyring: Keyring, now: Date): Promise<void> {
  const first = firstOf(keyring.ids);
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
  const current = known.find(({ retiredAt }) => retiredAt === null);
  return {
    currentId: required(current, 'current master key').id,
    retiredAt: new Map(known.flatMap(({ id, retiredAt }) => (retiredAt === null ? [] : [[id, retiredAt]]))),
  };
}

export interface FollowedKeys {
  /** Why this process cannot open texts that others seal; undefined while it can. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/** Updates a keyring within two seconds when other processes' starts change the keys. */
export async function followMasterKeys(db: Sql, keyring: Keyring, log: Logger): Promise<FollowedKeys> {
  let problem: string | undefined;
  const look = async (): Promise<void> => {
    try {
      await holdMasterKeys(db, keyring);
      problem = undefined;
    } catch (error) {
      // Other code handles a database that is away.
      if (!(error instanceof WrongKeys)) return;
      if (problem !== error.message)
        log.error({ reason: error.message }, 'the master keys no longer fit the database');
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

/** Records that nothing is sealed under the retired keys any more. */
export const noteEmptied = (db: Db, ids: string[], now: Date) =>
  execute(db`
    update master_keys set emptied_at = ${now}
    where id = any (${ids}::text[]) and retired_at is not null and emptied_at is null`);
