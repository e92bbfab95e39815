// E-mails to customers, in their language: the receipt of a payment, a refund to another account, and a payment link.
import type { Email, RenderedEmail } from '../../core/emails/outbox.ts';
import { findAnyLink, linkStateAt } from '../../core/links/actions.ts';
import { findSite, type Site } from '../../core/merchants/actions.ts';
import { findPaymentForCustomer, type Payment } from '../../core/payments/actions.ts';
import { findAnyRefund } from '../../core/refunds/actions.ts';
import { subscriberPath } from '../../core/subscriptions/actions.ts';
import { findAnyTransaction, findConsentLanguage, findCurrent } from '../../core/transactions/actions.ts';
import { formatRand } from '../../kernel/money.ts';
import { logoPath } from '../customer/brand.ts';
import { linkPath } from '../customer/link-path.ts';
import type { House } from '../customer/model.ts';
import { type Language, languages, words } from '../messages/index.ts';
import { subscriberWords } from '../messages/subscriber.ts';
import { dateTime } from '../messages/time.ts';
import type { EmailDeps } from './deps.ts';
import { type Letter, plainSpaces, writeLetter } from './layout.ts';

/** Returns the receipt of a payment; undefined if the payment is no longer paid when the receipt would be sent. */
export async function receipt(deps: EmailDeps, email: Email): Promise<RenderedEmail | undefined> {
  const payment = await findPaymentForCustomer(deps.ctx.db, email.objectId ?? '');
  const transaction = payment && (await findCurrent(deps.ctx.db, payment.id));
  const site = payment && (await findSite(deps.ctx.db, payment.siteId));
  if (!transaction || !site || (email.state === 'pending' && payment.state !== 'complete')) return undefined;
  const language = languageOf(email.language ?? (await findConsentLanguage(deps.ctx.db, transaction.id)));
  const { email: texts, payment: names, frame } = words(language);
  const { bankName, payerAccount, completedAt, amountCents } = transaction;
  const amount = formatRand(amountCents);
  const digits = payerAccount?.slice(-4);
  return letterOf(deps.house, site, texts.receiptSubject(site.name, amount), {
    language,
    banner: bannerOf(deps.house, language, payment.isTest),
    brand: brandOf(deps, site),
    heading: texts.receiptHeading(site.name),
    sum: amount,
    paragraphs: [],
    facts: [
      [names.payee, site.name],
      [names.whatFor, payment.details.description],
      [names.reference, payment.merchantReference],
      [names.when, completedAt && dateTime(language, completedAt)],
      [names.payer, bankName && (digits ? names.accountOf(bankName, digits) : bankName)],
    ],
    button: subscriberButton(deps, language, payment),
    advice: [...reachOf(language, site), frame.helpMoney(payment.bankReference ?? payment.merchantReference)],
    footer: [texts.receiptWhy(site.name), frame.whoRunsFor(deps.house.operator.name, site.name)],
  });
}

/** The receipt of a subscription's charge leads to the page where the customer sees and cancels it. */
function subscriberButton(
  { ctx, publicUrl }: EmailDeps,
  language: Language,
  { details }: Payment,
): Letter['button'] {
  const { subscriptionId } = details;
  if (typeof subscriptionId !== 'string') return undefined;
  return { words: subscriberWords(language).manage, url: publicUrl + subscriberPath(ctx, subscriptionId) };
}

/** Returns the e-mail about a refund to an account other than the payer's; undefined if the refund is gone, or did not stay paid. */
export async function refunded(deps: EmailDeps, email: Email): Promise<RenderedEmail | undefined> {
  const refund = await findAnyRefund(deps.ctx.db, email.objectId ?? '');
  const transaction = refund && (await findAnyTransaction(deps.ctx.db, refund.transactionId));
  const site = refund && (await findSite(deps.ctx.db, refund.siteId));
  if (!transaction || !site || (email.state === 'pending' && refund.state !== 'complete')) return undefined;
  const language = languageOf(email.language ?? (await findConsentLanguage(deps.ctx.db, transaction.id)));
  const { email: texts, payment: names, frame } = words(language);
  const amount = formatRand(refund.amountCents);
  return letterOf(deps.house, site, texts.refundSubject(site.name, amount), {
    language,
    banner: bannerOf(deps.house, language, false),
    brand: brandOf(deps, site),
    heading: texts.refundHeading(site.name),
    sum: amount,
    paragraphs: [texts.refundElsewhere(site.name)],
    facts: [
      [names.reference, refund.merchantReference],
      [names.when, refund.completedAt && dateTime(language, refund.completedAt)],
      [texts.refundTo, names.accountOf(refund.bankName, refund.account.slice(-4))],
    ],
    advice: [...reachOf(language, site), frame.neverAsk],
    footer: [texts.refundWhy(site.name), frame.whoRunsFor(deps.house.operator.name, site.name)],
  });
}

/** Returns the e-mail with a payment link; undefined if the link is closed when it would be sent. */
export async function link(deps: EmailDeps, email: Email): Promise<RenderedEmail | undefined> {
  const { ctx } = deps;
  const found = await findAnyLink(ctx.db, email.objectId ?? '');
  const site = found && (await findSite(ctx.db, found.siteId));
  const isOpen = found && linkStateAt(found, ctx.clock.now()) === 'active';
  if (!site || (email.state === 'pending' && !isOpen)) return undefined;
  const { amountCents, description, merchantReference, code, expiresAt, customer } = found;
  const language = languageOf(email.language);
  const { email: texts, payment: names, frame } = words(language);
  const amount = amountCents === null ? undefined : formatRand(amountCents);
  return letterOf(deps.house, site, texts.linkSubject(site.name), {
    language,
    banner: bannerOf(deps.house, language, false),
    brand: brandOf(deps, site),
    heading: texts.linkHeading(site.name),
    sum: amount,
    paragraphs: [
      ...(customer?.name ? [texts.hello(customer.name)] : []),
      ...(amount ? [] : [texts.linkOpenAmount]),
    ],
    facts: [
      [names.whatFor, description],
      [names.reference, merchantReference],
    ],
    button: { words: texts.payNow, url: deps.publicUrl + linkPath(code) },
    advice: [
      ...(expiresAt ? [names.payBefore(dateTime(language, expiresAt))] : []),
      texts.linkUnexpected(site.name),
      ...reachOf(language, site),
      frame.neverAsk,
    ],
    footer: [texts.linkWhy(site.name), frame.whoRunsFor(deps.house.operator.name, site.name)],
  });
}

/** Returns an e-mail in the name of a site. */
export function letterOf({ operator }: House, site: Site, subject: string, letter: Letter): RenderedEmail {
  // A shop of the operator's own has one name.
  const isOwn = operator.name === site.name;
  return {
    fromName: isOwn ? site.name : `${site.name} via ${operator.name}`,
    replyTo: site.email ?? undefined,
    subject: plainSpaces(subject),
    ...writeLetter(letter),
  };
}

/** Returns the language of an e-mail to a customer. */
export const languageOf = (tag: string | null | undefined): Language =>
  languages.find((one) => one.tag === tag)?.tag ?? 'en';

/** Returns the sentence that no money moves, for tests and sandboxes. */
export function bannerOf({ sandbox }: House, language: Language, isTest: boolean): string | undefined {
  const { testMeaning, sandboxMeaning } = words(language).frame;
  return isTest ? testMeaning : sandbox ? sandboxMeaning : undefined;
}

/** Returns how to contact the merchant. */
export function reachOf(language: Language, { name, phone, email }: Site): string[] {
  const ways = [phone, email].filter(Boolean).join(', ');
  return ways === ''
    ? [words(language).frame.helpOrder(name)]
    : [`${words(language).leave.reach(name)} ${ways}`];
}

/** A logo is shown at most this high, in px. */
const logoHeight = 48;

export function brandOf({ publicUrl }: EmailDeps, { name, colour, logo }: Site): Letter['brand'] {
  const scale = logo ? Math.min(1, logoHeight / logo.height) : 1;
  return {
    name,
    colour: colour ?? undefined,
    logo: logo
      ? {
          url: publicUrl + logoPath(logo.hash),
          width: Math.round(logo.width * scale),
          height: Math.round(logo.height * scale),
        }
      : undefined,
  };
}
