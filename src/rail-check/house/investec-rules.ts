// Rules for the rail "investec" beside the usual ones: polls that are cut short, and books after random histories.
import { createRails } from '../../core/accounts/routing.ts';
import type { BankPayment } from '../../core/rail-modules.ts';
import { createTransferSweep } from '../../core/transfers/jobs.ts';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import { randomBelow, randomItem, randomUuid } from '../../kernel/random.ts';
import { lastOf } from '../../kernel/required.ts';
import { hold } from '../broken.ts';
import type { Rule } from '../report.ts';
import { part, type Stage } from '../stage.ts';
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
  const sweep = createTransferSweep(house.ctx, rails);
  const poll = () => part(stage, 'deposits').poll!({ account, id: account });
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
      if (may.length > 0) await bank.decide(id, randomItem(may));
    }
    await poll();
    await sweep.run();
    stage.clock.advance(dayMs);
  }
  // Its last day is told finally.
  await poll();
}

/** So many places of a crash are tried at most, evenly spread. */
const mostCrashes = 20;

/** Money arrives, one payment was paid and one came back; the poll that would tell is gone at each of its awaits in turn. */
async function crashPolls(stage: InvestecStage): Promise<string> {
  const { bank, heard, house } = stage;
  const rails = createRails({ ctx: house.ctx, railOf: async () => stage.rail });
  const sweep = createTransferSweep(house.ctx, rails);
  const at = { account, id: account };
  const payIn = async (amount: bigint): Promise<void> =>
    bank.deposit({ account, id: randomUuid(), amount, reference: 'EFT' });
  let owed: string | undefined;
  /** What a poll has to tell: two equal deposits, and the end of the payment that was ordered before. */
  async function happen(number: number): Promise<void> {
    for (const { id, outcome } of await bank.payments()) {
      if (outcome === 'pending') await bank.decide(id, 'paid');
      else if (outcome === 'paid' && number % 2 === 0) await bank.decide(id, 'returned');
    }
    for (let twice = 0; twice < 2; twice += 1) await payIn(1_000n + BigInt(number));
    if (owed !== undefined) await sendBack(house.ctx, owed);
    await sweep.run();
  }
  /** A poll is cut short at a place, and the next one lives. Returns at how many places it could be. */
  async function crash(number: number, nth: number): Promise<number> {
    const before = heard.deposits.length;
    await happen(number);
    const places = await stage.pollCutShort(nth);
    await stage.again!();
    await part(stage, 'deposits').poll!(at);
    const told = heard.deposits.slice(before).map(({ amount }) => amount);
    const isRight = told.length === 2 && told.every((amount) => amount === 1_000n + BigInt(number));
    hold(isRight, `two deposits were to be told after a poll gone at ${nth}, and ${told.length} were`);
    owed = lastOf(heard.deposits).id;
    stage.clock.advance(hourMs);
    return places;
  }
  // The first has no payment to tell of.
  await crash(0, Number.POSITIVE_INFINITY);
  const places = await crash(1, Number.POSITIVE_INFINITY);
  const crashes = Math.min(places, mostCrashes);
  for (let number = 1; number <= crashes; number += 1)
    await crash(number + 1, Math.round((number * places) / crashes));
  stage.clock.advance(dayMs);
  await part(stage, 'deposits').poll!(at);
  return holdBooks(house.ctx, account, `${crashes} polls that were gone at ${places} places`);
}

export const investecRules: readonly Rule[] = [
  {
    group: 4,
    rule: 'a poll that is gone at any await loses nothing, and tells nothing twice',
    seconds: 120,
    run: (any: Stage) => crashPolls(any as InvestecStage),
  },
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
