// The lists of notifications, each an event for one receiver, and of webhooks. all merchants: condition.ts adds the
// viewer's merchants.
import { eventRegistry, webhookEventTypes } from '../../core/events.ts';
import { deliveryMachine } from '../../core/notifications/state.ts';
import * as columns from './columns.ts';
import { makeList } from './read.ts';

const events = Object.keys(eventRegistry);

export const deliveryList = makeList({
  name: 'notices',
  caption: 'Deliveries',
  nouns: ['delivery', 'deliveries'],
  action: 'notice.see',
  filters: ['merchant', 'site', 'state', 'from', 'to', 'event', 'receiver', 'after'],
  words: { state: deliveryMachine.states, event: events },
  columns: [
    columns.id,
    columns.site,
    columns.link('event', 'Event'),
    columns.state,
    columns.text('receiver', 'Receiver', 'url'),
    columns.number('attempts', 'Attempts'),
    ...columns.created,
    columns.time('due', 'Next attempt', 'dueAt'),
    columns.text('note', 'Note'),
    columns.hidden(columns.text('object', 'Of')),
    columns.hidden(columns.text('objectId', 'Of id')),
    columns.hidden(columns.text('receiverId', 'Receiver id')),
    columns.merchant,
  ],
  leadsTo: ({ id }) => ({ page: 'notices', id }),
  source: (db) => db`
    select id, created_at, merchant_id, site_id, event_type as event, status as state, url, receiver_id, attempts, due_at,
      note, event_id, object_id
    from deliveries`,
  isCovered: true,
  more: (db) => ({
    columns: db`, event.object`,
    joins: db`left join events event on event.id = page.event_id`,
  }),
});

export const webhooks = makeList({
  name: 'webhooks',
  caption: 'Webhooks',
  nouns: ['webhook', 'webhooks'],
  action: 'webhook.see',
  filters: ['merchant', 'state', 'event', 'after'],
  words: { state: ['active', 'disabled'], event: webhookEventTypes },
  columns: [
    columns.id,
    columns.link('endpoint', 'Endpoint'),
    columns.text('event', 'Event'),
    columns.text('message', 'Message', 'messageType'),
    columns.time('failingSince', 'Failing since'),
    columns.time('disabled', 'Disabled', 'disabledAt'),
    columns.text('why', 'Why', 'disabledReason'),
    ...columns.created,
    columns.merchant,
  ],
  leadsTo: ({ id }) => ({ page: 'webhooks', id }),
  source: (db) => db`
    select id, created_at, merchant_id, null::uuid as site_id, endpoint, event_type as event, message_type
    from webhooks`,
  conditions: {
    state: (db, { state }) => db`exists (
      select from receivers where receivers.id = listed.id and receivers.disabled_at is not null
    ) = ${state === 'disabled'}`,
  },
  more: (db) => ({
    columns: db`, receivers.failing_since, receivers.disabled_at, receivers.disabled_reason`,
    joins: db`left join receivers on receivers.id = page.id`,
  }),
});
