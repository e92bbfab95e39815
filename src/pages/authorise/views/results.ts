// How the authorisation or the subscription ended: the title first, then the explanation and the next step.
import { bigWord, facts, takingBack, wayOut } from '../../customer/blocks.ts';
import { missedAndWhy, troubleNote } from '../../customer/charge.ts';
import { customerPage } from '../../customer/frame.ts';
import { type Html, html } from '../../html.ts';
import { words } from '../../messages/index.ts';
import { dateTime } from '../../messages/time.ts';
import type { StatusKind } from '../../status.ts';
import type { Active, Agreed, Declined, Ended, Terms } from '../model.ts';
import { record } from './record.ts';
import { sumAndOften } from './terms.ts';

/** The customer approved. Only a customer who did so just now is taken back to the merchant. */
export function active(model: Active): Html {
  const { subscribe, payment } = words(model.language);
  const { isFresh } = model;
  const main = html`<div class="stack-large">
${bigWord('successful', subscribe.active, sumAndOften(model))}
${model.trouble ? troubleNote(model, model.trouble) : html`<p>${subscribe.activeMeans(model.merchantName)}</p>`}
<div class="actions">
${wayOut(model)}
${model.backUrl && isFresh && takingBack(model)}
</div>
${facts([
  [payment.payee, model.merchantName],
  [payment.whatFor, model.description],
  [payment.reference, model.reference],
  [payment.bank, model.bankName],
  [subscribe.account, model.account],
])}
${record(model)}
</div>`;
  return customerPage(model, { title: subscribe.active, main, isRecord: true });
}

/** The customer or the bank declined. */
export function declined(model: Declined): Html {
  const { subscribe } = words(model.language);
  return ended(model, 'error', subscribe.declined, [
    subscribe.declinedMeans,
    strong(subscribe.nothingTaken),
    subscribe.startAgain(model.merchantName),
  ]);
}

/** The deadline passed without a decision. */
export function expired(model: Ended): Html {
  const { subscribe, expired } = words(model.language);
  return ended(model, 'ended', expired.title, [
    subscribe.expired(dateTime(model.language, model.expiresAt)),
    strong(subscribe.nothingTaken),
    subscribe.startAgain(model.merchantName),
  ]);
}

/** It was cancelled, before the customer decided or later. */
export function cancelled(model: Ended): Html {
  const { subscribe, cancelled } = words(model.language);
  const meaning = model.wasActive ? subscribe.cancelledLater : strong(subscribe.nothingTaken);
  return ended(model, 'ended', cancelled.title, [subscribe.cancelled, meaning]);
}

/** Too many of its charges failed. */
export function stopped(model: Ended): Html {
  const { subscribe } = words(model.language);
  const next = subscribe.stoppedNext(model.merchantName);
  const why = model.trouble ? [missedAndWhy(model, model.trouble)] : [];
  return ended(model, 'error', subscribe.stopped, [...why, subscribe.stoppedMeans, next]);
}

/** All charges are over. */
export function completed(model: Ended): Html {
  const { subscribe } = words(model.language);
  return ended(model, 'successful', subscribe.completed, [subscribe.completedMeans]);
}

const strong = (text: string): Html => html`<strong>${text}</strong>`;

function ended(
  model: Terms & { bankName?: string; backUrl?: string; wasActive?: boolean; agreed?: Agreed },
  kind: StatusKind,
  title: string,
  sentences: (string | Html)[],
): Html {
  const { payment } = words(model.language);
  const main = html`<div class="stack-large">
${bigWord(kind, title, sumAndOften(model))}
<div class="stack-small">
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
</div>
${facts([
  [payment.payee, model.merchantName],
  [payment.whatFor, model.description],
  [payment.reference, model.reference],
  [payment.bank, model.bankName],
])}
${wayOut(model)}
${model.wasActive && record(model)}
</div>`;
  return customerPage(model, { title, main, isRecord: model.wasActive });
}
