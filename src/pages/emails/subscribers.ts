// E-mails to the customers of subscriptions: before a charge, and after an attempt that failed.
import type { Email, RenderedEmail } from '../../core/emails/outbox.ts';
import { findSite, type Site } from '../../core/merchants/actions.ts';
import {
  findAnySubscription,
  findCharge,
  findChargeOfPayment,
  type Subscription,
  subscriberPath,
} from '../../core/subscriptions/actions.ts';
import { findAnyTransaction } from '../../core/transactions/actions.ts';
import { formatRand } from '../../kernel/money.ts';
import { missedAndWhy, troubleOfPayment, troubleSentences } from '../customer/charge.ts';
import { words } from '../messages/index.ts';
import { subscriberWords } from '../messages/subscriber.ts';
import { dayText } from '../messages/time.ts';
import { bannerOf, brandOf, languageOf, letterOf, reachOf } from './customers.ts';
import type { EmailDeps } from './deps.ts';
import type { Letter } from './layout.ts';

/** Returns the reminder of a charge; undefined if it is not to come any more when the reminder would be sent. */
export async function chargeReminder(deps: EmailDeps, email: Email): Promise<RenderedEmail | undefined> {
  const charge = await findCharge(deps.ctx, email.objectId ?? '');
  const found = charge && (await findMandate(deps, charge));
  if (!found || (email.state === 'pending' && charge.state !== 'scheduled')) return undefined;
  const language = languageOf(email.language);
  const texts = subscriberWords(language);
  const { name } = found.site;
  const day = dayText(language, charge.chargeDate);
  return write(deps, email, found, texts.reminderSubject(name, day), {
    heading: texts.reminderHeading(name, day),
    sum: formatRand(charge.amountCents),
    paragraphs: [texts.reminderMeans],
  });
}

/** Returns the e-mail about a failed attempt; undefined if the charge was paid before it would be sent. */
export async function chargeFailed(deps: EmailDeps, email: Email): Promise<RenderedEmail | undefined> {
  const { ctx, house } = deps;
  const transaction = await findAnyTransaction(ctx.db, email.objectId ?? '');
  const charge = transaction && (await findChargeOfPayment(ctx, transaction.paymentId))?.charge;
  const found = charge && (await findMandate(deps, charge));
  const trouble = transaction && (await troubleOfPayment(ctx, transaction.paymentId));
  if (!found || !trouble) return undefined;
  const language = languageOf(email.language);
  const { site, subscription } = found;
  const frame = {
    ...house,
    language,
    path: '',
    merchantName: site.name,
    reference: subscription.merchantReference,
  };
  const [, ...next] = troubleSentences(frame, trouble);
  const subject = subscriberWords(language).failedSubject(site.name);
  return write(deps, email, found, subject, {
    heading: subject,
    paragraphs: [missedAndWhy(frame, trouble), next.join(' ')],
  });
}

interface Mandate {
  site: Site;
  subscription: Subscription;
}

async function findMandate(
  { ctx }: EmailDeps,
  { siteId, subscriptionId }: { siteId: string; subscriptionId: string },
): Promise<Mandate | undefined> {
  const [site, subscription] = await Promise.all([
    findSite(ctx.db, siteId),
    findAnySubscription(ctx.db, subscriptionId),
  ]);
  return site && subscription && { site, subscription };
}

function write(
  deps: EmailDeps,
  email: Email,
  { site, subscription }: Mandate,
  subject: string,
  letter: Pick<Letter, 'heading' | 'sum' | 'paragraphs'>,
): RenderedEmail {
  const language = languageOf(email.language);
  const texts = subscriberWords(language);
  const { payment, frame } = words(language);
  const url = deps.publicUrl + subscriberPath(deps.ctx, subscription.id);
  const written = letterOf(deps.house, site, subject, {
    ...{ ...letter, language, banner: bannerOf(deps.house, language, false), brand: brandOf(deps, site) },
    facts: [
      [payment.payee, site.name],
      [payment.whatFor, subscription.description],
      [payment.reference, subscription.merchantReference],
      [payment.bank, subscription.bankName],
    ],
    button: { words: texts.manage, url },
    advice: [...reachOf(language, site), frame.neverAsk],
    footer: [texts.why(site.name), texts.whyStop, frame.whoRunsFor(deps.house.operator.name, site.name)],
  });
  return { ...written, unsubscribeUrl: `${url}/emails` };
}
