// Balances changed directly, and the settlement run: for tests that need settlements but no payments.
import { randomUUID } from 'node:crypto';
import { banks } from '../../src/core/banks.ts';
import type { AnyContext, Context } from '../../src/core/context.ts';
import { type Posting, post } from '../../src/core/ledger/actions.ts';
import type { Site } from '../../src/core/merchants/actions.ts';
import { withVat } from '../../src/core/merchants/fees.ts';
import { simulatorAccount } from '../../src/core/rails.ts';
import { createSettlementSweep } from '../../src/core/settlements/jobs.ts';
import { inWork } from '../../src/core/unit-of-work.ts';
import type { MovableClock } from '../../src/kernel/clock.ts';
import type { Cents } from '../../src/kernel/money.ts';

export const settlementAccount: NonNullable<Site['settlementAccount']> = {
  bankId: banks[1]!.id,
  accountNumber: '1234567890',
  branchCode: banks[1]!.branchCode,
  holder: 'Thabo & Sons',
};

/** South African wall-clock time. */
export const local = (text: string): Date => new Date(`${text}+02:00`);

/** Books on a site's balance; returns the id of the booked object. */
export async function book(
  ctx: AnyContext,
  site: { id: string; merchantId: string },
  posting: Posting,
  amounts: Record<string, Cents>,
  objectId: string = randomUUID(),
): Promise<string> {
  const owner = {
    merchantId: site.merchantId,
    siteId: site.id,
    object: 'test',
    objectId,
    bankAccount: simulatorAccount,
  };
  await inWork(ctx, (work) => post(work, posting, { ...owner, amounts: { vat: 0n, ...amounts } }));
  return objectId;
}

type Serving = { ctx: Context; clock: MovableClock };

/** Books a payment of R 10 000,00 with a fee at a local time, to which the clock moves. */
export async function charge({ ctx, clock }: Serving, site: Site, at: string, fee: bigint) {
  clock.set(local(at));
  const amounts = { gross: 1_000_000n, ...withVat(ctx, fee) };
  return { id: await book(ctx, site, 'payment_received', amounts), site, amounts };
}

/** Books the reversal of such a payment. */
export const takeBack = (ctx: Context, { id, site, amounts }: Awaited<ReturnType<typeof charge>>) =>
  book(ctx, site, 'payment_reversed', amounts, id);

/** Moves the clock to a local time and makes the settlements that are due then. */
export async function settleAt(ctx: Context, clock: MovableClock, time: string): Promise<void> {
  clock.set(local(time));
  await createSettlementSweep(ctx).run();
}
