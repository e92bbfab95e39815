// Reports of a bank about a charge, in every order.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { budget } from '../../../test/support/budget.ts';
import { openOnThursday } from '../../../test/support/setup/subscriptions.ts';
import { checkSubscriptions } from '../../reports/checks/subscriptions.ts';
import { checkTransactions } from '../../reports/checks/transactions.ts';
import type { BankAnswer, BankOutcome } from '../rails.ts';
import { recordAnswer } from '../transactions/transitions.ts';
import { only } from '../viewer.ts';
import { cancelSubscription, type Subscription } from './actions.ts';

const gym = await openOnThursday();
const { ctx, db, site } = gym;

const said = (outcome: BankOutcome): BankAnswer => ({ outcome, reason: null, payerAccount: null });
const returned = (unpaidCode: string): BankAnswer => ({ ...said('returned'), unpaidCode });

/** A subscription whose first charge is at its bank, which has not decided and never will by itself. */
async function charging() {
  const made = await gym.active({ amount: 10_094n });
  await gym.jobs.drain();
  const [charge] = await gym.charges(made);
  const id = charge!.transactionId!;
  await db`update bank.orders set due_at = null, due_state = null where id = ${id}`;
  return { made, id };
}

const cancel = ({ id }: Subscription) => cancelSubscription(ctx, only(site.merchantId), id);

async function assertFits(made: Subscription, id: string, answers: BankAnswer[]): Promise<void> {
  const back = answers.find(({ outcome }) => outcome === 'returned');
  const isPaid = !back && answers.some(({ outcome }) => outcome === 'paid');
  assert.equal((await gym.now({ id })).state === 'successful', isPaid);
  const { bank_clearing: net = 0n } = await gym.booked(id);
  assert.equal(net, isPaid ? 10_094n : 0n);
  assert.equal(await gym.stateOf(made), back?.unpaidCode === '36' ? 'failed' : 'active');
  const [charge] = await gym.charges(made);
  if (back) assert.equal(charge!.state, back.unpaidCode === '02' ? 'retrying' : 'failed');
}

describe('responses in any order', () => {
  const sayings = [
    ...(['pending', 'paid', 'declined', 'error'] as const).map(said),
    ...['02', '03', '36'].map(returned),
  ];

  test('leave no money of a charge that came back, and money of one that was paid and did not', async () => {
    const histories = fc.array(fc.constantFrom(...sayings), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(histories, async (answers) => {
        const { made, id } = await charging();
        for (const answer of answers) await recordAnswer(ctx, id, answer);
        await assertFits(made, id, answers);
        if ((await gym.stateOf(made)) === 'active') await cancel(made);
        assert.deepEqual(await checkTransactions(db), []);
        assert.deepEqual(await checkSubscriptions(db), []);
      }),
      { numRuns: budget(5, 300) },
    );
  });

  test('returned before paid fails the attempt by its reason; a paid that follows changes nothing', async () => {
    const { made, id } = await charging();
    await recordAnswer(ctx, id, returned('12'));
    const attempt = await gym.now({ id });
    assert.deepEqual([attempt.state, attempt.stateReason], ['failed', 'unpaid 12: account closed']);
    assert.deepEqual(await gym.states(made), ['1 failed', '2 scheduled']);
    await recordAnswer(ctx, id, said('paid'));
    assert.equal((await gym.now({ id })).state, 'failed');
    assert.deepEqual(await gym.booked(id), {});
    assert.equal((await gym.events(id)).filter(({ type }) => type === 'transaction.complete').length, 1);
    await cancel(made);
  });
});
