// Archives deliveries and events by small batches, as a process that a test kills: DATABASE, FOLDER, and the time.

import type { Context } from '../../src/core/context.ts';
import { deliveryShelf, eventShelf } from '../../src/core/notifications/archive-store.ts';
import { runRetention } from '../../src/core/retention.ts';
import { mayBeAnnounced } from '../../src/core/transactions/archive-store.ts';
import { manualClock } from '../../src/kernel/clock.ts';
import { openPool } from '../../src/kernel/db/db.ts';

const [url, folder, now] = process.argv.slice(2) as [string, string, string];
const db = openPool(url, { max: 2 });
const kinds = [
  { kind: 'delivery' as const, days: 1, shelves: [deliveryShelf] },
  { kind: 'event' as const, days: 1, shelves: [eventShelf(mayBeAnnounced)] },
];
await runRetention({ db, clock: manualClock(now) } as unknown as Context, { folder, kinds }, 10);
await db.end();
