// 200 refunds of one payment of R 100.00 at once, over both surfaces: the accepted refunds never exceed the amount,
// and every caller sees the same remainder.

import { cents, sum } from './merchant.ts';
import { type Asked, askOn, askRefunds, must, pay, type Wanted } from './paying.ts';
import type { Race, Round, Shop, Stage } from './stage.ts';

const amount = 10_000;
const requests = 200;
/** The largest refund of a round: with the smallest limit, all are accepted; with the greatest, hardly any. */
const largest = [60, 150, 600, 2_500, 10_000] as const;

export const refunds: Race = {
  // 200 refunds of one R 100.00 payment, over both surfaces
  open: async (stage) => {
    const shop = await stage.openShop('Refunds');
    return (round) => play(stage, shop, round);
  },
};

async function play(stage: Stage, shop: Shop, round: Round): Promise<void> {
  const transactionId = await pay(stage, shop, amount);
  const most = round.random.pick(largest);
  const draw = (): Wanted => ({ transactionId, cents: round.random.between(1, most + 1) });
  const answers = await Promise.all(
    Array.from({ length: requests }, () => {
      const several = round.random.chance(0.1) ? [draw(), draw(), draw()] : [draw()];
      return askRefunds(stage, shop, round.random, several);
    }),
  );
  const asked = answers.flat();
  const accepted = asked.filter(({ id }) => id !== undefined);
  const total = sum(accepted.map((one) => one.cents));
  round.count('accepted', accepted.length);
  round.count('refused', asked.length - accepted.length);
  round.expect(total <= amount, `${total} cents were accepted of ${amount}`);
  for (const one of asked) judge(round, one, amount - total);
  await compareReads(stage, round, transactionId, accepted);
  await takeTheRest(stage, shop, round, { transactionId, cents: amount - total });
}

/** A refusal was for being too much, and what did not fit at its moment does not fit afterwards either. */
function judge({ expect }: Round, one: Asked, left: number): void {
  expect(one.odd === undefined, `a refund of ${one.cents} cents was answered ${one.odd}`);
  if (!one.isTooMuch) return;
  expect(one.cents > left, `${one.cents} cents were refused where ${left} are left in the end`);
  if (one.left === undefined) return;
  expect(
    one.left >= left && one.left < one.cents,
    `a refusal of ${one.cents} cents says that ${one.left} are left; in the end it is ${left}`,
  );
}

/** Both surfaces and the database list exactly the accepted refunds. */
async function compareReads(
  { merchant, service }: Stage,
  { expect }: Round,
  transactionId: string,
  accepted: Asked[],
): Promise<void> {
  const wanted = ledgerOf(accepted.map((one) => [one.id!, one.cents]));
  const one = must(await merchant.one(`/transactions/${transactionId}/refunds?limit=500`), 200).body;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers.
  const ofOne = ledgerOf(one.results.map((refund: any) => [refund.id, cents(refund.amount.value)]));
  expect(ofOne === wanted, `the One API lists ${ofOne} and accepted ${wanted}`);
  const path = `/secure/refunds/getrefundsbytransactionid?transactionId=${transactionId}`;
  const payments = must(await merchant.payments(path), 200).body;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers.
  const ofPayments = ledgerOf(payments.map((refund: any) => [refund.id, cents(refund.amount)]));
  expect(ofPayments === wanted, `the Payments API lists ${ofPayments} and accepted ${wanted}`);
  const [row] = await service.db<{ refundedCents: bigint }[]>`
    select refunded_cents from transactions where id = ${transactionId}`;
  const total = sum(accepted.map((refund) => refund.cents));
  expect(
    Number(row!.refundedCents) === total,
    `${row!.refundedCents} cents are claimed, ${total} were accepted`,
  );
}

const ledgerOf = (entries: [id: string, cents: number][]): string =>
  entries
    .map(([id, value]) => `${id} ${value}`)
    .sort()
    .join(', ');

/** A cent more than the remainder is refused with the remainder's exact amount, the remainder is accepted, then nothing. */
async function takeTheRest(stage: Stage, shop: Shop, { expect }: Round, rest: Wanted): Promise<void> {
  const { transactionId, cents: left } = rest;
  const tooMuch = { transactionId, cents: left + 1 };
  for (const surface of ['one', 'payments'] as const) {
    const reported = await askOn(surface, stage, shop, tooMuch);
    expect(
      reported.left === left,
      `${surface}: a refund of a cent too much returns ${JSON.stringify(reported)}, left is ${left}`,
    );
  }
  if (left === 0) return;
  const last = await askOn('one', stage, shop, rest);
  expect(last.id !== undefined, `the remainder of ${left} cents is answered ${JSON.stringify(last)}`);
  const none = await askOn('payments', stage, shop, { transactionId, cents: 1 });
  expect(none.left === 0, `after the last cent, a refund returns ${JSON.stringify(none)}`);
}
