// Reads timelines, and the rows that they must have.
import assert from 'node:assert/strict';
import type { Sql } from '../../src/kernel/db/db.ts';
import type { Step, Timeline } from '../../src/reports/timelines/actions.ts';

export const recordsOf = ({ steps }: Timeline): string[] => steps.map(({ record }) => record);
export const placeOf = (timeline: Timeline, record: string): number => recordsOf(timeline).indexOf(record);
/** Returns the first step with a text. */
export const find = (timeline: Timeline, text: string): Step => {
  const step = timeline.steps.find(({ what }) => what.includes(text));
  assert.ok(step, `${text} is not among\n${timeline.steps.map(({ what }) => what).join('\n')}`);
  return step;
};

interface Happened {
  record: string;
  objectId: string;
}

/** Returns every event of every object, by its object. */
export const happenedIn = (db: Sql) => db<Happened[]>`
  select 'transitions/' || id as record, object_id from transitions where object <> 'email'
  union all select 'ledger_journals/' || id, object_id from ledger_journals
  union all select 'events/' || id, object_id from events
  union all select 'delivery_attempts/' || attempt.id, delivery.object_id
  from delivery_attempts attempt join deliveries delivery on delivery.id = attempt.delivery_id
  union all select 'settlement_lines/' || line.journal_id, journal.object_id
  from settlement_lines line join ledger_journals journal on journal.id = line.journal_id
  union all select 'consents/' || transaction_id, transaction_id from consents
  union all select 'deposit_parts/' || id, deposit_id from deposit_parts`;
