// `tefo keys reseal` finds everything sealed by the names of the columns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, openService } from '../support/opening.ts';

const service = await openService();
const { db } = service;

test('reseal leaves no column out: every sealed value is in a column of that name', async () => {
  const columns = await db<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema in ('public', 'bank') and column_name ~ 'sealed'`;
  const found = columns.filter(({ name }) => /(^|[._])sealed$/.test(name));
  assert.equal(found.length, columns.length);
  // And nothing that is sealed is in a column of another name.
  const shop = clientOf(service);
  await shop.createPayments({}, { privateKey: 'wrong' });
  const { paymentRequestId } = (await shop.createPayments()).body;
  await shop.decide(paymentRequestId, 'success');
  const [keyId] = service.config.masterKeys.split(':');
  const sealed = new RegExp(`^${keyId}(\\.[\\w-]+){3}$`);
  const tables = await db<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('public', 'bank') and tablename <> 'master_keys'`;
  let seen = 0;
  for (const { name } of tables) {
    const rows = await db.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t) as row from ${name} t`,
    );
    for (const [column, value] of rows.flatMap(({ row }) => Object.entries(row))) {
      if (typeof value !== 'string' || !sealed.test(value)) continue;
      assert.match(column, /(^|_)sealed$/, name);
      seen += 1;
    }
  }
  assert.ok(seen > 0);
});
