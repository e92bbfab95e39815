// Group 6 for the rail "files": after random histories the books are the statement, `tefo check` finds nothing, and each
// planted fault is found.

import { findAccount } from '../../../core/accounts/actions.ts';
import { createRails } from '../../../core/accounts/routing.ts';
import { setDepositPayer } from '../../../core/deposits/payer.ts';
import { returnDeposit } from '../../../core/deposits/returning.ts';
import type { BankPayment } from '../../../core/rail-modules.ts';
import { reconcile } from '../../../core/statements/reconciling.ts';
import { createTransferSweep } from '../../../core/transfers/jobs.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { randomBelow, randomUuid } from '../../../kernel/random.ts';
import { checkEverything } from '../../../reports/checks/all.ts';
import { hold } from '../broken.ts';
import type { Rule } from '../report.ts';
import { type Stage, secrets } from '../stage.ts';
import type { Entry } from './bank-forms.ts';
import { account } from './files-bank.ts';
import type { FilesStage } from './files-stage.ts';

const histories = 200;
const perDay = 40;
const dayMs = 86_400_000;

const outcomes: readonly BankPayment['outcome'][] = ['pending', 'paid', 'paid', 'failed', 'returned'];
const pick = <T>(from: readonly T[]): T => from[randomBelow(from.length)]!;

/** Deposits arrive, most go back to their payers, and the bank says of each what it likes, in any order and twice. */
async function live(stage: FilesStage): Promise<void> {
  const { bank, house, handlers } = stage;
  const rails = createRails({ ctx: house.ctx, railOf: async () => stage.rail });
  const sweep = createTransferSweep(house.ctx, rails, handlers, () => undefined);
  for (let day = 0; day < histories / perDay; day += 1) {
    const before = stage.heard.deposits.length;
    await bank.book(...Array.from({ length: perDay }, newEntry));
    for (const { id } of stage.heard.deposits.slice(before))
      if (randomBelow(4) > 0) await sendBack(stage, id);
    await sweep.run();
    const payments = (await bank.payments()).filter(({ outcome }) => outcome === 'pending');
    const said = payments.map(({ id }) => [id, pick(outcomes)] as const);
    for (const [id, outcome] of said) {
      for (let time = 0; time <= randomBelow(2); time += 1) await bank.answer(id, outcome);
    }
    stage.clock.advance(dayMs);
    await bank.book(...(await showPayments(stage, payments)));
    stage.clock.advance(dayMs);
  }
}

const newEntry = (): Entry => ({ key: randomUuid(), amount: BigInt(1 + randomBelow(10 ** 8)), text: 'EFT' });

async function sendBack({ house: { ctx } }: FilesStage, id: string): Promise<void> {
  const bankId = '4816019c-3314-4c80-8b6b-b2cd16dcc4ec';
  await setDepositPayer(ctx, id, {
    bankId,
    branchCode: '250655',
    accountNumber: secrets.ownNumber,
    holder: 'T',
  });
  await returnDeposit(ctx, id, null);
}

/** The lines of what the bank has paid, and of what came back of it. */
async function showPayments(stage: FilesStage, asked: readonly { id: string }[]): Promise<Entry[]> {
  const ids = new Set(asked.map(({ id }) => id));
  const now = (await stage.bank.payments()).filter(({ id }) => ids.has(id));
  return now.flatMap(({ outcome, amount, bankReference: text }): Entry[] => {
    const paid = { key: randomUuid(), amount: -amount, text };
    if (outcome === 'paid') return [paid];
    return outcome === 'returned' ? [paid, { key: randomUuid(), amount, text }] : [];
  });
}

async function amiss(stage: FilesStage, db: Db): Promise<string | undefined> {
  const found = (await checkEverything(db, { simulatedBank: false }))[0];
  if (found) return `tefo check: ${found.rule}, ${found.detail}`;
  const own = { ...stage.house.ctx, db } as FilesStage['house']['ctx'];
  const { difference } = await reconcile(own, (await findAccount(db, account))!);
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

async function findsPlanted(stage: FilesStage): Promise<void> {
  for (const [what, statement] of Object.entries(planted)) {
    let found: string | undefined;
    const planting = stage.house.ctx.db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(statement);
      found = await amiss(stage, tx as never);
      throw new Undone();
    });
    await planting.catch((error) => {
      if (!(error instanceof Undone)) throw error;
    });
    hold(found !== undefined, `${what} was planted, and nothing finds it`);
  }
}

export const filesBookRules: readonly Rule[] = [
  {
    group: 6,
    rule: 'opening and lines are the closing, tefo check finds nothing, and finds what is planted',
    seconds: 120,
    run: async (any: Stage) => {
      const stage = any as FilesStage;
      await live(stage);
      const wrong = await amiss(stage, stage.house.ctx.db);
      hold(wrong === undefined, `after ${histories} random histories: ${wrong}`);
      await findsPlanted(stage);
      return `${histories} random histories, ${Object.keys(planted).length} planted faults`;
    },
  },
];
