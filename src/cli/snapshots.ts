// tefo snapshot: saves and restores everything in a sandbox. A running service is notified.

import { isBankApart } from '../app/startup.ts';
import type { Context } from '../core/context.ts';
import type { Line } from '../kernel/process/terminal.ts';
import { firstOf } from '../kernel/required.ts';
import {
  assertOneDatabase,
  deleteSnapshot,
  listSnapshots,
  restoreSnapshot,
  type Snapshot,
  SnapshotRefused,
  saveSnapshot,
} from '../sandbox/snapshots/snapshot-store.ts';
import { UsageError, type Work } from './command.ts';
import { withContext } from './context.ts';
import { lines, print, table } from './output.ts';

/** Runs `work` on a sandbox's database; production is never restored from a snapshot. */
function withSandbox<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  return withContext(async (ctx, config) => {
    if (config.mode === 'production') throw new Error('only sandboxes have snapshots: this is production');
    try {
      assertOneDatabase(isBankApart(config));
      return await work(ctx);
    } catch (error) {
      const isWrong = error instanceof SnapshotRefused && error.kind === 'invalid';
      throw isWrong ? new UsageError(error.message) : error;
    }
  });
}

const describe = ({ name, savedAt, rows }: Snapshot): Line[] =>
  lines({ name, savedAt: savedAt.toISOString(), rows });

export const snapshotSave: Work = async ({ values, positionals }) => {
  const saved = await withSandbox(({ db, clock }) => saveSnapshot(db, firstOf(positionals), clock.now()));
  print(values.json, saved, () => describe(saved));
};

export const snapshotRestore: Work = async ({ values, positionals }) => {
  const restored = await withSandbox(({ db }) => restoreSnapshot(db, firstOf(positionals)));
  print(values.json, restored, () => describe(restored));
};

export const snapshotList: Work = async ({ values }) => {
  const snapshots = await withSandbox(({ db }) => listSnapshots(db));
  print(values.json, snapshots, () =>
    snapshots.length === 0
      ? ['No snapshots. Save one with `tefo snapshot save NAME`.']
      : table(
          snapshots.map(({ name, savedAt, rows }) => [savedAt.toISOString(), String(rows).padStart(9), name]),
        ),
  );
};

export const snapshotDelete: Work = async ({ values, positionals }) => {
  const [name] = positionals as [string];
  const isDeleted = await withSandbox(({ db }) => deleteSnapshot(db, name));
  print(values.json, { name, isDeleted }, () => [isDeleted ? `${name} is deleted` : `there is no ${name}`]);
  return isDeleted ? 0 : 1;
};
