// The subscriber's page: the mandate, past and coming charges, and the question before it is cancelled.
import type { ComingCharge, Frequency, SubscriptionState } from '../../core/subscriptions/actions.ts';
import { type Cents, formatRand } from '../../kernel/money.ts';
import { bigWord, facts } from '../customer/blocks.ts';
import { type ChargeTrouble, missedAndWhy, troubleNote } from '../customer/charge.ts';
import { nothingMoreHere } from '../customer/contact.ts';
import { customerPage } from '../customer/frame.ts';
import type { MerchantFrame } from '../customer/model.ts';
import { type Html, html } from '../html.ts';
import { words } from '../messages/index.ts';
import { subscriberWords } from '../messages/subscriber.ts';
import { dayText } from '../messages/time.ts';
import { type StatusKind, status } from '../status.ts';

/** The data of every page about a subscription. */
export interface SubscriberFrame extends MerchantFrame {
  amountCents: Cents;
  frequency: Frequency;
  occurrences: number;
  description: string | undefined;
  /** The customer had approved it. */
  wasActive: boolean;
  actions: { cancel: string; emails: string };
}

/** A charge that was sent to a bank; days are like "2026-12-01". */
export interface PastCharge {
  day: string;
  amountCents: Cents;
  outcome: 'paid' | 'notPaid' | 'atBank';
  /** The day of the next attempt. */
  againOn?: string;
}

/** The e-mails that the site sends about charges, and whether the customer stopped them. */
export interface EmailChoice {
  daysBefore: number | undefined;
  afterFailure: boolean;
  areStopped: boolean;
}

interface Past {
  past: PastCharge[];
  hasOlder: boolean;
  /** Set if the charge that was tried last was not paid. */
  trouble: ChargeTrouble | undefined;
}

interface Overview extends SubscriberFrame, Past {
  coming: ComingCharge[];
  bankName: string | undefined;
  /** Masked. */
  account: string | undefined;
  retries: number;
  /** Absent if the site sends none to the customer. */
  emails: EmailChoice | undefined;
}

function sumAndOften({ language, amountCents, occurrences, frequency }: SubscriberFrame): string {
  const { subscribe } = words(language);
  return `${formatRand(amountCents)} ${occurrences === 1 ? subscribe.once : subscribe.every[frequency]}`;
}

/** Returns the page of an active subscription. */
export function overview(model: Overview): Html {
  const { language, merchantName, trouble, emails } = model;
  const texts = subscriberWords(language);
  const { payment, subscribe } = words(language);
  const main = html`<div class="stack-large">
<div class="stack-small">
<h1>${texts.title(merchantName)}</h1>
<p class="sum">${sumAndOften(model)}</p>
<p>${status('successful', texts.runs)}</p>
</div>
${trouble && troubleNote(model, trouble)}
${facts([
  [payment.whatFor, model.description],
  [payment.reference, model.reference],
  [payment.bank, model.bankName],
  [subscribe.account, model.account],
])}
<section class="stack-small">
<h2>${texts.coming}</h2>
${facts(model.coming.map(({ day, amountCents }) => [dayText(language, day), formatRand(amountCents)]))}
${model.coming.length === 0 && html`<p>${words(language).charge.noneNext}</p>`}
<p class="small quiet">${texts.retries[model.retries]}</p>
</section>
${pastCharges(model)}
${emails && emailsSection(model, emails)}
<div class="stack-small">
<a class="button-secondary" href="${model.actions.cancel}">${texts.cancel}</a>
<p class="small quiet">${texts.secret}</p>
</div>
</div>`;
  return customerPage(model, { title: texts.title(merchantName), main });
}

function pastCharges(model: SubscriberFrame & Past): Html {
  const texts = subscriberWords(model.language);
  const rows = model.past.map((charge): [string, Html] => [
    dayText(model.language, charge.day),
    html`${formatRand(charge.amountCents)}\u2003${outcomeOf(model, charge)}`,
  ]);
  return html`<section class="stack-small">
<h2>${texts.past}</h2>
${rows.length > 0 ? facts(rows) : html`<p>${texts.noneYet}</p>`}
${model.hasOlder && html`<p class="small quiet">${texts.older(model.past.length.toString())}</p>`}
</section>`;
}

function outcomeOf({ language }: SubscriberFrame, { outcome, againOn }: PastCharge): Html {
  const texts = subscriberWords(language);
  const looks = { paid: 'successful', notPaid: 'error', atBank: 'pending' } as const;
  const again = againOn === undefined ? undefined : texts.againOn(dayText(language, againOn));
  return html`${status(again ? 'pending' : looks[outcome], texts[outcome])}${again && html`<br><span class="small quiet">${again}</span>`}`;
}

function emailsSection(model: SubscriberFrame, { daysBefore, afterFailure, areStopped }: EmailChoice): Html {
  const texts = subscriberWords(model.language);
  return html`<section class="stack-small">
<h2>${texts.emails}</h2>
${daysBefore !== undefined && html`<p>${texts.before(daysBefore.toString())}</p>`}
${afterFailure && html`<p>${texts.after}</p>`}
${areStopped && html`<p><strong>${texts.stopped}</strong></p>`}
<form method="post" action="${model.actions.emails}">
<button class="button-link" name="send" value="${areStopped ? 'yes' : 'no'}">${areStopped ? texts.start : texts.stop}</button>
</form>
</section>`;
}

/** Returns the question before a subscription is cancelled. */
export function cancelQuestion(model: SubscriberFrame): Html {
  const texts = subscriberWords(model.language);
  const { subscribe, payment } = words(model.language);
  const main = html`<div class="stack-large">
<div class="stack-small">
<h1>${texts.cancelQuestion}</h1>
<p class="sum">${sumAndOften(model)}</p>
</div>
${facts([
  [payment.payee, model.merchantName],
  [payment.whatFor, model.description],
  [payment.reference, model.reference],
])}
<div class="stack-small">
<p>${subscribe.cancelledLater}</p>
<p>${texts.contract(model.merchantName)}</p>
</div>
<form method="post" action="${model.actions.cancel}" class="actions">
<button class="button">${texts.confirm}</button>
<a class="button-secondary" href="${model.path}">${texts.keep}</a>
</form>
</div>`;
  return customerPage(model, { title: texts.cancelQuestion, main });
}

type Ended = Exclude<SubscriptionState, 'active' | 'pending_authorization' | 'unknown'>;

/** Returns the page of a subscription that has ended. */
export function ended(model: SubscriberFrame, state: Ended, details?: Past): Html {
  const [kind, title, sentences] = endOf(model, state, details?.trouble);
  const main = html`<div class="stack-large">
${bigWord(kind, title, details ? sumAndOften(model) : model.merchantName)}
<div class="stack-small">
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
</div>
${details && model.wasActive && pastCharges({ ...model, ...details })}
${nothingMoreHere(model)}
</div>`;
  return customerPage(model, { title, main });
}

function endOf(
  model: SubscriberFrame,
  state: Ended,
  trouble: ChargeTrouble | undefined,
): [kind: StatusKind, title: string, sentences: string[]] {
  const { subscribe, cancelled, expired } = words(model.language);
  switch (state) {
    case 'canceled':
      return [
        'ended',
        cancelled.title,
        [subscribe.cancelled, model.wasActive ? subscribe.cancelledLater : subscribe.nothingTaken],
      ];
    case 'completed':
      return ['successful', subscribe.completed, [subscribe.completedMeans]];
    case 'expired':
      return ['ended', expired.title, [subscribe.nothingTaken, subscribe.startAgain(model.merchantName)]];
    case 'failed':
      if (!model.wasActive)
        return ['error', subscribe.declined, [subscribe.declinedMeans, subscribe.nothingTaken]];
      return [
        'error',
        subscribe.stopped,
        [
          ...(trouble ? [missedAndWhy(model, trouble)] : []),
          subscribe.stoppedMeans,
          subscribe.stoppedNext(model.merchantName),
        ],
      ];
  }
}
