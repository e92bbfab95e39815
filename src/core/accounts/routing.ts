// Every rail behind one door. A call goes to the rail of the account that it names; new business goes to the merchant's
// own account where that has the ability, else to the operator's, else to the simulated bank.
import { createTtlCache } from '../../kernel/concurrency/ttl-cache.ts';
import { isInTransaction } from '../../kernel/db/open-transaction.ts';
import { isTracing, span } from '../../kernel/tracing.ts';
import { accountBanks, bankById } from '../banks.ts';
import type { Context } from '../context.ts';
import type { BankCallOutcome } from '../meter.ts';
import {
  type Ability,
  type At,
  BankTimeout,
  BankUnavailable,
  type DepositAccount,
  OrderConflict,
  type Rail,
  type Rails,
  simulatorAccount,
} from '../rails.ts';
import { traceOf } from '../traces.ts';
import { choose, findAccounts, payInto } from './actions.ts';

/** Accounts change rarely, and by another process; a payment must not be shown an old one for long. */
const rememberedMs = 50;

export interface RailsOptions {
  ctx: Pick<Context, 'db' | 'keyring' | 'meter'>;
  /** Returns a rail by the name that accounts have of it. */
  railOf(name: string): Promise<Rail | undefined>;
  /** The simulated bank's; absent without it. */
  simulator?: Rail | undefined;
}

export function createRails({ ctx, railOf, simulator }: RailsOptions): Rails {
  const cache = createTtlCache(() => findAccounts(ctx.db), rememberedMs);
  const accounts = () => cache.get('all');

  async function railAt(account: string): Promise<Rail | undefined> {
    if (account === simulatorAccount) return simulator;
    const found = (await accounts()).find(({ id }) => id === account);
    return found && railOf(found.rail);
  }

  async function at<Name extends Ability>(account: string, ability: Name): Promise<NonNullable<Rail[Name]>> {
    // Its locks would be held for as long as a bank takes to respond.
    if (isInTransaction())
      throw new Error(`${ability} of ${account} are called within a database transaction`);
    const able = (await railAt(account))?.[ability];
    if (able) return able;
    // Nothing can have happened there.
    throw new BankUnavailable(`The bank connection of the account ${account} does not support ${ability}.`);
  }

  /** The bank that an account is at; of the simulated bank, the one that it plays. */
  async function bankAt(account: string, bankId: string | undefined): Promise<string> {
    if (account === simulatorAccount) return bankById(bankId)?.name ?? 'Simulator';
    return bankById((await accounts()).find(({ id }) => id === account)?.bankId)?.name ?? account;
  }

  /** Calls the rail of an account, within a span, and counts how that ended. */
  async function call<Name extends Ability, Answer>(
    ability: Name,
    verb: string,
    where: At,
    ask: (able: NonNullable<Rail[Name]>) => Promise<Answer>,
  ): Promise<Answer> {
    const operation = `${ability}.${verb}`;
    const { account, merchantId, correlationId } = where;
    const cause =
      merchantId && correlationId ? () => traceOf(ctx.db, { merchantId, correlationId }) : undefined;
    return span(operation, { kind: 'client', cause }, async (calling) => {
      const began = performance.now();
      let outcome: BankCallOutcome = 'answered';
      try {
        return await ask(await at(account, ability));
      } catch (error) {
        outcome = outcomeOf(error);
        throw error;
      } finally {
        const seconds = (performance.now() - began) / 1000;
        if (ctx.meter || isTracing()) {
          const bank = await bankAt(account, where.bankId).catch(() => account);
          ctx.meter?.bankCall({ bank, operation, outcome, seconds });
          calling.set({ 'peer.service': bank, 'tefo.outcome': outcome });
          if (outcome !== 'answered') calling.fail(outcome);
        }
      }
    });
  }

  async function accountFor(merchantId: string | null, ability: Ability): Promise<string | undefined> {
    const own = choose(await accounts(), merchantId, ability);
    if (own) return own.id;
    return simulator?.[ability] ? simulatorAccount : undefined;
  }

  async function depositAccount(account: string): Promise<DepositAccount | null> {
    if (account === simulatorAccount)
      return simulator?.deposits
        ? { account, ...(await simulator.deposits.details({ account, id: account })) }
        : null;
    const found = (await accounts()).find(({ id }) => id === account);
    return found?.abilities.includes('deposits') ? payInto(ctx, found) : null;
  }

  return {
    accountFor,
    depositAccount,
    depositAccountFor: async (merchantId) => {
      const account = await accountFor(merchantId, 'deposits');
      return account === undefined ? null : depositAccount(account);
    },
    accountBanks: async (merchantId) => {
      const at = { account: simulatorAccount, id: merchantId, merchantId };
      const simulated = (await simulator?.orders?.banks(at)) ?? [];
      if ((await accounts()).every(({ removedAt }) => removedAt !== null)) return simulated;
      const known = new Set(simulated.map(({ id }) => id));
      const others = accountBanks.filter(({ id }) => !known.has(id));
      return [...simulated, ...others.map((bank) => ({ ...bank, available: true, unavailableReason: null }))];
    },
    banks: async (merchantId) => {
      const account = await accountFor(merchantId, 'orders');
      if (account === undefined) return [];
      const orders = await at(account, 'orders');
      const listed = await orders.banks({ account, id: merchantId, merchantId });
      return listed.map((bank) => ({ ...bank, account }));
    },
    transfersSince: async (since) => {
      const able = (await accounts()).filter(
        ({ abilities, removedAt }) =>
          abilities.includes('transfers') && (removedAt === null || removedAt >= since),
      );
      const listed = await Promise.all(
        able.map(async ({ id, rail }) => [id, (await railOf(rail))?.transfers] as const),
      );
      if (simulator) listed.push([simulatorAccount, simulator.transfers]);
      return new Map(
        listed.map(([account, transfers]) => [account, transfers?.since?.({ account, since }) ?? null]),
      );
    },
    orders: {
      start: (order) => call('orders', 'start', order, (orders) => orders.start(order)),
      step: (where, step) => call('orders', 'step', where, (orders) => orders.step(where, step)),
      enquire: (where) => call('orders', 'enquire', where, (orders) => orders.enquire(where)),
    },
    transfers: {
      transfer: (order) => call('transfers', 'transfer', order, (transfers) => transfers.transfer(order)),
      enquire: (where) => call('transfers', 'enquire', where, (transfers) => transfers.enquire(where)),
      reportsByItself: async (account) => {
        const rail = await railAt(account);
        return rail?.transfers?.reportsByItself === true;
      },
    },
    mandates: {
      authorise: (order) => call('mandates', 'authorise', order, (mandates) => mandates.authorise(order)),
      enquire: (where) => call('mandates', 'enquire', where, (mandates) => mandates.enquire(where)),
      revoke: (where) => call('mandates', 'revoke', where, (mandates) => mandates.revoke(where)),
      collect: (given) => call('mandates', 'collect', given, (mandates) => mandates.collect(given)),
    },
    verification: {
      verify: (query) => call('verification', 'verify', query, (bank) => bank.verify(query)),
    },
  };
}

function outcomeOf(error: unknown): BankCallOutcome {
  if (error instanceof BankUnavailable) return 'unavailable';
  if (error instanceof BankTimeout) return 'timeout';
  return error instanceof OrderConflict ? 'conflict' : 'error';
}
