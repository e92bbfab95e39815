// One item of a sweep fails for any reason: the others still run.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createPartitionSweep } from '../src/app/partitions.ts';
import { bankNamed } from '../src/core/banks.ts';
import { askForAccount, createAccountSweep } from '../src/core/merchants/account-changes.ts';
import { changeSite, createSite, findSiteByCode } from '../src/core/merchants/actions.ts';
import { createReplaySweep } from '../src/core/notifications/replays.ts';
import { replayWebhook } from '../src/core/notifications/webhooks.ts';
import { paymentMachine } from '../src/core/payments/actions.ts';
import { type KnownTransfer, simulatorAccount } from '../src/core/rails.ts';
import { type RetentionKind, runRetention } from '../src/core/retention.ts';
import { createRestoreSweep } from '../src/core/transfers/restore-jobs.ts';
import { beginRestore, restoreStatus } from '../src/core/transfers/restoring.ts';
import { advance } from '../src/core/transitions.ts';
import { inWork } from '../src/core/unit-of-work.ts';
import { createUsersSweep, keptMs } from '../src/core/users/jobs.ts';
import { everything, only } from '../src/core/viewer.ts';
import { drawChecked } from '../src/kernel/check-digits.ts';
import { dayMs, plus } from '../src/kernel/clock.ts';
import type { Sql } from '../src/kernel/db/db.ts';
import { hook } from './support/deliveries.ts';
import { openFolder } from './support/opening.ts';
import { local, openSettlements } from './support/setup/settlements.ts';
import { openBanking } from './support/setup/statements.ts';
import { openTransfers } from './support/setup/transfers.ts';
import { openWorld } from './support/world.ts';

const reason = /on purpose/;

/** Has the database refuse writes to rows of a table. */
async function refuse(
  db: Sql,
  event: 'insert' | 'update' | 'delete',
  table: string,
  when: string,
): Promise<void> {
  await db
    .unsafe(`
    create or replace function refuse_on_purpose() returns trigger language plpgsql as
      $$ begin raise exception 'on purpose'; end $$;
    create trigger refuse_on_purpose before ${event} on ${table} for each row when (${when})
      execute function refuse_on_purpose()`)
    .simple();
}

const changed = {
  bankId: bankNamed('fnb')!.id,
  accountNumber: '62001234567',
  branchCode: '250655',
  holder: 'Another holder',
};

async function openTwoShops() {
  const world = await openSettlements();
  const { siteCode } = await createSite(world.ctx, world.merchant.merchant, 'Second shop');
  const { settlementAccount } = (await findSiteByCode(world.db, world.site.code))!;
  await changeSite(world.ctx, siteCode, { settlementAccount });
  return { ...world, second: (await findSiteByCode(world.db, siteCode))! };
}

for (const bad of ['site', 'second'] as const)
  test(`a settlement that cannot be paid keeps no other from being paid: ${bad}`, async () => {
    const world = await openTwoShops();
    const good = bad === 'site' ? 'second' : 'site';
    await world.earn(5n, '2028-04-11T10:00');
    await world.earn(70n, null, world.second);
    await refuse(world.db, 'insert', 'transfers', `new.site_id = '${world[bad].id}'`);
    world.clock.set(local('2028-04-12T00:02'));
    await assert.rejects(world.settle.run(), reason);
    const paid = await world.db<{ siteId: string }[]>`select site_id from transfers`;
    assert.deepEqual(
      paid.map(({ siteId }) => siteId),
      [world[good].id],
    );
  });

test('a settlement that cannot be created does not stop the payment of others', async () => {
  const world = await openTwoShops();
  await world.earn(5n, '2028-04-11T10:00');
  await world.earn(70n, '2028-04-11T23:40', world.second);
  await refuse(world.db, 'insert', 'settlements', `new.site_id = '${world.second.id}'`);
  world.clock.set(local('2028-04-13T00:02'));
  await assert.rejects(world.settle.run(), reason);
  assert.equal((await world.db`select 1 from transfers`).length, 1);
});

test('an account change that cannot be used keeps no other from being used', async () => {
  const world = await openTwoShops();
  for (const { code } of [world.site, world.second]) {
    await askForAccount(world.ctx, everything, code, changed);
    world.clock.advance(1_000);
  }
  await refuse(world.db, 'update', 'sites', `new.id = '${world.site.id}'`);
  world.clock.advance(2 * dayMs);
  const sweep = createAccountSweep(world.ctx);
  for (let run = 0; run < 2; run += 1) await assert.rejects(sweep.run(), reason);
  const holder = async (code: string) => (await findSiteByCode(world.db, code))!.settlementAccount!.holder;
  assert.notEqual(await holder(world.site.code), changed.holder);
  assert.equal(await holder(world.second.code), changed.holder);
});

test('a replay that cannot start does not stop the others', async () => {
  const world = await openWorld();
  const [first, second] = [
    await hook(world, 'https://one.example/'),
    await hook(world, 'https://two.example/'),
  ];
  for (const { id } of [first, second]) {
    await replayWebhook(world.ctx, only(world.merchant.merchant.id), id, {
      since: plus(world.clock.now(), -dayMs),
    });
    world.clock.advance(1_000);
  }
  await refuse(world.db, 'delete', 'replays', `old.webhook_id = '${first.id}'`);
  const sweep = createReplaySweep(world.ctx);
  for (let run = 0; run < 3; run += 1) await assert.rejects(sweep.run(), reason);
  const left = await world.db<{ webhookId: string }[]>`select webhook_id from replays`;
  assert.deepEqual(
    left.map(({ webhookId }) => webhookId),
    [first.id],
  );
});

test('rows that cannot be archived keep no other kind from being archived', async () => {
  const { ctx } = await openWorld();
  const folder = await openFolder('bad-items');
  await writeFile(join(folder, 'delivery'), 'no folder');
  await mkdir(join(folder, 'event'));
  const row = { id: crypto.randomUUID(), at: '2026-01-01 08:00:00+00', version: '1', line: '{}' };
  const removed: string[] = [];
  const plan = (['delivery', 'event'] as RetentionKind[]).map((kind) => ({
    kind,
    days: 10,
    shelves: [
      {
        read: async () => (removed.includes(kind) ? [] : [row]),
        remove: async () => removed.push(kind),
      },
    ],
  }));
  await assert.rejects(runRetention(ctx, { folder, kinds: plan }), /ENOTDIR|EEXIST/);
  assert.deepEqual(removed, ['event']);
});

test('a table that gets no partition keeps no other from having one', async () => {
  const { db, ctx, clock, ask } = await openWorld();
  await db`create table transitions_2 ()`;
  await db`select setval('transitions_id_seq', 19999999, false)`;
  const payment = await ask();
  await inWork(ctx, (work) => advance(work, paymentMachine, payment, 'cancel', null));
  const count = async () => {
    const [row] = await db<{ many: number }[]>`
      select count(*)::int as many from pg_inherits where inhparent <> 'transitions'::regclass`;
    return row!.many;
  };
  const before = await count();
  clock.set(plus(clock.now(), 400 * dayMs));
  await assert.rejects(createPartitionSweep(ctx).run(), /transitions_2/);
  assert.ok((await count()) > before);
});

test('a list of orders that cannot be read after a restore keeps no other from being read', async () => {
  const shop = await openTransfers();
  await beginRestore(shop.ctx, { by: 'ann' });
  const list: AsyncIterable<KnownTransfer> = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('on purpose')) }),
  };
  const rails = shop.railsOf();
  const lists = new Map([
    ['broken', list],
    [simulatorAccount, null],
  ]);
  await createRestoreSweep(shop.ctx, { ...rails, transfersSince: async () => lists }).run();
  const { trouble } = (await restoreStatus(shop.ctx))!;
  assert.match(trouble!, /broken: the list of orders could not be read/);
  assert.match(trouble!, /simulator: the bank cannot list its orders/);
});

test('a line of a statement that cannot be booked keeps no other from being booked', async () => {
  const bank = await openBanking();
  await bank.account('main');
  await refuse(bank.db, 'insert', 'deposits', 'new.amount_cents = 666');
  const moved = [10n, 666n, 30n].map((amount) => ['2026-11-19', amount, `PAID DEP${drawChecked()}`] as const);
  await assert.rejects(bank.tell('main', moved), reason);
  assert.deepEqual(await bank.shown('main'), ['booked deposit 10', 'new - 666', 'booked deposit 30']);
  await bank.db`drop trigger refuse_on_purpose on deposits`;
  await bank.tell('main', [['2026-11-20', 5n, 'LATER']], { opening: 706n });
  assert.deepEqual((await bank.shown('main')).sort(), [
    ...['booked deposit 10', 'booked deposit 30', 'booked deposit 5', 'booked deposit 666'],
  ]);
});

test('an old row that cannot be deleted does not stop the deletion of others, in any table', async () => {
  const { ctx, db, clock } = await openWorld();
  const [bad, ...others] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64));
  for (const key of [bad!, ...others]) {
    await db`
      insert into console.company_requests (key_hash, state, nonce, verifier, back, created_at)
      values (${key}, 's', 'n', 'v', '/console', ${clock.now()})`;
    await db`
      insert into console.challenges (challenge, session_id, purpose, created_at)
      values (${key}, 's', 'show', ${clock.now()})`;
  }
  await refuse(db, 'delete', 'console.company_requests', `old.key_hash = '${bad}'`);
  clock.advance(keptMs.waiting + 1);
  await assert.rejects(createUsersSweep({ ...ctx, realClock: clock }).run(), reason);
  const left = await db<{ keyHash: string }[]>`select key_hash from console.company_requests`;
  assert.deepEqual(
    left.map(({ keyHash }) => keyHash),
    [bad],
  );
  assert.equal((await db`select from console.challenges`).count, 0);
});
