// One delivery: an event for one receiver, with every attempt.
import type { AnyContext } from '../../core/context.ts';
import { atOneInstant } from '../../core/unit-of-work.ts';
import type { Viewer } from '../../core/viewer.ts';
import {
  type AttemptRow,
  type DeliveryRow,
  type EventRow,
  readAttempts,
  readDelivery,
  readEvent,
} from './delivery-store.ts';
import { exchangeOf, type Raw } from './exchanges.ts';
import { mostShown, newestOf } from './limits.ts';
import type { Exchange } from './timeline.ts';
import { redact, shownUrl } from './words.ts';

interface Attempt extends Pick<AttemptRow, 'id' | 'number' | 'at' | 'durationMs' | 'statusCode' | 'error'> {
  /** Null if the viewer cannot see requests and responses. */
  exchange: Exchange | null;
}

export interface DeliveryDetails
  extends Omit<EventRow, 'data' | 'id'>,
    Pick<DeliveryRow, 'webhookId' | 'status' | 'note' | 'dueAt' | 'disabledReason' | 'openUntil'> {
  id: string;
  eventId: string;
  /** Its receiver's address, without what may be secret. */
  url: string;
  /** The newest. */
  attempts: Attempt[];
  /** The number of the newest attempt that is not among them; null if all are. */
  lastNotShown: number | null;
}

/** Returns a delivery that the viewer sees; undefined for any other. `exchangesOf` sees requests and responses. */
export function describeDelivery(
  ctx: AnyContext,
  viewer: Viewer,
  id: string,
  { exchangesOf, formats }: { exchangesOf: Viewer; formats: NonNullable<Raw['formats']> },
): Promise<DeliveryDetails | undefined> {
  return atOneInstant(ctx, async (db) => {
    const scope = { db, viewer };
    const [delivery] = await readDelivery(scope, id);
    if (!delivery) return undefined;
    const withAnswers = (await readDelivery({ db, viewer: exchangesOf }, id)).length > 0;
    const [event] = await readEvent(scope, delivery.eventId, withAnswers);
    if (!event) return undefined;
    const attempts = await readAttempts(scope, { deliveryIds: [id], withAnswers, most: mostShown });
    const { shown, older } = newestOf(attempts.toReversed());
    const { webhookId, status, note, dueAt, disabledReason, openUntil } = delivery;
    return {
      ...event,
      ...{ webhookId, status, note, dueAt, disabledReason, openUntil },
      id,
      eventId: event.id,
      url: shownUrl(delivery.url),
      lastNotShown: older?.number ?? null,
      attempts: shown.map((attempt) => ({
        ...attempt,
        error: attempt.error && redact(attempt.error),
        exchange: withAnswers ? exchangeOf(event, delivery, attempt, formats) : null,
      })),
    };
  });
}
