// Additional rules for the rail "investec": interrupted polls, and the books after a random history.
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
import type { InvestecStage } from './investec-stage.ts';
import { account } from './parts.ts';

const days = 4;
const perDay = 12;

/** The outcomes that a bank can report after each outcome of a payment. */
const next: Record<BankPayment['outcome'], readonly BankPayment['outcome'][]> = {
  pending: ['pending', 'paid', 'paid', 'failed', 'returned'],
  paid: ['paid', 'paid', 'returned'],
  failed: [],
  returned: [],
};

/** Plays a random history: deposits arrive, most are returned, and the bank reports random outcomes and movements. */
async function live(stage: InvestecStage): Promise<void> {
  const { bank, service, received } = stage;
  const rails = createRails({ ctx: service.ctx, railOf: async () => stage.rail });
  const sweep = createTransferSweep(service.ctx, rails);
  const poll = () => part(stage, 'deposits').poll!({ account, id: account });
  for (let day = 0; day < days; day += 1) {
    const before = received.deposits.length;
    for (let count = 0; count < perDay; count += 1)
      await bank.deposit({
        account,
        id: randomUuid(),
        amount: BigInt(1 + randomBelow(10 ** 8)),
        reference: 'EFT',
      });
    await poll();
    const arrived = received.deposits.slice(before);
    hold(arrived.length === perDay, `${perDay} deposits were made, and ${arrived.length} reported`);
    for (const { id } of arrived) if (randomBelow(4) > 0) await sendBack(service.ctx, id);
    await sweep.run();
    for (const { id, outcome } of await bank.payments()) {
      const may = next[outcome];
      if (may.length > 0) await bank.decide(id, randomItem(may));
    }
    await poll();
    await sweep.run();
    stage.clock.advance(dayMs);
  }
  // The last poll reads the movements of the last day.
  await poll();
}

/** The most crash points to test, evenly spread over all. */
const mostCrashes = 20;

/** Kills a poll at each of its awaits in turn, with new deposits, a paid and a returned payment to report each time. */
async function crashPolls(stage: InvestecStage): Promise<string> {
  const { bank, received, service } = stage;
  const rails = createRails({ ctx: service.ctx, railOf: async () => stage.rail });
  const sweep = createTransferSweep(service.ctx, rails);
  const at = { account, id: account };
  const payIn = async (amount: bigint): Promise<void> =>
    bank.deposit({ account, id: randomUuid(), amount, reference: 'EFT' });
  let pending: string | undefined;
  /** Creates the events of a poll: two equal deposits, and the outcome of the payment ordered before. */
  async function happen(number: number): Promise<void> {
    for (const { id, outcome } of await bank.payments()) {
      if (outcome === 'pending') await bank.decide(id, 'paid');
      else if (outcome === 'paid' && number % 2 === 0) await bank.decide(id, 'returned');
    }
    for (let twice = 0; twice < 2; twice += 1) await payIn(1_000n + BigInt(number));
    if (pending !== undefined) await sendBack(service.ctx, pending);
    await sweep.run();
  }
  /** Kills a poll at a place and lets the next one finish. Returns the number of places. */
  async function crash(number: number, nth: number): Promise<number> {
    const before = received.deposits.length;
    await happen(number);
    const places = await stage.pollCutShort(nth);
    await stage.again!();
    await part(stage, 'deposits').poll!(at);
    const reported = received.deposits.slice(before).map(({ amount }) => amount);
    const isRight = reported.length === 2 && reported.every((amount) => amount === 1_000n + BigInt(number));
    hold(
      isRight,
      `two deposits were expected after a poll killed at ${nth}, and ${reported.length} were reported`,
    );
    pending = lastOf(received.deposits).id;
    stage.clock.advance(hourMs);
    return places;
  }
  // Not counted: the first poll has no payment to report, so it has fewer places.
  await crash(0, Number.POSITIVE_INFINITY);
  const places = await crash(1, Number.POSITIVE_INFINITY);
  const crashes = Math.min(places, mostCrashes);
  for (let number = 1; number <= crashes; number += 1)
    await crash(number + 1, Math.round((number * places) / crashes));
  stage.clock.advance(dayMs);
  await part(stage, 'deposits').poll!(at);
  return holdBooks(service.ctx, account, `${crashes} polls killed at ${places} places`);
}

export const investecRules: readonly Rule[] = [
  {
    group: 4,
    rule: 'a poll killed at any await loses no deposit and repeats none',
    seconds: 120,
    run: (any: Stage) => crashPolls(any as InvestecStage),
  },
  {
    group: 6,
    rule: 'the ledger matches the bank’s list, tefo check finds no error, and it detects injected faults',
    seconds: 120,
    run: async (any: Stage) => {
      const stage = any as InvestecStage;
      await live(stage);
      const paid = (await stage.bank.payments()).filter(({ outcome }) => outcome === 'paid');
      hold(paid.length > 0, 'the bank made no payment');
      return holdBooks(stage.service.ctx, account, `${days * perDay} random histories`);
    },
  },
];
