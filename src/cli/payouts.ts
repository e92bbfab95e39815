// tefo payout approve: a second person agrees to a large payout.
import { userInfo } from 'node:os';
import { approvePayout } from '../core/payouts/actions.ts';
import { isUuid } from '../kernel/ids.ts';
import { formatRand } from '../kernel/money.ts';
import { type Command, print, readArgs, UsageError, withContext } from './command.ts';

export const payoutApprove: Command = {
  usage: 'payout approve ID [--by NAME]',
  about: 'Let a payout go that waits for a second person; --by is who agrees (default: the system’s user).',
  run: async (args) => {
    const { values, positionals } = readArgs(args, ['ID'], { by: { type: 'string' } });
    const id = positionals[0]!.toLowerCase();
    if (!isUuid(id)) throw new UsageError('ID is the payoutId, a UUID');
    const by = typeof values.by === 'string' ? values.by : userInfo().username;
    await withContext(async (ctx) => {
      const payout = await approvePayout(ctx, id, by);
      const { merchantReference, state, amountCents, approvedBy } = payout;
      print(values.json, { payoutId: id, merchantReference, state, amountCents, approvedBy }, () => {
        return `${merchantReference}, ${formatRand(amountCents)}, is ${state}; approved by ${approvedBy}`;
      });
    });
  },
};
