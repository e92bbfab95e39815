// From the state of a subscription to its page: collects the data that each page needs.
import type { Site } from '../../core/merchants/actions.ts';
import type { Bank } from '../../core/rails.ts';
import { adhocTerms, type Subscription } from '../../core/subscriptions/actions.ts';
import { dueDate } from '../../core/subscriptions/schedule.ts';
import { minuteMs } from '../../kernel/clock.ts';
import { brandOf } from '../customer/brand.ts';
import type { ChargeTrouble } from '../customer/charge.ts';
import type { BankError, Frame, Live } from '../customer/model.ts';
import type { Html } from '../html.ts';
import type { Agreed, Ended, Terms } from './model.ts';
import { authorisePaths } from './paths.ts';
import type { AuthorisePage } from './states.ts';
import * as views from './views.ts';

// A visit to an approved subscription's page after this time is for reading, not on the way back to the shop.
const freshMs = 10 * minuteMs;

export interface Scene {
  page: AuthorisePage;
  subscription: Subscription;
  site: Site;
  now: Date;
  frame: Frame;
  banks(): Promise<Bank[]>;
  /** The merchant's return address with the outcome in its query, if it gave one. */
  backUrl: string | undefined;
  /** The customer wants another bank than the one that waits, or the form came back. */
  isChoosingAgain: boolean;
  query?: string;
  lastBankId?: string;
  error?: BankError;
  selectedBankId?: string;
  /** Set if the charge that was tried last was not paid. */
  trouble?: ChargeTrouble;
}

export async function showPage(scene: Scene): Promise<Html> {
  const { page, subscription, backUrl, now } = scene;
  const { id, lapsesAt, authorizedAt } = subscription;
  const about = termsOf(scene);
  const bankName = subscription.bankName ?? undefined;
  const bankUrl = subscription.bankUrl ?? undefined;
  const live: Live = { statusPath: authorisePaths.status(id), page };
  const agreed = agreedOf(subscription);
  const ended: Ended = { ...about, wasActive: authorizedAt !== null, agreed, backUrl };
  switch (page) {
    case 'choose':
      return choose(scene, about, live);
    case 'atBank': {
      if (scene.isChoosingAgain) return choose(scene, about, live);
      const actions = { decline: authorisePaths.decline(id) };
      const hasWayBack = backUrl !== undefined;
      const anotherPath = authorisePaths.another(id);
      return views.atBank({
        ...about,
        bankName: bankName!,
        bankUrl: bankUrl!,
        anotherPath,
        live,
        hasWayBack,
        actions,
      });
    }
    case 'waiting': {
      const since = new Date(subscription.consent?.givenAt ?? subscription.createdAt);
      return views.waiting({
        ...about,
        bankName: bankName!,
        since,
        live,
        backUrl,
        bankUrl: lapsesAt > now ? bankUrl : undefined,
      });
    }
    case 'active': {
      const isFresh = authorizedAt !== null && now.getTime() - authorizedAt.getTime() < freshMs;
      const account = subscription.payerAccount ?? undefined;
      return views.active({
        ...about,
        bankName: bankName!,
        account,
        agreed,
        isFresh,
        trouble: scene.trouble,
        backUrl,
      });
    }
    case 'declined':
      return views.declined({ ...about, bankName, backUrl });
    case 'stopped':
      return views.stopped({ ...ended, trouble: scene.trouble });
    case 'cancelled':
      return views.cancelled(ended);
    case 'completed':
      return views.completed(ended);
    case 'expired':
      return views.expired(ended);
  }
}

function agreedOf({ consent }: Subscription): Agreed | undefined {
  return consent ? { at: new Date(consent.givenAt), version: consent.textVersion } : undefined;
}

function termsOf({ frame, subscription, site, now }: Scene): Terms {
  const { firstPaymentDate, frequency, occurrences, amountCents } = subscription;
  const adhoc = adhocTerms(subscription) ?? undefined;
  const first = Temporal.PlainDate.from(firstPaymentDate);
  const moves = frequency === 'Daily' || site.holidayRule === 'none' ? undefined : site.holidayRule;
  return {
    ...frame,
    ...brandOf(site),
    merchantName: site.name,
    reference: subscription.merchantReference,
    expiresAt: subscription.lapsesAt,
    now,
    amountCents,
    frequency,
    occurrences,
    firstDay: firstPaymentDate,
    lastDay: dueDate(first, frequency, occurrences).toString(),
    payableNowCents: subscription.payableNowCents ?? undefined,
    single: adhoc && {
      minCents: adhoc.minimum,
      maxCents: adhoc.maximum,
      maxCount: adhoc.maxCharges ?? undefined,
      maxTotalCents: adhoc.maxTotal ?? undefined,
    },
    statementReference: subscription.bankReference ?? subscription.merchantReference,
    moves,
    description: subscription.description ?? undefined,
  };
}

async function choose(scene: Scene, about: Terms, live: Live): Promise<Html> {
  const { subscription, page, backUrl } = scene;
  const { id } = subscription;
  return views.chooseBank({
    ...about,
    // If a bank is waiting already, the address says that the customer wants another.
    path: page === 'atBank' ? authorisePaths.another(id) : about.path,
    banks: await scene.banks(),
    selectedBankId: scene.selectedBankId ?? subscription.bankId ?? scene.lastBankId,
    lastBankId: scene.lastBankId,
    query: scene.query,
    error: scene.error,
    hasWayBack: backUrl !== undefined,
    codePath: authorisePaths.code(id),
    live,
    actions: { choose: authorisePaths.choose(id), decline: authorisePaths.decline(id) },
  });
}
