// Refunds to another account than the payer's, which the payee's bank verifies and a second person approves; and verifications of
// accounts for the merchant.
import { approveRefund, declineRefund, requestRefund } from '../../../src/core/refunds/actions.ts';
import { waitingReason } from '../../../src/core/refunds/jobs.ts';
import { pay } from '../../races/paying.ts';
import { type Action, someOf, type Turn } from '../action.ts';
import { refusalOf } from '../refusal.ts';
import { endings, isVerified, numberWith, payeesBank, users } from '../vault.ts';
import { compareVault } from '../vault-judge.ts';
import { refundableOf, type VaultRefund } from '../vault-model.ts';

const sell: Action = {
  weight: 3,
  play: async ({ world, model, random, reach }) => {
    // A bank whose responses are lost leaves an outcome that only its statement shows.
    if (model.isBankLossy) return;
    const cents = random.between(100, 2_000) * 100;
    const transactionId = await pay(world, world.vault, cents);
    model.vault.paid.push({ transactionId, cents });
    reach('payment of the vault');
  },
};

const refundElsewhere: Action = {
  weight: 6,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const { vault, service } = world;
    const paid = someOf(turn, model.vault.paid);
    if (!paid) return;
    const left = refundableOf(model.vault, paid);
    const cents = random.chance(0.15) ? left + 100 : random.between(1, Math.max(2, left / 200)) * 100;
    const [ending, maker] = [random.pick(endings), random.pick([users.naledi, users.thabo])];
    const reason = random.chance(0.1) ? '' : 'the account was closed';
    let id = '';
    const { transactionId } = paid;
    const code = await refusalOf(
      turn,
      requestRefund(vault.as(maker), {
        ...{ merchantId: vault.merchantId, transactionId, amount: BigInt(cents), reason },
        ...{ realTime: false, contract: 'one', createdBy: maker },
        elsewhere: {
          ...{ bankId: payeesBank.id, branchCode: payeesBank.branchCode },
          ...{ accountNumber: numberWith(ending), name: 'A Payee' },
        },
      }).then((made) => {
        id = made.id;
      }),
    );
    const tooMuch = cents > left ? 'RefundExceedsTransaction' : undefined;
    const wanted = reason === '' ? 'InvalidField' : tooMuch;
    expect(
      code === wanted,
      () => `a refund of ${cents} of ${left} cents to another account ended with ${code}; not ${wanted}`,
    );
    reach(`refund elsewhere${code ? ' refused' : ''}`);
    if (code !== undefined) return;
    const refund: VaultRefund = { id, transactionId, cents, ending, maker, state: 'payee_check' };
    model.vault.refunds.push(refund);
    const isLeft = random.chance(0.3);
    if (vault.verifyPayees === 'off') refund.state = 'approval';
    else if (!isLeft) {
      await service.drain();
      refund.state = stateAfterCheck(turn, refund);
    }
    await compareVault(turn);
  },
};

function stateAfterCheck({ world }: Turn, { ending }: VaultRefund): VaultRefund['state'] {
  const verdict = isVerified(ending, true);
  if (verdict === undefined) return 'payee_check';
  return !verdict && world.vault.verifyPayees === 'refuse' ? 'refused' : 'approval';
}

const decideRefund: Action = {
  weight: 6,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const { vault } = world;
    await compareVault(turn);
    const waiting = model.vault.refunds.filter(({ state }) => state === 'approval');
    const refund = someOf(turn, random.chance(0.85) ? waiting : model.vault.refunds);
    if (!refund) return;
    const [by, isApproved] = [random.pick([users.naledi, users.thabo]), random.chance(0.75)];
    const decided = isApproved
      ? approveRefund(vault.as(by), vault.viewer, refund.id)
      : declineRefund(vault.as(by), vault.viewer, refund.id, 'not this one');
    const code = await refusalOf(turn, decided);
    const wanted = refusalOfDecision(refund, by);
    expect(
      code === wanted,
      () =>
        `${by} decided about a refund of ${refund.maker}, which is ${refund.state}: ${code}; not ${wanted}`,
    );
    if (code === undefined) refund.state = isApproved ? 'approved' : 'refused';
    reach(`refund elsewhere ${isApproved ? 'approved' : 'declined'}${code ? ' in vain' : ''}`);
    await compareVault(turn);
  },
};

function refusalOfDecision({ state, maker }: VaultRefund, by: string): string | undefined {
  if (state === 'approval') return maker === by ? 'MakerMayNotDecide' : undefined;
  return state === 'payee_check' ? 'StepNotAllowed' : 'DoneAlready';
}

const cancelElsewhere: Action = {
  weight: 3,
  play: async (turn) => {
    const { world, model, expect, reach } = turn;
    await compareVault(turn);
    const refund = someOf(turn, model.vault.refunds);
    if (!refund) return;
    const { status, text } = await world.merchant.one(`/refunds/${refund.id}/cancel`, {});
    const isOpen = ['payee_check', 'approval', 'approved'].includes(refund.state);
    const isOver = refund.state === 'cancelled' ? status === 200 || status === 409 : status === 409;
    expect(
      isOpen ? status === 200 : isOver,
      () => `cancelling a refund elsewhere that is ${refund.state} was answered ${status}: ${text}`,
    );
    if (isOpen && status === 200) refund.state = 'cancelled';
    reach(`refund elsewhere that is ${refund.state} cancelled`);
    await compareVault(turn);
  },
};

const answerElsewhere: Action = {
  weight: 5,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    await compareVault(turn);
    const sent = model.vault.refunds.filter(({ state }) =>
      ['approved', 'submitted', 'complete'].includes(state),
    );
    const refund = someOf(turn, random.chance(0.9) ? sent : model.vault.refunds);
    if (!refund) return;
    const outcome = random.pick(['complete', 'failed', 'returned'] as const);
    const { status, text } = await world.merchant.sandbox(`/refunds/${refund.id}/outcome`, { outcome });
    const isReady = refund.state === 'approved' || refund.state === 'submitted';
    const isNew = isReady || (refund.state === 'complete' && outcome === 'returned');
    const isWaiting = refund.state === 'approved' && status === 409 && text.includes(waitingReason);
    const isKnown = refund.state === outcome;
    expect(
      isNew ? status === 200 || isWaiting : isKnown ? status === 200 || status === 409 : status === 409,
      () => `${outcome} of a refund elsewhere that is ${refund.state} was answered ${status}: ${text}`,
    );
    if (isNew && status === 200) refund.state = outcome;
    reach(`refund elsewhere ${outcome}${status === 200 ? '' : ' refused'}`);
    await compareVault(turn);
  },
};

/** The result of a verification of an account and its holder, by its last two digits. */
const verdicts: Record<(typeof endings)[number], 'Verified' | 'NotVerified' | 'Unavailable'> = {
  ...{ '01': 'Verified', '02': 'Verified', '91': 'NotVerified', '92': 'NotVerified', '94': 'NotVerified' },
  ...{ '96': 'Verified', '97': 'NotVerified', '99': 'Unavailable' },
};

const verify: Action = {
  weight: 2,
  play: async ({ world, model, random, expect, reach }) => {
    const { merchant, vault } = world;
    const ending = random.pick(endings);
    const { status, text, body } = await merchant.one('/bankaccount/verify', {
      siteCode: vault.siteCode,
      accountNumber: numberWith(ending),
      institutionId: payeesBank.id,
      identity: { type: 'said', identifier: '8001015009087' },
      surname: 'Payee',
    });
    expect(
      status === 200 && body?.status === verdicts[ending],
      () => `the account …${ending} was verified as ${status}: ${text}; it is ${verdicts[ending]}`,
    );
    if (vault.verificationFee > 0 && verdicts[ending] !== 'Unavailable') model.vault.charged += 1;
    reach(`account ${verdicts[ending]}`);
  },
};

export const elsewhereActions = {
  sell,
  refundElsewhere,
  decideRefund,
  cancelElsewhere,
  answerElsewhere,
  verify,
};
