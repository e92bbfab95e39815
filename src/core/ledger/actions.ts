// Booking business facts, each once, by their templates.
import { newId } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Work, Writer } from '../context.ts';
import { save } from '../unit-of-work.ts';
import { type AccountKind, accountKinds, type Posting, templates } from './postings.ts';
import * as store from './store.ts';

export {
  balanceAt,
  clearingOf,
  createSnapshotSweep,
  findUnsettled,
  readSpendable,
  serviceBalanceAt,
  spendable,
  spendableOf,
} from './balances.ts';
export { createLinkSweep, formatHead, type Head, ledgerHead, linkLag, parseHead } from './chain.ts';
export { checkChain } from './chain-check.ts';
export { recordLoss } from './export-store.ts';
export { type FeeTotal, sumFees, sumReversedFees } from './fee-store.ts';
export { createHeadSweep, exportState } from './head-export.ts';
export { checkNoted, findNote, judgeNote, linkedUpTo, type Note, noteKeys } from './head-note.ts';
export { type AccountKind, accountKinds, type Posting, templates } from './postings.ts';
export { feeBooked, findBookedAt } from './store.ts';

export interface PostingInput {
  /** Null for money whose owner is not known yet. */
  merchantId: string | null;
  siteId: string | null;
  /** The object that is booked: the database refuses a second posting of one template for it. */
  object: string;
  objectId: string;
  /** The bank account whose clearing, charges or interest it moves; absent if it moves none. */
  bankAccount?: string | null;
  /** The template's named amounts in cents, each zero or more. */
  amounts: Record<string, Cents>;
}

/** Books a posting with what else the transaction writes. */
export function post(work: Work, posting: Posting, input: PostingInput): void {
  const { merchantId, siteId, object, objectId, bankAccount = null } = input;
  const id = newId(work.clock);
  const journal = { id, merchantId, siteId, template: posting, object, objectId };
  save(work, journals, { ...journal, bankAccount, entries: entriesOf(posting, input.amounts) });
}

interface Entry {
  account: AccountKind;
  /** Debits are positive, credits negative, in cents; never zero. */
  amount: Cents;
}

/** Returns the entries of a posting. Lines whose amount is zero are left out; a missing amount is a bug. */
export function entriesOf(posting: Posting, amounts: Record<string, Cents>): Entry[] {
  return templates[posting]
    .map((line) => {
      const amount = amounts[line.amount];
      if (amount === undefined || amount < 0n) throw new Error(`${posting} needs the amount ${line.amount}`);
      return { account: line.account, amount: line.side === 'debit' ? amount : -amount };
    })
    .filter((entry) => entry.amount !== 0n);
}

/**
 * Books a posting of unallocated money for each row of a table of the transaction (`id`, `amount_cents`), on one bank
 * account: for so many rows that they must not pass through this process.
 */
export async function postRows(
  { tx, clock }: Work,
  posting: Posting,
  { table, object, bankAccount }: { table: string; object: string; bankAccount: string },
): Promise<void> {
  const bookedAt = clock.now();
  const [one, other] = entriesOf(posting, { amount: 1n }) as [Entry, Entry];
  const kinds = [one, other].map(({ account, amount }) => ({
    kind: account,
    sign: amount > 0n ? (1 as const) : (-1 as const),
    bankAccount: accountKinds[account].owner === 'bank' ? bankAccount : '',
  }));
  const nobodys = { merchantId: null, siteId: null, createdAt: bookedAt };
  await store.ensureAccounts(
    tx,
    kinds.map((kind) => ({ ...kind, ...nobodys, id: newId(clock) })),
  );
  const lines: { accountId: string; sign: 1 | -1 }[] = [];
  for (const { kind, sign, bankAccount: of } of kinds)
    lines.push({ accountId: await store.findOwnAccount(tx, kind, of), sign });
  await store.insertForRows(tx, { table, template: posting, object, bookedAt }, lines);
}

interface Booked extends Omit<store.JournalRow, 'bookedAt'> {
  siteId: string | null;
  bankAccount: string | null;
  entries: Entry[];
}

type Owner = Pick<store.AccountRow, 'merchantId' | 'siteId' | 'bankAccount'>;

const nobody: Owner = { merchantId: null, siteId: null, bankAccount: '' };

/** Returns the owner of the account of a kind that a journal moves. */
function ownerOf(kind: AccountKind, { template, merchantId, siteId, bankAccount }: Booked): Owner {
  const { owner } = accountKinds[kind];
  if (owner === 'site') return { ...nobody, merchantId, siteId };
  if (owner === 'service') return nobody;
  if (!bankAccount) throw new Error(`${template} needs its bank account`);
  return { ...nobody, bankAccount };
}

const journals: Writer<Booked> = {
  place: 'ledger_journals',
  statements: ({ tx, clock }, booked) => {
    // Stamped as late as can be: a settlement waits for those that write, and not for those that still decide.
    const bookedAt = clock.now();
    const lines = booked.flatMap((journal) =>
      journal.entries.map(({ account, amount }) => {
        return { journalId: journal.id, bookedAt, kind: account, amount, ...ownerOf(account, journal) };
      }),
    );
    const accounts = [
      ...new Map(lines.map((line) => [`${line.kind} ${line.siteId} ${line.bankAccount}`, line])).values(),
    ];
    const missing = accounts.map((account) => ({ ...account, id: newId(clock), createdAt: bookedAt }));
    const rows = booked.map((journal) => ({ ...journal, bookedAt }));
    return [{ query: store.ensureAccounts(tx, missing) }, { query: store.insertJournals(tx, rows, lines) }];
  },
};
