// Booking business facts, each once, by their templates.
import { newId } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { gather, type Work, type Write } from '../context.ts';
import * as store from './store.ts';
import { accountKinds, type Entry, entriesOf, type Posting } from './templates.ts';

export { balanceAt, createSnapshotSweep, serviceBalanceAt, spendable, spendableOf } from './balances.ts';
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

/** Books a posting with what else the transaction writes. */
export async function post(work: Work, posting: Posting, input: PostingInput): Promise<void> {
  const { merchantId, siteId, object, objectId } = input;
  const id = newId(work.clock);
  const journal = { id, merchantId, siteId, template: posting, object, objectId };
  gather(work, journals, { ...journal, entries: entriesOf(posting, input.amounts) });
}

interface Booked extends Omit<store.JournalRow, 'bookedAt'> {
  siteId: string | null;
  entries: Entry[];
}

const journals: Write<Booked> = {
  place: 3,
  all: async ({ tx, clock }, booked) => {
    // Stamped as late as can be: a settlement waits for those that write, and not for those that still decide.
    const bookedAt = clock.now();
    const lines = booked.flatMap(({ id, siteId, merchantId, entries }) =>
      entries.map(({ account, amount }) => {
        const owner = accountKinds[account].owner === 'service' ? null : { merchantId, siteId };
        return { journalId: id, bookedAt, kind: account, amount, merchantId: null, siteId: null, ...owner };
      }),
    );
    const accounts = [...new Map(lines.map((line) => [`${line.kind} ${line.siteId}`, line])).values()];
    await Promise.all([
      store.ensureAccounts(
        tx,
        accounts.map((account) => ({ ...account, id: newId(clock), createdAt: bookedAt })),
      ),
      store.insertJournals(
        tx,
        booked.map((journal) => ({ ...journal, bookedAt })),
        lines,
      ),
    ]);
  },
};
