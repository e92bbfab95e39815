// Money that arrives with a reference: a site's top-up reference raises its float, and what nobody knows waits in
// suspense.
import { randomInt } from 'node:crypto';
import type { Tx } from '../../kernel/db.ts';
import { type Context, transact } from '../context.ts';
import * as ledger from '../ledger/actions.ts';
import type { Site } from '../merchants/actions.ts';
import { raiseFloat } from '../payouts/actions.ts';
import type { ArrivedDeposit } from '../rails.ts';
import * as store from './store.ts';

/** The reference with which deposits raise a site's float: always the same, and good for any amount. */
export function createTopUpReference(ctx: Context, site: Site): Promise<string> {
  const owner = { merchantId: site.merchantId, siteId: site.id, purpose: 'float' } as const;
  return transact(ctx, async (tx) => {
    for (;;) {
      const known = await store.findReferenceOf(tx, owner);
      if (known) return known.reference;
      await store.insertReference(tx, { ...owner, reference: drawReference(), createdAt: ctx.clock.now() });
    }
  });
}

// Ten random digits: people mistype them, and hardly any wrong one is somebody else's.
function drawReference(): string {
  const half = (): string => String(randomInt(100_000)).padStart(5, '0');
  return `TOPUP${half()}${half()}`;
}

/** Records a deposit, once however often the bank tells of it, and gives the money to whom its reference says. */
export function receiveDeposit(ctx: Context, deposit: ArrivedDeposit): Promise<void> {
  return transact(ctx, async (tx) => {
    const owner = await store.findReference(tx, comparable(deposit.reference));
    const isNew = await store.insertDeposit(tx, {
      id: deposit.depositId,
      reference: deposit.reference,
      amountCents: deposit.amount,
      outcome: owner?.purpose ?? 'suspense',
      merchantId: owner?.merchantId ?? null,
      siteId: owner?.siteId ?? null,
      receivedAt: deposit.receivedAt,
    });
    if (isNew) await book(ctx, tx, deposit, owner);
  });
}

async function book(
  ctx: Context,
  tx: Tx,
  { depositId: id, amount }: ArrivedDeposit,
  owner: store.DepositReference | undefined,
): Promise<void> {
  if (owner) {
    const { merchantId, siteId } = owner;
    return raiseFloat(ctx, tx, { merchantId, siteId }, { id, amount });
  }
  const nobody = { merchantId: null, siteId: null };
  await ledger.post(ctx, tx, 'deposit_unmatched', {
    ...nobody,
    object: 'deposit',
    objectId: id,
    amounts: { amount },
  });
}

/** Banks print references in capitals and people part them with spaces. */
function comparable(reference: string): string {
  return reference.replace(/\s/g, '').toUpperCase();
}
