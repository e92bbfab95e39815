// Pays settlements: on the business day after the one it covers, by a transfer to the site's bank account. A transfer
// that fails or comes back is followed by a new one on the next business day.
import { dayOf } from '../../kernel/business-days.ts';
import { eachApart } from '../../kernel/concurrency/independent-work.ts';
import { formatRand } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import { maskAccount } from '../account-numbers.ts';
import { accountsIn, type BankAccount, choosePayer, isNumberOf } from '../accounts/actions.ts';
import { bankById } from '../banks.ts';
import type { Context, Work } from '../context.ts';
import * as ledger from '../ledger/actions.ts';
import { findSite, type Site, siteIn } from '../merchants/actions.ts';
import { suspendedReason } from '../merchants/suspension.ts';
import type { EndedTransfer } from '../reactions.ts';
import { startOfNext } from '../settlement-days.ts';
import { countTransfersOf, oneByOne, orderTransfer } from '../transfers/actions.ts';
import { advance } from '../transitions.ts';
import { flush, inWork } from '../unit-of-work.ts';
import { emailUsers } from '../users/alerts.ts';
import { type SettlementVerb, settlementMachine } from './state.ts';
import * as store from './store.ts';

const batchSize = 200;

export const noAccountReason = 'the site has no settlement account';

/** Orders the transfers of due settlements, each by itself; returns how many it processed. */
export async function payDueSettlements(ctx: Context): Promise<number> {
  const due = await store.findPayable(ctx.db, ctx.clock.now(), batchSize);
  return eachApart(due, (id) => inWork(ctx, (work) => paySettlement(work, id)).then(() => 1));
}

async function paySettlement(work: Work, id: string): Promise<void> {
  const settlement = await store.lockSettlement(work.tx, id);
  const now = work.clock.now();
  // Another process was faster.
  if (!settlement?.dueAt || settlement.dueAt > now) return;
  const today = dayOf(now);
  if (!work.policy.calendar.isBusinessDay(today)) {
    return store.setWaiting(work.tx, id, startOfNext(work.policy, today), settlement.stateReason);
  }
  const site = required(await findSite(work.tx, settlement.siteId), 'site');
  const { settlementAccount: account } = site;
  if (site.isSuspended)
    return store.setWaiting(work.tx, id, startOfNext(work.policy, today), suspendedReason);
  if (!account) return store.setWaiting(work.tx, id, startOfNext(work.policy, today), noAccountReason);
  await store.setOrdered(work.tx, id, shownAccount(account));
  const payer = choosePayer(await accountsIn(work), {
    ...settlement,
    bankId: account.bankId,
    from: null,
  });
  if (payer && isSame(work, payer, account)) return keep(work, settlement, payer.id);
  await orderTransfer(work, {
    merchantId: settlement.merchantId,
    siteId: settlement.siteId,
    purpose: 'settlement',
    objectId: id,
    pays: `${settlement.siteId} ${settlement.reference}`,
    number: 1 + (await countTransfersOf(work.tx, id)),
    amount: settlement.totalCents,
    bankId: account.bankId,
    branchCode: account.branchCode,
    accountSealed: work.keyring.seal(account.accountNumber),
    accountHolder: account.holder,
    reference: settlement.reference,
    realTime: false,
    correlationId: id,
  });
}

/** True if a settlement would go from an account to itself. */
function isSame(work: Work, payer: BankAccount, account: NonNullable<Site['settlementAccount']>): boolean {
  return payer.bankId === account.bankId && isNumberOf(work, payer, account.accountNumber);
}

/** The money stays where it is: it is the account's owner's from now on. */
async function keep(work: Work, settlement: store.Settlement, bankAccount: string): Promise<void> {
  const { id: objectId, merchantId, siteId, totalCents: amount } = settlement;
  const owner = { merchantId, siteId, object: settlementMachine.object, objectId, bankAccount };
  const why = 'it is due to the account that would pay it';
  const edge = advance(work, settlementMachine, settlement, 'keep', why);
  if (edge?.posting) ledger.post(work, edge.posting, { ...owner, amounts: { amount } });
}

/** Returns the parts of a settlement account that may be shown. */
export function shownAccount(account: NonNullable<Site['settlementAccount']>): store.ShownAccount {
  const bank = bankById(account.bankId);
  return {
    bankId: account.bankId,
    bankName: bank?.name ?? '',
    account: maskAccount(account.accountNumber),
    branchCode: account.branchCode,
  };
}

export const onSettlementTransfer = oneByOne(async (work, transfer) => {
  const { objectId, outcome, reason } = transfer;
  const settlement = await store.lockSettlement(work.tx, objectId);
  if (!settlement) return;
  if (outcome === 'paid') return move(work, settlement, transfer, 'pay', null);
  if (settlement.state === 'paid') await move(work, settlement, transfer, 'return', reason);
  // A paid settlement is never due.
  await flush(work);
  await store.setWaiting(work.tx, settlement.id, startOfNext(work.policy, dayOf(work.clock.now())), reason);
});

// The transfer is the posting's object: a settlement may need several until one stays.
async function move(
  work: Work,
  settlement: store.Settlement,
  transfer: EndedTransfer,
  verb: SettlementVerb,
  reason: string | null,
): Promise<void> {
  const { merchantId, siteId } = settlement;
  const { bankAccount } = transfer;
  const owner = { merchantId, siteId, object: 'transfer', objectId: transfer.id, bankAccount };
  const amounts = { amount: transfer.amountCents };
  const edge = advance(work, settlementMachine, settlement, verb, reason);
  if (edge?.posting) ledger.post(work, edge.posting, { ...owner, amounts });
  if (edge && verb === 'pay') await emailPaid(work, settlement);
}

/** Notifies the users who decide about the merchant's money that a settlement was paid. */
async function emailPaid(work: Work, settlement: store.Settlement): Promise<void> {
  const { id, merchantId, siteId, reference, totalCents, businessDay, bankAccount } = settlement;
  const { name } = await siteIn(work, siteId);
  const account = bankAccount ? `${bankAccount.bankName} ${bankAccount.account}` : '';
  const facts = { reference, site: name, amount: formatRand(totalCents), day: businessDay, account };
  await emailUsers(work, 'payout.approve', { kind: 'settlement', merchantId, siteId, objectId: id, facts });
}
