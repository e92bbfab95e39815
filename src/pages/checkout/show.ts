// From the state of a payment to its page: collects the data that each page needs.
import type { Site } from '../../core/merchants/actions.ts';
import type { Payment } from '../../core/payments/actions.ts';
import type { Bank, DepositAccount } from '../../core/rails.ts';
import { depositType, type TestOutcome, type Transaction } from '../../core/transactions/actions.ts';
import { memberOf, required } from '../../kernel/required.ts';
import { brandOf } from '../customer/brand.ts';
import type { ChargeTrouble } from '../customer/charge.ts';
import type { Frame, Live } from '../customer/model.ts';
import type { Html } from '../html.ts';
import type {
  ChooseError,
  DepositState,
  FailureReason,
  PaymentFrame,
  TestOutcome as ShownOutcome,
} from './model.ts';
import { checkoutPaths } from './paths.ts';
import type { CheckoutPage } from './states.ts';
import * as views from './views.ts';

export interface Scene {
  page: CheckoutPage;
  payment: Payment;
  transaction: Transaction | undefined;
  site: Site;
  now: Date;
  frame: Frame;
  banks: Bank[];
  /** The account for deposits of the payment; null where none can be. */
  depositAccount: DepositAccount | null;
  /** The details of the deposit are shown in place of the banks. */
  isEft: boolean;
  backUrl(): Promise<string | undefined>;
  /** Returns where a customer who cancels goes back to. */
  cancelUrl(): Promise<string | undefined>;
  /** The customer wants to try again after a failed attempt, or the form came back. */
  isTryingAgain: boolean;
  query?: string;
  lastBankId?: string;
  error?: ChooseError;
  fields?: Record<string, string>;
  missingOutcome?: boolean;
  /** Set for a charge that its bank did not pay. */
  trouble?: ChargeTrouble;
}

const outcomes: Record<ShownOutcome, TestOutcome> = {
  successful: 'success',
  cancelled: 'cancelled',
  error: 'error',
  abandoned: 'abandoned',
  pending: 'pending',
};

/** Reads the outcome that the payer of a test payment chose in the form. Returns undefined for an unknown one. */
export function readTestOutcome(text: string | undefined): TestOutcome | undefined {
  return text !== undefined && Object.hasOwn(outcomes, text) ? outcomes[text as ShownOutcome] : undefined;
}

const failureReasons: Record<string, FailureReason> = {
  declined: 'declined',
  cancelled: 'cancelled',
  abandoned: 'abandoned',
  expired: 'abandoned',
  failed: 'failed',
};

/** The attempt of a scene whose page is about one. */
const attemptOf = ({ transaction }: Scene): Transaction => required(transaction, 'transaction');

export async function showPage(scene: Scene): Promise<Html> {
  const about = aboutOf(scene);
  const { payment, transaction, now } = scene;
  const { id } = payment;
  // The bank of some deposits is unknown.
  const bankName = transaction?.bankName ?? (payment.isTest ? 'Test' : 'EFT');
  const live: Live = { statusPath: checkoutPaths.status(id), page: scene.page };
  switch (scene.page) {
    case 'choose':
      return scene.isEft ? eft(scene, about, live) : choose(scene, about, live);
    case 'chooseTestOutcome':
      return chooseTest(scene, about);
    case 'atBank': {
      const actions = { chooseAnother: checkoutPaths.chooseAnother(id), cancel: checkoutPaths.cancel(id) };
      const hasWayBack = (await scene.cancelUrl()) !== undefined;
      return views.atBank({
        ...about,
        bankName,
        bankUrl: required(attemptOf(scene).bankUrl, 'address of the bank'),
        live,
        hasWayBack,
        actions,
      });
    }
    case 'waiting':
      return views.waiting({
        ...about,
        bankName,
        since: attemptOf(scene).createdAt,
        live,
        backUrl: await scene.backUrl(),
      });
    case 'held':
      return views.held({
        ...about,
        amountCents: payment.amountCents,
        receivedCents: attemptOf(scene).amountCents,
        live,
        backUrl: await scene.backUrl(),
      });
    case 'paid': {
      const isLate = transaction?.paidLate ?? false;
      return views.paid({
        ...about,
        bankName,
        account: transaction?.payerAccount ?? undefined,
        paidAt: payment.completedAt ?? now,
        late: isLate,
        backUrl: await scene.backUrl(),
      });
    }
    case 'notPaid':
      return notPaid(scene, about, live, bankName);
    case 'charge':
      return views.charge({
        ...about,
        isOver: payment.state !== 'created' || (scene.trouble !== undefined && !scene.trouble.againOn),
        trouble: scene.trouble,
      });
    case 'takenBack':
      return views.takenBack({
        ...about,
        takenBackAt: attemptOf(scene).completedAt ?? now,
        backUrl: await scene.backUrl(),
      });
    case 'cancelled':
      return views.cancelled({
        ...about,
        bankMayStillPay: mayStillPay(transaction),
        isOfDeposit: transaction?.paymentType === depositType,
        backUrl: await scene.backUrl(),
      });
    case 'expired':
      return views.expired({
        ...about,
        bankMayStillPay: mayStillPay(transaction),
        isOfDeposit: transaction?.paymentType === depositType,
        backUrl: await scene.backUrl(),
      });
  }
}

// We abandoned the attempt, but the bank perhaps did not, and a deposit may be on its way: the page must not say that no
// money has left.
function mayStillPay(transaction: Transaction | undefined): boolean {
  if (transaction?.paymentType === depositType)
    return ['created', 'cancelled', 'expired'].includes(transaction.state);
  return transaction?.bankUrl != null && ['expired', 'abandoned', 'failed'].includes(transaction.state);
}

const depositStates: Partial<Record<CheckoutPage, DepositState>> = {
  held: 'held',
  paid: 'paid',
  expired: 'expired',
};

function depositStateOf({ page, transaction }: Scene): DepositState | undefined {
  return transaction?.paymentType === depositType ? depositStates[page] : undefined;
}

// After a failed attempt, the address says that the customer wants to try again.
function choosingPath({ page, payment, frame }: Scene): string {
  return page === 'notPaid' ? checkoutPaths.tryAgain(payment.id) : frame.path;
}

function aboutOf(scene: Scene): PaymentFrame {
  const { frame, payment, transaction, site, now } = scene;
  return {
    ...frame,
    ...brandOf(site),
    merchantName: payment.details.payeeDisplayName ?? site.name,
    amountCents: transaction?.amountCents ?? payment.amountCents,
    description: payment.details.description,
    reference: payment.merchantReference,
    isTest: payment.isTest,
    expiresAt: payment.expiresAt,
    now,
    depositState: depositStateOf(scene),
  };
}

async function notPaid(scene: Scene, about: PaymentFrame, live: Live, bankName: string): Promise<Html> {
  const { payment, now } = scene;
  const { id } = payment;
  // A failed deposit failed at no bank: the page only shows the ways to pay.
  if (scene.isTryingAgain || scene.transaction?.paymentType === depositType)
    return payment.isTest ? chooseTest(scene, about) : choose(scene, about, live);
  const { state, completedAt } = attemptOf(scene);
  return views.notPaid({
    ...about,
    bankName,
    reason: memberOf(failureReasons, state),
    endedAt: completedAt ?? now,
    tryAgainPath: checkoutPaths.tryAgain(id),
    hasWayBack: (await scene.backUrl()) !== undefined,
    actions: { leave: checkoutPaths.leave(id), cancel: checkoutPaths.cancel(id) },
  });
}

/** Returns the details of an open deposit. */
async function eft(scene: Scene, about: PaymentFrame, live: Live): Promise<Html> {
  const { payment, depositAccount } = scene;
  const { id, minimumCents, maximumCents } = payment;
  return views.eft({
    ...about,
    depositState: 'waiting',
    account: required(depositAccount, 'account of deposits'),
    depositReference: required(attemptOf(scene).depositReference, 'reference of the deposit'),
    ...(minimumCents !== null &&
      maximumCents !== null && { range: { minCents: minimumCents, maxCents: maximumCents } }),
    ...(scene.banks.length > 0 && { otherPath: checkoutPaths.page(id) }),
    live,
    hasWayBack: (await scene.cancelUrl()) !== undefined,
    actions: { cancel: checkoutPaths.cancel(id) },
  });
}

async function choose(scene: Scene, about: PaymentFrame, live: Live): Promise<Html> {
  const { payment, transaction, fields } = scene;
  const { id, minimumCents, maximumCents } = payment;
  const deposit = transaction?.paymentType === depositType ? transaction : undefined;
  const failed = transaction && !deposit ? failureReasons[transaction.state] : undefined;
  return views.chooseBank({
    ...about,
    path: choosingPath(scene),
    amountCents: payment.amountCents,
    banks: scene.banks,
    // After a failed attempt, the same bank is not preselected.
    selectedBankId: fields?.bank ?? payment.selectedBankId ?? (failed ? undefined : scene.lastBankId),
    lastBankId: scene.lastBankId,
    query: scene.query,
    statementReference: payment.bankReference ?? payment.merchantReference,
    ...(minimumCents !== null &&
      maximumCents !== null && {
        variableAmount: { minCents: minimumCents, maxCents: maximumCents, typed: fields?.amount },
      }),
    error: scene.error,
    ...(failed && !scene.error && { lastTry: { reason: failed, bankName: transaction?.bankName ?? '' } }),
    ...(scene.depositAccount && {
      eft: { action: checkoutPaths.eft(id), isChosen: deposit?.state === 'created' },
    }),
    wasUnused: deposit?.state === 'failed',
    codePath: checkoutPaths.code(id),
    live,
    hasWayBack: (await scene.cancelUrl()) !== undefined,
    actions: { choose: checkoutPaths.choose(id), cancel: checkoutPaths.cancel(id) },
  });
}

async function chooseTest(scene: Scene, about: PaymentFrame): Promise<Html> {
  const { id } = scene.payment;
  const actions = { choose: checkoutPaths.chooseTestOutcome(id), cancel: checkoutPaths.cancel(id) };
  return views.chooseTestOutcome({
    ...about,
    path: choosingPath(scene),
    missing: scene.missingOutcome,
    hasWayBack: (await scene.cancelUrl()) !== undefined,
    actions,
  });
}
