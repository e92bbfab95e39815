// Snapshots of the whole sandbox, for all merchants: save, restore, list, delete.
import Type from 'typebox';
import { validatorOf } from '../../kernel/formats/validate.ts';
import { readBody, SandboxRefusal } from '../body.ts';
import type { SandboxDeps } from '../deps.ts';
import {
  assertOneDatabase,
  deleteSnapshot,
  listSnapshots,
  restoreSnapshot,
  type Snapshot,
  SnapshotRefused,
  saveSnapshot,
} from './snapshot-store.ts';

const judge = validatorOf(Type.Object({ name: Type.String() }, { additionalProperties: false }));

/** Saves everything under a name, and replaces an earlier snapshot with it. */
export async function save({ ctx, jobs, isBankApart }: SandboxDeps, body: unknown) {
  const { name } = readBody<{ name: string }>(judge, body);
  const work = async () => {
    assertOneDatabase(isBankApart);
    // Between two jobs, so that a restored snapshot has no half-claimed work.
    return jobs.alone(() => saveSnapshot(ctx.db, name, ctx.clock.now()));
  };
  return show(await explain(work));
}

/** Restores everything from a snapshot. The clock is not restored, so work that has become due since then runs at once. */
export async function restore(deps: SandboxDeps, name: string) {
  const { ctx, jobs, gate, directory, faults, isBankApart } = deps;
  const work = async (): Promise<Snapshot> => {
    const snapshot = await restoreSnapshot(ctx.db, name);
    // Other processes are notified; this one must know before it responds.
    directory.forget();
    await faults.reload();
    return snapshot;
  };
  // Jobs first: their outgoing requests can cause requests to this service.
  return show(
    await explain(async () => {
      assertOneDatabase(isBankApart);
      return jobs.alone(() => gate.closedFor(work));
    }),
  );
}

export async function list({ ctx }: SandboxDeps) {
  return { snapshots: (await listSnapshots(ctx.db)).map(show) };
}

/** Deletes a snapshot. Does nothing if it is gone already. */
export async function remove({ ctx }: SandboxDeps, name: string): Promise<void> {
  await deleteSnapshot(ctx.db, name);
}

const show = ({ name, savedAt, rows }: Snapshot) => ({ name, savedAt: savedAt.toISOString(), rows });

const statuses = { invalid: 400, notFound: 404, conflict: 409 };

async function explain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SnapshotRefused) throw new SandboxRefusal(statuses[error.kind], error.message);
    throw error;
  }
}
