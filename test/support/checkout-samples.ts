// A sample of every page of the checkout, for the gallery of screenshots and the tests of the pages.
import { banksIn } from '../../src/core/banks.ts';
import type { UnavailableReason } from '../../src/core/rails.ts';
import type { ChooseBank, PaymentFrame } from '../../src/pages/checkout/model.ts';
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

const samples = {
  'choose-bank': (common: Common) => views.chooseBank({ ...choice, ...common }),
  'choose-bank-none': (common: Common) =>
    views.chooseBank({ ...choice, banks: [], sandbox: false, ...common }),
  'choose-bank-preselected': (common: Common) =>
    views.chooseBank({ ...choice, selectedBankId: 'capitec', sandbox: false, ...common }),
  'choose-bank-last-used': (common: Common) =>
    views.chooseBank({ ...choice, selectedBankId: 'nedbank', lastBankId: 'nedbank', ...common }),
  'choose-bank-error': (common: Common) =>
    views.chooseBank({ ...choice, error: { kind: 'noBank' }, ...common }),
  'choose-bank-down': (common: Common) =>
    views.chooseBank({ ...choice, error: { kind: 'bankUnavailable', bankName: 'FNB' }, ...common }),
  'choose-bank-again': (common: Common) =>
    views.chooseBank({ ...choice, lastTry: { reason: 'declined', ...capitec }, ...common }),
  'choose-bank-search': (common: Common) => views.chooseBank({ ...choice, query: 'bank', ...common }),
  'choose-bank-none-found': (common: Common) => views.chooseBank({ ...choice, query: 'xyz', ...common }),
  'choose-bank-variable': (common: Common) =>
    views.chooseBank({ ...choice, variableAmount: variable, amountCents: 25_000n, ...common }),
  'choose-bank-variable-error': (common: Common) =>
    views.chooseBank({
      ...choice,
      variableAmount: { ...variable, typed: '10 000' },
      selectedBankId: 'nedbank',
      error: { kind: 'amountOutOfRange' },
      ...common,
    }),
  'choose-test-outcome': (common: Common) =>
    views.chooseTestOutcome({ ...payment, isTest: true, hasWayBack: true, actions, ...common }),
  'choose-test-outcome-missing': (common: Common) =>
    views.chooseTestOutcome({
      ...payment,
      isTest: true,
      missing: true,
      hasWayBack: true,
      actions,
      ...common,
    }),
  'at-bank': (common: Common) =>
    views.atBank({
      ...payment,
      ...capitec,
      bankUrl: '/bank/visit/1',
      live,
      hasWayBack: true,
      actions,
      ...common,
    }),
  'choose-bank-or-eft': (common: Common) => views.chooseBank({ ...choice, eft: eftAction, ...common }),
  'choose-bank-or-eft-again': (common: Common) =>
    views.chooseBank({ ...choice, eft: { ...eftAction, isChosen: true }, ...common }),
  'choose-eft-only': (common: Common) =>
    views.chooseBank({ ...choice, banks: [], eft: eftAction, ...common }),
  'choose-bank-unused': (common: Common) =>
    views.chooseBank({ ...choice, eft: eftAction, wasUnused: true, ...common }),
  eft: (common: Common) => views.eft({ ...payment, ...eftDetails, ...common }),
  'eft-of-operator': (common: Common) =>
    views.eft({ ...payment, ...eftDetails, account: { ...eftDetails.account, holder: 'Tefo' }, ...common }),
  'eft-only': (common: Common) =>
    views.eft({
      ...{ ...payment, ...eftDetails, otherPath: undefined, sandbox: false },
      ...{ expiresAt: minutes(60 * 24 * 6), range: { minCents: 5_000n, maxCents: 500_000n } },
      ...common,
    }),
  held: (common: Common) =>
    views.held({ ...payment, depositState: 'held', receivedCents: 120_000n, live, backUrl, ...common }),
  'held-more': (common: Common) =>
    views.held({ ...payment, depositState: 'held', receivedCents: 123_450n, live, ...common }),
  waiting: (common: Common) =>
    views.waiting({ ...payment, ...capitec, since: minutes(-0.1), live, backUrl, ...common }),
  'waiting-slow': (common: Common) =>
    views.waiting({ ...payment, ...capitec, since: minutes(-2), live, backUrl, ...common }),
  paid: (common: Common) =>
    views.paid({
      ...payment,
      ...capitec,
      account: '******1884',
      paidAt: minutes(-0.2),
      late: false,
      backUrl,
      ...common,
    }),
  'choose-bank-unreachable': (common: Common) =>
    views.chooseBank({
      ...choice,
      selectedBankId: 'capitec',
      error: { kind: 'bankUnreachable', ...capitec },
      ...common,
    }),
  'paid-late': (common: Common) =>
    views.paid({ ...payment, ...capitec, paidAt: minutes(-0.2), late: true, backUrl, ...common }),
  ...failures(['declined', 'cancelled', 'abandoned', 'failed']),
  'taken-back': (common: Common) =>
    views.takenBack({ ...payment, takenBackAt: minutes(-1), backUrl, ...common }),
  cancelled: (common: Common) => views.cancelled({ ...payment, backUrl, ...common }),
  expired: (common: Common) => views.expired({ ...payment, expiresAt: minutes(-3), backUrl, ...common }),
  'expired-open': (common: Common) =>
    views.expired({ ...payment, expiresAt: minutes(-3), bankMayStillPay: true, backUrl, ...common }),
  'expired-eft': (common: Common) =>
    views.expired({
      ...{ ...payment, depositState: 'expired', bankMayStillPay: true, isOfDeposit: true },
      ...{ expiresAt: minutes(-3), backUrl },
      ...common,
    }),
  'choose-bank-no-way-back': (common: Common) =>
    views.chooseBank({ ...choice, hasWayBack: false, contact, ...common }),
  'not-paid-no-way-back': (common: Common) =>
    views.notPaid({
      ...payment,
      ...capitec,
      reason: 'declined',
      endedAt: minutes(-1),
      tryAgainPath: `${path}/banks`,
      hasWayBack: false,
      actions,
      ...common,
    }),
  'cancelled-no-way-back': (common: Common) => views.cancelled({ ...payment, contact, ...common }),
  'cancelled-no-contact': (common: Common) => views.cancelled({ ...payment, ...common }),
  'paid-no-way-back': (common: Common) =>
    views.paid({ ...payment, ...capitec, paidAt: minutes(-0.2), late: false, contact, ...common }),
  charge: (common: Common) => views.charge({ ...payment, isOver: false, ...common }),
  'charge-over': (common: Common) => views.charge({ ...payment, isOver: true, ...common }),
  'charge-again': (common: Common) =>
    views.charge({ ...payment, isOver: false, trouble: { ...trouble, againOn: '2026-11-23' }, ...common }),
  'charge-taken-back': (common: Common) =>
    views.charge({
      ...payment,
      isOver: false,
      trouble: { ...trouble, reason: 'reversed', againOn: '2026-11-23' },
      ...common,
    }),
  'charge-failed': (common: Common) =>
    views.charge({ ...payment, isOver: true, trouble: { ...trouble, nextOn: '2027-01-01' }, ...common }),
  'charge-failed-last': (common: Common) =>
    views.charge({ ...payment, isOver: true, trouble: { ...trouble, reason: 'failed' }, ...common }),
  'not-found': (common: Common) => problems.notFound({ ...frame, ...common }),
  'nothing-here': (common: Common) => problems.nothingHere({ ...frame, ...common }),
  'cannot-start': (common: Common) =>
    problems.cannotStart({ ...frame, technical: 'HashCheck value has failed', ...common }),
  unavailable: (common: Common) => problems.unavailable({ ...frame, ...common }),
};

function failures(reasons: ('declined' | 'cancelled' | 'abandoned' | 'failed')[]) {
  return Object.fromEntries(
    reasons.map((reason) => [
      `not-paid-${reason}`,
      (common: Common) =>
        views.notPaid({
          ...payment,
          ...capitec,
          reason,
          endedAt: minutes(-1),
          tryAgainPath: `${path}/banks`,
          hasWayBack: true,
          actions,
          ...common,
        }),
    ]),
  ) as Record<string, (common: Common) => Html>;
}

interface Common {
  /** The search, on a page that has one. */
  query?: string;
  language?: Language;
  merchantName?: string;
  path?: string;
}

/** The names of all samples. */
export const sampleNames: string[] = Object.keys(samples);

/** The address of the samples. */
export const samplePath = path;

/** Returns a sample as the server would send it. */
export function sample(name: string, common: Common = {}): string {
  return render((samples as Record<string, (common: Common) => Html>)[name]!(common));
}
