// Group 6 for the rail "files": after a random history the ledger matches the statement, `tefo check` finds no error,
// and it detects each injected fault.

import { createRails } from '../../core/accounts/routing.ts';
import type { BankPayment } from '../../core/rail-modules.ts';
import { createTransferSweep } from '../../core/transfers/jobs.ts';
import { randomBelow, randomItem, randomUuid } from '../../kernel/random.ts';
import type { Rule } from '../report.ts';
import type { Stage } from '../stage.ts';
import type { Entry } from './bank-forms.ts';
import { holdBooks, sendBack } from './books.ts';
import type { FilesStage } from './files-stage.ts';
import { account } from './parts.ts';

const histories = 200;
const perDay = 40;
const dayMs = 86_400_000;

const outcomes: readonly BankPayment['outcome'][] = ['pending', 'paid', 'paid', 'failed', 'returned'];

/** Plays a random history: deposits arrive, most are returned, and the bank reports random outcomes, also twice. */
async function live(stage: FilesStage): Promise<void> {
  const { bank, service } = stage;
  const rails = createRails({ ctx: service.ctx, railOf: async () => stage.rail });
  const sweep = createTransferSweep(service.ctx, rails);
  for (let day = 0; day < histories / perDay; day += 1) {
    const before = stage.received.deposits.length;
    await bank.book(...Array.from({ length: perDay }, newEntry));
    for (const { id } of stage.received.deposits.slice(before))
      if (randomBelow(4) > 0) await sendBack(service.ctx, id);
    await sweep.run();
    const payments = (await bank.payments()).filter(({ outcome }) => outcome === 'pending');
    const said = payments.map(({ id }) => [id, randomItem(outcomes)] as const);
    for (const [id, outcome] of said) {
      for (let time = 0; time <= randomBelow(2); time += 1) await bank.answer(id, outcome);
    }
    stage.clock.advance(dayMs);
    await bank.book(...(await showPayments(stage, payments)));
    stage.clock.advance(dayMs);
  }
}

const newEntry = (): Entry => ({ key: randomUuid(), amount: BigInt(1 + randomBelow(10 ** 8)), text: 'EFT' });

/** Returns the statement lines of the bank's payments and of their reversals. */
async function showPayments(stage: FilesStage, asked: readonly { id: string }[]): Promise<Entry[]> {
  const ids = new Set(asked.map(({ id }) => id));
  const now = (await stage.bank.payments()).filter(({ id }) => ids.has(id));
  return now.flatMap(({ outcome, amount, bankReference: text }): Entry[] => {
    const paid = { key: randomUuid(), amount: -amount, text };
    if (outcome === 'paid') return [paid];
    return outcome === 'returned' ? [paid, { key: randomUuid(), amount, text }] : [];
  });
}

export const filesBookRules: readonly Rule[] = [
  {
    group: 6,
    rule: 'the statement balances, tefo check finds no error, and it detects injected faults',
    seconds: 120,
    run: async (any: Stage) => {
      const stage = any as FilesStage;
      await live(stage);
      return holdBooks(stage.service.ctx, account, `${histories} random histories`);
    },
  },
];
