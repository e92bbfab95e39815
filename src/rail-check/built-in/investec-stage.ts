// A stage for the rail "investec": its account in the database, and a simulated bank that is called over HTTP.
import { railAccount } from '../../core/accounts/actions.ts';
import type { Context } from '../../core/context.ts';
import type { Rail } from '../../core/rails.ts';
import { minuteMs } from '../../kernel/clock.ts';
import { firstOf } from '../../kernel/required.ts';
import { createInvestecRail, createInvestecSweeps } from '../../rails/investec/index.ts';
import { createCounterpart, type InvestecCounterpart } from '../investec-bank/index.ts';
import { patient } from '../patience.ts';
import { type Stage, secrets } from '../stage.ts';
import type { Watch } from '../watch.ts';
import { createDepositRecorder } from './books.ts';
import { dyingAt } from './dying.ts';
import {
  account,
  openCheckAccount,
  openService,
  type Service,
  type ServiceParts,
  transfersIn,
} from './parts.ts';

export interface InvestecStage extends Stage {
  service: Service;
  bank: InvestecCounterpart;
  /** Polls in a process that is killed at its nth place. Returns the number of places. */
  pollCutShort(nth: number): Promise<number>;
}

/** The time after which the account of an interrupted poll is polled again, in milliseconds. */
const leaseMs = 5 * minuteMs;
/** The place at which a poll is killed to simulate a database that fails while deposits are stored. */
const refusedAt = 100;

export async function openInvestecStage(parts: ServiceParts, watch: Watch): Promise<InvestecStage> {
  const service = await openService(parts, watch);
  const { ctx, clock, received } = service;
  const bank = await createCounterpart({ clock }, secrets.ownNumber, secrets.key);
  const { settings, ...counterpart } = bank;
  await openCheckAccount(ctx, 'investec', settings);
  const recordDeposits = createDepositRecorder(service, account);
  const record = (line: string) => void watch.said.push(line);

  function make(own: Context): Required<Pick<Rail, 'deposits' | 'transfers'>> {
    const deps = { ctx: own, clock, account: (id: string) => railAccount(own, id) };
    const { deposits, transfers } = createInvestecRail(deps);
    const sweep = firstOf(createInvestecSweeps(deps));
    const poll = async () => {
      clock.advance(minuteMs);
      if (received.refusals > 0) {
        received.refusals -= 1;
        await pollCutShort(refusedAt);
        throw new Error('the service is temporarily unavailable');
      }
      await sweep.run();
      await recordDeposits();
    };
    return { deposits: { ...deposits, poll }, transfers };
  }

  async function pollCutShort(nth: number): Promise<number> {
    const dying = dyingAt(ctx.db, nth);
    const { deposits } = make({ ...ctx, db: dying.db });
    await deposits.poll!({ account, id: account }).catch(() => {});
    return dying.places();
  }

  const open = (own = ctx) => patient(make(own), 'the rail', record);
  const stage: InvestecStage = {
    ...{ service, bank, clock, account, received, counterpart, pollCutShort },
    abilities: ['deposits', 'transfers'],
    beyond: {},
    rail: open(),
    restart: async () => {
      stage.rail = open();
    },
    ...transfersIn(ctx, open),
    again: async () => clock.advance(leaseMs),
    close: async () => {
      await bank.close();
      await service.close();
    },
  };
  return stage;
}
