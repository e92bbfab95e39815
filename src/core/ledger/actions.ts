// Booking business facts, each once, by their templates.
import type { Tx } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Context } from '../context.ts';
import * as store from './store.ts';
import { type AccountKind, accountKinds, entriesOf, type Posting } from './templates.ts';

export { balanceAt, createSnapshotSweep, serviceBalanceAt, spendable } from './balances.ts';
export { createLinkSweep, formatHead, type Head, ledgerHead, parseHead } from './chain.ts';
export { checkChain } from './chain-check.ts';
export { createHeadSweep, exportState, recordLoss } from './head-export.ts';
export { checkNoted, findNote, judgeNote, linkedUpTo, type Note, noteKeys } from './head-note.ts';
export { accountKinds, type Posting, templates } from './templates.ts';

export interface PostingInput {
  /** Null for money whose owner is not known yet. */
  merchantId: string | null;
  siteId: string | null;
  /** What is booked: the database refuses a second posting of one template for one object. */
  object: string;
  objectId: string;
  /** The template's named amounts in cents, each zero or more. */
  amounts: Record<string, Cents>;
}

/** Books a posting in the caller's transaction. */
export async function post(ctx: Context, tx: Tx, posting: Posting, input: PostingInput): Promise<void> {
  const entries = entriesOf(posting, input.amounts);
  const accounts = new Map<AccountKind, string>();
  for (const { account } of entries) {
    if (!accounts.has(account)) accounts.set(account, await ensureAccount(ctx, tx, account, input));
  }
  const lines = entries.map(({ account, amount }) => ({
    accountId: accounts.get(account)!,
    amountCents: amount,
  }));
  const { merchantId, object, objectId } = input;
  const journal = {
    id: newId(ctx.clock),
    merchantId,
    template: posting,
    object,
    objectId,
    bookedAt: ctx.clock.now(),
  };
  await store.insertJournal(tx, journal, lines);
}

async function ensureAccount(ctx: Context, tx: Tx, kind: AccountKind, owner: PostingInput): Promise<string> {
  const isOurs = accountKinds[kind].owner === 'service';
  const siteId = isOurs ? null : owner.siteId;
  const known = await store.findAccount(tx, kind, siteId);
  if (known) return known;
  const account = {
    id: newId(ctx.clock),
    merchantId: isOurs ? null : owner.merchantId,
    siteId,
    kind,
    createdAt: ctx.clock.now(),
  };
  await store.insertAccount(tx, account);
  return (await store.findAccount(tx, kind, siteId))!;
}
