// Group 2: a rail reports the bank's outcomes, also those that come late, twice or out of order, and no others.
import { disputeDays } from '../../core/dispute-window.ts';
import type { TransferAnswer, TransferOrder } from '../../core/rails.ts';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import { randomUuid } from '../../kernel/random.ts';
import { lastOf } from '../../kernel/required.ts';
import { hold } from '../broken.ts';
import { type Rule, rulesOf } from '../report.ts';
import { counterpartWith, enquire, newOrder, part, type Stage, transfer } from '../stage.ts';

type Outcome = Exclude<TransferAnswer['outcome'], 'unknown'>;

const rule = rulesOf({ group: 2, ability: 'transfers', needs: ['decide'] });
const failing = rulesOf({ group: 2, ability: 'transfers', needs: ['decide', 'fail'] });

async function ordered(stage: Stage): Promise<TransferOrder> {
  const order = newOrder(stage);
  await transfer(stage, order);
  return order;
}

const decide = (stage: Stage, { id }: Pick<TransferOrder, 'id'>, outcome: Outcome) =>
  counterpartWith(stage, 'decide').decide(id, outcome);

/** Makes the bank report an outcome that contradicts an earlier one; the bank can refuse to. */
const contradict = (stage: Stage, order: TransferOrder, outcome: Outcome) =>
  decide(stage, order, outcome).catch(() => {});

/** Checks that an enquiry, a repeated order and a restarted rail all return an outcome. */
async function stands(stage: Stage, order: TransferOrder, expected: Outcome): Promise<void> {
  const said = await enquire(stage, order);
  hold(said === expected, `the bank has it as ${expected}, but an enquiry returns ${said}`);
  const again = (await transfer(stage, order)).outcome;
  hold(again === expected, `the bank has it as ${expected}, but the repeated order returns ${again}`);
  await stage.restart();
  const afterwards = await enquire(stage, order);
  hold(
    afterwards === expected,
    `the bank has it as ${expected}, but after a restart it returns ${afterwards}`,
  );
  const reported = stage.received.answers.filter(({ id }) => id === order.id).at(-1);
  hold(
    !reported || reported.answer.outcome === expected || reported.answer.outcome === 'pending',
    `the bank has it as ${expected}, but it was reported as ${reported?.answer.outcome}`,
  );
}

const path = (words: string, seen: string, ...steps: Outcome[]): Rule =>
  rule(words, async (stage) => {
    const order = await ordered(stage);
    for (const step of steps) await decide(stage, order, step);
    await stands(stage, order, lastOf(steps));
    return seen;
  });

export const outcomeRules: Rule[] = [
  rule('a new order is pending until the bank decides', async (stage) => {
    const order = newOrder(stage);
    const { outcome } = await transfer(stage, order);
    hold(outcome === 'pending', `it returned ${outcome} before the bank had decided`);
    await decide(stage, order, 'pending');
    await stands(stage, order, 'pending');
    return 'pending';
  }),
  path('the outcome paid is reported', 'paid', 'paid'),
  path('the outcome failed is reported', 'failed', 'failed'),
  path('the outcome returned is reported after paid', 'paid, then returned', 'paid', 'returned'),
  path('the outcome returned is reported without paid', 'returned', 'returned'),
  rule('each outcome affects only its transfer', async (stage) => {
    const orders = [await ordered(stage), await ordered(stage), await ordered(stage), await ordered(stage)];
    const [paid, failed, returned, pending] = orders as [
      TransferOrder,
      TransferOrder,
      TransferOrder,
      TransferOrder,
    ];
    await decide(stage, returned, 'returned');
    await decide(stage, failed, 'failed');
    await decide(stage, paid, 'paid');
    await stands(stage, paid, 'paid');
    await stands(stage, failed, 'failed');
    await stands(stage, returned, 'returned');
    await stands(stage, pending, 'pending');
    return 'four transfers, four outcomes';
  }),
  rule('a repeated outcome changes nothing', async (stage) => {
    const [paid, failed] = [await ordered(stage), await ordered(stage)];
    for (let time = 0; time < 2; time += 1) {
      await decideAgain(stage, paid, 'paid', time);
      await decideAgain(stage, failed, 'failed', time);
    }
    await stands(stage, paid, 'paid');
    await stands(stage, failed, 'failed');
    return 'sent twice, unchanged';
  }),
  rule('an outdated outcome that arrives late changes nothing', async (stage) => {
    const [returned, paid] = [await ordered(stage), await ordered(stage)];
    await decide(stage, returned, 'returned');
    await contradict(stage, returned, 'paid');
    await contradict(stage, returned, 'pending');
    await stands(stage, returned, 'returned');
    await decide(stage, paid, 'paid');
    await contradict(stage, paid, 'pending');
    await stands(stage, paid, 'paid');
    return 'paid after returned, and pending after paid: ignored';
  }),
  rule('a transfer reversed on the last day of the dispute window is returned', async (stage) => {
    const order = await ordered(stage);
    await decide(stage, order, 'paid');
    const days = disputeDays(stage.clock.now());
    stage.clock.advance(days * dayMs + hourMs);
    await stage.restart();
    const before = await enquire(stage, order);
    hold(before === 'paid', `after ${days} days it returns ${before} for a paid transfer`);
    await decide(stage, order, 'returned');
    await stands(stage, order, 'returned');
    return `paid, and returned on day ${days}`;
  }),
  rule('outcomes for unknown ids are ignored', async (stage) => {
    const order = await ordered(stage);
    const stranger = newOrder(stage, { id: randomUuid() });
    await contradict(stage, stranger, 'paid');
    hold((await enquire(stage, stranger)) === 'unknown', 'an unknown id has an outcome');
    await decide(stage, order, 'paid');
    await stands(stage, order, 'paid');
    const known = new Set([order.id, stranger.id]);
    const odd = stage.received.answers.find(({ id }) => !known.has(id));
    hold(odd === undefined, `an outcome was reported for ${odd?.id}, which was never ordered`);
    return 'ignored, and the next was reported';
  }),
  failing('an outcome decided while the bank is unreachable is reported afterwards', async (stage) => {
    const order = await ordered(stage);
    await counterpartWith(stage, 'fail').fail('down');
    await part(stage, 'transfers')
      .enquire(order)
      .catch(() => {});
    await counterpartWith(stage, 'fail').fail('none');
    await decide(stage, order, 'paid');
    await stands(stage, order, 'paid');
    return 'reported late';
  }),
];

/** Sends an outcome. Only the first time must succeed, because a bank can refuse to repeat it. */
const decideAgain = (stage: Stage, order: TransferOrder, outcome: Outcome, time: number) =>
  time === 0 ? decide(stage, order, outcome) : contradict(stage, order, outcome);
