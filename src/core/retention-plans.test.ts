// How rows that are too old are found: by an index, in its order, however many there are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fillConsole } from '../../test/support/console-rows.ts';
import { testDatabase } from '../../test/support/database.ts';
import { openPool, planned, type Tx } from '../kernel/db/db.ts';
import { mismatchShelf } from './hash-mismatches/actions.ts';
import { deliveryShelf, eventShelf } from './notifications/archive-store.ts';
import type { Shelf } from './retention.ts';
import { consentShelf, mayBeAnnounced } from './transactions/archive-store.ts';

const database = await testDatabase();
const db = openPool(database.url, { max: 1, plans: 'by index' });
const now = new Date('2026-11-20T10:00:00Z');
before(async () => {
  await fillConsole(db, { payments: 5_000, days: 60, now });
  await db`
    insert into consents (transaction_id, merchant_id, text_version, language, address, given_at)
    select id, merchant_id, '2026-01', 'en', '127.0.0.1', created_at from transactions`;
  await db`analyze`;
});
after(async () => {
  await db.end();
  await database.drop();
});

for (const [index, shelf] of Object.entries({
  deliveries_0_newest: deliveryShelf,
  events_0_age: eventShelf(mayBeAnnounced),
  consents_0_age: consentShelf,
  hash_mismatches_age: mismatchShelf,
})) {
  test(`by ${index}`, async () => {
    const plan = await planned(db, 'once', async (tx) => {
      await tx`select 1`;
      return planOfRead(tx, shelf);
    });
    assert.ok(plan.startsWith('Limit') && plan.includes(` using ${index} `), plan);
    assert.match(plan, /Index Cond: .*(ROW|created_at >=)/, plan);
    assert.doesNotMatch(plan, /Seq Scan on (?!replays)|Sort {2}\(.*\n *Sort Key: (?!attempt)/, plan);
  });
}

/** Returns the plan of a shelf's statement, as the database reports it. */
async function planOfRead(tx: Tx, shelf: Shelf): Promise<string> {
  const explaining = (texts: TemplateStringsArray, ...values: never[]) => {
    // Parts of it are statements' texts too.
    if (!texts.some((text) => text.includes(' limit '))) return tx(texts, ...values);
    return tx(Object.assign([`explain ${texts[0]}`, ...texts.slice(1)], { raw: texts.raw }), ...values);
  };
  const span = { before: now, after: { at: '2026-10-01', id: '00000000-0000-0000-0000-000000000000' } };
  const lines = (await shelf.read(explaining as never, span, 10)) as unknown as object[];
  return lines.map((line) => Object.values(line)[0]).join('\n');
}
