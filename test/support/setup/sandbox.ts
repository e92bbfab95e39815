// The sandbox over the real core and the simulated bank: a fresh database, a stopped clock, two merchants.

import { after } from 'node:test';
import { reactions } from '../../../src/app/reactions.ts';
import { banks } from '../../../src/core/banks.ts';
import type { Context } from '../../../src/core/context.ts';
import { post, serviceBalanceAt } from '../../../src/core/ledger/actions.ts';
import { createMerchant, findSiteByCode } from '../../../src/core/merchants/actions.ts';
import { createPayment } from '../../../src/core/payments/actions.ts';
import { type ArrivedDeposit, simulatorAccount } from '../../../src/core/rails.ts';
import { findAnyRefund, requestRefund } from '../../../src/core/refunds/actions.ts';
import { openTransaction, startAtBank } from '../../../src/core/transactions/actions.ts';
import { takeBankStep } from '../../../src/core/transactions/enquiries.ts';
import { findTransferOf, orderTransfer } from '../../../src/core/transfers/actions.ts';
import { createTransferSweep } from '../../../src/core/transfers/jobs.ts';
import { inWork } from '../../../src/core/unit-of-work.ts';
import { openMerchant } from '../../../src/core/users/merchant-opening.ts';
import { createJobs } from '../../../src/kernel/concurrency/jobs.ts';
import type { Db } from '../../../src/kernel/db/db.ts';
import { createServer } from '../../../src/kernel/http/server.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { createSimulator } from '../../../src/rails/simulator/index.ts';
import { openFaults } from '../../../src/sandbox/faults.ts';
import { sandboxRoutes } from '../../../src/sandbox/routes.ts';
import { rulingOf } from '../../../src/sandbox/rules.ts';
import { gateOf } from '../../../src/sandbox/snapshots/gate.ts';
import { collectionBalance } from '../collection.ts';
import { bankOf, openCore, publicUrl } from '../core.ts';
import { railsOver } from '../simulator.ts';

const bank = { ...banks[0]!, available: true, unavailableReason: null, account: simulatorAccount };

export async function openSandbox() {
  // The bank's results of payouts and deposits. Their owners are not part of these tests.
  const payoutsEnded: [outcome: string, reason: string | null][] = [];
  const { db, clock, log, ctx, directory, end } = await openCore({
    reactions: {
      ...reactions,
      'payout.transferred': [
        async (_work, ends) => {
          for (const { outcome, reason } of ends) payoutsEnded.push([outcome, reason]);
        },
      ],
    },
  });
  const deposits: ArrivedDeposit[] = [];
  const faults = await openFaults(db, log);
  const simulator = createSimulator({
    ...bankOf(ctx, 'transfers'),
    faults: faults.bank,
    ruling: rulingOf(ctx),
    onDeposit: async (deposit) => void deposits.push(deposit),
  });
  const rails = railsOver(simulator.rail, db);
  const transfers = createTransferSweep(ctx, rails);
  const merchant = await openMerchant(ctx, { name: 'Thabo & Sons' });
  const stranger = await createMerchant(ctx, { name: 'Karoo Books' });
  const site = (await findSiteByCode(db, merchant.siteCode))!;

  // A transfer represents a payout, which has no noun here.
  const payoutId = newId(clock);
  const payouts = {
    find: async (_db: Db, id: string) => {
      if (id !== payoutId) return undefined;
      const transfer = await findTransferOf(db, id);
      return {
        merchantId: site.merchantId,
        state: transfer?.state ?? 'received',
        stateReason: transfer?.stateReason ?? null,
      };
    },
    submit: async (given: Context, id: string) => {
      if (await findTransferOf(db, id)) return;
      await inWork(
        given,
        async (work) =>
          await orderTransfer(work, {
            merchantId: site.merchantId,
            siteId: site.id,
            purpose: 'payout',
            objectId: id,
            pays: id,
            number: 1,
            amount: 100n,
            bankId: bank.id,
            branchCode: bank.branchCode,
            accountSealed: ctx.keyring.seal('62000000017'),
            reference: 'WINNINGS',
            realTime: false,
            correlationId: work.correlationId,
          }),
      );
    },
  };

  const server = createServer({ clock, log, bodyLimitBytes: 1 << 20, caseBlindPrefixes: [] });
  server.register(
    sandboxRoutes({
      ...simulator,
      rails,
      ctx,
      directory,
      publicUrl,
      faults,
      gate: gateOf(server),
      isBankApart: false,
      clockOf: 'everybody',
      sendTransfer: transfers.sendNow,
      payouts,
      jobs: createJobs([...simulator.sweeps, transfers], log),
      renderEmail: async () => undefined,
      moveClock: async (to) => clock.set(to),
      credentialsOf: ({ merchant: _, ...secrets }) => secrets,
    }),
    { prefix: '/sandbox' },
  );
  await server.ready();
  after(async () => {
    await server.close();
    await faults.close();
    await end();
  });

  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    apiKey = merchant.apiKey,
  ) {
    const answer = await server.inject({
      method,
      url: `/sandbox/${path}`,
      headers: { apikey: apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  }

  /** Creates a payment that was paid at a bank, or is still open there. */
  async function pay(amount: bigint, isPaid = true) {
    const made = await createPayment(ctx, {
      site,
      contract: 'one',
      amount,
      merchantReference: 'ORDER-1',
      details: {},
    });
    if (made.kind !== 'made') throw new Error(made.kind);
    const { payment } = made;
    const opened = await openTransaction(ctx, { paymentId: payment.id, paymentType: 'redirect', bank });
    const started = await startAtBank(ctx, rails, payment, opened, `${publicUrl}/return`);
    if (!isPaid) return started;
    await takeBankStep(ctx, rails, started, 'authenticate');
    return takeBankStep(ctx, rails, started, 'approve');
  }

  return {
    ...{
      ctx,
      db,
      clock,
      merchant,
      stranger,
      simulator,
      rails,
      faults,
      site,
      payoutId,
      payoutsEnded,
      deposits,
    },
    ...{ call, pay },
    /** Requests a refund of `amount` cents of a new payment of `paid` cents, which stays pending. */
    refund: async (paid: bigint, amount: bigint) => {
      const transaction = await pay(paid);
      return requestRefund(ctx, {
        merchantId: site.merchantId,
        transactionId: transaction.id,
        amount,
        reason: 'wrong size',
        realTime: false,
        contract: 'one',
        createdBy: 'test',
      });
    },
    /** Takes cents from the site's balance, as a settlement does. */
    settle: (amount: bigint) =>
      inWork(ctx, (work) =>
        post(work, 'settlement_made', {
          merchantId: site.merchantId,
          siteId: site.id,
          object: 'settlement',
          objectId: newId(clock),
          amounts: { amount },
        }),
      ),
    stateOf: async (refund: { id: string }) => (await findAnyRefund(ctx.db, refund.id))!.state,
    /** Runs due work, both the bank's and ours. */
    work: () => createJobs([transfers, ...simulator.sweeps], log).drain(),
    /** Returns our balance at the bank, and the balance in our books. */
    holdings: async () => [
      await collectionBalance(db),
      await serviceBalanceAt(db, 'bank_clearing', clock.now()),
    ],
  };
}
