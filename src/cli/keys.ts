// tefo keys: the master keys that encrypt every secret, and their replacement.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../core/context.ts';
import { keyFollowedMs } from '../kernel/security/access-tokens.ts';
import { listMasterKeys, type MasterKey, noteEmptied } from '../kernel/security/master-keys.ts';
import { countSealed, reseal } from '../kernel/security/reseal.ts';
import { onDatabase } from './context.ts';
import { print, table } from './output.ts';
import { withProgress } from './progress.ts';

export const keysList = onDatabase(async (ctx, { values }) => {
  const [keys, counts] = [await listMasterKeys(ctx.db), await countSealed(ctx.db)];
  const shown = keys.map((key) => describeKey(ctx, key, counts.get(key.id) ?? 0));
  print(values.json, shown, () =>
    table(
      shown.map(({ id, state, sealed, isHere }) => [
        id,
        state,
        `${sealed} sealed`,
        isHere ? '' : 'not in TEFO_MASTER_KEYS',
      ]),
    ),
  );
});

function describeKey({ keyring }: Context, key: MasterKey, sealed: number) {
  const { id, firstUsedAt, retiredAt, emptiedAt } = key;
  const state = retiredAt === null ? 'current' : emptiedAt === null ? 'retired' : 'empty';
  return { id, state, sealed, isHere: keyring.ids.includes(id), firstUsedAt, retiredAt, emptiedAt };
}

export const keysReseal = onDatabase(async (ctx, { values }) => {
  const { currentId, retiredAt } = ctx.keyring.state();
  const retired = [...retiredAt.keys()];
  const counts = await countSealed(ctx.db);
  const before = retired.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
  await othersFollow(ctx, retiredAt);
  let done = 0;
  const progress = () => ({ what: `${done} of ${before} resealed`, done, of: before });
  const sealed = await withProgress(values.json === true, progress, () =>
    reseal(ctx.db, ctx.keyring, (texts) => {
      done += texts;
    }),
  );
  await noteEmptied(ctx.db, retired, ctx.clock.now());
  print(values.json, { currentId, sealed, emptied: retired }, () => [
    retired.length === 0
      ? `All values are encrypted under ${currentId}: no key was retired. To replace it, put a new key first in TEFO_MASTER_KEYS and start the service.`
      : `${sealed} values re-encrypted under ${currentId}. No values are left under ${retired.join(', ')}.`,
  ]);
});

/** Another process may still use a key that was retired just now, until it has learnt of it. */
async function othersFollow({ clock }: Context, retiredAt: ReadonlyMap<string, Date>): Promise<void> {
  const latest = Math.max(0, ...[...retiredAt.values()].map((at) => at.getTime()));
  const sinceMs = clock.now().getTime() - latest;
  if (sinceMs < keyFollowedMs) await sleep(keyFollowedMs - Math.max(0, sinceMs));
}
