// All SQL of deposits and of the references they carry.
import type { Db, Tx } from '../../kernel/db.ts';
import type { Cents } from '../../kernel/money.ts';

export interface DepositReference {
  reference: string;
  merchantId: string;
  siteId: string;
  purpose: 'float';
  createdAt: Date;
}

/** Adds a reference; false when it is taken, or the site has one for the purpose already. */
export async function insertReference(tx: Tx, row: DepositReference): Promise<boolean> {
  const added = await tx`
    insert into deposit_references (reference, merchant_id, site_id, purpose, created_at)
    values (${row.reference}, ${row.merchantId}, ${row.siteId}, ${row.purpose}, ${row.createdAt})
    on conflict do nothing
    returning 1`;
  return added.length > 0;
}

export async function findReferenceOf(
  db: Db,
  owner: Pick<DepositReference, 'merchantId' | 'siteId' | 'purpose'>,
): Promise<DepositReference | undefined> {
  const [row] = await db<DepositReference[]>`
    select reference, merchant_id, site_id, purpose, created_at from deposit_references
    where merchant_id = ${owner.merchantId} and site_id = ${owner.siteId} and purpose = ${owner.purpose}`;
  return row;
}

/** all merchants: what a deposit carries tells whose it is. */
export async function findReference(db: Db, reference: string): Promise<DepositReference | undefined> {
  const [row] = await db<DepositReference[]>`
    select reference, merchant_id, site_id, purpose, created_at from deposit_references
    where reference = ${reference}`;
  return row;
}

export interface Deposit {
  /** The bank's own id of the movement. */
  id: string;
  /** As the payer wrote it. */
  reference: string;
  amountCents: Cents;
  /** "float": raised a site's float. "suspense": nobody knows whose it is yet. */
  outcome: 'float' | 'suspense';
  merchantId: string | null;
  siteId: string | null;
  receivedAt: Date;
}

/** Adds a deposit; false when it was recorded before. */
export async function insertDeposit(tx: Tx, row: Deposit): Promise<boolean> {
  const added = await tx`
    insert into deposits (id, reference, amount_cents, currency, outcome, merchant_id, site_id, received_at)
    values (${row.id}, ${row.reference}, ${row.amountCents}, 'ZAR', ${row.outcome}, ${row.merchantId}, ${row.siteId},
      ${row.receivedAt})
    on conflict (id) do nothing
    returning 1`;
  return added.length > 0;
}
