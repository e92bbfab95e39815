// SQL that reads the notifications about the objects of a timeline, and their outcome.
import type { Fragment } from '../../kernel/db/db.ts';
import { mostEvents } from './limits.ts';
import { ofMerchants, type ReadScope } from './scope.ts';

export interface EventRow {
  id: string;
  type: string;
  object: string;
  objectId: string;
  sequence: number;
  /** The state in the event; null if it has none. */
  state: string | null;
  /** Null if the caller did not request it. */
  data: Record<string, unknown> | null;
  siteId: string;
  merchantId: string;
  /** No receiver was due, though a webhook could have been. */
  unheard: boolean;
  /** Deliveries of its merchant that are as young have gone to the archive, and so its own may have. */
  isToldInArchive: boolean;
  correlationId: string;
  occurredAt: Date;
}

const eventsWhere = (scope: ReadScope, withData: boolean, condition: Fragment) => scope.db<EventRow[]>`
  select id, type, object, object_id, sequence, data->>'state' as state, site_id, merchant_id,
    ${withData ? scope.db`data` : scope.db`null as data`}, unheard, correlation_id, occurred_at,
    not unheard and exists (
      select from archived_deliveries archived
      where archived.merchant_id = events.merchant_id and archived.hour >= date_trunc('hour', events.occurred_at)
    ) as is_told_in_archive
  from events
  where ${condition} and ${ofMerchants(scope)}
  order by occurred_at desc, object_id desc, sequence desc limit ${mostEvents + 1}`;

/** Reads the newest events of objects, and a subscription's events about one of the transactions; the newest first. */
export const readEvents = (
  scope: ReadScope,
  of: { ids: string[]; subscriptionIds: string[]; transactionIds: string[]; withData: boolean },
) =>
  eventsWhere(
    scope,
    of.withData,
    scope.db`
    (object_id = any (${of.ids}::uuid[])
    or (object_id = any (${of.subscriptionIds}::uuid[])
      and data->>'transactionId' = any (${of.transactionIds}::text[])))`,
  );

export type ArchivedRow = Pick<EventRow, 'id' | 'type' | 'object' | 'objectId' | 'sequence' | 'occurredAt'>;

/** Reads what stays of objects' newest events that went to the archive; the newest first. */
export const readArchived = (scope: ReadScope, ids: string[]) => scope.db<ArchivedRow[]>`
  select id, type, object, object_id, sequence, occurred_at from archived_events
  where object_id = any (${ids}::uuid[]) and ${ofMerchants(scope)}
  order by occurred_at desc, object_id desc, sequence desc limit ${mostEvents + 1}`;

/** Reads one event; none where it is not the viewer's. */
export const readEvent = (scope: ReadScope, id: string, withData: boolean) =>
  eventsWhere(scope, withData, scope.db`id = ${id}::uuid`);

export interface DeliveryRow {
  id: string;
  eventId: string;
  /** Null for an address from the object itself. */
  webhookId: string | null;
  url: string;
  format: string;
  /** Of a webhook that there still is. */
  messageType: string | null;
  status: 'pending' | 'delivered' | 'failed' | 'skipped';
  /** Why it ended without another attempt. */
  note: string | null;
  attempts: number;
  createdAt: Date;
  dueAt: Date | null;
  /** Why its receiver gets no more messages. */
  disabledReason: string | null;
  /** Until when its failing receiver gets no messages. */
  openUntil: Date | null;
}

const deliveriesWhere = (scope: ReadScope, condition: Fragment) => scope.db<DeliveryRow[]>`
  select delivery.id, delivery.event_id, delivery.webhook_id, delivery.url, delivery.format, webhook.message_type,
    delivery.status, delivery.note,
    delivery.attempts, delivery.created_at, delivery.due_at, receiver.disabled_reason, receiver.open_until
  from deliveries delivery left join receivers receiver on receiver.id = delivery.receiver_id
  left join webhooks webhook on webhook.id = delivery.webhook_id
  where ${condition} and ${ofMerchants(scope, 'delivery.merchant_id')}
  order by delivery.created_at, delivery.id`;

export const readDeliveries = (scope: ReadScope, eventIds: string[]) =>
  deliveriesWhere(scope, scope.db`delivery.event_id = any (${eventIds}::uuid[])`);

/** Reads one delivery; none where it is not the viewer's. */
export const readDelivery = (scope: ReadScope, id: string) =>
  deliveriesWhere(scope, scope.db`delivery.id = ${id}::uuid`);

export interface AttemptRow {
  id: string;
  deliveryId: string;
  number: number;
  at: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  /** Null also if the caller did not request it. */
  answer: string | null;
}

/** Reads the newest attempts of each delivery, in their order: one more than `most`. */
export const readAttempts = (
  scope: ReadScope,
  { deliveryIds, withAnswers, most }: { deliveryIds: string[]; withAnswers: boolean; most: number },
) => scope.db<AttemptRow[]>`
  select attempt.id, attempt.delivery_id, attempt.number, attempt.at, attempt.duration_ms, attempt.status_code,
    attempt.error, ${withAnswers ? scope.db`attempt.answer` : scope.db`null as answer`}
  from deliveries delivery
  cross join lateral (
    select * from delivery_attempts made where made.delivery_id = delivery.id
    order by made.number desc limit ${most + 1}
  ) attempt
  where delivery.id = any (${deliveryIds}::uuid[]) and ${ofMerchants(scope, 'delivery.merchant_id')}
  order by attempt.delivery_id, attempt.number`;
