// SQL of failing receivers. A receiver whose last response was a success has no row.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { anyRow, execute, firstValue, onlyValue, rowCount } from '../../kernel/db/rows.ts';

export interface Receiver {
  id: string;
  merchantId: string;
  webhookId: string | null;
  url: string;
}

export interface TroubledReceiver extends Receiver {
  failures: number;
  failingSince: Date;
  lastFailedAt: Date;
  openUntil: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
}

const columns = (db: Db) => db`
  id, merchant_id, webhook_id, url, failures, failing_since, last_failed_at, open_until, disabled_at, disabled_reason`;

/**
 * Adds failures to a receiver's row of them; the failure that fills the row pauses deliveries for `pauseMs`. The row
 * starts from zero after a success (`isBroken`) and after `silenceMs` without an attempt. Returns the receiver's state
 * then; undefined if its webhook is gone.
 */
export async function addFailures(
  db: Sql,
  receiver: Receiver,
  trouble: { isBroken: boolean; failures: number; openUntil: Date | null },
  rules: { now: Date; failuresToOpen: number; pausedUntil: Date; silentBefore: Date },
): Promise<TroubledReceiver | undefined> {
  const { failures, openUntil, isBroken } = trouble;
  const { now, failuresToOpen, pausedUntil, silentBefore } = rules;
  const isNewRow = db`(${isBroken} or known.last_failed_at < ${silentBefore})`;
  const [known] = await db<TroubledReceiver[]>`
    insert into receivers as known (id, merchant_id, webhook_id, url, failures, failing_since, last_failed_at, open_until)
    select ${receiver.id}, ${receiver.merchantId}, ${receiver.webhookId}::uuid, ${receiver.url}, ${failures}::integer,
      ${now}::timestamptz, ${now}::timestamptz,
      coalesce(${openUntil}::timestamptz, case when ${failures >= failuresToOpen} then ${pausedUntil}::timestamptz end)
    where ${receiver.webhookId}::uuid is null
      or exists (
        select 1 from webhooks where id = ${receiver.webhookId} and merchant_id = ${receiver.merchantId} for key share)
    on conflict (id) do update set
      failures = case when ${isNewRow} then excluded.failures else known.failures + excluded.failures end,
      failing_since = case when ${isNewRow} then excluded.failing_since else known.failing_since end,
      open_until = case
        when excluded.open_until is not null then greatest(known.open_until, excluded.open_until)
        when ${isNewRow} then null
        when known.open_until is null and known.failures + excluded.failures >= ${failuresToOpen}
          then ${pausedUntil}::timestamptz
        else known.open_until end,
      last_failed_at = excluded.last_failed_at,
      url = excluded.url
    returning ${columns(db)}`;
  return known;
}

/**
 * Deletes the failures of a receiver after a success. A disabled one stays disabled. all merchants: a receiver belongs
 * to one merchant.
 */
export const forgetFailures = (db: Sql, id: string) =>
  execute(db`delete from receivers where id = ${id} and disabled_at is null`);

/** Disables a receiver; false when it was disabled already, or its webhook is gone. */
export const disable = (tx: Tx, receiver: Receiver, reason: string, now: Date) =>
  anyRow(tx`
    insert into receivers as known (id, merchant_id, webhook_id, url, failures, failing_since, last_failed_at,
      disabled_at, disabled_reason)
    select ${receiver.id}, ${receiver.merchantId}, ${receiver.webhookId}::uuid, ${receiver.url}, 1,
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${reason}
    where ${receiver.webhookId}::uuid is null
      or exists (
        select 1 from webhooks where id = ${receiver.webhookId} and merchant_id = ${receiver.merchantId} for key share)
    on conflict (id) do update set disabled_at = excluded.disabled_at, disabled_reason = excluded.disabled_reason
    where known.disabled_at is null
    returning 1`);

/** Enables a merchant's receiver again. Returns since when it had failed, or undefined if it was not disabled. */
export const enable = (tx: Tx, merchantId: string, id: string) =>
  firstValue(tx<{ failingSince: Date }[]>`
    delete from receivers where id = ${id} and merchant_id = ${merchantId} and disabled_at is not null
    returning failing_since`);

export const listDisabled = (db: Db, merchantId: string) => db<TroubledReceiver[]>`
    select ${columns(db)} from receivers
    where merchant_id = ${merchantId} and disabled_at is not null
    order by disabled_at, id`;

/** all merchants: for metrics. */
export const countDisabled = (db: Db) =>
  onlyValue(db<{ number: number }[]>`
    select count(*)::integer as number from receivers where disabled_at is not null`);

/** Removes what is known about receivers that were not tried since `before`, at most `limit`. all merchants: a sweep's. */
export const forgetOld = (db: Sql, before: Date, limit: number) =>
  rowCount(db`
    delete from receivers where id in (
      select id from receivers where disabled_at is null and last_failed_at < ${before} limit ${limit})`);
