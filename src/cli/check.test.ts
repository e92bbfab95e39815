import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tefoWith } from '../../test/support/cli.ts';
import { openRefunds } from '../../test/support/refunding.ts';
import { inTransaction } from '../kernel/db/db.ts';
import { restoreSnapshot, saveSnapshot } from '../sandbox/snapshots/snapshot-store.ts';

const shop = await openRefunds();
const { db, config } = shop;

/** Runs a command on the service's database, with settings like the service's. */
async function tefo(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string }> {
  const { user, pass, host, port, database } = db.options;
  const DATABASE_URL = `postgres://${user}:${pass ?? ''}@${host[0]}:${port[0]}/${database}`;
  const run = tefoWith({ TEFO_DATA_DIR: config.dataDir, DATABASE_URL, ...env });
  const { code, out, err } = await run(...args);
  return { code, out: out || err };
}

const check = (env?: Record<string, string>) => tefo(['check', '--json'], env);

/** Makes a change that the triggers forbid. */
const force = (statement: string) =>
  inTransaction(db, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(statement);
  });

test('tefo ledger verify exits with 1 where a head that tefo ledger head printed does not stand any more', async () => {
  await shop.pay(30);
  await shop.drain();
  const noted = JSON.parse((await tefo(['ledger', 'head', '--json'])).out);
  assert.ok(noted.position > 0 && noted.waiting === 0);
  const verify = (...args: string[]) => tefo(['ledger', 'verify', ...args]);
  assert.equal((await verify('--head', '17')).code, 2);
  assert.match((await verify('--head', noted.head)).out, new RegExp(noted.head));

  await saveSnapshot(db, 'sound', new Date(0));
  const last = `(select journal_id from ledger_links where position = ${noted.position})`;
  await force(`
    delete from ledger_entries where journal_id = ${last};
    delete from ledger_journals where id = ${last};
    delete from ledger_links where position = ${noted.position}`);
  assert.equal((await verify()).code, 0, 'cut short, and right by itself');
  const cut = await verify('--head', noted.head, '--json');
  const { ok, findings } = JSON.parse(cut.out);
  assert.deepEqual(
    [cut.code, ok, findings.map(({ rule, object }: Record<string, string>) => [rule, object])],
    [1, false, [['noted-head-stands', noted.head]]],
  );

  await restoreSnapshot(db, 'sound');
  await shop.pay(31);
  await shop.drain();
  const after = JSON.parse((await verify('--head', noted.head, '--json')).out);
  assert.deepEqual([after.ok, after.position > noted.position], [true, true], 'a snapshot brings it back');
});

test('tefo check exits with 0 where all holds, and with 1 and what does not, of every kind', async () => {
  const transactionId = await shop.pay(100);
  const { id } = await shop.refund(transactionId, 40);
  await shop.sandbox(`/refunds/${id}/outcome`, { outcome: 'complete' });
  await shop.sandbox('/deposits', { reference: 'NOBODY', amount: '5.00' });
  await shop.moveTo('2026-11-23T11:00');
  const sound = await check();
  assert.deepEqual([sound.code, JSON.parse(sound.out)], [0, { ok: true, findings: [] }]);

  await force(`
    delete from bank.statement_lines where transfer_id is not null;
    update transactions set repaid_cents = 0;
    update deposits set amount_cents = 501;
    update transfers set due_at = null, state = 'sent', completed_at = null where purpose = 'refund';
    update ledger_journals set template = 'gift' where template = 'refund_paid';
    update settlements set fees_cents = 1`);
  const broken = await check();
  const { ok, findings } = JSON.parse(broken.out);
  assert.deepEqual([broken.code, ok], [1, false]);
  const rules = new Set(findings.map(({ rule }: { rule: string }) => rule));
  for (const rule of [
    'bank-clearing-is-the-statement',
    'refunds-add-up',
    'deposit-is-booked',
    'open-transfer-is-due',
    'transfer-state-was-reached',
    'posting-follows-template',
    'settlement-adds-up',
  ]) {
    assert.ok(rules.has(rule), `${rule} is missing among ${[...rules]}`);
  }

  const real = JSON.parse((await check({ TEFO_SIMULATED_BANK: 'false' })).out);
  assert.ok(
    !real.findings.some(({ rule }: { rule: string }) => rule === 'bank-clearing-is-the-statement'),
    'another bank’s statement is not the simulated one’s',
  );
});
