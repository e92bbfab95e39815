// Our account at the simulated Investec, with its rail and its sweep, for tests.
import { abilitiesOf, settingsOf } from '../../src/app/rails.ts';
import { findAccount } from '../../src/core/accounts/actions.ts';
import { bankNamed } from '../../src/core/banks.ts';
import type { Context } from '../../src/core/context.ts';
import { openAccount } from '../../src/core/statements/actions.ts';
import type { Sweep } from '../../src/kernel/concurrency/jobs.ts';
import {
  createInvestecRail,
  createInvestecSweeps,
  type InvestecDeps,
} from '../../src/rails/investec/index.ts';
import type { InvestecBank } from './investec.ts';

/** Adds an account as `tefo bank add` does. */
export async function addInvestec(
  ctx: Context,
  bank: Pick<InvestecBank, 'url' | 'credentials' | 'accountNumber'>,
  { id = 'bokmakierie', pays = true }: { id?: string; pays?: boolean } = {},
): Promise<string> {
  const { id: bankId, branchCode } = bankNamed('investec')!;
  const payments = pays ? { name: 'pain.001.001.09', format: 'pain.001.001.09' } : null;
  const given = { banking: pays ? 'business' : 'private', ...bank.credentials, baseUrl: bank.url };
  await openAccount(ctx, {
    id,
    rail: 'investec',
    abilities: await abilitiesOf(ctx, 'investec', payments?.name ?? null),
    bankId,
    branchCode,
    number: bank.accountNumber,
    holder: 'Boekhandel Voorbeeld',
    merchantId: null,
    statementProfile: 'auto',
    statementDescription: null,
    paymentProfile: payments?.name ?? null,
    opening: null,
    cutOff: '16:00',
    limit: null,
    releases: 0,
    customer: null,
    settings: settingsOf('investec', given, { mode: 'staging', payments, releases: 0 }),
  });
  return id;
}

/** Creates the rail again, as after a start of the service. */
export function startRail(ctx: Context): {
  rail: ReturnType<typeof createInvestecRail>;
  sweep: Sweep;
} {
  const deps: InvestecDeps = {
    ctx,
    clock: ctx.clock,
    account: async (id) => {
      const account = await findAccount(ctx.db, id);
      if (!account) return undefined;
      const { holder, branchCode, numberSealed, settingsSealed } = account;
      const number = ctx.keyring.open(numberSealed);
      return { id, holder, number, branchCode, settings: JSON.parse(ctx.keyring.open(settingsSealed!)) };
    },
  };
  const rail = createInvestecRail(deps);
  const [sweep] = createInvestecSweeps(deps);
  return { rail, sweep: sweep! };
}
