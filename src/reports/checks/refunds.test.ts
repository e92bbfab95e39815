import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openRefunds } from '../../../test/support/refunding.ts';
import type { Finding } from '../../core/findings.ts';
import { type Db, inTransaction } from '../../kernel/db/db.ts';
import { checkRefunds } from './refunds.ts';
import { checkTransactions } from './transactions.ts';
import { checkTransfers } from './transfers.ts';

const shop = await openRefunds();
const { db } = shop;
const notifyUrl = `${shop.receiver.url}/refunds`;

// One refund in every state, and a transaction that was refunded completely.
const transactionId = await shop.pay(100);
const ids: Record<string, string> = {};
for (const outcome of ['complete', 'failed', 'returned', 'complete then returned']) {
  const { id } = await shop.refund(transactionId, 5, { notifyUrl });
  for (const each of outcome.split(' then ')) await shop.sandbox(`/refunds/${id}/outcome`, { outcome: each });
  ids[outcome] = id;
}
ids.cancelled = (await shop.refund(transactionId, 5, { notifyUrl })).id;
await shop.one('POST', `/refunds/${ids.cancelled}/cancel`);
const refunded = await shop.pay(20);
ids.whole = (await shop.refund(refunded, 20)).id;
await shop.sandbox(`/refunds/${ids.whole}/outcome`, { outcome: 'complete' });
// A charge that was refunded completely, and that its bank took back afterwards.
const { body: club } = await shop.one('POST', '/subscriptions', {
  body: {
    ...{
      siteCode: shop.merchant.siteCode,
      amount: { currency: 'ZAR', value: 30 },
      merchantReference: 'CLUB',
    },
    ...{ frequency: 'Monthly', firstPaymentDate: '2026-11-20', occurrences: 1 },
  },
});
await shop.sandbox(`/subscriptions/${club.subscriptionId}/authorize`, { outcome: 'approved' });
await shop.drain();
const { body: charges } = await shop.one('GET', `/subscriptions/${club.subscriptionId}/transactions`);
const [{ transactionId: charged }] = charges.results;
ids.charge = (await shop.refund(charged, 30)).id;
await shop.sandbox(`/refunds/${ids.charge}/outcome`, { outcome: 'complete' });
await shop.sandbox(`/transactions/${charged}/outcome`, { outcome: 'returned', code: '02' });
ids.submitted = (await shop.refund(transactionId, 5)).id;
await shop.moveTo('2026-11-20T14:00');
ids.pending = (await shop.refund(transactionId, 5)).id;
const [second] = await db<{ id: string }[]>`
  insert into sites select (populate_record).* from (
    select jsonb_populate_record(site, '{"id": "01a1f866-0d00-7000-8000-00000000abcd", "code": "SECOND"}') as populate_record
    from sites site limit 1) as copied
  returning id`;

const checkAll = async (on: Db): Promise<Finding[]> => [
  ...(await checkRefunds(on)),
  ...(await checkTransfers(on)),
  ...(await checkTransactions(on)),
];

/** Returns the findings after a statement that triggers and constraints prevent, and undoes it. */
async function foundAfter(statement: string): Promise<Finding[]> {
  const done = new Error('undone');
  let findings: Finding[] = [];
  await inTransaction(db, async (tx) => {
    await tx`set local session_replication_role = replica`;
    const { count } = await tx.unsafe(statement);
    assert.ok(count > 0, `nothing was changed: ${statement}`);
    findings = await checkAll(tx);
    throw done;
  }).catch((error) => assert.equal(error, done));
  return findings;
}

test('an untouched database has no findings, with a refund in every state', async () => {
  const rows = await db`select distinct state from refunds`;
  assert.equal(rows.length, 6);
  const [reversed] = await db`select state, repaid_cents from transactions where id = ${charged}`;
  assert.deepEqual({ ...reversed }, { state: 'reversed', repaidCents: 3_000n });
  assert.deepEqual(await checkAll(db), []);
  await shop.assertSound();
});

const of = (state: string) => `'${ids[state]}'`;
const journal = (state: string, template: string) =>
  `(select id from ledger_journals where object_id = ${of(state)} and template = '${template}')`;

const breaks: Record<string, [what: string, statement: string, object: string][]> = {
  'refund-is-booked': [
    [
      'is of another amount',
      `update refunds set amount_cents = 501 where id = ${of('complete')}`,
      'complete',
    ],
    [
      'was paid and is booked as submitted',
      `delete from ledger_journals where id = ${journal('complete', 'refund_paid')}`,
      'complete',
    ],
    [
      'is pending and booked',
      `update ledger_journals set object_id = ${of('pending')} where id = ${journal('submitted', 'refund_submitted')}`,
      'pending',
    ],
    [
      'failed and gave nothing back',
      `delete from ledger_journals where id = ${journal('failed', 'refund_undone')}`,
      'failed',
    ],
    [
      'was credited back twice',
      `update ledger_journals set object_id = ${of('returned')}, template = 'refund_returned' where id = ${journal('complete then returned', 'refund_returned')}`,
      'returned',
    ],
    [
      'is booked with another amount',
      `update ledger_entries set amount_cents = amount_cents * 2 where journal_id = ${journal('complete', 'refund_paid')}`,
      'complete',
    ],
    [
      'is booked for another site',
      `update refunds set site_id = '${second!.id}' where id = ${of('complete')}`,
      'complete',
    ],
    ['does not exist and is booked', `delete from refunds where id = ${of('failed')}`, 'failed'],
  ],
  'refund-has-its-transfer': [
    [
      'is submitted without a transfer',
      `delete from transfers where object_id = ${of('submitted')}`,
      'submitted',
    ],
    [
      'is pending with one',
      `update transfers set object_id = ${of('pending')} where object_id = ${of('submitted')}`,
      'pending',
    ],
    [
      'failed, and its transfer was paid',
      `update transfers set state = 'paid' where object_id = ${of('failed')}`,
      'failed',
    ],
    [
      'is complete, and its transfer is not',
      `update transfers set state = 'sent', completed_at = null where object_id = ${of('complete')}`,
      'complete',
    ],
    [
      'was sent with another amount',
      `update transfers set amount_cents = 499 where object_id = ${of('complete')}`,
      'complete',
    ],
    [
      'goes back of another transaction',
      `update transfers set refund_of = '${refunded}' where object_id = ${of('complete')}`,
      'complete',
    ],
    [
      'goes back of none',
      `update transfers set refund_of = null where object_id = ${of('complete')}`,
      'complete',
    ],
    [
      'has two',
      `update transfers set object_id = ${of('complete')} where object_id = ${of('failed')}`,
      'complete',
    ],
  ],
  'refund-end-is-told': [
    ['ended without an event', `delete from events where object_id = ${of('cancelled')}`, 'cancelled'],
    [
      'came back, and only its payment has an event',
      `delete from events where object_id = ${of('complete then returned')} and sequence = 2`,
      'complete then returned',
    ],
    [
      'ended without a delivery to its address',
      `delete from deliveries where object_id = ${of('failed')}`,
      'failed',
    ],
  ],
  'step-has-its-event': [
    [
      'ended twice over',
      `update transitions set object_id = ${of('failed')} where object_id = ${of('complete')}`,
      'failed',
    ],
    [
      'has an event for no step',
      `update events set object_id = ${of('pending')}, sequence = 1 where object_id = ${of('failed')}`,
      'pending',
    ],
  ],
  'refund-path-is-legal': [
    [
      'took a step that does not exist',
      `update transitions set verb = 'pay' where object_id = ${of('complete')} and verb = 'complete'`,
      'complete',
    ],
    [
      'skipped one',
      `delete from transitions where object_id = ${of('complete')} and verb = 'submit'`,
      'complete',
    ],
    [
      'took one twice',
      `update transitions set verb = 'submit', from_state = 'pending', to_state = 'submitted' where object_id = ${of('failed')}`,
      'failed',
    ],
  ],
  'refund-state-was-reached': [
    [
      'is where no step leads',
      `update refunds set state = 'cancelled', completed_at = created_at where id = ${of('pending')}`,
      'pending',
    ],
    ['went where it is not', `delete from refunds where id = ${of('failed')}`, 'failed'],
  ],
  'refund-is-of-its-transaction': [
    [
      'is of another site',
      `update refunds set site_id = '${second!.id}' where id = ${of('pending')}`,
      'pending',
    ],
    [
      'is of a test',
      `update transactions set is_test = true, payment_type = 'test', bank_id = null where id = '${refunded}'`,
      'whole',
    ],
    [
      'is of a transaction that is not paid',
      `update transactions set state = 'declined' where id = '${refunded}'`,
      'whole',
    ],
  ],
};

for (const [rule, ways] of Object.entries(breaks)) {
  describe(`${rule} is reported for a refund that`, () => {
    for (const [what, statement, object] of ways) {
      test(what, async () => {
        const findings = await foundAfter(statement);
        const said = findings.filter((finding) => finding.rule === rule);
        assert.ok(
          said.some((finding) => finding.object === ids[object]),
          JSON.stringify(findings),
        );
        assert.ok(said.every(({ detail }) => detail.length > 10));
      });
    }
  });
}

describe('refunds-add-up is reported for a transaction that', () => {
  for (const [what, statement, id] of [
    [
      'claims more than its refunds do',
      `update transactions set refunded_cents = refunded_cents + 1 where id = '${transactionId}'`,
      transactionId,
    ],
    [
      'claims less',
      `update transactions set refunded_cents = 0, repaid_cents = 0 where id = '${refunded}'`,
      refunded,
    ],
    [
      'says that more was repaid',
      `update transactions set repaid_cents = 501 where id = '${transactionId}'`,
      transactionId,
    ],
    [
      'is Refunded, and not all of it is',
      `update transactions set state = 'refunded' where id = '${transactionId}'`,
      transactionId,
    ],
    [
      'is Successful, and all of it went back',
      `update transactions set state = 'successful' where id = '${refunded}'`,
      refunded,
    ],
  ] as const) {
    test(what, async () => {
      const findings = await foundAfter(statement);
      assert.ok(
        findings.some(({ rule, object }) => rule === 'refunds-add-up' && object === id),
        JSON.stringify(findings),
      );
    });
  }
});

describe('transfers', () => {
  const transfer = `(select id from transfers where object_id = ${of('submitted')})`;
  for (const [rule, what, statement] of [
    [
      'transfer-pays-its-object',
      'one that pays nothing',
      `update transfers set object_id = gen_random_uuid() where id = ${transfer}`,
    ],
    [
      'transfer-pays-its-object',
      'one that pays too much',
      `update transfers set amount_cents = 501 where id = ${transfer}`,
    ],
    [
      'transfer-pays-its-object',
      'one that says it pays something else',
      `update transfers set purpose = 'payout' where id = ${transfer}`,
    ],
    [
      'transfer-pays-its-object',
      'one of another site',
      `update transfers set site_id = '${second!.id}' where id = ${transfer}`,
    ],
    [
      'open-transfer-is-due',
      'one that is never claimed',
      `update transfers set due_at = null where id = ${transfer}`,
    ],
    [
      'transfer-path-is-legal',
      'one that was paid without being sent',
      `delete from transitions where verb = 'send' and object_id in (select id from transfers where object_id = ${of('complete')})`,
    ],
    [
      'transfer-state-was-reached',
      'one that is where no step leads',
      `update transfers set state = 'paid', completed_at = created_at where id = ${transfer}`,
    ],
  ] as const) {
    test(`${what} is ${rule}`, async () => {
      const findings = await foundAfter(statement);
      assert.ok(
        findings.some((finding) => finding.rule === rule),
        JSON.stringify(findings),
      );
    });
  }

  test('two that pay the same are one-live-transfer, which the database refuses anyway', async () => {
    const statement = `update transfers set object_id = ${of('complete')} where object_id = ${of('submitted')}`;
    await assert.rejects(db.unsafe(statement), /transfers_live/);
    const undone = inTransaction(db, async (tx) => {
      await tx`drop index transfers_live`;
      await tx.unsafe(statement);
      const findings = await checkTransfers(tx);
      assert.ok(findings.some(({ rule, object }) => rule === 'one-live-transfer' && object === ids.complete));
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
  });
});
