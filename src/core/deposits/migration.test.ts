import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { emptyDatabase } from '../../../test/support/database.ts';
import { testPolicy } from '../../../test/support/policy.ts';
import { demoKeys } from '../../../test/support/world.ts';
import { reactions } from '../../app/reactions.ts';
import { manualClock, systemClock } from '../../kernel/clock.ts';
import { openPool } from '../../kernel/db/db.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { createLog } from '../../kernel/process/log.ts';
import { createKeyring } from '../../kernel/security/crypto.ts';
import { checkDeposits } from '../../reports/checks/deposits.ts';
import { checkLedger } from '../../reports/checks/ledger.ts';
import type { Context } from '../context.ts';
import { findSiteByCode } from '../merchants/actions.ts';
import { simulatorAccount } from '../rails.ts';
import { everything } from '../viewer.ts';
import { createTopUpReference, receiveDeposit } from './actions.ts';
import { allocateDeposit } from './allocation.ts';

const before = '0007_bank_transfers.sql';

test('deposits that an earlier version recorded keep their place, and waiting ones can be decided', async () => {
  const database = await emptyDatabase();
  const db = openPool(database.url);
  const folder = await mkdtemp(join(tmpdir(), 'tefo-earlier-'));
  after(async () => {
    await db.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  for (const name of await readdir('migrations')) {
    if (/^\d{4}_/.test(name) && name < before) await copyFile(join('migrations', name), join(folder, name));
  }
  await migrate(db, pathToFileURL(`${folder}/`));

  const id = (last: number) => `018f0000-0000-7000-8000-00000000000${last}`;
  const [merchant, site, raised, waiting] = [id(1), id(2), id(3), id(4)];
  const at = '2026-11-20T08:00:00Z';
  const [clearing, float, suspense] = [id(5), id(6), id(7)];
  await db.unsafe(`
    insert into merchants (id, code, name, created_at) values ('${merchant}', 'EARLY', 'Early Shop', '${at}');
    insert into sites (id, merchant_id, code, name, created_at) values ('${site}', '${merchant}', 'EARLYSITE', 'Early', '${at}');
    insert into deposit_references (reference, merchant_id, site_id, purpose, created_at)
      values ('TOPUP1234567890', '${merchant}', '${site}', 'float', '${at}');
    insert into deposits (id, reference, amount_cents, currency, outcome, merchant_id, site_id, received_at) values
      ('${raised}', 'topup 1234567890', 700, 'ZAR', 'float', '${merchant}', '${site}', '${at}'),
      ('${waiting}', 'for the goat', 50, 'ZAR', 'suspense', null, null, '${at}');
    insert into floats (site_id, merchant_id, available_cents) values ('${site}', '${merchant}', 700);
    insert into ledger_accounts (id, merchant_id, site_id, kind, currency, created_at) values
      ('${clearing}', null, null, 'bank_clearing', 'ZAR', '${at}'), ('${suspense}', null, null, 'suspense', 'ZAR', '${at}'),
      ('${float}', '${merchant}', '${site}', 'float', 'ZAR', '${at}');
    insert into ledger_journals (id, merchant_id, template, object, object_id, booked_at) values
      ('${id(8)}', '${merchant}', 'float_topped_up', 'deposit', '${raised}', '${at}'),
      ('${id(9)}', null, 'deposit_unmatched', 'deposit', '${waiting}', '${at}');
    insert into ledger_entries (journal_id, account_id, amount_cents, booked_at) values
      ('${id(8)}', '${clearing}', 700, '${at}'), ('${id(8)}', '${float}', -700, '${at}'),
      ('${id(9)}', '${clearing}', 50, '${at}'), ('${id(9)}', '${suspense}', -50, '${at}');
  `);
  const applied = await migrate(db);
  assert.ok(applied.includes('0007_bank_transfers'));
  const sound = async () => assert.deepEqual([...(await checkLedger(db)), ...(await checkDeposits(db))], []);
  await sound();

  const clock = manualClock('2026-11-21T08:00:00Z');
  const keyring = createKeyring(demoKeys);
  const log = createLog('silent');
  const ctx: Context = {
    db,
    clock,
    realClock: systemClock(),
    keyring,
    policy: testPolicy,
    log,
    correlationId: 'test',
    actor: 'cli',
    reactions,
  };
  await allocateDeposit(ctx, everything, waiting, { reference: 'TOPUP-1234567890' }, null);
  const reference = await createTopUpReference(ctx, (await findSiteByCode(db, 'EARLYSITE'))!);
  assert.equal(reference, 'TOPUP1234567890');
  const reported = { receivedAt: clock.now(), bookedOn: null, payer: null };
  const more = { account: simulatorAccount, id: id(0), amount: 5n, reference, ...reported };
  await receiveDeposit(ctx, more);
  const [row] = await db`select available_cents from floats`;
  assert.equal(row!.availableCents, 755n);
  await sound();
});
