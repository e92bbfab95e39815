// Hundreds of subscriptions, each with a due charge, for measuring and testing charging.
import type { Sql } from '../../src/kernel/db/db.ts';

/** Adds subscriptions like one just authorised, each with its first charge due at an instant. */
export async function addDueCharges(
  db: Sql,
  { id }: { id: string },
  count: number,
  dueAt: Date,
): Promise<void> {
  await db`
    with copy as materialized (
      select gen_random_uuid() as id from generate_series(1, ${count}::integer)
    ), subscription as (
      insert into subscriptions
      select (jsonb_populate_record(own, jsonb_build_object('id', copy.id))).*
      from subscriptions own, copy where own.id = ${id}
    ), mandate as (
      insert into bank.mandates
      select (jsonb_populate_record(own, jsonb_build_object('id', copy.id))).*
      from bank.mandates own, copy where own.id = ${id}
    )
    insert into subscription_charges
    select (jsonb_populate_record(own, jsonb_build_object('id', gen_random_uuid(), 'subscription_id', copy.id,
      'due_at', ${dueAt}::timestamptz))).*
    from subscription_charges own, copy where own.subscription_id = ${id} and own.occurrence = 1`;
}
