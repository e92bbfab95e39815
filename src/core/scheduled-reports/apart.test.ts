import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../../../test/support/world.ts';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import { addSchedule, newestOf, requestReport, withStatus } from './actions.ts';
import { runReports } from './jobs.ts';
import { parsePeriod } from './periods.ts';
import type { WriteReport } from './writing.ts';

const { ctx, clock, db, merchant } = await openWorld();
const folder = '/nowhere';
const merchantId = merchant.merchant.id;
const add = (name: string, kind: string) =>
  addSchedule(ctx, {
    ...{ merchantId, name, kind, every: 'day', format: 'csv', to: 'mailto:books@karoo.example' },
  });

/** Rows that change with `day`; those of refunds cannot be read any more. */
let day = 1;
const write: WriteReport = (_, { kind }) => ({
  bytes: (async function* () {
    if (kind === 'refunds' && day > 1) throw new Error('these rows cannot be read');
    yield Buffer.from(`day ${day}\n`);
  })(),
  figures: () => ({ rowCount: 1, digest: String(day).padStart(64, '0') }),
});
const runAll = async () => {
  while ((await runReports({ ctx, write, folder })) > 0);
};

test('a report that cannot be compared stops no other, and is compared an hour later', async () => {
  const [refunds, fees] = [await add('refunds', 'refunds'), await add('fees', 'fees')];
  clock.advance(4 * dayMs);
  await runAll();
  day = 2;
  clock.advance(dayMs + hourMs);
  await runAll();
  const versions = async (schedule: typeof fees) =>
    (await newestOf(ctx, schedule, 100)).filter(({ version }) => version > 1).length;
  assert.ok((await versions(fees)) > 0);
  assert.equal(await versions(refunds), 0);
  const [due] = await db<{ least: Date }[]>`
    select min(recheck_at) as least from reports where schedule_id = ${refunds.id}`;
  assert.ok(due!.least > clock.now());
});

test('a report whose e-mail failed is sent again on request', async () => {
  const schedule = await add('again', 'fees');
  clock.advance(4 * dayMs);
  await runAll();
  const [first] = await newestOf(ctx, schedule, 1);
  const period = parsePeriod('day', first!.period)!;
  await db`update emails set state = 'failed', due_at = null, completed_at = ${clock.now()} where object_id = ${first!.id}`;
  const statusOf = async () => (await withStatus(ctx, schedule, [first!]))[0]!.status;
  assert.equal(await statusOf(), 'failed');
  clock.advance(1_000);
  await requestReport(ctx, { merchants: [merchantId] }, schedule.id, period);
  await runAll();
  assert.equal(await statusOf(), 'pending');
  const emails = await db`select 1 from emails where object_id = ${first!.id}`;
  assert.equal(emails.length, 2);
});
