// tefo snapshot: everything a sandbox holds, saved and put back. A service that runs over it is told.
import type { Context } from '../core/context.ts';
import {
  assertOneDatabase,
  deleteSnapshot,
  listSnapshots,
  restoreSnapshot,
  type Snapshot,
  SnapshotRefused,
  saveSnapshot,
} from '../sandbox/snapshot-store.ts';
import { isBankApart } from '../startup.ts';
import { type Command, lines, print, readArgs, UsageError, withContext } from './command.ts';

/** A sandbox's database. What is real is not put back to what it was. */
function withSandbox<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  return withContext(async (ctx, config) => {
    if (config.mode === 'production') throw new Error('snapshots are of a sandbox, and this is production');
    try {
      assertOneDatabase(isBankApart(config));
      return await work(ctx);
    } catch (error) {
      const isWrong = error instanceof SnapshotRefused && error.kind === 'invalid';
      throw isWrong ? new UsageError(error.message) : error;
    }
  });
}

const describe = ({ name, savedAt, rows }: Snapshot): string[] =>
  lines({ name, savedAt: savedAt.toISOString(), rows });

export const snapshotSave: Command = {
  usage: 'snapshot save NAME',
  about: 'Save everything in the sandbox under a name, in place of what had that name.',
  run: async (args) => {
    const { values, positionals } = readArgs(args, ['NAME']);
    const saved = await withSandbox(({ db, clock }) => saveSnapshot(db, positionals[0]!, clock.now()));
    print(values.json, saved, () => describe(saved));
  },
};

export const snapshotRestore: Command = {
  usage: 'snapshot restore NAME',
  about: 'Make everything in the sandbox as it was saved; the clock goes on.',
  run: async (args) => {
    const { values, positionals } = readArgs(args, ['NAME']);
    const restored = await withSandbox(({ db }) => restoreSnapshot(db, positionals[0]!));
    print(values.json, restored, () => describe(restored));
  },
};

export const snapshotList: Command = {
  usage: 'snapshot list',
  about: 'What is saved, the newest first.',
  run: async (args) => {
    const { values } = readArgs(args, []);
    const snapshots = await withSandbox(({ db }) => listSnapshots(db));
    print(values.json, snapshots, () =>
      snapshots.length === 0
        ? ['Nothing is saved; tefo snapshot save NAME does.']
        : snapshots.map(
            ({ name, savedAt, rows }) => `${savedAt.toISOString()}  ${String(rows).padStart(9)}  ${name}`,
          ),
    );
  },
};

export const snapshotDelete: Command = {
  usage: 'snapshot delete NAME',
  about: 'Delete what was saved under a name.',
  run: async (args) => {
    const { values, positionals } = readArgs(args, ['NAME']);
    const [name] = positionals as [string];
    const isDeleted = await withSandbox(({ db }) => deleteSnapshot(db, name));
    print(values.json, { name, isDeleted }, () => [isDeleted ? `${name} is deleted` : `there is no ${name}`]);
    return isDeleted ? 0 : 1;
  },
};
