// The settings of what goes to files when it is old: a part of config-table.ts.
import { setting, text, whole } from '../kernel/process/settings.ts';

export const retentionSettings = {
  eventDays: setting(
    'TEFO_EVENT_DAYS',
    whole(0, 36_500),
    '0',
    'How many days events are kept, and what was sent of them, before they go to TEFO_ARCHIVE_DIR; 0: for ever.',
  ),
  deliveryDays: setting(
    'TEFO_DELIVERY_DAYS',
    whole(0, 36_500),
    '0',
    'How many days deliveries are kept, with their attempts and answers, before they go to TEFO_ARCHIVE_DIR; 0: as long as their events. One that still waits stays.',
  ),
  evidenceDays: setting(
    'TEFO_EVIDENCE_DAYS',
    whole(0, 36_500),
    '0',
    'How many days evidence is kept before it goes to TEFO_ARCHIVE_DIR: what payers have agreed to, and requests with a wrong hash. 0: consents for ever, such requests for 30 days.',
  ),
  archiveDir: setting(
    'TEFO_ARCHIVE_DIR',
    text,
    '',
    'Directory that events, deliveries and evidence go to when they are older than that, as compressed files. It must be set where one of the three is, and be one that every worker sees. See docs/operations/retention.md.',
  ),
};
