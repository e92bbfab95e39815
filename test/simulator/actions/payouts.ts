// Payouts: accepted while the float covers them, decided by the bank, and looked at by both APIs.
import { banks } from '../../../src/core/banks.ts';
import { cents as centsOf, hashOf, rand } from '../../races/merchant.ts';
import { type Action, someOf, type Turn } from '../action.ts';
import { floatOf } from '../model.ts';

// No check digits are known of the bank, so any number of the right length will do.
const bank = banks.find(({ name }) => name === 'TymeBank')!;

const topUp: Action = {
  weight: 2,
  play: async ({ world, model, random, expect, reach }) => {
    const { merchant, shop, service } = world;
    const path = `/CreateFloatTopUpReferenceRequest?siteCode=${shop.siteCode}`;
    const { body, status } = await merchant.external('POST', path);
    expect(status === 200, () => `a reference for a top-up was answered ${status}`);
    const cents = random.between(1, 2_000) * 100;
    const deposit = { reference: body?.beneficiaryReference, amount: rand(cents).toFixed(2) };
    const { status: arrived, text } = await merchant.sandbox('/deposits', deposit);
    expect(arrived === 200, () => `a deposit of ${cents} cents was answered ${arrived}: ${text}`);
    await service.drain();
    if (arrived === 200) model.toppedUp += cents;
    reach('float topped up');
  },
};

export async function requestPayout({ world }: Pick<Turn, 'world'>, reference: string, cents: number) {
  const { merchant, shop } = world;
  const account = { bankGroupId: bank.id, accountNumber: '51000000001', branchCode: bank.branchCode };
  const hashed = [shop.siteCode, cents, reference, 'SIM', false, account.bankGroupId];
  return merchant.payouts(shop.siteCode, '/requestpayout', {
    siteCode: shop.siteCode,
    amount: rand(cents),
    merchantReference: reference,
    customerBankReference: 'SIM',
    isRtc: false,
    bankingDetails: account,
    hashCheck: hashOf(...hashed, account.accountNumber, account.branchCode, merchant.apiKey),
  });
}

const payOut: Action = {
  weight: 5,
  play: async (turn) => {
    const { model, random, step, expect, reach } = turn;
    const { available } = floatOf(model);
    const most = Math.floor(available / 100);
    const cents =
      (most < 1 || random.chance(0.2) ? most + random.between(1, 50) : random.between(1, most + 1)) * 100;
    const reference = `OUT-${step}`;
    const { status, text, body } = await requestPayout(turn, reference, cents);
    const fits = cents <= available;
    const isTaken = status === 200 && body?.payoutId !== undefined && body.payoutStatus.status === 1;
    const isRefused = status === 200 && body?.payoutId === undefined && body?.payoutStatus?.status === 99;
    expect(
      fits ? isTaken : isRefused,
      () => `a payout of ${cents} cents from a float with ${available} was answered ${status}: ${text}`,
    );
    reach(fits ? 'payout accepted' : 'payout beyond the float refused');
    if (isTaken) model.payouts.push({ id: body.payoutId, reference, cents, state: 'pending' });
  },
};

const payOutTwice: Action = {
  weight: 1,
  play: async (turn) => {
    const { model, expect, reach } = turn;
    const payout = someOf(turn, model.payouts);
    if (!payout) return;
    const { status, text, body } = await requestPayout(turn, payout.reference, payout.cents);
    expect(
      status === 200 && body?.payoutId === undefined,
      () => `a payout with the reference of another was answered ${status}: ${text}`,
    );
    reach('reference of a payout used twice');
  },
};

const answerPayout: Action = {
  weight: 4,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const payout = someOf(
      turn,
      model.payouts.filter(({ state }) => state === 'pending'),
    );
    if (!payout) return;
    const outcome = random.pick(['complete', 'complete', 'failed'] as const);
    const { status, text } = await world.merchant.sandbox(`/payouts/${payout.id}/outcome`, { outcome });
    expect(
      status === 200,
      () => `${outcome} of the pending payout ${payout.reference} was answered ${status}: ${text}`,
    );
    if (status !== 200) return;
    payout.state = outcome;
    reach(`payout ${outcome}`);
  },
};

const lookAtFloat: Action = {
  weight: 3,
  play: async ({ world, model, expect }) => {
    const { merchant, shop } = world;
    const { status, text, body } = await merchant.external(
      'GET',
      `/GetFloatBalanceInfo?siteCode=${shop.siteCode}`,
    );
    const { pending, available } = floatOf(model);
    const seen = body && [body.balance, body.available, body.pendingPayouts].map(centsOf).join(' ');
    expect(
      status === 200 && seen === `${available + pending} ${available} ${pending}`,
      () => `the float is ${available} and ${pending} pending; the balance was answered ${status}: ${text}`,
    );
  },
};

export const payoutActions = { topUp, payOut, payOutTwice, answerPayout, lookAtFloat };
