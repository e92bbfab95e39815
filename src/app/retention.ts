// What goes to files when it is old, by the settings.

import { mismatchShelf } from '../core/hash-mismatches/actions.ts';
import { deliveryShelf, eventShelf } from '../core/notifications/archive-store.ts';
import type { RetentionPlan } from '../core/retention.ts';
import { consentShelf, mayBeAnnounced } from '../core/transactions/archive-store.ts';
import type { Config } from './config.ts';

type Given = Pick<Config, 'archiveDir' | 'eventDays' | 'deliveryDays' | 'evidenceDays'>;

/** Returns the plan of the settings. A delivery stays no longer than its event, which is what it sends. */
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

/** Whether anything goes to files at all. */
export const hasRetention = ({ eventDays, deliveryDays, evidenceDays }: Given): boolean =>
  eventDays + deliveryDays + evidenceDays > 0;
