// A sample of every page of the authorisation of subscriptions, for the gallery and the tests of the pages.
import type { ChooseBank, Ended, Terms } from '../../src/pages/authorise/model.ts';
import * as views from '../../src/pages/authorise/views.ts';
import { type Html, render } from '../../src/pages/html.ts';
import { type Language, mandateConsentVersion } from '../../src/pages/messages/index.ts';
import { contact, operator, sampleBanks, trouble } from './checkout-samples.ts';

const path = '/subscribe/019a9f3c-5b1e-7c2a-9d40-3f7f6d0a1b22';
const actions = { choose: `${path}/choose`, decline: `${path}/decline` };
const live = { statusPath: `${path}/status`, page: 'waiting' };
const backUrl = 'https://shop.example/welcome?subscriptionId=20417&status=Active';
const now = new Date('2026-11-21T12:05:20Z');

function minutes(n: number): Date {
  return new Date(now.getTime() + n * 60_000);
}

const terms: Terms = {
  language: 'en' as Language,
  path,
  operator,
  sandbox: true,
  merchantName: 'Karoo Books',
  reference: 'KB-CLUB-117',
  description: 'Book club, one book a month',
  expiresAt: minutes(23 * 60),
  now,
  amountCents: 19_900n,
  frequency: 'Monthly',
  occurrences: 12,
  firstDay: '2026-12-01',
  lastDay: '2027-11-01',
  payableNowCents: 5_000n,
  single: { minCents: 5_000n, maxCents: 50_000n },
  statementReference: 'KAROO CLUB',
  moves: 'after',
};

const choice: ChooseBank = {
  ...terms,
  banks: sampleBanks,
  codePath: `${path}/code.svg`,
  live: { ...live, page: 'choose' },
  hasWayBack: true,
  actions,
};
const plain = { payableNowCents: undefined, single: undefined, description: undefined };
const limited = { single: { minCents: 5_000n, maxCents: 50_000n, maxCount: 3, maxTotalCents: 120_000n } };
const agreed = { at: minutes(-0.5), version: mandateConsentVersion };
const capitec = { bankName: 'Capitec' };
const ended: Ended = { ...terms, wasActive: true, agreed, backUrl };

const samples: Record<string, (common: Common) => Html> = {
  'authorise-choose': (common) => views.chooseBank({ ...choice, ...common }),
  'authorise-choose-none': (common) => views.chooseBank({ ...choice, banks: [], sandbox: false, ...common }),
  'authorise-choose-plain': (common) =>
    views.chooseBank({
      ...choice,
      ...plain,
      moves: undefined,
      frequency: 'Daily',
      hasWayBack: false,
      expiresAt: minutes(14.6),
      ...common,
    }),
  'authorise-choose-limited': (common) => views.chooseBank({ ...choice, ...limited, ...common }),
  'authorise-choose-total': (common) =>
    views.chooseBank({
      ...choice,
      single: { ...limited.single, maxCount: undefined, maxTotalCents: 60_000n },
      ...common,
    }),
  'authorise-choose-once': (common) =>
    views.chooseBank({ ...choice, ...plain, occurrences: 1, lastDay: '2026-12-01', ...common }),
  'authorise-choose-error': (common) => views.chooseBank({ ...choice, error: { kind: 'noBank' }, ...common }),
  'authorise-choose-away': (common) =>
    views.chooseBank({
      ...choice,
      selectedBankId: 'capitec',
      error: { kind: 'bankUnreachable', ...capitec },
      ...common,
    }),
  'authorise-at-bank': (common) =>
    views.atBank({
      ...terms,
      ...capitec,
      bankUrl: '/bank/mandates/1',
      anotherPath: `${path}?again=1`,
      live,
      hasWayBack: true,
      actions,
      ...common,
    }),
  'authorise-waiting': (common) =>
    views.waiting({
      ...terms,
      ...capitec,
      since: minutes(-0.1),
      live,
      bankUrl: '/bank/mandates/1',
      backUrl,
      ...common,
    }),
  'authorise-waiting-slow': (common) =>
    views.waiting({ ...terms, ...capitec, since: minutes(-20), live, backUrl, ...common }),
  'authorise-active': (common) =>
    views.active({
      ...terms,
      ...capitec,
      account: '******1884',
      agreed,
      isFresh: true,
      backUrl,
      contact,
      ...common,
    }),
  'authorise-active-later': (common) =>
    views.active({ ...terms, ...plain, ...capitec, isFresh: false, ...common }),
  'authorise-active-limited': (common) =>
    views.active({ ...terms, ...limited, ...capitec, agreed, isFresh: false, ...common }),
  'authorise-active-old-text': (common) =>
    views.active({ ...terms, ...capitec, agreed: { ...agreed, version: 'old' }, isFresh: false, ...common }),
  'authorise-declined': (common) => views.declined({ ...terms, backUrl, ...common }),
  'authorise-declined-at-bank': (common) => views.declined({ ...terms, ...capitec, backUrl, ...common }),
  'authorise-expired': (common) =>
    views.expired({ ...ended, wasActive: false, expiresAt: minutes(-3), ...common }),
  'authorise-cancelled': (common) => views.cancelled({ ...ended, wasActive: false, ...common }),
  'authorise-cancelled-later': (common) => views.cancelled({ ...ended, ...common }),
  'authorise-active-again': (common) =>
    views.active({
      ...terms,
      ...capitec,
      isFresh: false,
      trouble: { ...trouble, amountCents: 19_900n, againOn: '2026-11-23' },
      ...common,
    }),
  'authorise-active-failed': (common) =>
    views.active({
      ...terms,
      ...capitec,
      isFresh: false,
      trouble: { ...trouble, amountCents: 19_900n, nextOn: '2027-01-01' },
      ...common,
    }),
  'authorise-stopped': (common) =>
    views.stopped({ ...ended, trouble: { ...trouble, amountCents: 19_900n }, ...common }),
  'authorise-declined-no-way-back': (common) => views.declined({ ...terms, contact, ...common }),
  'authorise-completed': (common) => views.completed({ ...ended, ...common }),
};

interface Common {
  language?: Language;
  merchantName?: string;
  path?: string;
}

/** The names of all samples. */
export const authoriseNames: string[] = Object.keys(samples);

/** The address of the samples. */
export const authorisePath = path;

/** Returns a sample as the server would send it. */
export function authoriseSample(name: string, common: Common = {}): string {
  return render(samples[name]!(common));
}
