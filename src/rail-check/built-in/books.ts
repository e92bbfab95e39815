// Checks the books of an account whose statements the core imports: the booked lines, their consistency, and whether
// the checks detect injected faults.
import { findAccount } from '../../core/accounts/actions.ts';
import type { Context } from '../../core/context.ts';
import { setDepositPayer } from '../../core/deposits/payer.ts';
import { returnDeposit } from '../../core/deposits/returns.ts';
import { readLines } from '../../core/statements/actions.ts';
import { reconcile } from '../../core/statements/reconciliation.ts';
import { everything } from '../../core/viewer.ts';
import type { Db } from '../../kernel/db/db.ts';
import { required } from '../../kernel/required.ts';
import { checkEverything } from '../../reports/checks/all.ts';
import { hold } from '../broken.ts';
import { secrets } from '../stage.ts';
import type { Service } from './parts.ts';

/** Returns a function that records the deposits newly booked by the core as reported by the rail. */
export function createDepositRecorder(
  { ctx, clock, received }: Service,
  account: string,
): () => Promise<void> {
  const reported = new Set<string>();
  return async () => {
    for await (const page of readLines(ctx.db, account, false))
      for (const { id, meaning, amountCents: amount, text: reference, bookedOn } of page) {
        if (meaning !== 'deposit' || reported.has(id)) continue;
        reported.add(id);
        const receivedAt = clock.now();
        received.deposits.push({ account, id, amount, reference, receivedAt, bookedOn, payer: null });
      }
  };
}

/** Orders the return of a deposit to its payer. */
export async function sendBack(ctx: Context, id: string): Promise<void> {
  await setDepositPayer(ctx, id, {
    bankId: '4816019c-3314-4c80-8b6b-b2cd16dcc4ec',
    branchCode: '250655',
    accountNumber: secrets.payee,
    holder: 'T',
  });
  await returnDeposit(ctx, everything, id, null);
}

async function amiss(ctx: Context, account: string): Promise<string | undefined> {
  const found = (await checkEverything(ctx.db, { simulatedBank: false }))[0];
  if (found) return `tefo check: ${found.rule}, ${found.detail}`;
  const { difference } = await reconcile(ctx, required(await findAccount(ctx.db, account), 'bank account'));
  return difference === 0n ? undefined : `the statement and the ledger differ by ${difference} cents`;
}

const planted: Record<string, string> = {
  'a cent too much in the ledger': `update ledger_entries set amount_cents = amount_cents + 1
    where id = (select min(id) from ledger_entries)`,
  'a missing line': `delete from statement_lines where id = (select id from statement_lines
    where status = 'booked' and meaning = 'deposit' limit 1)`,
  'a cent too much on a line': `update statement_lines set amount_cents = amount_cents + 1
    where id = (select id from statement_lines where status = 'booked' limit 1)`,
  'a missing deposit': 'delete from deposits where id = (select id from deposits limit 1)',
  'a missing transition': 'delete from transitions where id = (select max(id) from transitions)',
};

class Undone extends Error {}

/** Checks that the books are consistent after a history, and that injected faults are detected. Returns a summary. */
export async function holdBooks(ctx: Context, account: string, history: string): Promise<string> {
  const wrong = await amiss(ctx, account);
  hold(wrong === undefined, `after ${history}: ${wrong}`);
  for (const [what, statement] of Object.entries(planted)) {
    let found: string | undefined;
    const planting = ctx.db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(statement);
      found = await amiss({ ...ctx, db: tx as Db as Context['db'] }, account);
      throw new Undone();
    });
    await planting.catch((error) => {
      if (!(error instanceof Undone)) throw error;
    });
    hold(found !== undefined, `${what} was injected, but no check detects it`);
  }
  return `${history}, ${Object.keys(planted).length} injected faults`;
}
