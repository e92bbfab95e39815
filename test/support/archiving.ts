// Archives a whole busy database, then checks its timelines and `tefo check`.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { retentionOf } from '../../src/app/retention.ts';
import { runRetention } from '../../src/core/retention.ts';
import { everything } from '../../src/core/viewer.ts';
import { dayMs, plus } from '../../src/kernel/clock.ts';
import { findTimelines, readTimeline, type Step } from '../../src/reports/timelines/actions.ts';
import type { Busy } from './busy.ts';

/** Archives deliveries first, then all the rest. */
export async function assertArchivedNotified(busy: Busy): Promise<void> {
  const { clock, ctx, db } = busy;
  const folder = await mkdtemp(join(tmpdir(), 'tefo-archive-'));
  const reported = await db<{ objectId: string; number: number }[]>`
    select object_id, count(*)::integer as number from events group by object_id`;
  const [over] = await db<{ objectId: string }[]>`
    select object_id from deliveries group by object_id having every(status = 'delivered') limit 1`;
  clock.set(plus(clock.now(), 60 * dayMs));
  const plan = retentionOf({ archiveDir: folder, eventDays: 30, deliveryDays: 20, evidenceDays: 30 });
  const stepsOf = async (id: string): Promise<Step[]> => {
    const [root] = await findTimelines(ctx, everything, { text: id });
    return (await readTimeline(ctx, everything, root!))!.steps;
  };

  await runRetention(ctx, { ...plan, kinds: plan.kinds.filter(({ kind }) => kind === 'delivery') });
  const steps = await stepsOf(over!.objectId);
  assert.ok(steps.some(({ what }) => what.endsWith('deliveries archived')));
  await busy.assertSound();

  const done = await runRetention(ctx, plan);
  assert.ok(done.every(({ kind, archived }) => archived > 0 || kind === 'delivery'));
  assert.equal((await db`select from deliveries where status <> 'pending'`).count, 0);
  const kept = new Set((await db<{ id: string }[]>`select object_id as id from events`).map(({ id }) => id));
  for (const { objectId, number } of reported.filter((one) => !kept.has(one.objectId))) {
    const archived = (await stepsOf(objectId)).filter(
      (step) => step.objectId === objectId && step.what.endsWith(': archived'),
    );
    assert.equal(archived.length, number);
  }
  await busy.assertSound();
  await rm(folder, { recursive: true });
}
