// What the customer is asked to agree to, in plain facts: the same on every page, from the request to the end.
import { formatRand } from '../../../kernel/money.ts';
import { facts } from '../../customer/blocks.ts';
import { timeLeft } from '../../customer/time-left.ts';
import { type Html, html } from '../../html.ts';
import { words } from '../../messages/index.ts';
import { dayText } from '../../messages/time.ts';
import type { Terms } from '../model.ts';
import { mostOfSingle, singlePayments } from './single.ts';

/** Returns "every month", or that there is only one charge. */
export function howOften({ language, occurrences, frequency }: Terms): string {
  const { subscribe } = words(language);
  return occurrences === 1 ? subscribe.once : subscribe.every[frequency];
}

/** Returns who asks, and for what kind of payment. */
export function whoAsks({ language, occurrences, merchantName }: Terms): string {
  const { subscribe } = words(language);
  return occurrences === 1 ? subscribe.asksOnce(merchantName) : subscribe.asks(merchantName);
}

/** Returns "R 199,00 every month". */
export function sumAndOften(model: Terms): string {
  return `${formatRand(model.amountCents)} ${howOften(model)}`;
}

/** Returns who asks, how much and how often, what for, and the reference: the top of every page with a decision. */
export function termsHead(model: Terms): Html {
  const { payment } = words(model.language);
  return html`<div class="stack-small">
<h1><span class="pay-to">${whoAsks(model)}</span> <span class="amount">${formatRand(model.amountCents)}</span> <span class="often">${howOften(model)}</span></h1>
${model.description && html`<p>${model.description}</p>`}
<p class="quiet small">${payment.reference}: ${model.reference}</p>
</div>`;
}

/** Returns the charges with their dates, the total, and the possible single charges. */
export function termsInFull(model: Terms, when: 'asked' | 'approved' = 'asked'): Html {
  const { subscribe } = words(model.language);
  const { moves } = model;
  const single = singlePayments(model);
  return html`<div class="stack">
${facts([whatStarts(model, when), ...dayFacts(model), whatItComesTo(model)])}
${moves && html`<p class="small quiet">${moves === 'before' ? subscribe.movesBefore : subscribe.movesAfter}</p>`}
${
  single &&
  html`<div class="stack-small">
${when === 'asked' ? html`<h2>${subscribe.single}</h2>` : html`<h3>${subscribe.single}</h3>`}
<p>${single}</p>
</div>`
}
</div>`;
}

/** Returns the short and the full text that the customer agrees to. */
export function agreement(model: Terms): { short: string; full: string[] } {
  const { subscribe, consent } = words(model.language);
  const { language, merchantName, single, payableNowCents } = model;
  const amount = formatRand(model.amountCents);
  const first = dayText(language, model.firstDay);
  const short = [
    model.occurrences === 1
      ? subscribe.agreeOnce(merchantName, amount, first)
      : subscribe.agree(merchantName, amount, howOften(model), first, dayText(language, model.lastDay)),
    payableNowCents === undefined ? undefined : subscribe.agreeNow(formatRand(payableNowCents)),
    single && subscribe.agreeSingle,
    consent.approval,
  ];
  const full = [
    single ? subscribe.doesWithSingle(model.statementReference) : subscribe.does(model.statementReference),
    singlePayments(model),
    subscribe.sees,
    subscribe.shares(merchantName),
    consent.keeps,
    subscribe.stops(merchantName),
  ].filter((sentence) => sentence !== undefined);
  return { short: short.filter((sentence) => sentence !== undefined).join(' '), full };
}

type Fact = [name: string, value: string | undefined];

/** Returns the first and the last day, and the number of charges. */
export function dayFacts({ language, occurrences, firstDay, lastDay }: Terms): Fact[] {
  const { subscribe } = words(language);
  if (occurrences === 1) return [[subscribe.only, dayText(language, firstDay)]];
  return [
    [subscribe.first, dayText(language, firstDay)],
    [subscribe.last, dayText(language, lastDay)],
    [subscribe.count, occurrences.toString()],
  ];
}

function whatStarts({ language, payableNowCents }: Terms, when: 'asked' | 'approved'): Fact {
  const { subscribe } = words(language);
  const amount = payableNowCents === undefined ? undefined : formatRand(payableNowCents);
  if (when === 'approved') return [subscribe.atStart, amount];
  return [subscribe.now, amount && subscribe.onApproval(amount)];
}

// The planned charges have a fixed sum. It is the total only if there are no single payments; if those have no limit,
// there is no total. Neither is shown if it only repeats the amount above it.
function whatItComesTo(model: Terms): Fact {
  const { subscribe } = words(model.language);
  const { amountCents, occurrences, payableNowCents } = model;
  const planned = amountCents * BigInt(occurrences) + (payableNowCents ?? 0n);
  const most = mostOfSingle(model);
  if (most) return [subscribe.totalAtMost, formatRand(planned + most)];
  const isOneAmount = occurrences === 1 && payableNowCents === undefined;
  return [
    most === undefined ? subscribe.withoutSingle : subscribe.total,
    isOneAmount ? undefined : formatRand(planned),
  ];
}

/** Returns the time left to decide, and the form to decline, which leads back to the merchant if it has an address. */
export function timeLeftOrDecline(
  model: Terms & { hasWayBack: boolean; actions: { decline: string } },
): Html {
  const { subscribe } = words(model.language);
  const label = model.hasWayBack ? subscribe.declineAndBack(model.merchantName) : subscribe.decline;
  return html`<div>
${timeLeft(model, subscribe.decideBefore)}
<form method="post" action="${model.actions.decline}"><button class="button-link">${label}</button></form>
</div>`;
}
