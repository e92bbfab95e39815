// The books of an account whose statements the core takes: what it has booked, whether all of it agrees, and whether faults
// that are planted into it are found.
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
import type { House } from './parts.ts';

/** Returns what takes the deposits that the core has booked since for what the rail has told. */
export function createHearing({ ctx, clock, heard }: House, account: string): () => Promise<void> {
  const told = new Set<string>();
  return async () => {
    for await (const page of readLines(ctx.db, account, false))
      for (const { id, meaning, amountCents: amount, text: reference, bookedOn } of page) {
        if (meaning !== 'deposit' || told.has(id)) continue;
        told.add(id);
        const receivedAt = clock.now();
        heard.deposits.push({ account, id, amount, reference, receivedAt, bookedOn, payer: null });
      }
  };
}

/** Orders that a deposit goes back to its payer. */
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
  return difference === 0n ? undefined : `the statement and the books differ by ${difference} cents`;
}

const planted: Record<string, string> = {
  'a cent in the ledger': `update ledger_entries set amount_cents = amount_cents + 1
    where id = (select min(id) from ledger_entries)`,
  'a line that is gone': `delete from statement_lines where id = (select id from statement_lines
    where status = 'booked' and meaning = 'deposit' limit 1)`,
  'a cent on a line': `update statement_lines set amount_cents = amount_cents + 1
    where id = (select id from statement_lines where status = 'booked' limit 1)`,
  'a deposit that is gone': 'delete from deposits where id = (select id from deposits limit 1)',
  'a step that is gone': 'delete from transitions where id = (select max(id) from transitions)',
};

class Undone extends Error {}

/** Holds that after a history nothing is amiss, and that each planted fault is found. Returns what was seen. */
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
    hold(found !== undefined, `${what} was planted, and nothing finds it`);
  }
  return `${history}, ${Object.keys(planted).length} planted faults`;
}
