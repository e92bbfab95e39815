// Group 6 for the rail "investec": after random histories the books are what the bank lists.
import { createRails } from '../../../core/accounts/routing.ts';
import type { BankPayment } from '../../../core/rail-modules.ts';
import { createTransferSweep } from '../../../core/transfers/jobs.ts';
import { dayMs } from '../../../kernel/clock.ts';
import { randomBelow, randomUuid } from '../../../kernel/random.ts';
import { hold } from '../broken.ts';
import type { Rule } from '../report.ts';
import type { Stage } from '../stage.ts';
import { holdBooks, sendBack } from './books.ts';
import { account, type InvestecStage } from './investec-stage.ts';

const days = 4;
const perDay = 12;

/** What a bank may say next of a payment. */
const next: Record<BankPayment['outcome'], readonly BankPayment['outcome'][]> = {
  pending: ['pending', 'paid', 'paid', 'failed', 'returned'],
  paid: ['paid', 'paid', 'returned'],
  failed: [],
  returned: [],
};

/** Deposits arrive, most go back to their payers, and the bank says of each what it likes, and lists what moved. */
async function live(stage: InvestecStage): Promise<void> {
  const { bank, house, heard } = stage;
  const rails = createRails({ ctx: house.ctx, railOf: async () => stage.rail });
  const sweep = createTransferSweep(house.ctx, rails, stage.handlers, () => undefined);
  const poll = () => stage.rail.deposits!.poll!({ account, id: account });
  for (let day = 0; day < days; day += 1) {
    const before = heard.deposits.length;
    for (let count = 0; count < perDay; count += 1)
      await bank.deposit({
        account,
        id: randomUuid(),
        amount: BigInt(1 + randomBelow(10 ** 8)),
        reference: 'EFT',
      });
    await poll();
    const arrived = heard.deposits.slice(before);
    hold(arrived.length === perDay, `${perDay} were paid in, and ${arrived.length} told`);
    for (const { id } of arrived) if (randomBelow(4) > 0) await sendBack(house.ctx, id);
    await sweep.run();
    for (const { id, outcome } of await bank.payments()) {
      const may = next[outcome];
      if (may.length > 0) await bank.decide(id, may[randomBelow(may.length)]!);
    }
    await poll();
    await sweep.run();
    stage.clock.advance(dayMs);
  }
  // Its last day is told finally.
  await poll();
}

export const investecRules: readonly Rule[] = [
  {
    group: 6,
    rule: 'the books are what the bank lists, tefo check finds nothing, and finds what is planted',
    seconds: 120,
    run: async (any: Stage) => {
      const stage = any as InvestecStage;
      await live(stage);
      const paid = (await stage.bank.payments()).filter(({ outcome }) => outcome === 'paid');
      hold(paid.length > 0, 'the bank has paid nothing');
      return holdBooks(stage.house.ctx, account, `${days * perDay} random histories`);
    },
  },
];
