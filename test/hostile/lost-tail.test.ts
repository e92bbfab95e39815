// The database loses its newest acknowledged records and the bank keeps all of them: Tefo lists the lost records, and no
// money leaves twice.
import assert from 'node:assert/strict';
import { verify } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { findNote, ledgerHead } from '../../src/core/ledger/actions.ts';
import {
  acceptOrders,
  beginRestore,
  releaseRestore,
  restoreStatus,
} from '../../src/core/transfers/restoring.ts';
import { checkEverything } from '../../src/reports/checks/all.ts';
import { tefoWith } from '../support/cli.ts';
import { columnOf } from '../support/column.ts';
import { ask } from '../support/merchant.ts';
import { openLosing } from './losing.ts';

const losing = await openLosing();
const { bank, headFile, env } = losing;

/** Runs a command on the service's database. */
async function tefo(...args: string[]): Promise<{ code: number; out: string }> {
  const { config, databaseUrl } = losing.service();
  const run = tefoWith({ TEFO_DATA_DIR: config.dataDir, DATABASE_URL: databaseUrl, ...env });
  const { code, out, err } = await run(...args);
  return { code, out: out || err };
}

const ctx = () => losing.service().ctx;
const noted = async () => (await findNote(ctx().keyring, headFile))!;
const everything = (head?: string) => {
  const outside = { bank, head: head === undefined ? undefined : { keyring: ctx().keyring, where: head } };
  return checkEverything(ctx().db, { simulatedBank: true }, outside);
};

// Records in the copy that the database is restored to ...
let shop = losing.shop();
await shop.fillFloat(10_000);
const [paid, other] = [await shop.pay(100), await shop.pay(200)];
const known = await shop.payOut(10, 'KNOWN');
await losing.pass(2);
await shop.setBankDown(true);
const ready = await shop.payOut(20, 'READY');
await losing.pass(1);
const received = await shop.payOut(30, 'RECEIVED');
const pending = await shop.refund(paid, 40);
const copy = await losing.copy();

// ... and records acknowledged after it, until the bank had paid all of them.
shop = losing.shop();
await shop.setBankDown(false);
const lostPayment = await shop.pay(300);
const lostPayout = await shop.payOut(50, 'LOST');
const lostRefund = await shop.refund(other, 60);
await losing.pass(125);
assert.deepEqual(
  await Promise.all([known, ready, received, lostPayout].map((id) => shop.payoutStatus(id))),
  [5, 5, 5, 5],
);
assert.deepEqual(await Promise.all([pending, lostRefund].map((id) => shop.refundStatus(id))), [
  'Complete',
  'Complete',
]);
const [before, ordersBefore] = [await losing.left(), await losing.ordered()];
assert.equal(before.length, 6);
const lostHead = await noted();
const headThen = await ledgerHead(ctx().db);
const orderedThen = new Map(
  (await ctx().db<{ id: string; objectId: string }[]>`select id, object_id from transfers`).map((row) => [
    row.objectId,
    row.id,
  ]),
);

test('the head is noted outside as it moves, signed, and all that was booked is covered by it', async () => {
  assert.equal(lostHead.position, headThen.position);
  assert.deepEqual(await everything(headFile), []);
  const text = await readFile(headFile, 'utf8');
  const forged = `${headFile}.forged`;
  await writeFile(forged, text.replace(`"${lostHead.position}:`, '"1:'));
  const [finding] = await everything(forged);
  assert.match(finding!.detail, /signature is not ours/);
  const { out: pem } = await tefo('ledger', 'head', '--public-key');
  const { head, journalId, linkedAt, waiting, notedAt, signature } = JSON.parse(text);
  const signed = ['tefo ledger head', head, journalId, linkedAt, waiting, notedAt, ''].join('\n');
  assert.ok(
    verify(null, Buffer.from(signed), pem, Buffer.from(signature, 'base64')),
    'by anybody, with the key',
  );
});

test('a snapshot of half of a sandbox is refused', async () => {
  const { base, merchant } = losing.service();
  const headers = { apikey: merchant.apiKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'half' });
  const answer = await ask(`${base}/sandbox/snapshots`, { method: 'POST', headers, body });
  assert.deepEqual([answer.status, /has its own/.test(answer.body.message)], [409, true]);
});

test('the database alone does not show its loss; the exported ledger head and the bank’s own books do', async () => {
  await losing.putBack(copy);
  shop = losing.shop();
  const left = await ledgerHead(ctx().db);
  assert.deepEqual(await checkEverything(ctx().db, { simulatedBank: false }), []);
  const lost = headThen.position - left.position;
  assert.ok(lost > 5);
  const { code, out } = await tefo('check', '--head', headFile, '--json');
  const findings = JSON.parse(out).findings as { rule: string; object: string; detail: string }[];
  const [head, ...movements] = findings;
  assert.deepEqual([code, head!.rule, head!.object], [1, 'noted-head-stands', headFile]);
  assert.match(
    head!.detail,
    new RegExp(`is journal ${lostHead.position};.* ends at ${left.position}: ${lost} journals are lost`),
  );
  // One payment arrived and five transfers left that these books do not have; the sixth is known.
  assert.deepEqual(new Set(movements.map(({ rule }) => rule)), new Set(['bank-clearing-is-the-statement']));
  const gone = [received, ready, lostPayout, pending, lostRefund].map((id) => orderedThen.get(id));
  assert.deepEqual(new Set(movements.map(({ object }) => object)), new Set([lostPayment, ...gone]));
});

test('recorded facts stay unchanged while the loss is undetected', async () => {
  const text = await readFile(headFile, 'utf8');
  await beginRestore(ctx(), { by: 'ann' });
  await losing.pass(1);
  assert.equal(await readFile(headFile, 'utf8'), text);
  const [row] = await ctx().db<{ trouble: string }[]>`select trouble from ledger_export`;
  assert.match(row!.trouble, /journals are lost/);
  const metrics = await (await fetch(`${losing.service().base}/metrics`)).text();
  assert.match(metrics, /^tefo_ledger_head_trouble 1$/m);
  assert.match(metrics, /^tefo_money_out_held 1$/m);
});

test('while payouts are held no money leaves, every order is queried, and payments are accepted', async () => {
  // The bank was closed for this merchant in the copy, and so it is again.
  await losing.pass(2);
  await assert.rejects(releaseRestore(ctx(), { by: 'ann', force: false }), /not asked about \d+ transfers/);
  await shop.setBankDown(false);
  await shop.pay(80);
  await shop.payOut(90, 'WHILE HELD');
  await losing.pass(125);
  assert.deepEqual([await losing.ordered(), await losing.left()], [ordersBefore, before]);
  const status = (await restoreStatus(ctx()))!;
  assert.deepEqual([status.toAsk, status.trouble, status.unexplained], [0, null, 4]);
  // Its order was in the copy, not yet sent: the bank had it.
  assert.deepEqual([await shop.payoutStatus(ready), await shop.payoutStatus(known)], [5, 5]);
  assert.deepEqual(
    new Map(status.unknownOrders.map(({ transferId, amountCents }) => [transferId, amountCents])),
    new Map([
      [orderedThen.get(received)!, 3_000n],
      [orderedThen.get(lostPayout)!, 5_000n],
      [orderedThen.get(pending)!, 4_000n],
      [orderedThen.get(lostRefund)!, 6_000n],
    ]),
  );
  const { out } = await tefo('restore', 'status');
  assert.match(out, /held since .* by ann/);
  assert.match(out, /R.50[.,]00 {2}"KAROO 17" {2}paid {2}UNEXPLAINED/);
});

test('payouts resume when an operator has resolved every order, and nothing is paid twice', async () => {
  await assert.rejects(releaseRestore(ctx(), { by: 'ann', force: false }), /4 orders are at the bank alone/);
  await assert.rejects(
    acceptOrders(ctx(), [orderedThen.get(known)!], 'ann'),
    /not an order that only the bank has/,
  );
  const { unknownOrders } = (await restoreStatus(ctx()))!;
  await acceptOrders(
    ctx(),
    unknownOrders.map(({ transferId }) => transferId),
    'ann',
  );
  await releaseRestore(ctx(), { by: 'ann', force: false });
  // The merchant has lost every notification, and requests again.
  const again = [await shop.payOut(50, 'LOST'), received];
  const refunds = [await shop.refund(other, 60), pending];
  await losing.pass(125);
  assert.deepEqual(await Promise.all(again.map((id) => shop.payoutStatus(id))), [5, 5]);
  assert.deepEqual(await Promise.all(refunds.map((id) => shop.refundStatus(id))), ['Complete', 'Complete']);
  const [after, added] = [await losing.left(), 1];
  assert.equal(await losing.ordered(), ordersBefore + added, 'one more: the payout requested meanwhile');
  assert.deepEqual(
    after.filter(({ id }) => before.some((one) => one.id === id)),
    before,
  );
});

test('a restore that acknowledges the lost head allows the next export', async () => {
  await beginRestore(ctx(), { by: 'ann', lost: await noted() });
  await losing.pass(2);
  await releaseRestore(ctx(), { by: 'ann', force: false });
  await shop.pay(10);
  await losing.pass(2);
  assert.equal((await noted()).position, (await ledgerHead(ctx().db)).position);
  // A user must resolve lost deposits: the bank has them, and Tefo does not query the bank for them.
  const findings = await everything(headFile);
  assert.deepEqual(columnOf(findings, 'object'), [lostPayment]);
});
