// 500 payouts at once on a float for exactly 100 of them. Some are requested twice under one reference, as programs do
// after a lost response. Then two users at once approve some of them, and those are paid.
import { banks } from '../../src/core/banks.ts';
import { changeSite } from '../../src/core/merchants/actions.ts';
import { approvePayout } from '../../src/core/payouts/actions.ts';
import { everything } from '../../src/core/viewer.ts';
import { withHash } from '../contract/signatures.ts';
import { cents, decimal, rand } from './merchant.ts';
import { letTheBankPay, must } from './paying.ts';
import type { Race, Round, Shop, Stage } from './stage.ts';

const requests = 500;
const affordable = 100;
const repeats = 20;
/** Every payout waits for a second user, so that a round is about the float; so many are approved. */
const approved = 3;

// No check digits are known of the bank, so any number of the right length will do.
const bank = banks.find(({ name }) => name === 'TymeBank')!;

export const payouts: Race = {
  // 500 payouts on a float for exactly 100
  open: async (stage) => (round) => play(stage, round),
};

async function play(stage: Stage, round: Round): Promise<void> {
  const { random, expect, count } = round;
  const shop = await stage.openShop(`Payouts ${round.number}`);
  await changeSite(stage.service.ctx, shop.siteCode, { approvalAboveCents: 0n });
  // Cents from .91 on mean something to the simulated bank.
  const each = random.between(0, 5_000) * 100 + random.between(1, 91);
  await topUp(stage, shop, each * affordable);
  const references = Array.from({ length: requests }, (_, index) =>
    index < repeats ? `R-${requests - 1 - index}` : `R-${index}`,
  );
  const answers = await Promise.all(references.map((reference) => ask(stage, shop, reference, each)));
  const accepted = new Set<string>();
  for (const { reference, body } of answers) {
    const { status, subStatus } = body?.payoutStatus ?? {};
    const isRefusal = body?.payoutId === undefined && status === 99 && [203, 204].includes(subStatus);
    expect(
      isRefusal || (body?.payoutId && status === 1 && subStatus === 0),
      `${reference}: ${JSON.stringify(body)}`,
    );
    if (!body?.payoutId) continue;
    expect(!accepted.has(reference), `${reference} was accepted twice`);
    accepted.add(reference);
  }
  count('accepted', accepted.size);
  count('refused', requests - accepted.size);
  expect(accepted.size === affordable, `${accepted.size} payouts were accepted of a float for ${affordable}`);
  await compare(stage, shop, round, accepted, each * affordable);
  const ids = answers.flatMap(({ body }) => body?.payoutId ?? []);
  await approve(stage, shop, round, ids.slice(0, approved), each);
}

/** Money arrives with the site's top-up reference. */
export async function topUp({ merchant, service }: Stage, { siteCode }: Shop, amount: number): Promise<void> {
  const path = `/CreateFloatTopUpReferenceRequest?siteCode=${siteCode}`;
  const { beneficiaryReference } = must(await merchant.external('POST', path), 200).body;
  must(
    await merchant.sandbox('/deposits', { reference: beneficiaryReference, amount: decimal(amount) }),
    200,
  );
  await service.drain();
}

async function ask({ merchant }: Stage, shop: Shop, reference: string, amount: number) {
  const order = {
    ...{ siteCode: shop.siteCode, amount: rand(amount), isRtc: false },
    ...{ merchantReference: reference, customerBankReference: 'ROUND' },
    bankingDetails: { bankGroupId: bank.id, accountNumber: '51000000001', branchCode: bank.branchCode },
  };
  const signed = withHash('payouts requestPayout', order, merchant);
  const answer = await merchant.payouts(shop.siteCode, '/requestpayout', signed);
  return {
    reference,
    body: answer.status === 200 ? answer.body : { status: answer.status, text: answer.text },
  };
}

/** The float is empty, all of it is on its way, and the ledger and the table of payouts say the same. */
async function compare(
  { merchant, service }: Stage,
  shop: Shop,
  { expect }: Round,
  accepted: Set<string>,
  total: number,
): Promise<void> {
  const reported = must(
    await merchant.external('GET', `/GetFloatBalanceInfo?siteCode=${shop.siteCode}`),
    200,
  ).body;
  const seen = [reported.balance, reported.available, reported.pendingPayouts].map(cents).join(' ');
  expect(
    seen === `${total} 0 ${total}`,
    `balance, available and pending are reported as ${seen}, of ${total}`,
  );
  const [row] = await service.db<{ float: bigint; inFlight: bigint; row: string; references: string[] }[]>`
    select
      (select concat_ws(' ', available_cents, pending_cents) from floats where site_id = ${shop.id}) as row,
      coalesce(-sum(entry.amount_cents) filter (where account.kind = 'float'), 0)::bigint as float,
      coalesce(-sum(entry.amount_cents) filter (where account.kind = 'payouts_in_flight'), 0)::bigint as in_flight,
      (select array_agg(merchant_reference) from payouts where site_id = ${shop.id}) as references
    from ledger_accounts account join ledger_entries entry on entry.account_id = account.id
    where account.site_id = ${shop.id}`;
  const booked = `${row!.float} ${row!.inFlight}`;
  expect(row!.row === `0 ${total}`, `the float's row is ${row!.row}`);
  expect(booked === `0 ${total}`, `float and payouts in flight are booked as ${booked}`);
  const stored = new Set(row!.references);
  expect(
    stored.symmetricDifference(accepted).size === 0,
    `${stored.size} payouts are stored, ${accepted.size} accepted`,
  );
}

/** Of two users who approve a payout at once one succeeds; then it is paid, and is no longer pending. */
async function approve(
  stage: Stage,
  shop: Shop,
  { expect, count }: Round,
  ids: string[],
  each: number,
): Promise<void> {
  const { merchant, service } = stage;
  await service.drain();
  for (const id of ids) {
    const tries = await Promise.allSettled(
      ['Thandi', 'Pieter'].map((who) =>
        approvePayout({ ...service.ctx, actor: `cli:${who}` }, everything, id),
      ),
    );
    const done = tries.filter(({ status }) => status === 'fulfilled').length;
    expect(done === 1, `${done} of two users approved ${id}`);
  }
  await letTheBankPay(stage);
  const rows = await service.db<{ state: string; paid: number }[]>`
    select state, (select count(*)::integer from bank.statement_lines line join transfers transfer
      on transfer.id = line.transfer_id where transfer.object_id = payouts.id) as paid
    from payouts where id = any (${ids})`;
  for (const { state, paid } of rows) {
    expect(state === 'complete' && paid === 1, `an approved payout is ${state}, paid ${paid} times`);
  }
  count('paid', ids.length);
  const path = `/GetFloatBalanceInfo?siteCode=${shop.siteCode}`;
  const { pendingPayouts } = must(await merchant.external('GET', path), 200).body;
  const left = each * (affordable - ids.length);
  expect(cents(pendingPayouts) === left, `${pendingPayouts} is pending, it should be ${rand(left)}`);
}
