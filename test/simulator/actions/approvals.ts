// Payouts of the vault: verified by the merchant and by the payee's bank, and approved or declined by a second person.

import { findSiteByCode } from '../../../src/core/merchants/actions.ts';
import { approvePayout, declinePayout, requestPayout } from '../../../src/core/payouts/actions.ts';
import { cents as centsOf, hashOf, rand } from '../../races/merchant.ts';
import { type Action, someOf, type Turn } from '../action.ts';
import { refusalOf } from '../refusal.ts';
import { answers, endings, isVerified, numberWith, payeesBank, users } from '../vault.ts';
import { compareVault } from '../vault-judge.ts';
import { type VaultPayout, vaultFloat } from '../vault-model.ts';

const fill: Action = {
  weight: 2,
  play: async ({ world, model, random, expect, reach }) => {
    const { merchant, vault, service } = world;
    const path = `/CreateFloatTopUpReferenceRequest?siteCode=${vault.siteCode}`;
    const { body } = await merchant.external('POST', path);
    const cents = random.between(500, 4_000) * 100;
    const deposit = { reference: body?.beneficiaryReference, amount: rand(cents).toFixed(2) };
    const { status, text } = await merchant.sandbox('/deposits', deposit);
    expect(status === 200, () => `a deposit for the vault was answered ${status}: ${text}`);
    await service.drain();
    if (status === 200) model.vault.toppedUp += cents;
    reach('vault topped up');
  },
};

interface Wanted {
  reference: string;
  cents: number;
  accountNumber: string;
}

/** Requests a payout as the merchant's program, or as a user who types it. Returns its id; undefined where it was refused. */
async function request(
  { world }: Turn,
  { reference, cents, accountNumber }: Wanted,
  maker: string | null,
): Promise<string | undefined> {
  const { merchant, vault, service } = world;
  const { id: bankGroupId, branchCode } = payeesBank;
  if (maker === null) {
    const hashed = [vault.siteCode, cents, reference, 'SIM', false, bankGroupId, accountNumber, branchCode];
    const { body } = await merchant.payouts(vault.siteCode, '/requestpayout', {
      ...{ siteCode: vault.siteCode, amount: rand(cents), merchantReference: reference },
      ...{ customerBankReference: 'SIM', isRtc: false },
      bankingDetails: { bankGroupId, accountNumber, branchCode },
      hashCheck: hashOf(...hashed, merchant.apiKey),
    });
    return body?.payoutId;
  }
  const site = (await findSiteByCode(service.db, vault.siteCode))!;
  const asked = await requestPayout(vault.as(maker as 'user:'), {
    ...{ site, amount: BigInt(cents), merchantReference: reference, customerBankReference: 'SIM' },
    ...{ isRtc: false, bank: { ...payeesBank, available: true }, branchCode, accountNumber },
    ...{ hashCheck: null, isTyped: true },
  });
  return asked.kind === 'accepted' ? asked.payout.id : undefined;
}

const requestChecked: Action = {
  weight: 6,
  play: async (turn) => {
    const { world, model, random, step, expect, reach } = turn;
    const { available } = vaultFloat(model.vault);
    const most = Math.floor(available / 100);
    const cents =
      (random.chance(0.15) ? most + random.between(1, 50) : random.between(1, Math.max(2, most / 2))) * 100 +
      random.pick([0, 0, 0, 91, 92, 93]);
    const [ending, maker] = [random.pick(endings), random.pick([null, users.naledi, users.thabo])];
    const reference = `${random.pick(answers)}-${step}`;
    const id = await request(turn, { reference, cents, accountNumber: numberWith(ending) }, maker);
    const fits = cents <= available;
    expect(
      (id !== undefined) === fits,
      () => `a payout of ${cents} cents from a vault with ${available} was ${id ? 'accepted' : 'refused'}`,
    );
    if (id === undefined) return reach('payout beyond the vault refused');
    const payout: VaultPayout = { id, reference, cents, ending, maker, state: 'received' };
    model.vault.payouts.push(payout);
    await world.service.drain();
    payout.state = stateAfterRequest(turn, payout);
    await compareVault(turn);
    reach(`checked payout became ${payout.state}`);
  },
};

/** Returns the state of a payout after its checks, as far as their answers come at once. */
function stateAfterRequest({ world, model }: Turn, payout: VaultPayout): VaultPayout['state'] {
  const { verifyUrl, verifyPayees, approvalAbove } = world.vault;
  if (verifyUrl !== null && payout.reference.startsWith('MUTE')) return 'verification';
  if (verifyUrl !== null && payout.reference.startsWith('NO')) return 'cancelled';
  let isDoubtful = false;
  if (verifyPayees !== 'off' && !model.vault.verified.has(payout.ending)) {
    const verdict = isVerified(payout.ending, false);
    if (verdict === undefined) return 'payee_check';
    if (verdict) model.vault.verified.add(payout.ending);
    else if (verifyPayees === 'refuse') return 'cancelled';
    isDoubtful = !verdict;
  }
  if (approvalAbove === null) return 'submitted';
  return isDoubtful || payout.cents > approvalAbove ? 'approval' : 'submitted';
}

/** A payout with an encrypted number, of a site that has lost its verify address, cannot go on. */
const loseVerifyUrl: Action = {
  weight: 1,
  play: async (turn) => {
    const { world, model, step, expect, reach } = turn;
    const { vault, service } = world;
    if (vault.verifyUrl === null || vaultFloat(model.vault).available < 100) return;
    const accountNumber = Buffer.alloc(16, step % 256).toString('base64');
    const reference = `OK-${step}`;
    const id = await request(turn, { reference, cents: 100, accountNumber }, null);
    expect(id !== undefined, () => 'a payout with an encrypted account number was refused');
    if (id === undefined) return;
    await vault.setVerifyUrl(null);
    await service.drain();
    await vault.setVerifyUrl(vault.verifyUrl);
    const state = 'cancelled' as const;
    model.vault.payouts.push({ id, reference, cents: 100, ending: '01', maker: null, state });
    await compareVault(turn);
    reach('payout without a verify address cancelled');
  },
};

const decidePayout: Action = {
  weight: 6,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const { vault } = world;
    const waiting = model.vault.payouts.filter(({ state }) => state === 'approval');
    const payout = someOf(turn, random.chance(0.85) ? waiting : model.vault.payouts);
    if (!payout) return;
    const [by, isApproved] = [random.pick([users.naledi, users.thabo]), random.chance(0.7)];
    const ctx = vault.as(by);
    const decided = isApproved
      ? approvePayout(ctx, vault.viewer, payout.id)
      : declinePayout(ctx, vault.viewer, payout.id, 'not this one');
    const code = await refusalOf(turn, decided);
    const wanted = refusalOfDecision(payout, by);
    expect(
      code === wanted,
      () =>
        `${by} ${isApproved ? 'approved' : 'declined'} ${payout.reference} of ${payout.maker}, which is ${payout.state}: ${code}; not ${wanted}`,
    );
    if (code === undefined) payout.state = isApproved ? 'submitted' : 'cancelled';
    reach(`payout ${isApproved ? 'approved' : 'declined'}${code ? ' in vain' : ''}`);
    await compareVault(turn);
  },
};

function refusalOfDecision({ state, maker }: VaultPayout, by: string): string | undefined {
  if (state === 'approval') return maker === by ? 'MakerMayNotDecide' : undefined;
  return ['received', 'verification', 'payee_check'].includes(state) ? 'StepNotAllowed' : 'DoneAlready';
}

const ends = {
  complete: 'complete',
  rejected: 'cancelled',
  failed: 'processing_error',
  returned: 'returned',
} as const;

const answerChecked: Action = {
  weight: 4,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const sent = model.vault.payouts.filter(({ state }) => state === 'submitted' || state === 'complete');
    const payout = someOf(turn, random.chance(0.9) ? sent : model.vault.payouts);
    if (!payout) return;
    await compareVault(turn);
    const outcome = random.pick(['complete', 'rejected', 'failed', 'returned'] as const);
    const { status, text } = await world.merchant.sandbox(`/payouts/${payout.id}/outcome`, { outcome });
    const isNew = payout.state === 'submitted' || (payout.state === 'complete' && outcome === 'returned');
    const isKnown = ends[outcome] === payout.state;
    expect(
      isNew ? status === 200 : isKnown ? status === 200 || status === 409 : status === 409,
      () => `${outcome} of ${payout.reference}, which is ${payout.state}, was answered ${status}: ${text}`,
    );
    if (isNew && status === 200) payout.state = ends[outcome];
    reach(`checked payout ${outcome}${status === 200 ? '' : ' refused'}`);
    await compareVault(turn);
  },
};

const lookAtVault: Action = {
  weight: 1,
  play: async ({ world, model, expect }) => {
    const { merchant, vault } = world;
    const { status, text, body } = await merchant.external(
      'GET',
      `/GetFloatBalanceInfo?siteCode=${vault.siteCode}`,
    );
    const { pending, available } = vaultFloat(model.vault);
    const seen = body && [body.balance, body.available, body.pendingPayouts].map(centsOf).join(' ');
    expect(
      status === 200 && seen === `${available + pending} ${available} ${pending}`,
      () => `the vault has ${available} and ${pending} pending; the balance was answered ${status}: ${text}`,
    );
  },
};

export const approvalActions = {
  fill,
  requestChecked,
  loseVerifyUrl,
  decidePayout,
  answerChecked,
  lookAtVault,
};
