// SQL of attempts that are dated and not made: of receivers that refuse while a sandbox's clock is moved.
import type { Sql, Tx } from '../../kernel/db/db.ts';
import type { Refusing } from './moved-clock-receivers.ts';
import type { TriedDelivery } from './recording.ts';

/**
 * Begins an attempt of the next deliveries that are due to refusing receivers, each at the time at which it was due
 * (`at`). Deliveries that wait for a predecessor, or end because their receiver is disabled or gone, are left to the
 * sending sweep. all merchants: the clock moves for every merchant.
 */
export async function claimRefused(
  tx: Tx,
  { lanes, receivers, within }: Refusing,
  now: Date,
  limit: number,
): Promise<(TriedDelivery & { at: Date })[]> {
  // Sorted, because an update returns its rows in any order and the time of each next attempt is random.
  return tx<(TriedDelivery & { at: Date })[]>`
    with dated as (update deliveries set attempts = deliveries.attempts + 1, again = false
    from (
      select one.id, one.due_at as at, receiver.failing_since
      from deliveries one
      left join webhooks webhook on webhook.id = one.webhook_id and webhook.merchant_id = one.merchant_id
      left join receivers receiver on receiver.id = one.receiver_id
      where one.status = 'pending' and one.due_at <= ${now} and one.lane = any (${within})
        and (one.lane = any (${lanes}) or one.receiver_id = any (${receivers}::uuid[]))
        and (one.webhook_id is null or webhook.id is not null) and receiver.disabled_at is null
        and not exists (
          select from deliveries before
          where before.receiver_id = one.receiver_id and before.object_id = one.object_id
            and before.sequence < one.sequence and before.status = 'pending')
      order by one.due_at limit ${limit}
      for update of one skip locked
    ) due
    where deliveries.id = due.id
    returning deliveries.id, merchant_id, webhook_id, receiver_id, url, attempts, tries, postponed, due.at,
      due.failing_since, false as is_probe)
    select * from dated order by at, id`;
}

/** The first time after an instant at which something is due to who does not refuse. all merchants: the clock's. */
export async function firstDueElsewhere(
  db: Sql,
  { lanes, receivers }: Refusing,
  after: Date,
): Promise<Date | undefined> {
  const [row] = await db<{ due: Date | null }[]>`
    select min(due_at) as due from deliveries
    where due_at > ${after} and lane <> all (${lanes}) and receiver_id <> all (${receivers}::uuid[])`;
  return row?.due ?? undefined;
}
