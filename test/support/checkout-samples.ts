// A sample of every page of the checkout, for the gallery of screenshots and the tests of the pages.
import { banksIn } from '../../src/core/banks.ts';
import type { UnavailableReason } from '../../src/core/rails.ts';
import type {
  Charge,
  ChooseBank,
  ChooseTestOutcome,
  Eft,
  Ended,
  Held,
  NotPaid,
  Paid,
  PaymentFrame,
  TakenBack,
  Waiting,
} from '../../src/pages/checkout/model.ts';
import * as views from '../../src/pages/checkout/views.ts';
import type { ChargeTrouble } from '../../src/pages/customer/charge.ts';
import * as problems from '../../src/pages/customer/problems.ts';
import { type Html, render } from '../../src/pages/html.ts';
import type { Language } from '../../src/pages/messages/index.ts';

const path = '/pay/019a9f3c-5b1e-7c2a-9d40-3f7f6d0a1b22';
const actions = {
  choose: `${path}/bank`,
  cancel: `${path}/cancel`,
  chooseAnother: `${path}/again`,
  leave: `${path}/cancel`,
};
const live = { statusPath: `${path}/status`, page: 'waiting' };
const backUrl = 'https://shop.example/thanks?order=20417';
const now = new Date('2026-11-21T12:05:20Z');

function minutes(n: number): Date {
  return new Date(now.getTime() + n * 60_000);
}

/** The operator of the samples' service, and their merchant's contacts. */
export const operator = {
  name: 'Kgalema Payments (Pty) Ltd',
  address: '12 Loop Street, Cape Town, 8001',
  phone: '+27 21 555 0100',
  email: 'help@kgalema.example',
};
export const contact = { phone: '023 555 0142', email: 'orders@karoobooks.example' };

const frame = { language: 'en' as Language, path, operator, sandbox: true };

const payment: PaymentFrame = {
  ...frame,
  merchantName: 'Karoo Books',
  amountCents: 123_450n,
  reference: 'KB-20417',
  description: 'Three books and delivery to Beaufort West',
  isTest: false,
  expiresAt: minutes(14.6),
  now,
};

function bank(id: string, name: string, unavailableReason?: UnavailableReason) {
  return {
    id,
    name,
    paymentType: banksIn('staging').find((one) => one.name === name)!.paymentType,
    available: unavailableReason === undefined,
    unavailableReason: unavailableReason ?? null,
  };
}

export const sampleBanks = [
  bank('absa', 'Absa'),
  bank('african', 'African Bank'),
  bank('bidvest', 'Bidvest'),
  bank('capitec', 'Capitec'),
  bank('demo', 'Demo Bank'),
  bank('discovery', 'Discovery'),
  bank('fnb', 'FNB', 'maintenance'),
  bank('investec', 'Investec'),
  bank('nedbank', 'Nedbank'),
  bank('standard', 'Standard Bank'),
  bank('tyme', 'TymeBank'),
];

const choice: ChooseBank = {
  ...payment,
  hasWayBack: true,
  banks: sampleBanks,
  statementReference: 'KAROO 20417',
  codePath: `${path}/code.svg`,
  live: { ...live, page: 'choose' },
  actions,
};

const eftDetails = {
  account: {
    holder: 'Karoo Books (Pty) Ltd',
    bankName: 'Standard Bank',
    accountNumber: '10112345678',
    branchCode: '051001',
  },
  depositReference: 'DEP310264775817',
  depositState: 'waiting',
  otherPath: path,
  live: { ...live, page: 'choose' },
  hasWayBack: true,
  actions,
} as const;
const eftAction = { action: `${path}/eft`, isChosen: false };

const variable = { minCents: 5_000n, maxCents: 500_000n };
const capitec = { bankName: 'Capitec' };

/** A charge of a subscription that its bank declined. */
export const trouble: ChargeTrouble = {
  ...capitec,
  reason: 'declined',
  amountCents: 123_450n,
  day: '2026-11-20',
};

export interface Common {
  /** The search, on a page that has one. */
  query?: string;
  language?: Language;
  merchantName?: string;
  path?: string;
}

/** Returns a function that shows a page with its usual data and changes of it. */
export const pageOf =
  <Model>(show: (model: Model) => Html, usual: Model) =>
  (changes: Partial<Model> = {}) =>
  (common: Common): Html =>
    show({ ...usual, ...changes, ...common });

const choose = pageOf(views.chooseBank, choice);
const chooseOutcome = pageOf<ChooseTestOutcome>(views.chooseTestOutcome, {
  ...payment,
  isTest: true,
  hasWayBack: true,
  actions,
});
const atBank = { ...payment, ...capitec, bankUrl: '/bank/visit/1', live, hasWayBack: true, actions };
const eft = pageOf<Eft>(views.eft, { ...payment, ...eftDetails });
const held = pageOf<Held>(views.held, { ...payment, depositState: 'held', receivedCents: 123_450n, live });
const waiting = pageOf<Waiting>(views.waiting, { ...payment, ...capitec, since: minutes(-2), live, backUrl });
const paid = pageOf<Paid>(views.paid, { ...payment, ...capitec, paidAt: minutes(-0.2), late: false });
const notPaid = pageOf<NotPaid>(views.notPaid, {
  ...{ ...payment, ...capitec, reason: 'declined', endedAt: minutes(-1) },
  ...{ tryAgainPath: `${path}/banks`, hasWayBack: true, actions },
});
const cancelled = pageOf<Ended>(views.cancelled, payment);
const expired = pageOf<Ended>(views.expired, { ...payment, expiresAt: minutes(-3), backUrl });
const charge = pageOf<Charge>(views.charge, { ...payment, isOver: false });

const samples: Record<string, (common: Common) => Html> = {
  'choose-bank': choose(),
  'choose-bank-none': choose({ banks: [], sandbox: false }),
  'choose-bank-preselected': choose({ selectedBankId: 'capitec', sandbox: false }),
  'choose-bank-last-used': choose({ selectedBankId: 'nedbank', lastBankId: 'nedbank' }),
  'choose-bank-error': choose({ error: { kind: 'noBank' } }),
  'choose-bank-down': choose({ error: { kind: 'bankUnavailable', bankName: 'FNB' } }),
  'choose-bank-again': choose({ lastTry: { reason: 'declined', ...capitec } }),
  'choose-bank-search': choose({ query: 'bank' }),
  'choose-bank-none-found': choose({ query: 'xyz' }),
  'choose-bank-variable': choose({ variableAmount: variable, amountCents: 25_000n }),
  'choose-bank-variable-error': choose({
    variableAmount: { ...variable, typed: '10 000' },
    selectedBankId: 'nedbank',
    error: { kind: 'amountOutOfRange' },
  }),
  'choose-test-outcome': chooseOutcome(),
  'choose-test-outcome-missing': chooseOutcome({ missing: true }),
  'at-bank': pageOf(views.atBank, atBank)(),
  'choose-bank-or-eft': choose({ eft: eftAction }),
  'choose-bank-or-eft-again': choose({ eft: { ...eftAction, isChosen: true } }),
  'choose-eft-only': choose({ banks: [], eft: eftAction }),
  'choose-bank-unused': choose({ eft: eftAction, wasUnused: true }),
  eft: eft(),
  'eft-of-operator': eft({ account: { ...eftDetails.account, holder: 'Tefo' } }),
  'eft-only': eft({
    ...{ otherPath: undefined, sandbox: false },
    ...{ expiresAt: minutes(60 * 24 * 6), range: { minCents: 5_000n, maxCents: 500_000n } },
  }),
  held: held({ receivedCents: 120_000n, backUrl }),
  'held-more': held(),
  waiting: waiting({ since: minutes(-0.1) }),
  'waiting-slow': waiting(),
  paid: paid({ account: '******1884', backUrl }),
  'choose-bank-unreachable': choose({
    selectedBankId: 'capitec',
    error: { kind: 'bankUnreachable', ...capitec },
  }),
  'paid-late': paid({ late: true, backUrl }),
  'not-paid-declined': notPaid(),
  'not-paid-cancelled': notPaid({ reason: 'cancelled' }),
  'not-paid-abandoned': notPaid({ reason: 'abandoned' }),
  'not-paid-failed': notPaid({ reason: 'failed' }),
  'taken-back': pageOf<TakenBack>(views.takenBack, { ...payment, takenBackAt: minutes(-1), backUrl })(),
  cancelled: cancelled({ backUrl }),
  expired: expired(),
  'expired-open': expired({ bankMayStillPay: true }),
  'expired-eft': expired({ depositState: 'expired', bankMayStillPay: true, isOfDeposit: true }),
  'choose-bank-no-way-back': choose({ hasWayBack: false, contact }),
  'not-paid-no-way-back': notPaid({ hasWayBack: false }),
  'cancelled-no-way-back': cancelled({ contact }),
  'cancelled-no-contact': cancelled(),
  'paid-no-way-back': paid({ contact }),
  charge: charge(),
  'charge-over': charge({ isOver: true }),
  'charge-again': charge({ trouble: { ...trouble, againOn: '2026-11-23' } }),
  'charge-taken-back': charge({ trouble: { ...trouble, reason: 'reversed', againOn: '2026-11-23' } }),
  'charge-failed': charge({ isOver: true, trouble: { ...trouble, nextOn: '2027-01-01' } }),
  'charge-failed-last': charge({ isOver: true, trouble: { ...trouble, reason: 'failed' } }),
  'not-found': pageOf(problems.notFound, frame)(),
  'nothing-here': pageOf(problems.nothingHere, frame)(),
  'cannot-start': pageOf(problems.cannotStart, { ...frame, technical: 'HashCheck value has failed' })(),
  unavailable: pageOf(problems.unavailable, frame)(),
};

/** The names of all samples. */
export const sampleNames: string[] = Object.keys(samples);

/** The address of the samples. */
export const samplePath = path;

/** Returns a sample as the server would send it. */
export function sample(name: string, common: Common = {}): string {
  return render(samples[name]!(common));
}
