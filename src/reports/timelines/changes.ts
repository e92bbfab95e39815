// Whether timelines of payments have changed, for many at once: far cheaper than reading them again.
import type { Db } from '../../kernel/db/db.ts';

/**
 * Returns, by payment, a text that differs when a step was taken, something was booked or linked, or a notification was
 * sent. all merchants: a mark shows nothing but whether something changed.
 */
export async function markPayments(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ root: string; mark: string }[]>`
    with asked as (select unnest(${[...ids]}::uuid[]) as root),
    attempts as (select root, id from asked join transactions on payment_id = root),
    members as (
      select root, root as id from asked
      union all select root, id from attempts
      union all select attempts.root, refunds.id from attempts join refunds on transaction_id = attempts.id
    )
    select root, string_agg(concat_ws('.', members.id, step, notified, tries, due, booked, linked), ' ' order by members.id) as mark
    from members
    cross join lateral (select max(id) as step from transitions where object_id = members.id) steps
    cross join lateral (
      select count(*) as notified, sum(attempts) as tries, max(due_at) as due from deliveries where object_id = members.id
    ) notices
    cross join lateral (
      select count(*) as booked, count(link.position) as linked
      from ledger_journals journal left join ledger_links link on link.journal_id = journal.id
      where journal.object_id = members.id
    ) books
    group by root`;
  return new Map(rows.map(({ root, mark }) => [root, mark]));
}
