import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { openWorld } from '../../../test/support/world.ts';
import { plus } from '../../kernel/clock.ts';
import { inTransaction, type Tx } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import { checkLedger } from '../../reports/checks/ledger.ts';
import { changeSite, createSite } from '../merchants/actions.ts';
import { simulatorAccount } from '../rails.ts';
import { inWork } from '../unit-of-work.ts';
import { accountKinds, balanceAt, entriesOf, post, serviceBalanceAt, templates } from './actions.ts';

const world = await openWorld();
const { db, ctx, site } = world;
const cents = fc.bigInt({ min: 0n, max: 10n ** 14n });
const owner = {
  merchantId: site.merchantId,
  siteId: site.id,
  object: 'transaction',
  bankAccount: simulatorAccount,
};

function book(
  amounts: Record<string, bigint>,
  objectId: string = newId(ctx.clock),
  at = owner,
): Promise<void> {
  return inWork(ctx, (work) =>
    post(work, 'payment_received', { ...at, objectId, amounts: { vat: 0n, ...amounts } }),
  );
}

describe('a template', () => {
  test('names accounts that exist', () => {
    for (const line of Object.values(templates).flat()) assert.ok(line.account in accountKinds);
  });

  test('consists of moves: each of its amounts is debited once and credited once, and no two lines are equal', () => {
    for (const [name, lines] of Object.entries(templates)) {
      const sides = Object.groupBy(lines, ({ amount }) => amount);
      for (const both of Object.values(sides))
        assert.deepEqual(both!.map(({ side }) => side).toSorted(), ['credit', 'debit'], name);
      assert.equal(new Set(lines.map(({ account, side }) => `${account} ${side}`)).size, lines.length, name);
    }
  });

  test('sums to zero whatever the amounts, and leaves lines of zero out', () => {
    fc.assert(
      fc.property(cents, cents, cents, (gross, fee, vat) => {
        const entries = entriesOf('payment_received', { gross, fee, vat });
        assert.equal(
          entries.reduce((sum, { amount }) => sum + amount, 0n),
          0n,
        );
        assert.ok(entries.every(({ amount }) => amount !== 0n));
        assert.equal(
          entries.length,
          [gross, gross, fee, fee, vat, vat].filter((amount) => amount > 0n).length,
        );
      }),
    );
  });

  test('takes no amount that is missing or below zero', () => {
    assert.throws(() => entriesOf('payment_received', { gross: 100n }), /needs the amount fee/);
    assert.throws(() => entriesOf('payment_received', { gross: 100n, fee: -10n }), /needs the amount fee/);
  });
});

describe('a journal', () => {
  test('books each amount on its account: the amount due to the site, the fees, the money at the banks', async () => {
    const id = randomUUID();
    await book({ gross: 10_000n, fee: 250n }, id);
    assert.deepEqual(await world.booked(id), { bank_clearing: 10_000n, merchant: -9_750n, fees: -250n });
  });

  test('is booked once per object, however many try', async () => {
    const id = randomUUID();
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => book({ gross: 100n, fee: 1n }, id)),
    );
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.deepEqual(await world.booked(id), { bank_clearing: 100n, merchant: -99n, fees: -1n });
  });

  test('uses only the accounts of its site, and concurrent first bookings create one account each', async () => {
    const codes = await Promise.all(
      [1, 2, 3].map((number) => createSite(ctx, world.merchant.merchant, `Branch ${number}`)),
    );
    const sites = await db<
      { id: string }[]
    >`select id from sites where code = any (${codes.map(({ siteCode }) => siteCode)})`;
    const owners = sites.map(({ id }) => ({ ...owner, siteId: id }));
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        book({ gross: 100n, fee: 0n }, randomUUID(), owners[index % 3]!),
      ),
    );
    for (const { id } of sites) {
      assert.equal(await balanceAt(db, 'merchant', id, ctx.clock.now()), 1_000n);
    }
    const accounts =
      await db`select kind, site_id, count(*) from ledger_accounts group by kind, site_id having count(*) > 1`;
    assert.equal(accounts.length, 0);
  });

  test('that does not sum to zero over two lines cannot commit', async () => {
    const [account] = await db<{ id: string }[]>`select id from ledger_accounts where kind = 'fees'`;
    async function write(tx: Tx, amounts: bigint[]): Promise<void> {
      const id = newId(ctx.clock);
      await tx`
        with journal as (
          insert into ledger_journals (id, merchant_id, template, object, object_id, booked_at)
          values (${id}, ${site.merchantId}, 'payment_received', 'transaction', ${randomUUID()}, now())
        )
        insert into ledger_entries (journal_id, account_id, amount_cents, booked_at)
        select ${id}::uuid, ${account!.id}::uuid, unnest(${amounts.map(String)}::bigint[]), now()`;
    }
    for (const amounts of [[], [100n], [100n, -99n], [100n, 100n], [1n, 1n, -3n], [2n ** 62n, 2n ** 62n]]) {
      await assert.rejects(
        inTransaction(db, (tx) => write(tx, amounts)),
        /does not balance/,
        String(amounts),
      );
    }
    await assert.rejects(
      inTransaction(db, (tx) => write(tx, [100n, -100n, 0n])),
      /check constraint/,
    );
    await inTransaction(db, (tx) => write(tx, [100n, -60n, -40n]));
  });

  test('that balanced cannot be given another line', async () => {
    const [entry] = await db<
      { journalId: string; accountId: string }[]
    >`select journal_id, account_id from ledger_entries limit 1`;
    const adding = db`
      insert into ledger_entries (journal_id, account_id, amount_cents, booked_at)
      values (${entry!.journalId}, ${entry!.accountId}, 5, now())`;
    await assert.rejects(adding, /does not balance/);
  });
});

test('a balance is that of the requested instant', async () => {
  const before = await serviceBalanceAt(db, 'fees', ctx.clock.now());
  world.clock.advance(60_000);
  await book({ gross: 500n, fee: 100n });
  assert.equal(await serviceBalanceAt(db, 'fees', plus(ctx.clock.now(), -1)), before);
  assert.equal(await serviceBalanceAt(db, 'fees', ctx.clock.now()), before - 100n);
});

describe('the check of the ledger', () => {
  test('finds nothing in an untouched ledger', async () => {
    const clean = await openWorld();
    await clean.paid();
    assert.deepEqual(await checkLedger(clean.db), []);
  });

  test('finds nothing in an older ledger, in which the fee of a payment was kept back', async () => {
    const older = await openWorld();
    await changeSite(older.ctx, older.site.code, { feeBps: 250 });
    await older.paid();
    await asSuperuser(
      older.db,
      `with fee as (
        delete from ledger_entries entry using ledger_accounts account
        where account.id = entry.account_id and account.kind = 'merchant' and entry.amount_cents > 0
        returning entry.account_id, entry.amount_cents
      )
      update ledger_entries entry set amount_cents = entry.amount_cents + fee.amount_cents
      from fee where entry.account_id = fee.account_id and entry.amount_cents < 0`,
    );
    assert.equal((await older.db`select from ledger_entries`).length, 3);
    assert.deepEqual(await checkLedger(older.db), []);
  });

  const breaks = {
    'journal-balances': {
      'an amount was changed':
        'update ledger_entries set amount_cents = amount_cents + 1 where amount_cents > 0',
      'a line is gone': 'delete from ledger_entries where amount_cents > 0',
      'every line is gone': 'delete from ledger_entries',
    },
    'posting-follows-template': {
      'money is on the account of another kind':
        "update ledger_entries set account_id = (select id from ledger_accounts where kind = 'fees') where amount_cents > 0",
      'debit and credit are exchanged': 'update ledger_entries set amount_cents = -amount_cents',
      'a line stands twice':
        'insert into ledger_entries (journal_id, account_id, amount_cents, booked_at) select journal_id, account_id, amount_cents, booked_at from ledger_entries',
      'the site’s account was passed by': `delete from ledger_entries where account_id in (
        select id from ledger_accounts where kind = 'merchant')`,
      'the template does not exist': "update ledger_journals set template = 'gift'",
    },
    'entry-belongs-to-its-journal': {
      'it is of another time':
        "update ledger_entries set booked_at = booked_at + interval '1 second' where amount_cents > 0",
      'its account is another merchant’s':
        'update ledger_accounts set merchant_id = $other where site_id is not null',
    },
  };
  for (const [rule, ways] of Object.entries(breaks)) {
    for (const [way, statement] of Object.entries(ways)) {
      test(`reports ${rule} when ${way}`, async () => {
        const broken = await openWorld();
        await changeSite(broken.ctx, broken.site.code, { feeBps: 10_000 });
        await broken.paid();
        const [other] = await broken.db<{ id: string }[]>`
          insert into merchants (id, code, name, created_at) values (gen_random_uuid(), 'OTHER1', 'Other', now()) returning id`;
        await asSuperuser(broken.db, statement.replace('$other', `'${other!.id}'`));
        const findings = await checkLedger(broken.db);
        assert.ok(
          findings.some((finding) => finding.rule === rule),
          JSON.stringify(findings),
        );
        for (const finding of findings) assert.ok(finding.object.length > 0 && finding.detail.length > 0);
      });
    }
  }
});

/** Makes a change that the triggers prevent. */
function asSuperuser(database: typeof db, statement: string): Promise<unknown> {
  return inTransaction(database, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(statement);
  });
}
