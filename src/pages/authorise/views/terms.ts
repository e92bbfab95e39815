// What the customer is asked to agree to, in plain facts: the same on every page, from the request to its end.
import { formatRand } from '../../../kernel/money.ts';
import { facts } from '../../customer/blocks.ts';
import { timeLeft } from '../../customer/time-left.ts';
import { type Html, html } from '../../html.ts';
import { words } from '../../words/index.ts';
import { dayText } from '../../words/time.ts';
import type { Terms } from '../model.ts';

/** "every month", or that it is one charge only. */
export function howOften({ language, occurrences, frequency }: Terms): string {
  const { subscribe } = words(language);
  return occurrences === 1 ? subscribe.once : subscribe.every[frequency];
}

/** "R 199,00 every month". */
export function sumAndOften(model: Terms): string {
  return `${formatRand(model.amountCents)} ${howOften(model)}`;
}

/** Who asks, how much and how often, what for, and the reference: the top of every page on which one can decide. */
export function termsHead(model: Terms): Html {
  const { subscribe, payment } = words(model.language);
  return html`<div class="stack-small">
<h1><span class="pay-to">${subscribe.asks(model.merchantName)}</span> <span class="amount">${formatRand(model.amountCents)}</span> <span class="often">${howOften(model)}</span></h1>
${model.description && html`<p>${model.description}</p>`}
<p class="quiet small">${payment.reference}: ${model.reference}</p>
</div>`;
}

/** What is taken when, and what it comes to; and what else may be taken. */
export function termsInFull(model: Terms): Html {
  const { subscribe } = words(model.language);
  const { payableNowCents, merchantName, single, moves } = model;
  const max = formatRand(single.maxCents);
  return html`<div class="stack">
${facts([
  [
    subscribe.now,
    payableNowCents === undefined ? undefined : subscribe.onApproval(formatRand(payableNowCents)),
  ],
  ...dayFacts(model),
  [subscribe.total, planned(model)],
])}
<p>${
    single.minCents === undefined
      ? subscribe.upTo(merchantName, max)
      : subscribe.band(merchantName, formatRand(single.minCents), max)
  }</p>
${moves && html`<p class="small quiet">${moves === 'before' ? subscribe.movesBefore : subscribe.movesAfter}</p>`}
</div>`;
}

type Fact = [name: string, value: string | undefined];

/** From when until when, and how many. */
export function dayFacts({ language, occurrences, firstDay, lastDay }: Terms): Fact[] {
  const { subscribe } = words(language);
  if (occurrences === 1) return [[subscribe.only, dayText(language, firstDay)]];
  return [
    [subscribe.first, dayText(language, firstDay)],
    [subscribe.last, dayText(language, lastDay)],
    [subscribe.count, occurrences.toString()],
  ];
}

// What is planned comes to a fixed sum; it is said only where it is more than the one amount above it.
function planned({ amountCents, occurrences, payableNowCents }: Terms): string | undefined {
  if (occurrences === 1 && payableNowCents === undefined) return undefined;
  return formatRand(amountCents * BigInt(occurrences) + (payableNowCents ?? 0n));
}

/** The time left to decide, and the form that declines, which leads back to the merchant where there is a way. */
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
