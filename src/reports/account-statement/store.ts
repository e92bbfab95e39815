// Reads an account statement from the ledger. all merchants: `seenBy` limits the accounts to the viewer's.
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db } from '../../kernel/db/db.ts';
import { countMoney } from '../totals/counting-store.ts';
import { postingsBetween } from '../totals/posting-store.ts';
import { balanceKinds } from './figures.ts';

export interface StatementOf {
  viewer: Viewer;
  merchantId?: string | undefined;
  siteId?: string | undefined;
  /** The instants [from, to). */
  from: Date;
  to: Date;
}

/** A part of a statement. Debits are positive, in cents, as the ledger has them. */
export interface StatementPart {
  part: 'opening' | 'moved' | 'closing';
  kind: string;
  /** Null for a balance, as the side is. */
  posting: string | null;
  side: 'debit' | 'credit' | null;
  count: number;
  cents: bigint;
  /** How many of them include VAT, and how much. */
  vatCount: number;
  vatCents: bigint;
}

const accountsOf = (db: Db, { viewer, merchantId, siteId }: StatementOf) => db`
  account.kind = any (${[...balanceKinds]}::text[]) and ${seenBy(db, viewer, 'account.merchant_id')}
  ${merchantId === undefined ? db`` : db`and account.merchant_id = ${merchantId}`}
  ${siteId === undefined ? db`` : db`and account.site_id = ${siteId}`}`;

/** Returns both balances and all movements between them, of one moment. */
export function readParts(db: Db, of: StatementOf): Promise<StatementPart[]> {
  const balance = (part: string, at: Date) => db`
    select ${part}::text as part, kind, null::text as posting, null::text as side, 0 as count, sum(cents)::bigint as cents, 0 as vat_count, 0::bigint as vat_cents
    from (${countMoney(db, db`${at}::timestamptz`, accountsOf(db, of))}) balance group by kind`;
  return db<StatementPart[]>`
    ${balance('opening', of.from)}
    union all
    select 'moved', account.kind, moved.posting, case when moved.is_debit then 'debit' else 'credit' end,
      sum(moved.n)::integer, sum(moved.cents)::bigint, sum(moved.vat_n)::integer, sum(moved.vat_cents)::bigint
    from (${postingsBetween(db, accountsOf(db, of), of)}) moved join ledger_accounts account on account.id = moved.account_id
    group by 2, 3, 4
    union all
    ${balance('closing', of.to)}`;
}
