// Notifications to merchants: each event, its receivers, every attempt with its response, and why none was made.

import { failedStates } from '../../core/transactions/state.ts';
import { firstOf, itemAt } from '../../kernel/required.ts';
import { beginningOf } from './beginnings.ts';
import {
  type ArchivedRow,
  type AttemptRow,
  type DeliveryRow,
  type EventRow,
  readAttempts,
  readDeliveries,
} from './delivery-store.ts';
import { exchangeOf, type Raw } from './exchanges.ts';
import type { Family } from './family.ts';
import { mostAttempts, mostShown, newestOf } from './limits.ts';
import type { ReadScope } from './scope.ts';
import type { Causes } from './steps.ts';
import type { Note } from './timeline.ts';
import { redact, shownUrl } from './words.ts';

export interface NotificationRows {
  events: EventRow[];
  deliveries: DeliveryRow[];
  /** Of each delivery the newest `most`, and one more. */
  attempts: AttemptRow[];
  most: number;
  /** Present if raw exchanges are shown. */
  formats: Raw['formats'];
}

/** Reads the deliveries of events. `raw` is absent if the viewer cannot see receivers' responses. */
export async function readNotifications(
  scope: ReadScope,
  events: EventRow[],
  raw: Raw | undefined,
): Promise<NotificationRows> {
  const deliveries = await readDeliveries(
    scope,
    events.map(({ id }) => id),
  );
  const deliveryIds = deliveries.map(({ id }) => id);
  const most = Math.max(1, Math.min(mostShown, Math.floor(mostAttempts / deliveries.length)));
  const attempts = await readAttempts(scope, { deliveryIds, withAnswers: raw !== undefined, most });
  return { events, deliveries, attempts, most, formats: raw?.formats };
}

export function describeNotifications(family: Family, rows: NotificationRows, causes: Causes): Note[] {
  const deliveriesOf = Map.groupBy(rows.deliveries, ({ eventId }) => eventId);
  const tries = Map.groupBy(rows.attempts, ({ deliveryId }) => deliveryId);
  return rows.events.flatMap((event) => {
    const deliveries = deliveriesOf.get(event.id) ?? [];
    return [
      tellEvent(family, event, deliveries, causes),
      ...deliveries.flatMap((delivery) => [
        ...tellAttempts(event, delivery, { ...rows, attempts: tries.get(delivery.id) ?? [] }),
        ...tellEnd(event, delivery, tries.get(delivery.id) ?? []),
      ]),
    ];
  });
}

/** Returns the newest attempt of each message that was tried and has not arrived, by its record. */
export function listUndelivered({ deliveries, attempts }: NotificationRows): string[] {
  const tries = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  return deliveries
    .filter(({ status }) => status !== 'delivered')
    .flatMap(({ id }) => (tries.get(id) ?? []).slice(-1))
    .map(attemptRecord);
}

const attemptRecord = ({ id }: AttemptRow): string => `delivery_attempts/${id}`;

function tellEvent(family: Family, event: EventRow, deliveries: DeliveryRow[], causes: Causes): Note {
  const receivers = [...new Set(deliveries.map(receiverOf))];
  const later = deliveries
    .filter(({ createdAt }) => createdAt > event.occurredAt)
    .map(({ createdAt }) => createdAt);
  const addedLater =
    later.length === 0 ? null : `its delivery was added later, from ${firstOf(later).toISOString()} on`;
  return {
    record: `events/${event.id}`,
    at: event.occurredAt,
    kind: 'event',
    object: event.object,
    objectId: event.objectId,
    what:
      `${event.type}, number ${event.sequence}, webhook-id ${event.id}: ` +
      (receivers.length > 0
        ? `for ${receivers.join(' and ')}`
        : event.isToldInArchive
          ? 'deliveries archived'
          : 'no recipient'),
    event: {
      type: event.type,
      sequence: event.sequence,
      id: event.id,
      recipients: receivers.length,
    },
    why: receivers.length > 0 ? addedLater : event.isToldInArchive ? whyArchived : whyNobody(family, event),
    by: null,
    correlationId: event.correlationId,
    cause: causes.events.get(event.id) ?? beginningOf(event.objectId),
  };
}

const whyArchived = 'it is older than the retention period, and was moved to an archive file';

export function tellArchived(rows: readonly ArchivedRow[]): Note[] {
  return rows.map((row) => ({
    record: `archived_events/${row.id}`,
    at: row.occurredAt,
    kind: 'event',
    object: row.object,
    objectId: row.objectId,
    what: `${row.type}, number ${row.sequence}, webhook-id ${row.id}: archived`,
    why: whyArchived,
    by: null,
    correlationId: null,
    after: [beginningOf(row.objectId)],
  }));
}

const receiverOf = ({ url, webhookId }: DeliveryRow): string =>
  `${webhookId === null ? '' : `the webhook ${webhookId} at `}${shownUrl(url)}`;

/** Explains why an event has no receiver, by its object and the rules of its surface. */
function whyNobody(family: Family, event: EventRow): string {
  const transaction = family.transactions.find(({ id }) => id === event.objectId);
  const payment = transaction && family.payments.find(({ id }) => id === transaction.paymentId);
  const asked = [...family.refunds, ...family.payouts, ...family.subscriptions];
  const notifyUrl = payment ? payment.notifyUrl : asked.find(({ id }) => id === event.objectId)?.notifyUrl;
  const isFailure = (failedStates as readonly (string | null)[]).includes(event.state);
  if (notifyUrl && payment?.contract === 'payments' && isFailure)
    return 'the payer could still try another bank; a failure is notified when no other attempt can follow, and never if one pays';
  if (notifyUrl && event.type === 'transaction.pending')
    return 'the One API notifies of a transaction when its status is final';
  if (event.unheard)
    return `it names no notifyUrl, nor does its site, and there was no webhook for ${event.type}`;
  return 'it names no notifyUrl, nor does its site';
}

function tellAttempts(
  event: EventRow,
  delivery: DeliveryRow,
  { attempts, most, formats }: Pick<NotificationRows, 'attempts' | 'most' | 'formats'>,
): Note[] {
  const { shown, older } = newestOf(attempts.toReversed(), most);
  const notShown = older ? [tellOlderAttempts(event, delivery, older, shown.length)] : [];
  const made = shown.map(
    (row, index): Note => ({
      ...about(event, attemptRecord(row), row.at),
      what: `notification ${isTaken(row) ? 'delivered' : 'failed'} (attempt ${row.number}): ${answerOf(row)} from ${receiverOf(delivery)} in ${row.durationMs} ms`,
      delivery: {
        ...aboutDelivery(delivery),
        isDelivered: isTaken(row),
        attempt: row.number,
        result: `${answerOf(row)} in ${row.durationMs} ms`,
      },
      why: whyOf(row),
      ...(!isTaken(row) && { isTrouble: true as const }),
      ...(formats && { exchange: exchangeOf(event, delivery, row, formats) }),
      after: index === 0 ? [`events/${event.id}`] : [attemptRecord(itemAt(shown, index - 1))],
    }),
  );
  return [...notShown, ...made];
}

const tellOlderAttempts = (
  event: EventRow,
  delivery: DeliveryRow,
  { number, at }: AttemptRow,
  shown: number,
): Note => ({
  ...about(event, `older/${delivery.id}`, at),
  what: `attempts 1 to ${number} for ${receiverOf(delivery)} are not shown`,
  delivery: {
    ...aboutDelivery(delivery),
    isDelivered: false,
    attempt: null,
    result: `attempts 1 to ${number} are not shown`,
  },
  why: `the newest ${shown} are shown`,
  after: [`events/${event.id}`],
});

const aboutDelivery = ({ id, url, status, dueAt }: DeliveryRow) => ({
  id,
  recipient: shownUrl(url),
  dueAt: status === 'pending' ? dueAt : null,
});

const answerOf = ({ statusCode }: AttemptRow): string =>
  statusCode === null ? 'no response' : `HTTP ${statusCode}`;

const isTaken = ({ statusCode }: AttemptRow): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

function whyOf(row: AttemptRow): string | null {
  const { error, answer } = row;
  const said =
    isTaken(row) || answer === null ? [] : [`response: ${redact(answer).replace(/\s+/g, ' ').slice(0, 200)}`];
  return [...(error === null ? [] : [redact(error)]), ...said].join('; ') || null;
}

/** Describes a delivery that was abandoned or never attempted. Pending deliveries are listed as due. */
function tellEnd(event: EventRow, delivery: DeliveryRow, attempts: AttemptRow[]): Note[] {
  const isGivenUp = delivery.status === 'failed' || delivery.status === 'skipped';
  if (!isGivenUp) return [];
  const [last] = attempts.slice(-1);
  const reason = delivery.note ?? (attempts.length > 0 ? 'all attempts were used' : 'it was not attempted');
  return [
    {
      ...about(event, `deliveries/${delivery.id}`, last?.at ?? delivery.createdAt),
      what: `notification to ${receiverOf(delivery)} ${attempts.length > 0 ? 'abandoned' : 'skipped'}`,
      delivery: {
        ...aboutDelivery(delivery),
        isDelivered: false,
        attempt: null,
        result: attempts.length > 0 ? 'abandoned' : 'skipped',
      },
      why: redact(reason),
      after: [last ? `delivery_attempts/${last.id}` : `events/${event.id}`],
    },
  ];
}

const about = ({ object, objectId, correlationId }: EventRow, record: string, at: Date) =>
  ({ record, at, kind: 'attempt', object, objectId, by: null, correlationId }) as const;
