// The rail "investec": deposits are polled from the bank's API and taken as statements; business accounts pay by it.
import { findAccount, payInto } from '../../core/accounts/actions.ts';
import type { Context } from '../../core/context.ts';
import type { RailDeps } from '../../core/rail-modules.ts';
import { BankUnavailable, type Rail } from '../../core/rails.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { type Connect, createConnections } from './connections.ts';
import { createPollSweep } from './polling.ts';
import { createTransfers } from './transfers.ts';

export { readSettings } from './settings.ts';

export interface InvestecDeps extends Pick<RailDeps, 'clock' | 'account'> {
  ctx: Context;
  /** Applies a transfer's outcome to the object it pays. */
}

export function createInvestecRail(deps: InvestecDeps): Required<Pick<Rail, 'deposits' | 'transfers'>> {
  const { ctx } = deps;
  return {
    deposits: {
      details: async ({ account }) => {
        const found = await findAccount(ctx.db, account);
        if (!found) throw new BankUnavailable(`There is no account ${account}.`);
        return payInto(ctx, found);
      },
    },
    transfers: createTransfers({ ctx, connect: connectionsOf(deps) }),
  };
}

export function createInvestecSweeps(deps: InvestecDeps): Sweep[] {
  const { ctx } = deps;
  return [createPollSweep({ ctx, connect: connectionsOf(deps) })];
}

const connections = new WeakMap<InvestecDeps, Connect>();

/** The rail and its sweeps share their connections, and so their tokens. */
function connectionsOf(deps: InvestecDeps): Connect {
  const known = connections.get(deps);
  if (known) return known;
  const made = createConnections(deps);
  connections.set(deps, made);
  return made;
}
