// Booking business facts, each once, by their templates.
import { newId } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Work } from '../context.ts';
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
export async function post(work: Work, posting: Posting, input: PostingInput): Promise<void> {
  const entries = entriesOf(posting, input.amounts);
  const accounts = new Map<AccountKind, string>();
  for (const { account } of entries) {
    if (!accounts.has(account)) accounts.set(account, await ensureAccount(work, account, input));
  }
  const lines = entries.map(({ account, amount }) => ({
    accountId: accounts.get(account)!,
    amountCents: amount,
  }));
  const { merchantId, object, objectId } = input;
  const journal = {
    id: newId(work.clock),
    merchantId,
    template: posting,
    object,
    objectId,
    bookedAt: work.clock.now(),
  };
  await store.insertJournal(work.tx, journal, lines);
}

async function ensureAccount(work: Work, kind: AccountKind, owner: PostingInput): Promise<string> {
  const isOurs = accountKinds[kind].owner === 'service';
  const siteId = isOurs ? null : owner.siteId;
  const known = await store.findAccount(work.tx, kind, siteId);
  if (known) return known;
  const account = {
    id: newId(work.clock),
    merchantId: isOurs ? null : owner.merchantId,
    siteId,
    kind,
    createdAt: work.clock.now(),
  };
  await store.insertAccount(work.tx, account);
  return (await store.findAccount(work.tx, kind, siteId))!;
}
