import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openSettlements, type Settlements } from '../../../test/support/setup/settlements.ts';
import type { Sql } from '../../kernel/db/db.ts';
import { checkSettlements } from './settlements.ts';

/** Makes two settled days, one paid and one waiting for its bank, and a debt that is carried forward. */
async function settled(): Promise<Settlements> {
  const world = await openSettlements();
  await world.book({ gross: 1_000n, fee: 30n }, '2028-04-10T10:00');
  await world.giveBack(70n, '2028-04-10T11:00');
  await world.on('2028-04-11T00:02');
  await world.wait(70);
  world.simulator.setFaults({ down: true });
  await world.earn(500n, '2028-04-11T10:00');
  await world.on('2028-04-12T00:02');
  await world.giveBack(20n, '2028-04-12T10:00');
  await world.on('2028-04-13T00:02');
  await world.sound();
  return world;
}

/** Writes rows past triggers and constraints that the service could not write. */
async function tamper(db: Sql, write: (db: Sql) => Promise<unknown>): Promise<void> {
  const tables = ['settlements', 'settlement_lines', 'ledger_entries', 'ledger_journals', 'transfers'];
  for (const table of tables) await db`alter table ${db(table)} disable trigger all`;
  await write(db);
}

const crimes: [rule: string, what: string, write: (db: Sql) => Promise<unknown>][] = [
  [
    'settlement-adds-up',
    'a total that grew',
    (db) => db`update settlements set total_cents = total_cents + 1`,
  ],
  ['settlement-adds-up', 'fees that grew', (db) => db`update settlements set fees_cents = fees_cents + 1`],
  [
    'settlement-adds-up',
    'a wrong count',
    (db) => db`update settlements set counts = jsonb_set(counts, '{refund}', '7')`,
  ],
  [
    'line-is-its-journal',
    'two lines that say more and less than was booked',
    (
      db,
    ) => db`update settlement_lines set amount_cents = amount_cents + case when amount_cents < 0 then 5 else -5 end
      where settlement_id = (select id from settlements where business_day = '2028-04-10')`,
  ],
  [
    'line-is-its-journal',
    'a fee that was not taken',
    (db) => db`update settlement_lines set fee_cents = fee_cents + 1, amount_cents = amount_cents + 1`,
  ],
  [
    'line-is-its-journal',
    'a line on the settlement of another day',
    (db) =>
      db`update settlement_lines set settlement_id = (select id from settlements where business_day = '2028-04-11')`,
  ],
  [
    'journal-is-settled',
    'a line that is gone',
    (db) => db`delete from settlement_lines where amount_cents < 0`,
  ],
  [
    'only-debts-are-carried-forward',
    'money that is held back',
    (db) => db`update ledger_entries set amount_cents = -amount_cents where amount_cents in (20, -20)`,
  ],
  ['settled-days-were-dealt-with', 'progress that is gone', (db) => db`delete from settlement_progress`],
  [
    'settlement-is-booked',
    'a settlement that was not booked',
    (db) => db`update ledger_journals set template = 'refund_paid' where template = 'settlement_made'`,
  ],
  [
    'settlement-is-booked',
    'a booked settlement that is gone',
    (db) => db`delete from settlements where business_day = '2028-04-10'`,
  ],
  [
    'settlement-is-paid-once',
    'a payment that was not booked',
    (db) => db`update ledger_journals set template = 'refund_paid' where template = 'settlement_paid'`,
  ],
  [
    'settlement-is-paid-once',
    'a transfer too many',
    (
      db,
    ) => db`insert into transfers (id, merchant_id, site_id, purpose, object_id, state, bank_account, amount_cents, currency, bank_id,
        branch_code, account_sealed, reference, real_time, correlation_id, created_at, completed_at)
      select ${randomUUID()}, merchant_id, site_id, 'settlement', id, 'paid', 'simulator', total_cents, 'ZAR', ${randomUUID()}, '1', 'x', 'r',
        false, 'c', now(), now() from settlements where business_day = '2028-04-11'`,
  ],
  [
    'unpaid-settlement-moves-on',
    'a settlement that is never paid',
    (db) => db`update transfers set state = 'failed', completed_at = now() where state = 'ready'`,
  ],
  [
    'unpaid-settlement-moves-on',
    'a settlement that is due despite its transfer',
    (db) => db`update settlements set due_at = now() where state = 'made'`,
  ],
  [
    'settlement-state-was-reached',
    'a state that no step led to',
    (db) => db`update settlements set state = 'made', completed_at = null where state = 'paid'`,
  ],
];

describe('the check finds', () => {
  for (const [rule, what, write] of crimes)
    test(`${what} (${rule})`, async () => {
      const { db } = await settled();
      if (what === 'a transfer too many') await db`drop index transfers_live`;
      await tamper(db, write);
      const found = await checkSettlements(db);
      assert.ok(
        found.some((finding) => finding.rule === rule),
        JSON.stringify(found),
      );
    });
});

describe('the database refuses', () => {
  const line = (db: Sql, cents: number) => db`
    insert into settlement_lines (journal_id, settlement_id, merchant_id, site_id, type, reference, description, amount_cents,
      fee_cents, booked_at)
    select journal.id, settlement.id, settlement.merchant_id, settlement.site_id, 'adjustment', 'r', 'd', ${cents}, 0, now()
    from settlements settlement, ledger_journals journal
    where settlement.business_day = '2028-04-10' and journal.template = 'settlement_paid'`;

  const attempts: [what: string, error: RegExp, write: (db: Sql) => Promise<unknown>][] = [
    ['a line added to a settlement that was made', /its lines sum to/, (db) => line(db, 1)],
    ['a line changed', /append-only/, (db) => db`update settlement_lines set reference = 'x'`],
    ['a line deleted', /append-only/, (db) => db`delete from settlement_lines`],
    ['another total', /its lines sum to/, (db) => db`update settlements set total_cents = total_cents + 1`],
    ['a settlement deleted', /foreign key/, (db) => db`delete from settlements`],
    [
      'a journal on a second line',
      /settlement_lines_pkey/,
      (db) => db`insert into settlement_lines select * from settlement_lines`,
    ],
    [
      'a second settlement of a day',
      /settlements_site_id_business_day_key/,
      (
        db,
      ) => db`insert into settlements (id, merchant_id, site_id, reference, business_day, cut_off_at, total_cents,
          fees_cents, counts, created_at)
        select ${randomUUID()}, merchant_id, site_id, 'other', business_day, cut_off_at, total_cents, fees_cents, counts, now()
        from settlements where business_day = '2028-04-10'`,
    ],
    [
      'a settlement that says more lines than it has',
      /has 2 lines but counts 3/,
      (db) => db`update settlements set total_cents = total_cents, counts = jsonb_set(counts, '{total}', '3')
        where business_day = '2028-04-10'`,
    ],
    [
      'a settlement that leaves out lines that sum to nothing',
      /leaves out the journal/,
      (db) => db`with settlement as (
          insert into settlements (id, merchant_id, site_id, reference, business_day, cut_off_at, total_cents, fees_cents,
            counts, created_at)
          select ${randomUUID()}, account.merchant_id, account.site_id, 'next', '2028-04-13', max(entry.booked_at),
            -sum(entry.amount_cents), 0, '{"total": 2}', now()
          from ledger_entries entry
          join ledger_accounts account on account.id = entry.account_id and account.kind = 'merchant'
          group by account.id returning *
        )
        insert into settlement_lines (journal_id, settlement_id, merchant_id, site_id, type, reference, description,
          amount_cents, fee_cents, booked_at)
        select journal.id, settlement.id, settlement.merchant_id, settlement.site_id, 'transaction', 'r', 'd',
          sum(-entry.amount_cents), 0, journal.booked_at
        from settlement cross join ledger_journals journal
        join ledger_entries entry on entry.journal_id = journal.id
        join ledger_accounts account on account.id = entry.account_id and account.kind = 'merchant'
        left join settlement_lines line on line.journal_id = journal.id
        where line.journal_id is null and journal.template <> 'settlement_made'
        group by journal.id, settlement.id, settlement.merchant_id, settlement.site_id
        having sum(entry.amount_cents) <> 0`,
    ],
    [
      'a second live transfer of a settlement',
      /transfers_live/,
      (
        db,
      ) => db`insert into transfers (id, merchant_id, site_id, purpose, object_id, bank_account, amount_cents, currency, bank_id,
          branch_code, account_sealed, reference, real_time, correlation_id, created_at)
        select ${randomUUID()}, merchant_id, site_id, purpose, object_id, bank_account, amount_cents, currency, bank_id, branch_code,
          account_sealed, reference, real_time, correlation_id, now()
        from transfers`,
    ],
  ];

  test('every change that would falsify settlements', async () => {
    const { db, sound, book, earn } = await settled();
    await book({ gross: 50n, fee: 50n });
    await earn(100n);
    for (const [what, error, write] of attempts) await assert.rejects(write(db), error, what);
    await sound();
  });
});
