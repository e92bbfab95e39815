// The settings of what goes to files when it is old: a part of config-table.ts.
import { setting, text, whole } from '../kernel/process/settings.ts';

export const retentionSettings = {
  eventDays: setting(
    'TEFO_EVENT_DAYS',
    whole(0, 36_500),
    '0',
    'The number of days to keep events and their deliveries before they are archived to TEFO_ARCHIVE_DIR; 0: unlimited.',
  ),
  deliveryDays: setting(
    'TEFO_DELIVERY_DAYS',
    whole(0, 36_500),
    '0',
    'The number of days to keep deliveries, with their attempts and responses, before they are archived to TEFO_ARCHIVE_DIR; 0: as long as their events. Pending deliveries are kept.',
  ),
  evidenceDays: setting(
    'TEFO_EVIDENCE_DAYS',
    whole(0, 36_500),
    '0',
    'The number of days to keep evidence before it is archived to TEFO_ARCHIVE_DIR: payers’ consents, and requests with a wrong hash. 0: consents unlimited, such requests 30 days.',
  ),
  archiveDir: setting(
    'TEFO_ARCHIVE_DIR',
    text,
    '',
    'The directory for archived events, deliveries and evidence, as compressed files. It is required with any of these three settings, and every worker must have access to it. See docs/operations/retention.md.',
  ),
};
