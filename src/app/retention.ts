// The retention plan from the settings: the age at which rows are archived to files.

import { mismatchShelf } from '../core/hash-mismatches/actions.ts';
import { deliveryShelf, eventShelf } from '../core/notifications/archive-store.ts';
import type { RetentionPlan } from '../core/retention.ts';
import { consentShelf, mayBeAnnounced } from '../core/transactions/archive-store.ts';
import type { Config } from './config.ts';

type Given = Pick<Config, 'archiveDir' | 'eventDays' | 'deliveryDays' | 'evidenceDays'>;

/** Returns the plan from the settings. A delivery is archived no later than its event, because it sends the event. */
export function retentionOf({ archiveDir, eventDays, deliveryDays, evidenceDays }: Given): RetentionPlan {
  const given = [eventDays, deliveryDays].filter((days) => days > 0);
  const shorter = given.length === 0 ? 0 : Math.min(...given);
  return {
    folder: archiveDir,
    kinds: [
      { kind: 'delivery', days: shorter, shelves: [deliveryShelf] },
      { kind: 'event', days: eventDays, shelves: [eventShelf(mayBeAnnounced)] },
      { kind: 'evidence', days: evidenceDays, shelves: [consentShelf, mismatchShelf] },
    ],
  };
}

/** Returns whether any rows are archived. */
export const hasRetention = ({ eventDays, deliveryDays, evidenceDays }: Given): boolean =>
  eventDays + deliveryDays + evidenceDays > 0;
