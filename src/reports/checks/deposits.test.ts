import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDeposits } from '../../../test/support/setup/deposits.ts';
import { createMultipleReference, createTopUpReference } from '../../core/deposits/actions.ts';
import { allocateDeposit, parkDeposit, splitDeposit } from '../../core/deposits/allocation.ts';
import { returnDeposit } from '../../core/deposits/returns.ts';
import type { Finding } from '../../core/findings.ts';
import { everything } from '../../core/viewer.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { checkEverything } from './all.ts';

const shop = await openDeposits();
const { ctx, db, site } = shop;

// One deposit for each outcome.
const ids: Record<string, string> = {};
const single = await shop.single();
ids.paid = await shop.arrive(single.reference, 10_000n);
ids.float = await shop.arrive(await createTopUpReference(ctx, site), 700n);
const many = await createMultipleReference(ctx, { site, merchantReference: 'MANY' });
ids.many = await shop.arrive(many.reference, 55n);
ids.unknown = await shop.arrive('?', 10n);
ids.parked = await shop.arrive('?', 20n);
await parkDeposit(ctx, everything, ids.parked, 'later');
const held = await shop.single();
ids.held = await shop.arrive(held.reference, 30n);
ids.allocated = await shop.arrive('?', 40n);
await allocateDeposit(ctx, everything, ids.allocated, { reference: many.reference }, null);
ids.split = await shop.arrive('?', 50n);
const parts = [
  { to: { floatOf: site.code }, amount: 20n },
  { to: { reference: many.reference }, amount: 30n },
];
await splitDeposit(ctx, everything, ids.split, parts, null);
for (const [fate, cents] of [
  ['returned', 100n],
  ['failed', 97n],
  ['came back', 98n],
  ['returning', 60n],
] as const) {
  ids[fate] = await shop.arrive('?', cents);
  await returnDeposit(ctx, everything, ids[fate], null);
  if (fate === 'returning') continue;
  for (const seconds of [1, 61, 24 * 3600]) await shop.wait(seconds);
}

/** Returns the findings after statements that triggers and constraints prevent, and undoes them. */
async function foundAfter(...statements: string[]): Promise<Finding[]> {
  const done = new Error('undone');
  let findings: Finding[] = [];
  await inTransaction(db, async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const statement of statements) {
      const { count } = await tx.unsafe(statement);
      assert.ok(count > 0, `nothing was changed: ${statement}`);
    }
    findings = await checkEverything(tx, { simulatedBank: true });
    throw done;
  }).catch((error) => assert.equal(error, done));
  return findings;
}

test('an untouched database has no findings, with a deposit of every fate', async () => {
  const rows = await db<{ state: string }[]>`select distinct state from deposits order by state`;
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['allocated', 'parked', 'returned', 'returning', 'waiting'],
  );
  await shop.sound();
});

const of = (fate: string) => `'${ids[fate]}'`;
const partOf = (fate: string) => `(select id from deposit_parts where deposit_id = ${of(fate)} limit 1)`;
const transactionOf = (fate: string) =>
  `(select transaction_id from deposit_parts where deposit_id = ${of(fate)} and transaction_id is not null)`;

const breaks: [what: string, rules: string[], statements: string[]][] = [
  [
    'is waiting and was allocated',
    ['deposit-is-in-one-place'],
    [`update deposits set state = 'waiting', completed_at = null where id = ${of('paid')}`],
  ],
  [
    'is allocated without a target',
    ['deposit-is-in-one-place'],
    [`update deposits set state = 'allocated', completed_at = received_at where id = ${of('unknown')}`],
  ],
  [
    'has a part that is larger',
    ['deposit-is-in-one-place'],
    [`update deposit_parts set amount_cents = 21 where deposit_id = ${of('split')} and purpose = 'float'`],
  ],
  [
    'is split and a part is missing',
    ['deposit-is-in-one-place'],
    [`delete from deposit_parts where deposit_id = ${of('split')} and purpose = 'float'`],
  ],
  [
    'was never booked',
    ['deposit-is-booked', 'suspense-is-what-waits'],
    [
      `delete from ledger_entries where journal_id = (select id from ledger_journals where object_id = ${of('unknown')})`,
      `delete from ledger_journals where object_id = ${of('unknown')}`,
    ],
  ],
  [
    'left suspense and went nowhere',
    ['deposit-is-booked'],
    [
      `delete from ledger_journals where template = 'float_topped_up' and object_id in (select id from deposit_parts where deposit_id = ${of('split')})`,
    ],
  ],
  [
    'was allocated and is still in suspense',
    ['deposit-is-booked', 'suspense-is-what-waits'],
    [
      `delete from ledger_entries where journal_id = (
      select id from ledger_journals where template = 'deposit_allocated' and object_id = ${partOf('allocated')})`,
      `delete from ledger_journals where template = 'deposit_allocated' and object_id = ${partOf('allocated')}`,
    ],
  ],
  [
    'raised another site’s float',
    ['deposit-is-booked'],
    [`update deposit_parts set site_id = '01a1f866-0d00-7000-8000-00000000abcd' where id = ${of('float')}`],
  ],
  [
    'paid a transaction of another amount',
    ['deposit-paid-its-transaction'],
    [`update transactions set amount_cents = 9999 where id = ${transactionOf('paid')}`],
  ],
  [
    'paid a transaction that is not paid',
    ['deposit-paid-its-transaction'],
    [`update transactions set state = 'failed' where id = ${transactionOf('many')}`],
  ],
  [
    'is marked as paid by a deposit that does not exist',
    ['deposit-paid-its-transaction'],
    [`delete from deposit_parts where transaction_id = ${transactionOf('many')}`],
  ],
  [
    'is looked at, and its transaction does not wait',
    ['held-transaction-has-its-deposit'],
    [
      `update transactions set state = 'expired', completed_at = created_at where payment_id = '${held.paymentId}'`,
    ],
  ],
  [
    'is reviewed with another amount than its merchant was notified of',
    ['held-transaction-has-its-deposit'],
    [`update transactions set amount_cents = 31 where payment_id = '${held.paymentId}'`],
  ],
  [
    'is not there, and a transaction waits for it',
    ['held-transaction-has-its-deposit'],
    [`update deposits set transaction_id = null where id = ${of('held')}`],
  ],
  [
    'is returned, and its transfer was not paid',
    ['return-has-its-transfer'],
    [`update transfers set state = 'failed' where object_id = ${partOf('returned')}`],
  ],
  [
    'is on its way back without a transfer',
    ['return-has-its-transfer'],
    [`delete from transfers where object_id = ${partOf('returning')}`],
  ],
  [
    'waits again, and its transfer was paid',
    ['return-has-its-transfer'],
    [`update transfers set state = 'paid' where object_id = ${partOf('failed')}`],
  ],
  [
    'was parked by no step',
    ['deposit-state-was-reached'],
    [`delete from transitions where object_id = ${of('parked')}`],
  ],
  [
    'arrived at the bank with another amount',
    ['bank-clearing-is-the-statement'],
    [`update bank.statement_lines set amount_cents = 9999 where deposit_id = ${of('paid')}`],
  ],
  [
    "was paid out of suspense without the bank's knowledge",
    ['bank-clearing-is-the-statement'],
    [`delete from bank.statement_lines where deposit_id = ${of('split')}`],
  ],
];

describe('it is found when a deposit', () => {
  for (const [what, rules, statements] of breaks) {
    test(what, async () => {
      const found = (await foundAfter(...statements)).map(({ rule }) => rule);
      for (const rule of rules) assert.ok(found.includes(rule), `${rule} is not among ${found}`);
    });
  }
});
