// tefo payout: a second person decides about a large payout.
import { userInfo } from 'node:os';
import type { Context } from '../core/context.ts';
import { approvePayout, declinePayout, type Payout } from '../core/payouts/actions.ts';
import { isUuid } from '../kernel/ids.ts';
import { formatRand } from '../kernel/money.ts';
import { type Command, print, readArgs, UsageError, withContext } from './command.ts';

type Values = ReturnType<typeof readArgs>['values'];

/** Decides about a payout in somebody's name, and says how it then stands. */
async function decide(
  values: Values,
  payoutId: string,
  word: 'approved' | 'declined',
  decideIt: (ctx: Context, id: string, by: string) => Promise<Payout>,
): Promise<void> {
  const id = payoutId.toLowerCase();
  if (!isUuid(id)) throw new UsageError('ID is the payoutId, a UUID');
  const by = (typeof values.by === 'string' ? values.by : userInfo().username).trim();
  if (by.length < 1 || by.length > 100) throw new UsageError('--by has 1 to 100 characters');
  await withContext(async (ctx) => {
    const payout = await decideIt({ ...ctx, actor: `cli:${by}` }, id, by);
    const { merchantReference, state, amountCents } = payout;
    print(values.json, { payoutId: id, merchantReference, state, amountCents, [`${word}By`]: by }, () => {
      return [`${merchantReference}, ${formatRand(amountCents)}, is ${state}; ${word} by ${by}`];
    });
  });
}

export const payoutApprove: Command = {
  usage: 'payout approve ID [--by NAME]',
  about: 'Let a payout go that waits for a second person; --by is who agrees (default: the system’s user).',
  run: async (args) => {
    const { values, positionals } = readArgs(args, ['ID'], { by: { type: 'string' } });
    await decide(values, positionals[0]!, 'approved', approvePayout);
  },
};

export const payoutDecline: Command = {
  usage: 'payout decline ID [--note TEXT] [--by NAME]',
  about:
    'Refuse a payout that waits for a second person: it is cancelled, and its money is in the float again.',
  more: 'The merchant reads the note in payoutStatus.errorMessage.',
  run: async (args) => {
    const options = { by: { type: 'string' }, note: { type: 'string' } } as const;
    const { values, positionals } = readArgs(args, ['ID'], options);
    const note = typeof values.note === 'string' ? values.note : '';
    if (note.length > 200) throw new UsageError('--note has at most 200 characters');
    await decide(values, positionals[0]!, 'declined', (ctx, id) => declinePayout(ctx, id, note));
  },
};
