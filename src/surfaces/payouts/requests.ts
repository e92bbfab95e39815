// POST /requestpayout: a signed request creates a payout. A refusal of its content is still a 200, without payoutId and
// with the reason in payoutStatus.
import type { Static } from 'typebox';
import { addressRule, judgePosted } from '../../core/addresses.ts';
import { hashRefusal, recordMismatch } from '../../core/hash-mismatches/actions.ts';
import { requestPayout, type SubStatus, subStatuses } from '../../core/payouts/actions.ts';
import { type Cents, parseDecimal } from '../../kernel/money.ts';
import type { Call, PayoutsDeps } from './deps.ts';
import { Refusal } from './errors.ts';
import { type HashedRequest, isSigned } from './hash.ts';
import { payoutEvidence } from './mismatch.ts';
import { bodyReader, PayoutRequest, payoutStatusOf } from './wire.ts';

type Body = Static<typeof PayoutRequest>;

const readBody = bodyReader<Body>(PayoutRequest);

/** Returns a request's content and its hash. Throws the 400 that names the problem. */
export function readRequest(body: unknown): { request: HashedRequest; hashCheck: string } {
  const { amount, notifyUrl, bankingDetails, hashCheck, ...same } = readBody(body);
  const amountCents = readAmount(amount);
  return { request: { ...same, ...bankingDetails, amountCents, notifyUrl: notifyUrl || null }, hashCheck };
}

export async function postPayout(call: Call): Promise<unknown> {
  const { deps, ctx } = call;
  const { site, apiKey } = call.caller;
  const { request, hashCheck } = readRequest(call.body);
  if (request.siteCode !== site.code) throw new Refusal(400, 'siteCode must match the SiteCode header');
  if (namesVerifyUrl(call.body)) warn(call, verifyUrlUnused);
  if (request.notifyUrl !== null) assertAddress(request.notifyUrl, deps.config);
  if (!isSigned(request, hashCheck, apiKey)) {
    const { merchantReference: reference } = request;
    const evidence = payoutEvidence(request, hashCheck, call.body);
    await recordMismatch(ctx, site, { surface: 'payouts', reference, evidence });
    call.request.refused = { text: hashRefusal };
    return refused(call, subStatuses.none, hashRefusal);
  }
  const { bankGroupId, accountNumber, branchCode, merchantReference, customerBankReference, isRtc } = request;
  const banks = await deps.rails.accountBanks(site.merchantId);
  if (banks.length === 0) return refused(call, subStatuses.bankUnavailable, 'no bank is connected');
  const bank = banks.find(({ id }) => id === bankGroupId.toLowerCase());
  if (!bank) return refused(call, subStatuses.none, 'bankGroupId is not a known bank');
  const answer = await requestPayout(ctx, {
    site,
    amount: request.amountCents,
    merchantReference,
    customerBankReference,
    isRtc,
    notifyUrl: request.notifyUrl ?? undefined,
    bank,
    branchCode,
    accountNumber,
    hashCheck,
  });
  if (answer.kind === 'refused') return refused(call, answer.subStatus, answer.reason);
  const { id, state, subStatus, stateReason: reason } = answer.payout;
  return { payoutId: id, payoutStatus: payoutStatusOf({ state, subStatus, reason }) };
}

export const warningHeader = 'Tefo-Warning';

// A verify address in the request would let anyone with the ApiKey verify their own payouts.
export const verifyUrlUnused =
  'verifyUrl of a request is ignored: payouts are verified at the verifyUrl of the site';

const namesVerifyUrl = (body: unknown): boolean =>
  Object.entries(body as object).some(
    ([name, value]) => name.toLowerCase() === 'verifyurl' && Boolean(value),
  );

function readAmount(amount: number): Cents {
  const cents = parseDecimal(String(amount));
  if (!cents) throw new Refusal(400, 'amount must be more than 0, with at most two decimals');
  return cents;
}

const webAddress = /^https?:\/\/[^\s\p{Cc}]+$/iu;

function assertAddress(address: string, config: PayoutsDeps['config']): void {
  if (!webAddress.test(address) || !URL.canParse(address))
    throw new Refusal(400, `notifyUrl ${addressRule(address, 'must be a whole http or https address')}`);
  const reason = judgePosted(address, config);
  if (reason) throw new Refusal(400, `notifyUrl is not allowed: ${reason}`);
}

/** Warns, in a header and in the log, about a part of the request that is not done as asked. */
function warn({ ctx, caller, reply }: Call, text: string): void {
  ctx.log.warn({ siteCode: caller.site.code }, text);
  reply.header(warningHeader, text);
}

function refused({ ctx, caller }: Call, subStatus: SubStatus, reason: string) {
  ctx.log.info({ siteCode: caller.site.code, subStatus, reason }, 'a payout was refused');
  return { payoutStatus: payoutStatusOf({ state: 'cancelled', subStatus, reason }) };
}
