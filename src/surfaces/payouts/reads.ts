// GET /getavailablebanks, GET /getpayout, POST /getpayoutbyreference: where payouts can go, and their status.
import { findPayouts, getPayout, type Payout } from '../../core/payouts/actions.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Call } from './deps.ts';
import { Refusal } from './errors.ts';
import { readSearch, toRecord } from './wire.ts';

export async function getAvailableBanks({ deps, ctx, merchantId }: Call): Promise<unknown> {
  const banks = await deps.rails.accountBanks(merchantId);
  return banks.map((bank) => ({
    bankGroupId: bank.id,
    bankGroupName: bank.name,
    universalBranchCode: bank.branchCode,
    isRtcAvailable: ctx.policy.realTimeAllowed && bank.available,
  }));
}

export async function getPayoutById(call: Call): Promise<unknown> {
  const given = Object.entries(call.query).filter(([name]) => name.toLowerCase() === 'payoutid');
  const id = given[0]?.[1];
  if (id === undefined || id === '') throw new Refusal(400, 'payoutId is required');
  if (given.length > 1 || !isUuid(id)) throw new Refusal(400, 'payoutId must be a UUID');
  return described(call, await getPayout(call.ctx, call.caller.site, id.toLowerCase()));
}

const searchable = { 1: 'merchantReference', 2: 'customerBankReference' } as const;

export async function getPayoutByReference(call: Call): Promise<unknown> {
  const { pageSize, pageIndex, searchFields, searchString } = readSearch(call.body);
  const found = await findPayouts(call.ctx, call.caller.site, {
    reference: searchString,
    within: searchFields.map((field) => searchable[field]),
    limit: pageSize,
    // Clients that look for a lost payout send 1 for the first page, and 0 has always meant the same page.
    offset: pageSize * Math.max(pageIndex - 1, 0),
  });
  return found.map((payout) => described(call, payout));
}

function described({ ctx, caller }: Call, payout: Payout) {
  return toRecord(payout, caller.site.code, ctx.keyring.open(payout.accountSentSealed));
}
