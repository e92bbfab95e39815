// The partitions of events, deliveries and delivery attempts (docs/adr/0019): quarters of the year, by the time in the id of
// the event. Deliveries and attempts are in the quarter of their event.
import type { QuarterTable } from '../../kernel/db/quarter-partitions.ts';

export const notificationTables: readonly QuarterTable[] = [
  {
    table: 'delivery_attempts',
    key: 'delivery_id',
    own: (partition) => `alter table ${partition} add primary key (id)`,
  },
  {
    table: 'deliveries',
    key: 'id',
    // A delivery's id begins like its event's, so that a receiver has one delivery of an event in all partitions.
    own: (partition) => `
      alter table ${partition} add constraint ${partition}_of_event check (left(id::text, 20) = left(event_id::text, 20));
      create unique index ${partition}_event on ${partition} (event_id, receiver_id)`,
  },
  {
    table: 'events',
    key: 'id',
    own: (partition) => `alter table ${partition} add unique (object_id, sequence)`,
  },
];
