// tefo payout: a second person decides about a large payout.
import type { Context } from '../core/context.ts';
import { approvePayout, declinePayout, type Payout } from '../core/payouts/actions.ts';
import { everything } from '../core/viewer.ts';
import { isUuid } from '../kernel/ids.ts';
import { formatRand } from '../kernel/money.ts';
import { firstOf } from '../kernel/required.ts';
import { actingBy, byOf } from './by.ts';
import { UsageError, type Values, type Work } from './command.ts';
import { withContext } from './context.ts';
import { print } from './output.ts';

/** Decides about a payout in a person's name, and prints its new state. */
async function decide(
  values: Values,
  payoutId: string,
  word: 'approved' | 'declined',
  decideIt: (ctx: Context, id: string) => Promise<Payout>,
): Promise<void> {
  const id = payoutId.toLowerCase();
  if (!isUuid(id)) throw new UsageError('ID must be a payoutId, a UUID');
  const by = byOf(values);
  await withContext(async (ctx) => {
    const { actor } = await actingBy(ctx, by);
    const payout = await decideIt({ ...ctx, actor }, id);
    const { merchantReference, state, amountCents } = payout;
    print(values.json, { payoutId: id, merchantReference, state, amountCents, [`${word}By`]: by }, () => {
      return [`${merchantReference}, ${formatRand(amountCents)}, is ${state}; ${word} by ${by}`];
    });
  });
}

export const payoutApprove: Work = async ({ values, positionals }) => {
  await decide(values, firstOf(positionals), 'approved', (ctx, id) => approvePayout(ctx, everything, id));
};

export const payoutDecline: Work = async ({ values, positionals }) => {
  const note = typeof values.note === 'string' ? values.note : '';
  if (note.length > 200) throw new UsageError('--note can have at most 200 characters');
  await decide(values, firstOf(positionals), 'declined', (ctx, id) =>
    declinePayout(ctx, everything, id, note),
  );
};
