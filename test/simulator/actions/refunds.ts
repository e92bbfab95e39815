// Refunds on both surfaces: what fits is accepted, what does not is refused with the remainder.
import { waitingReason } from '../../../src/core/refunds/jobs.ts';
import { askRefunds } from '../../races/paying.ts';
import { type Action, someOf } from '../action.ts';
import { isOpenRefund, paidOf, refundable } from '../model.ts';

const refund: Action = {
  weight: 10,
  play: async (turn) => {
    const { world, random, expect, reach } = turn;
    const payment = someOf(turn, paidOf(turn.model));
    if (!payment) return;
    const left = refundable(payment);
    const cents = random.chance(0.3) ? left + 100 : random.between(1, Math.max(2, left / 100 + 1)) * 100;
    const wanted = { transactionId: payment.transactionId!, cents };
    const [asked] = await askRefunds(world, world.shop, random, [wanted]);
    const { id, isTooMuch, odd } = asked!;
    const fits = cents <= left;
    expect(
      fits ? id !== undefined : isTooMuch === true && asked!.left === left,
      () => `a refund of ${cents} cents where ${left} are left: ${odd ?? JSON.stringify(asked)}`,
    );
    reach(fits ? 'refund accepted' : 'refund of too much refused');
    if (id !== undefined) payment.refunds.push({ id, cents, status: 'Pending' });
  },
};

const cancelRefund: Action = {
  weight: 3,
  play: async (turn) => {
    const { world, expect, reach } = turn;
    const refund = someOf(
      turn,
      paidOf(turn.model).flatMap(({ refunds }) => refunds),
    );
    if (!refund) return;
    const { status, text, body } = await world.merchant.one(`/refunds/${refund.id}/cancel`, {});
    const isTooLate = status === 409 && body?.code === 'RefundAlreadySubmitted';
    const holds = {
      Pending: status === 200,
      Cancelled: status === 200 || status === 409,
      Submitted: isTooLate,
      Complete: isTooLate,
      Failed: status === 409,
      Returned: status === 409,
    }[refund.status];
    expect(holds, () => `cancelling a refund that is ${refund.status} was answered ${status}: ${text}`);
    reach(`refund that is ${refund.status} cancelled`);
    if (status === 200) refund.status = 'Cancelled';
  },
};

const answerRefund: Action = {
  weight: 4,
  play: async (turn) => {
    const { world, random, expect, reach } = turn;
    const refund = someOf(
      turn,
      paidOf(turn.model).flatMap(({ refunds }) => refunds.filter(isOpenRefund)),
    );
    if (!refund) return;
    const outcome = random.pick(['complete', 'complete', 'failed'] as const);
    const { status, text } = await world.merchant.sandbox(`/refunds/${refund.id}/outcome`, { outcome });
    // The site's balance may be paid out by then.
    const isWaiting = status === 409 && refund.status === 'Pending' && text.includes(waitingReason);
    expect(
      status === 200 || isWaiting,
      () => `${outcome} of a refund that is ${refund.status} was answered ${status}: ${text}`,
    );
    if (isWaiting) reach('refund that waits for the balance');
    if (status !== 200) return;
    refund.status = outcome === 'complete' ? 'Complete' : 'Failed';
    reach(`refund ${outcome}`);
  },
};

export const refundActions = { refund, cancelRefund, answerRefund };
