// Pages without content: a missing record, a payment that did not start, or an error of the service.
import { type Html, html } from '../html.ts';
import { words } from '../messages/index.ts';
import { customerPage } from './frame.ts';
import type { CannotStart, Frame } from './model.ts';

/** Nothing has this address (404). */
export function notFound(model: Frame): Html {
  const { notFound } = words(model.language);
  return problem(model, notFound.title, [notFound.explain, notFound.money, notFound.next]);
}

/** No route has this address (404). */
export function nothingHere(model: Frame): Html {
  const { notFound, nothingHere } = words(model.language);
  return problem(model, nothingHere.title, [nothingHere.explain, notFound.money, nothingHere.next]);
}

/** The shop's form was refused (400): plain words for the customer, the exact reason folded for the shop. */
export function cannotStart(model: CannotStart): Html {
  const { cannotStart, payment } = words(model.language);
  return problem(
    model,
    cannotStart.title,
    [cannotStart.explain, payment.noMoneyLeft, cannotStart.next],
    html`<details class="fold"><summary>${cannotStart.technical}</summary>
<p class="card"><code lang="en">${model.technical}</code></p>
</details>`,
  );
}

/** No bank is connected, so nothing can be paid whatever the shop sends (503). */
export function noBanksHere(model: Frame): Html {
  const { noBanks, payment } = words(model.language);
  return problem(model, noBanks.title, [noBanks.explain, payment.noMoneyLeft]);
}

/** We cannot read the state (503). The payment may be approved already, so the page claims nothing about it. */
export function unavailable(model: Frame): Html {
  const { unavailable } = words(model.language);
  return problem(
    model,
    unavailable.title,
    [unavailable.explain, unavailable.money, unavailable.approved],
    html`<a class="button" href="${model.path}">${unavailable.retry}</a>`,
  );
}

function problem(model: Frame, title: string, sentences: string[], end?: Html): Html {
  const main = html`<div class="stack-large">
<div class="stack">
<h1>${title}</h1>
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
</div>
${end}
</div>`;
  return customerPage(model, { title, main });
}
