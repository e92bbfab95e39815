// A sample of every page of the authorisation of subscriptions, for the gallery and the tests of the pages.
import type { Active, ChooseBank, Declined, Ended, Terms, Waiting } from '../../src/pages/authorise/model.ts';
import * as views from '../../src/pages/authorise/views.ts';
import { type Html, render } from '../../src/pages/html.ts';
import { type Language, mandateConsentVersion } from '../../src/pages/messages/index.ts';
import { type Common, contact, operator, pageOf, sampleBanks, trouble } from './checkout-samples.ts';

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

const choose = pageOf(views.chooseBank, choice);
const waiting = pageOf<Waiting>(views.waiting, { ...terms, ...capitec, since: minutes(-20), live, backUrl });
const active = pageOf<Active>(views.active, { ...terms, ...capitec, isFresh: false });
const declined = pageOf<Declined>(views.declined, terms);
const cancelled = pageOf(views.cancelled, ended);
const declinedCharge = { ...trouble, amountCents: 19_900n };

const samples: Record<string, (common: Common) => Html> = {
  'authorise-choose': choose(),
  'authorise-choose-none': choose({ banks: [], sandbox: false }),
  'authorise-choose-plain': choose({
    ...{ ...plain, moves: undefined, frequency: 'Daily' },
    ...{ hasWayBack: false, expiresAt: minutes(14.6) },
  }),
  'authorise-choose-limited': choose(limited),
  'authorise-choose-total': choose({
    single: { ...limited.single, maxCount: undefined, maxTotalCents: 60_000n },
  }),
  'authorise-choose-once': choose({ ...plain, occurrences: 1, lastDay: '2026-12-01' }),
  'authorise-choose-error': choose({ error: { kind: 'noBank' } }),
  'authorise-choose-away': choose({
    selectedBankId: 'capitec',
    error: { kind: 'bankUnreachable', ...capitec },
  }),
  'authorise-at-bank': pageOf(views.atBank, {
    ...{ ...terms, ...capitec, bankUrl: '/bank/mandates/1', anotherPath: `${path}?again=1` },
    ...{ live, hasWayBack: true, actions },
  })(),
  'authorise-waiting': waiting({ since: minutes(-0.1), bankUrl: '/bank/mandates/1' }),
  'authorise-waiting-slow': waiting(),
  'authorise-active': active({ account: '******1884', agreed, isFresh: true, backUrl, contact }),
  'authorise-active-later': active(plain),
  'authorise-active-limited': active({ ...limited, agreed }),
  'authorise-active-old-text': active({ agreed: { ...agreed, version: 'old' } }),
  'authorise-declined': declined({ backUrl }),
  'authorise-declined-at-bank': declined({ ...capitec, backUrl }),
  'authorise-expired': pageOf(views.expired, ended)({ wasActive: false, expiresAt: minutes(-3) }),
  'authorise-cancelled': cancelled({ wasActive: false }),
  'authorise-cancelled-later': cancelled(),
  'authorise-active-again': active({ trouble: { ...declinedCharge, againOn: '2026-11-23' } }),
  'authorise-active-failed': active({ trouble: { ...declinedCharge, nextOn: '2027-01-01' } }),
  'authorise-stopped': pageOf(views.stopped, { ...ended, trouble: declinedCharge })(),
  'authorise-declined-no-way-back': declined({ contact }),
  'authorise-completed': pageOf(views.completed, ended)(),
};

/** The names of all samples. */
export const authoriseNames: string[] = Object.keys(samples);

/** The address of the samples. */
export const authorisePath = path;

/** Returns a sample as the server would send it. */
export function authoriseSample(name: string, common: Common = {}): string {
  return render(samples[name]!(common));
}
