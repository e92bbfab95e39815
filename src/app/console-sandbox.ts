// The sandbox's controls for the console's pages, with refusals that a form can show.

import { readMailbox } from '../core/emails/outbox.ts';
import { Refusal, type Sandbox } from '../pages/console/visit.ts';
import { SandboxRefusal } from '../sandbox/body.ts';
import { moveClock } from '../sandbox/clock.ts';
import type { SandboxDeps } from '../sandbox/deps.ts';
import { changeFaults } from '../sandbox/faults.ts';
import { readDuration } from '../sandbox/moments.ts';
import { payIn } from '../sandbox/outcomes/deposits.ts';
import { decideTransaction, sandboxOutcomes } from '../sandbox/outcomes/transactions.ts';
import { refusalOf } from '../sandbox/refusals.ts';

export function consoleSandbox(deps: SandboxDeps): Sandbox {
  return {
    isClockOperators: deps.clockOf === 'operator',
    outcomes: sandboxOutcomes,
    moveClock: (from, advance) =>
      asForm('advance', async () => {
        const to = readDuration(from, advance);
        if (!to) throw new SandboxRefusal(400, 'Advance is an ISO 8601 duration, such as P1D or PT90M.');
        if (to <= deps.ctx.clock.now())
          throw new SandboxRefusal(409, 'The clock is already at that time or later.');
        await moveClock(deps, { to: to.toISOString() }, () => false);
      }),
    faultsOf: (merchantId) => {
      const { bank, notifications } = deps.faults.of(merchantId);
      return { bank: { ...bank }, notifications: { ...notifications } };
    },
    changeFaults: (merchantId, faults) =>
      asForm(undefined, async () => void (await changeFaults(deps.faults, merchantId, faults))),
    decide: (ctx, merchantId, id, outcome) =>
      asForm('id', async () => {
        const { paymentId, state } = await decideTransaction({ deps, ctx, merchantId }, id, { outcome });
        return { paymentId, state };
      }),
    mailbox: (viewer, of) => readMailbox(deps.ctx, deps.renderEmail, viewer, of),
    deposit: (merchantId, given) =>
      asForm('amount', async () => (await payIn(deps, merchantId, given)).depositId),
  };
}

async function asForm<Done>(field: string | undefined, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    const { status, message } = refusal;
    throw new Refusal(
      status === 409 ? 409 : 422,
      `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
      field,
    );
  }
}
