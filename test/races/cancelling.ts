// A batch picks refunds up while their merchant cancels them: each refund has one winner, whom every table knows.

import { setTimeout as sleep } from 'node:timers/promises';
import { createRefundSweep } from '../../src/core/refunds/jobs.ts';
import { type Answer, cents } from './merchant.ts';
import { askRefunds, letTheBankPay, must, pay, type Wanted } from './paying.ts';
import type { Race, Round, Shop, Stage } from './stage.ts';

const payments = 3;
const refundsEach = 6;
const amount = 10_000;

export const cancelling: Race = {
  // 18 refunds, each cancelled twice while two sweeps pick up the batch
  open: async (stage) => {
    const shop = await stage.openShop('Cancelling');
    // The cancellations are spread over as long as pick-up took before, so that either side wins its share.
    const pace = { ms: 100 };
    return (round) => play(stage, shop, round, pace);
  },
};

async function play(stage: Stage, shop: Shop, round: Round, pace: { ms: number }): Promise<void> {
  const { clock, ctx } = stage.service;
  const refunds = await askAll(stage, shop, round);
  clock.set(ctx.policy.calendar.nextTimeOnBusinessDay(clock.now(), ctx.policy.refundBatchTimes));
  await stage.merchant.signIn();
  const cancellations = refunds.map(async ({ id }) => {
    await sleep(round.random.between(0, Math.ceil(pace.ms * 1.5)));
    return Promise.all([0, 1].map(() => stage.merchant.one(`/refunds/${id}/cancel`, {})));
  });
  const began = performance.now();
  await Promise.all([createRefundSweep(ctx).run(), createRefundSweep(ctx).run()]);
  pace.ms = performance.now() - began;
  const answers = await Promise.all(cancellations);
  const cancelled = new Set<string>();
  refunds.forEach(({ id }, index) => {
    const verdict = verdictOf(answers[index]!);
    round.expect(verdict !== undefined, `${id}: two cancellations returned ${describe(answers[index]!)}`);
    if (verdict === 'cancelled') cancelled.add(id);
  });
  round.count('cancelled', cancelled.size);
  round.count('picked up', refunds.length - cancelled.size);
  await compare(stage, round, refunds, cancelled);
  await letTheBankPay(stage);
  await compareEnds(stage, round, refunds, cancelled);
}

type Known = Wanted & { id: string };

async function askAll(stage: Stage, shop: Shop, { random, expect }: Round): Promise<Known[]> {
  const paid = await Promise.all(Array.from({ length: payments }, () => pay(stage, shop, amount)));
  const asked = await Promise.all(
    Array.from({ length: refundsEach }, () =>
      askRefunds(
        stage,
        shop,
        random,
        paid.map((transactionId) => ({ transactionId, cents: random.between(1, amount / refundsEach) })),
      ),
    ),
  );
  for (const one of asked.flat())
    expect(one.id !== undefined, `a refund was answered ${one.odd ?? one.left}`);
  return asked.flat() as Known[];
}

/** Two cancellations of one refund get the same result. */
function verdictOf(answers: Answer[]): 'cancelled' | 'too late' | undefined {
  if (answers.every(({ status }) => status === 200)) return 'cancelled';
  const isTooLate = ({ status, body }: Answer) => status === 409 && body?.code === 'RefundAlreadySubmitted';
  return answers.every(isTooLate) ? 'too late' : undefined;
}

const describe = (answers: Answer[]): string =>
  answers.map(({ status, text }) => `${status} ${text}`).join(' and ');

interface Traces {
  id: string;
  state: string;
  isBatched: boolean;
  verbs: string | null;
  booked: string | null;
  transfers: number;
  events: string | null;
  deliveries: number;
}

const traces = {
  cancelled:
    'cancelled, batched false, verbs cancel, booked null, transfers 0, events cancelled, deliveries 0',
  submitted:
    'submitted, batched true, verbs submit, booked refund_submitted, transfers 1, events null, deliveries 0',
};

/** Every table, and the sum that is claimed from each transaction. */
async function compare(
  { service: { db } }: Stage,
  { expect }: Round,
  refunds: Known[],
  cancelled: Set<string>,
): Promise<void> {
  const rows = await db<Traces[]>`
    select id, state, batch_id is not null and submitted_at is not null as is_batched,
      (select string_agg(verb, ' ' order by id) from transitions where object_id = refunds.id) as verbs,
      (select string_agg(template, ' ') from ledger_journals where object_id = refunds.id) as booked,
      (select count(*)::integer from transfers where object_id = refunds.id) as transfers,
      (select string_agg(data->>'state', ' ') from events where object_id = refunds.id) as events,
      (select count(*)::integer from deliveries join events on events.id = event_id
       where events.object_id = refunds.id) as deliveries
    from refunds where id = any (${refunds.map(({ id }) => id)})`;
  expect(rows.length === refunds.length, `${rows.length} of ${refunds.length} refunds are stored`);
  for (const row of rows) {
    const found = `${row.state}, batched ${row.isBatched}, verbs ${row.verbs}, booked ${row.booked}, transfers ${row.transfers}, events ${row.events}, deliveries ${row.deliveries}`;
    const reported = cancelled.has(row.id) ? 'cancelled' : 'submitted';
    expect(found === traces[reported], `${row.id} was reported as ${reported} and is ${found}`);
  }
  await compareClaims(db, expect, refunds, (refund) => !cancelled.has(refund.id), 'refunded_cents');
}

/** Claimed refunds are paid, cancelled ones are not, and the transactions agree. */
async function compareEnds(
  { merchant, service: { db } }: Stage,
  { expect }: Round,
  refunds: Known[],
  cancelled: Set<string>,
): Promise<void> {
  await merchant.signIn();
  const wanted = (id: string) => (cancelled.has(id) ? 'Cancelled' : 'Complete');
  const numbers = { Complete: 1, Cancelled: 4 } as const;
  await Promise.all(
    refunds.map(async ({ id, cents: asked }, index) => {
      const isOne = index % 2 === 0;
      const path = isOne ? `/refunds/${id}` : `/secure/refunds/getrefund?refundId=${id}`;
      const { body } = must(await merchant[isOne ? 'one' : 'payments'](path), 200);
      const shown = isOne ? cents(body.amount.value) : cents(body.amount);
      const isRight = body.status === (isOne ? wanted(id) : numbers[wanted(id)]);
      expect(isRight && shown === asked, `${id} ends as ${JSON.stringify(body)}, not ${wanted(id)}`);
    }),
  );
  const isPaid = (refund: Known) => !cancelled.has(refund.id);
  await compareClaims(db, expect, refunds, isPaid, 'repaid_cents');
  const [atBank] = await db<{ lines: number }[]>`
    select count(*)::integer as lines from bank.statement_lines line join transfers transfer on transfer.id = line.transfer_id
    where transfer.object_id = any (${refunds.map(({ id }) => id)})`;
  const paid = refunds.filter(isPaid).length;
  expect(atBank!.lines === paid, `the bank has paid ${atBank!.lines} refunds, ${paid} were picked up`);
}

async function compareClaims(
  db: Stage['service']['db'],
  expect: Round['expect'],
  refunds: Known[],
  counts: (refund: Known) => boolean,
  column: 'refunded_cents' | 'repaid_cents',
): Promise<void> {
  const expected = new Map<string, number>();
  for (const refund of refunds) {
    const { transactionId, cents: value } = refund;
    expected.set(transactionId, (expected.get(transactionId) ?? 0) + (counts(refund) ? value : 0));
  }
  const rows = await db<{ id: string; claimed: bigint }[]>`
    select id, ${db(column)} as claimed from transactions where id = any (${[...expected.keys()]})`;
  for (const { id, claimed } of rows) {
    expect(Number(claimed) === expected.get(id), `${column} of ${id} is ${claimed}, not ${expected.get(id)}`);
  }
}
