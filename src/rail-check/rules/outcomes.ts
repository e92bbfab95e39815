// Group 2: every outcome is heard, late, twice and out of order, and nothing that was not said.
import { disputeDays } from '../../core/dispute-window.ts';
import type { TransferAnswer, TransferOrder } from '../../core/rails.ts';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import { randomUuid } from '../../kernel/random.ts';
import { lastOf } from '../../kernel/required.ts';
import { hold } from '../broken.ts';
import type { Rule } from '../report.ts';
import { counterpartWith, enquire, newOrder, part, type Stage, transfer } from '../stage.ts';

type Outcome = Exclude<TransferAnswer['outcome'], 'unknown'>;

const base = { group: 2, ability: 'transfers', needs: ['decide'] } as const;

async function ordered(stage: Stage): Promise<TransferOrder> {
  const order = newOrder(stage);
  await transfer(stage, order);
  return order;
}

const decide = (stage: Stage, { id }: Pick<TransferOrder, 'id'>, outcome: Outcome) =>
  counterpartWith(stage, 'decide').decide(id, outcome);

/** The bank says something that it has no right to say any more; its refusal is welcome. */
const contradict = (stage: Stage, order: TransferOrder, outcome: Outcome) =>
  decide(stage, order, outcome).catch(() => {});

/** Holds that an enquiry, the order again, and a rail that is made anew all answer an outcome. */
async function stands(stage: Stage, order: TransferOrder, expected: Outcome): Promise<void> {
  const said = await enquire(stage, order);
  hold(said === expected, `the bank has it as ${expected}, and an enquiry answers ${said}`);
  const again = (await transfer(stage, order)).outcome;
  hold(again === expected, `the bank has it as ${expected}, and the same order again answers ${again}`);
  await stage.restart();
  const afterwards = await enquire(stage, order);
  hold(
    afterwards === expected,
    `the bank has it as ${expected}, and after a restart it answers ${afterwards}`,
  );
  const told = stage.heard.answers.filter(({ id }) => id === order.id).at(-1);
  hold(
    !told || told.answer.outcome === expected || told.answer.outcome === 'pending',
    `the bank has it as ${expected}, and it was told as ${told?.answer.outcome}`,
  );
}

function path(rule: string, seen: string, ...steps: Outcome[]): Rule {
  return {
    ...base,
    rule,
    run: async (stage) => {
      const order = await ordered(stage);
      for (const step of steps) await decide(stage, order, step);
      await stands(stage, order, lastOf(steps));
      return seen;
    },
  };
}

export const outcomeRules: Rule[] = [
  {
    ...base,
    rule: 'a new order is pending until the bank says more',
    run: async (stage) => {
      const order = newOrder(stage);
      const { outcome } = await transfer(stage, order);
      hold(outcome === 'pending', `it answered ${outcome} before the bank had decided`);
      await decide(stage, order, 'pending');
      await stands(stage, order, 'pending');
      return 'pending';
    },
  },
  path('paid is heard', 'paid', 'paid'),
  path('failed is heard', 'failed', 'failed'),
  path('returned after paid is heard', 'paid, then returned', 'paid', 'returned'),
  path('returned before paid is heard', 'returned', 'returned'),
  {
    ...base,
    rule: 'each is heard of its own transfer alone',
    run: async (stage) => {
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
    },
  },
  {
    ...base,
    rule: 'an outcome that comes twice changes nothing',
    run: async (stage) => {
      const [paid, failed] = [await ordered(stage), await ordered(stage)];
      for (let time = 0; time < 2; time += 1) {
        await decideAgain(stage, paid, 'paid', time);
        await decideAgain(stage, failed, 'failed', time);
      }
      await stands(stage, paid, 'paid');
      await stands(stage, failed, 'failed');
      return 'said twice, heard as once';
    },
  },
  {
    ...base,
    rule: 'an older word that comes late changes nothing',
    run: async (stage) => {
      const [returned, paid] = [await ordered(stage), await ordered(stage)];
      await decide(stage, returned, 'returned');
      await contradict(stage, returned, 'paid');
      await contradict(stage, returned, 'pending');
      await stands(stage, returned, 'returned');
      await decide(stage, paid, 'paid');
      await contradict(stage, paid, 'pending');
      await stands(stage, paid, 'paid');
      return 'paid after returned, and pending after paid: passed over';
    },
  },
  {
    ...base,
    rule: 'money that comes back on the last day of the dispute window is returned',
    run: async (stage) => {
      const order = await ordered(stage);
      await decide(stage, order, 'paid');
      const days = disputeDays(stage.clock.now());
      stage.clock.advance(days * dayMs + hourMs);
      await stage.restart();
      const before = await enquire(stage, order);
      hold(before === 'paid', `after ${days} days it answers ${before} for a paid transfer`);
      await decide(stage, order, 'returned');
      await stands(stage, order, 'returned');
      return `paid, and returned on day ${days}`;
    },
  },
  {
    ...base,
    rule: 'ids that nobody ordered are passed over',
    run: async (stage) => {
      const order = await ordered(stage);
      const stranger = newOrder(stage, { id: randomUuid() });
      await contradict(stage, stranger, 'paid');
      hold((await enquire(stage, stranger)) === 'unknown', 'a stranger’s id is known');
      await decide(stage, order, 'paid');
      await stands(stage, order, 'paid');
      const known = new Set([order.id, stranger.id]);
      const odd = stage.heard.answers.find(({ id }) => !known.has(id));
      hold(odd === undefined, `an answer came about ${odd?.id}, which nobody ordered`);
      return 'passed over, and the next was heard';
    },
  },
  {
    ...base,
    rule: 'what was decided while the bank could not be reached is heard afterwards',
    needs: ['decide', 'fail'],
    run: async (stage) => {
      const order = await ordered(stage);
      await counterpartWith(stage, 'fail').fail('down');
      await part(stage, 'transfers')
        .enquire(order)
        .catch(() => {});
      await counterpartWith(stage, 'fail').fail('none');
      await decide(stage, order, 'paid');
      await stands(stage, order, 'paid');
      return 'heard late';
    },
  },
];

/** The first time it must be taken; afterwards the bank may refuse to say it again. */
const decideAgain = (stage: Stage, order: TransferOrder, outcome: Outcome, time: number) =>
  time === 0 ? decide(stage, order, outcome) : contradict(stage, order, outcome);
