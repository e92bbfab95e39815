// What the parts of the proof share: the core over a database, sites, and books filled faster than anybody books.
import { type AccountKind, accountKinds } from '../../src/core/ledger/postings.ts';
import { simulatorAccount } from '../../src/core/rails.ts';
import { type Clock, systemClock } from '../../src/kernel/clock.ts';
import { inTransaction, openPool, type Sql } from '../../src/kernel/db/db.ts';
import { contextOn } from '../support/policy.ts';

export type Books = ReturnType<typeof openBooks>;

/** The core over a database, with at most so many connections. */
export function openBooks(url: string, { max = 4, clock = systemClock() as Clock } = {}) {
  const db = openPool(url, { max });
  return { db, ctx: contextOn(db, clock, 'ledger') };
}

export interface Owner {
  merchantId: string;
  siteId: string;
}

/** Sites of one merchant. */
export async function openSites(db: Sql, number: number): Promise<Owner[]> {
  await db`
    insert into merchants (id, code, name, created_at) values (uuidv7(), 'LEDGER01', 'Karoo Books', now())
    on conflict do nothing`;
  return db<Owner[]>`
    insert into sites (id, merchant_id, code, name, created_at)
    select uuidv7(), merchants.id, 'L' || upper(right(uuidv7()::text, 12)), 'Site ' || number, now()
    from merchants, generate_series(1, ${number}::integer) number
    where merchants.code = 'LEDGER01'
    returning id as site_id, merchant_id`;
}

/** Creates an account of a site (null: of the service); returns its id. */
export async function openAccount(db: Sql, kind: AccountKind, owner: Owner): Promise<string> {
  const { owner: whose } = accountKinds[kind];
  const { merchantId, siteId } = whose === 'site' ? owner : { merchantId: null, siteId: null };
  const bankAccount = whose === 'bank' ? simulatorAccount : '';
  const [account] = await db<{ id: string }[]>`
    insert into ledger_accounts (id, merchant_id, site_id, bank_account, kind, currency, created_at)
    values (uuidv7(), ${merchantId}, ${siteId}, ${bankAccount}, ${kind}, 'ZAR', now())
    returning id`;
  return account!.id;
}

/**
 * Books payments of a site, every other one with a fee: six entries for two. They wait for the linker. Returns their
 * number.
 */
export async function fillPayments(db: Sql, sites: Owner[], entries: number): Promise<number> {
  const clearing = await openAccount(db, 'bank_clearing', sites[0]!);
  const fees = await openAccount(db, 'fees', sites[0]!);
  const each = Math.ceil(entries / sites.length / 6) * 2;
  for (const site of sites) {
    const merchant = await openAccount(db, 'merchant', site);
    await inTransaction(db, async (tx) => {
      // Triggers and references would take most of the time, and this test does not prove them.
      await tx`set local session_replication_role = replica`;
      await tx`
        create temp table booked on commit drop as
        select uuidv7() as id, number, now() - interval '1 second' * (${each}::integer - number) as at
        from generate_series(1, ${each}::integer) number`;
      await tx`
        insert into ledger_journals (id, merchant_id, template, object, object_id, booked_at)
        select id, ${site.merchantId}, 'payment_received', 'transaction', uuidv7(), at from booked`;
      await tx`
        insert into ledger_entries (journal_id, account_id, amount_cents, booked_at)
        select id, account, cents, at from booked cross join lateral (
          values (1, ${clearing}::uuid, 5001 + number), (2, ${merchant}, -5001 - number), (3, ${merchant}, 25), (4, ${fees}, -25)
        ) line (place, account, cents)
        where place < 3 or number % 2 = 0
        order by number, place`;
      await tx`insert into ledger_unlinked select id from booked`;
    });
  }
  await db`vacuum analyze`;
  return each * sites.length;
}
