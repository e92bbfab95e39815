// A stage for the rail "investec": its account in our database, and the bank itself on this machine, reached by HTTP.
import { railAccount } from '../../core/accounts/actions.ts';
import { bankNamed } from '../../core/banks.ts';
import type { Context } from '../../core/context.ts';
import type { Rail } from '../../core/rails.ts';
import { openAccount } from '../../core/statements/actions.ts';
import { minuteMs } from '../../kernel/clock.ts';
import { firstOf } from '../../kernel/required.ts';
import { createInvestecRail, createInvestecSweeps } from '../../rails/investec/index.ts';
import { createCounterpart, type InvestecCounterpart } from '../investec-bank/index.ts';
import { patient } from '../patience.ts';
import { type Stage, secrets } from '../stage.ts';
import type { Watch } from '../watch.ts';
import { createHearing } from './books.ts';
import { dyingAt } from './dying.ts';
import { type House, type HouseParts, openHouse } from './parts.ts';
import { lingering } from './simulator-stage.ts';

export const account = 'check';

export interface InvestecStage extends Stage {
  house: House;
  bank: InvestecCounterpart;
  /** Polls in a process that is gone at its nth place. Returns at how many places it can be gone. */
  pollCutShort(nth: number): Promise<number>;
}

/** After so long, an account is asked again whose poll was cut short. */
const leaseMs = 5 * minuteMs;
/** A service that cannot take what it is told is one whose database goes away amid the taking. */
const refusedAt = 100;

export async function openInvestecStage(parts: HouseParts, watch: Watch): Promise<InvestecStage> {
  const house = await openHouse(parts, watch);
  const { ctx, clock, heard } = house;
  const bank = await createCounterpart({ clock }, secrets.ownNumber, secrets.key);
  const { settings, ...counterpart } = bank;
  await makeAccount(ctx, settings);
  const hearDeposits = createHearing(house, account);
  const hear = (line: string) => void watch.said.push(line);

  function make(own: Context): Required<Pick<Rail, 'deposits' | 'transfers'>> {
    const deps = { ctx: own, clock, account: (id: string) => railAccount(own, id) };
    const { deposits, transfers } = createInvestecRail(deps);
    const sweep = firstOf(createInvestecSweeps(deps));
    const poll = async () => {
      clock.advance(minuteMs);
      if (heard.refusals > 0) {
        heard.refusals -= 1;
        await pollCutShort(refusedAt);
        throw new Error('the service could not take it just now');
      }
      await sweep.run();
      await hearDeposits();
    };
    return { deposits: { ...deposits, poll }, transfers };
  }

  async function pollCutShort(nth: number): Promise<number> {
    const dying = dyingAt(ctx.db, nth);
    const { deposits } = make({ ...ctx, db: dying.db });
    await deposits.poll!({ account, id: account }).catch(() => {});
    return dying.places();
  }

  const open = (own = ctx) => patient(make(own), 'the rail', hear);
  const stage: InvestecStage = {
    ...{ house, bank, clock, account, heard, counterpart, pollCutShort },
    abilities: ['deposits', 'transfers'],
    beyond: {},
    rail: open(),
    restart: async () => {
      stage.rail = open();
    },
    cutShort: async (order, nth) => {
      const dying = dyingAt(ctx.db, nth);
      await open({ ...ctx, db: dying.db })
        .transfers.transfer(order)
        .catch(() => {});
      return dying.places();
    },
    lingers: async (order) => {
      await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => ctx.db`select pg_sleep(0.01)`));
      return lingering(async () => void (await open().transfers.transfer(order)));
    },
    again: async () => clock.advance(leaseMs),
    close: async () => {
      await bank.close();
      await house.close();
    },
  };
  return stage;
}

function makeAccount(ctx: Context, settings: object) {
  const { id: bankId, branchCode } = bankNamed('investec')!;
  return openAccount(ctx, {
    ...{ id: account, rail: 'investec', abilities: ['deposits', 'transfers'] },
    ...{ bankId, branchCode, number: secrets.ownNumber, holder: 'Rail Check (Pty) Ltd' },
    ...{ merchantId: null, customer: null, opening: null, limit: null, releases: 0, cutOff: '16:00' },
    ...{ statementProfile: 'auto', statementDescription: null, paymentProfile: 'pain.001.001.09' },
    settings,
  });
}
