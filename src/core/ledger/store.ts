// All SQL of the ledger. Entries and journals are only ever added; the database refuses anything else.
import type { Db, Tx } from '../../kernel/db.ts';
import type { AccountKind } from './templates.ts';

export async function findAccount(
  tx: Tx,
  kind: AccountKind,
  siteId: string | null,
): Promise<string | undefined> {
  const [account] = await tx<{ id: string }[]>`
    select id from ledger_accounts
    where kind = ${kind} and currency = 'ZAR' and site_id is not distinct from ${siteId}`;
  return account?.id;
}

/** Makes an account unless it is there; several at once make one. */
export async function insertAccount(
  tx: Tx,
  account: {
    id: string;
    merchantId: string | null;
    siteId: string | null;
    kind: AccountKind;
    createdAt: Date;
  },
): Promise<void> {
  await tx`
    insert into ledger_accounts (id, merchant_id, site_id, kind, currency, created_at)
    values (${account.id}, ${account.merchantId}, ${account.siteId}, ${account.kind}, 'ZAR', ${account.createdAt})
    on conflict do nothing`;
}

export interface JournalRow {
  id: string;
  merchantId: string;
  template: string;
  object: string;
  objectId: string;
  bookedAt: Date;
}

/** Adds a journal with its entries in one statement. */
export async function insertJournal(
  tx: Tx,
  journal: JournalRow,
  entries: { accountId: string; amountCents: bigint }[],
): Promise<void> {
  await tx`
    with journal as (
      insert into ledger_journals (id, merchant_id, template, object, object_id, booked_at)
      values (${journal.id}, ${journal.merchantId}, ${journal.template}, ${journal.object}, ${journal.objectId},
        ${journal.bookedAt})
      returning id, booked_at
    )
    insert into ledger_entries (journal_id, account_id, amount_cents, booked_at)
    select journal.id, line.account_id, line.amount_cents, journal.booked_at
    from journal, unnest(
      ${entries.map((entry) => entry.accountId)}::uuid[],
      ${entries.map((entry) => entry.amountCents.toString())}::bigint[]
    ) as line (account_id, amount_cents)`;
}

/** The balance of a site's account at an instant, in cents, credits negative. */
export async function sumEntries(
  db: Db,
  kind: AccountKind,
  siteId: string | null,
  at: Date,
): Promise<bigint> {
  const [row] = await db<{ total: bigint }[]>`
    select coalesce(sum(entry.amount_cents), 0)::bigint as total
    from ledger_accounts account join ledger_entries entry on entry.account_id = account.id
    where account.kind = ${kind} and account.site_id is not distinct from ${siteId} and entry.booked_at <= ${at}`;
  return row!.total;
}
