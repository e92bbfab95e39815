// Requests that a merchant's program or a user should not send: each is refused with its documented code, and changes nothing.
import { allocateDeposit } from '../../../src/core/deposits/allocation.ts';
import { editLink } from '../../../src/core/links/actions.ts';
import { releaseFile } from '../../../src/core/payment-files/actions.ts';
import { approvePayout } from '../../../src/core/payouts/actions.ts';
import { approveRefund } from '../../../src/core/refunds/actions.ts';
import { removeAccount, requireAccount } from '../../../src/core/statements/actions.ts';
import { explainLine } from '../../../src/core/statements/explaining.ts';
import { cancelPaymentLocally } from '../../../src/core/transactions/cancellation.ts';
import { ask } from '../../support/merchant.ts';
import { type Action, someOf, type Turn } from '../action.ts';
import { compareBank } from '../bank-judge.ts';
import { depositsOf, isOpenDeposit } from '../bank-model.ts';
import { paidOf, refundable } from '../model.ts';
import { refusalOf } from '../refusal.ts';
import { users } from '../vault.ts';
import { compareVault } from '../vault-judge.ts';
import { compareAttempts } from './attempts.ts';

const nobodysId = '01a1f866-0b31-7f10-9a41-2f6b8c0d1e22';

/** A response with a wrong code, or undefined where the history has nothing to make the mistake with. */
type Answered = { status: number; text: string } | undefined;
type Mistake = (turn: Turn) => Promise<Answered>;

const amountOf = (cents: number) => ({ currency: 'ZAR', value: cents / 100 });

/** By the code of the One API that must be the response's. */
const onOne: Record<string, Mistake> = {
  NotFound: ({ world }) => world.merchant.one(`/payments/${nobodysId}`),
  BadRequest: ({ world }) => world.merchant.one('/payments?limit=0'),
  PayloadTooLarge: ({ world }) => world.merchant.one('/payments', { siteCode: 'x'.repeat(3_000_000) }),
  DuplicateReference: async (turn) => {
    const { merchant, till } = turn.world.desk;
    const efts = turn.model.bank.efts.filter(({ link }) => link === undefined);
    const eft = someOf(turn, efts);
    if (!eft) return undefined;
    const expireAt = new Date(turn.world.service.clock.now().getTime() + 3_600_000).toISOString();
    const body = {
      siteCode: till.siteCode,
      amount: amountOf(100),
      merchantReference: eft.reference,
      expireAt,
    };
    return merchant.one('/payments', body);
  },
  PaymentClosed: async (turn) => {
    const ended = turn.model.payments.filter(({ status }) => status === 'Cancelled' || status === 'Expired');
    const payment = someOf(turn, ended);
    const body = { paymentType: 'redirect' };
    return payment && turn.world.merchant.one(`/payments/${payment.id}/transactions`, body);
  },
  PaymentAlreadyComplete: async (turn) => {
    const payment = someOf(turn, paidOf(turn.model));
    const body = { paymentType: 'redirect' };
    return payment && turn.world.merchant.one(`/payments/${payment.id}/transactions`, body);
  },
  PaymentAwaitingBank: async (turn) => {
    const attempt = await drawAttempt(turn, ['pending', 'unknown']);
    return attempt && turn.world.merchant.one(`/payments/${attempt.paymentId}/cancel`, {});
  },
  PaymentInProgress: async (turn) => {
    const attempt = await drawAttempt(turn, ['pending', 'unknown']);
    const body = { paymentType: 'redirect' };
    if (!attempt || attempt.expiresAt <= turn.world.service.clock.now().getTime()) return undefined;
    return turn.world.merchant.one(`/payments/${attempt.paymentId}/transactions`, body);
  },
  TransactionNotRefundable: async (turn) => {
    const attempt = await drawAttempt(turn, ['declined', 'cancelled', 'abandoned', 'failed', 'expired']);
    const body = { amount: amountOf(100), reason: 'none' };
    return attempt && turn.world.merchant.one(`/transactions/${attempt.id}/refunds`, body);
  },
  RefundableChanged: async (turn) => {
    const payment = someOf(
      turn,
      paidOf(turn.model).filter((one) => refundable(one) >= 100),
    );
    if (!payment) return undefined;
    const expectedRefundable = amountOf(refundable(payment) + 100);
    const body = { amount: amountOf(100), reason: 'none', expectedRefundable };
    return turn.world.merchant.one(`/transactions/${payment.transactionId}/refunds`, body);
  },
  AdhocChargesNotAuthorised: async (turn) => {
    const { world, model } = turn;
    const running = someOf(
      turn,
      model.subscriptions.filter(({ state }) => state === 'active'),
    );
    if (!running) return undefined;
    const { body } = await world.merchant.one(`/subscriptions/${running.id}`);
    if (body?.status !== 'Active') return undefined;
    const charge = { amount: amountOf(1_000), merchantReference: 'NOW' };
    return world.merchant.one(`/subscriptions/${running.id}/transactions`, charge);
  },
};

async function drawAttempt(turn: Turn, states: readonly string[]) {
  await compareAttempts(turn, turn.model.attempts);
  return someOf(
    turn,
    turn.model.attempts.filter(({ state }) => states.includes(state)),
  );
}

const mistakeOfProgram: Action = {
  weight: 4,
  play: async (turn) => {
    const { random, expect, reach } = turn;
    const code = random.pick(Object.keys(onOne));
    const answer = await onOne[code]!(turn);
    if (!answer) return;
    const { status, text } = answer;
    const isSo = status >= 400 && text.includes(`"code":"${code}"`);
    expect(isSo, () => `a request that must be refused as ${code} was answered ${status}: ${text}`);
    reach(`refused as ${code}`);
  },
};

/** Requests to the older surfaces, with the status that the response must have. */
const paths = [
  ['/payments/GetTransaction', { transactionId: nobodysId }, 404],
  ['/external/api/MerchantApiV1/GetTransaction', { transactionId: nobodysId }, 404],
  ['/payments/secure/banktransfer/bankingdetails', { bankReference: 'DEP000000000000' }, 400],
  ['/external/Secure/BankTransfer/BankingDetails', { bankReference: 'DEP000000000000' }, 400],
  ['/payments/secure/refunds/getrefund', { refundId: nobodysId }, 400],
] as const;

const mistakeOnOlder: Action = {
  weight: 1,
  play: async (turn) => {
    const { world, random, expect, reach } = turn;
    const { merchant, shop, service } = world;
    if (random.chance(0.2)) {
      const path = `/getpayout?siteCode=${shop.siteCode}&payoutId=${nobodysId}`;
      const { status, text } = await merchant.payouts(shop.siteCode, path, undefined);
      expect(status >= 400 && status < 500, () => `an unknown payout was answered ${status}: ${text}`);
      return reach('unknown payout refused');
    }
    const [path, query, wanted] = random.pick(paths);
    const asked = new URLSearchParams({ siteCode: shop.siteCode, ...query });
    const headers = { apikey: merchant.apiKey };
    const { status, text } = path.includes('/secure/refunds')
      ? await merchant.payments(`${path.slice('/payments'.length)}?${asked}`)
      : await ask(`${service.base}${path}?${asked}`, { headers });
    expect(
      status === wanted || status === 404,
      () => `${path} with an unknown ${Object.keys(query)} was answered ${status}: ${text}`,
    );
    reach(`${path} refused`);
  },
};

type UserMistake = (turn: Turn) => Promise<unknown> | undefined;

const byUsers: Record<string, UserMistake> = {
  SiteNotFound: (turn) => allocateTo(turn, { floatOf: 'NOBODY0001' }),
  DepositReferenceNotFound: (turn) => allocateTo(turn, { reference: 'NO SUCH REFERENCE' }),
  PaymentNotFound: (turn) => allocateTo(turn, { paymentId: nobodysId }),
  StatementLineNotFound: ({ world: { desk } }) => {
    const given = { meaning: 'own', objectId: null, note: null, by: 'Naledi' } as const;
    return explainLine(desk.as('Naledi'), desk.viewer, nobodysId, given);
  },
  PaymentFileNotFound: ({ world: { desk } }) => releaseFile(desk.as('Zola'), 'TEFO-NONE', 'Zola'),
  BankAccountNotFound: ({ world: { desk } }) => requireAccount(desk.as('Naledi'), 'nobodys'),
  BankAccountInUse: ({ world: { desk }, model }) =>
    model.bank.movements.some(({ meaning }) => meaning === null)
      ? removeAccount(desk.as('Naledi'), desk.account)
      : undefined,
  PaymentLinkNotFound: ({ world: { desk } }) =>
    editLink(desk.as('Naledi'), desk.viewer, nobodysId, { description: null, expiresAt: null }),
  PayoutNotFound: ({ world: { vault } }) => approvePayout(vault.as(users.thabo), vault.viewer, nobodysId),
  RefundNotFound: ({ world: { vault } }) => approveRefund(vault.as(users.thabo), vault.viewer, nobodysId),
  ChangedSinceSeen: (turn) => {
    const { world, model } = turn;
    const waiting = model.vault.payouts.filter(({ state }) => state === 'approval');
    const payout = someOf(turn, waiting);
    if (!payout) return undefined;
    const by = payout.maker === users.thabo ? users.naledi : users.thabo;
    const seen = { amount: BigInt(payout.cents + 1) };
    return approvePayout(world.vault.as(by), world.vault.viewer, payout.id, seen);
  },
  DoneAlready: (turn) => {
    const { world, model } = turn;
    const own = model.payments.filter(({ status }) => status === 'Cancelled');
    const payment = someOf(turn, own);
    return payment && cancelPaymentLocally(world.vault.as(users.thabo), world.vault.viewer, payment.id);
  },
};

function allocateTo(turn: Turn, to: Parameters<typeof allocateDeposit>[3]): Promise<unknown> | undefined {
  const { desk } = turn.world;
  const deposit = someOf(turn, depositsOf(turn.model.bank).filter(isOpenDeposit));
  return deposit && allocateDeposit(desk.as('Naledi'), desk.viewer, deposit.id, to, null);
}

const mistakeOfUser: Action = {
  weight: 3,
  play: async (turn) => {
    const { random, expect, reach } = turn;
    await compareBank(turn);
    await compareVault(turn);
    const wanted = random.pick(Object.keys(byUsers));
    const made = byUsers[wanted]!(turn);
    if (made === undefined) return;
    const code = await refusalOf(turn, made);
    expect(code === wanted, () => `a mistake of a user ended with ${code}; not ${wanted}`);
    reach(`user refused: ${wanted}`);
    await compareBank(turn);
    await compareVault(turn);
  },
};

export const mistakeActions = { mistakeOfProgram, mistakeOnOlder, mistakeOfUser };
