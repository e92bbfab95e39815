// What all checkout pages share: header, language switch, test band, footer, and the blocks about the payment.
import { formatRand } from '../../../kernel/money.ts';
import { type Html, html, linkTarget, raw } from '../../html.ts';
import { page } from '../../page.ts';
import { wordmark } from '../../wordmark.ts';
import { type Language, languages, words } from '../../words/index.ts';
import type { Frame, Live, PaymentFrame } from '../model.ts';

interface Content {
  title: string;
  main: Html;
  /** The page's script watches the payment. */
  live?: Live;
  /** Without a script, the page loads again after so many seconds. */
  refreshSeconds?: number;
}

/** A checkout page around `main`. A page that is about a payment says so in its header and footer. */
export function checkoutPage(
  model: Frame | PaymentFrame,
  { title, main, live, refreshSeconds }: Content,
): Html {
  const payment = 'merchantName' in model ? model : undefined;
  return page({
    language: model.language,
    title: payment ? `${title} – ${payment.merchantName}` : title,
    band: testBand(model, payment),
    header: header(model, payment),
    main,
    footer: footer(model, payment),
    script: 'checkout.js',
    data: { home: model.path, ...(live ? { status: live.statusPath, page: live.page } : {}) },
    refreshSeconds,
  });
}

function testBand(model: Frame, payment?: PaymentFrame): Html | undefined {
  const { frame } = words(model.language);
  const meaning = payment?.isTest ? frame.testMeaning : model.sandbox ? frame.sandboxMeaning : undefined;
  if (!meaning) return undefined;
  return html`<aside class="band" aria-label="${frame.test}"><p><strong>${frame.test}.</strong> ${meaning}</p></aside>`;
}

function header(model: Frame, payment?: PaymentFrame): Html {
  return html`<header class="top">
${
  payment
    ? html`<span class="initials" aria-hidden="true">${initials(payment.merchantName)}</span>
<span class="top-name">${payment.merchantName}</span>`
    : html`<span class="top-name">${wordmark()}</span>`
}
${languageSwitch(model)}
</header>`;
}

/** Up to two first letters, such as "KB" for "Karoo Books". */
export function initials(name: string): string {
  const marks = name.match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
  return marks
    .slice(0, 2)
    .map((word) => [...word][0]!.toLocaleUpperCase('en'))
    .join('');
}

const globe = raw(
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.3"><circle cx="8" cy="8" r="6.5"/><path d="M1.5 8h13M8 1.5c4 4 4 9 0 13M8 1.5c-4 4-4 9 0 13"/></svg>',
);

function languageSwitch(model: Frame): Html {
  const current = languages.find(({ tag }) => tag === model.language)!;
  return html`<nav class="languages" aria-label="${words(model.language).frame.language}"><details>
<summary>${globe}<span class="unseen">${words(model.language).frame.language}: </span>${current.name}</summary>
<ul>${languages.map(
    ({ tag, name }) =>
      html`<li><a href="${withLanguage(model.path, tag)}" lang="${tag}" hreflang="${tag}"${tag === model.language ? raw(' aria-current="true"') : ''}>${name}</a></li>`,
  )}</ul>
</details></nav>`;
}

function withLanguage(path: string, language: Language): string {
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
}

function footer(model: Frame, payment?: PaymentFrame): Html {
  const { frame } = words(model.language);
  return html`<footer class="foot">
<p>${frame.neverAsk}</p>
${
  payment &&
  html`<details class="fold"><summary>${frame.help}</summary>
<p>${frame.helpOrder(payment.merchantName)}</p>
<p>${frame.helpMoney(payment.reference)}</p>
</details>`
}
<p class="foot-brand"><span>${
    payment ? frame.whoRunsFor(model.operator, payment.merchantName) : frame.whoRuns(model.operator)
  }</span>${payment && wordmark()}</p>
</footer>`;
}

/** The amount, what it is for, and the merchant's reference: the top of every page on which one can still pay. */
export function paymentHead(model: PaymentFrame, amount: 'shown' | 'asked' = 'shown'): Html {
  const { payment } = words(model.language);
  return html`<div class="stack-small">
<h1><span class="pay-to">${payment.pay(model.merchantName)}</span>${
    amount === 'shown' ? html` <span class="amount">${formatRand(model.amountCents)}</span>` : ''
  }</h1>
${model.description && html`<p>${model.description}</p>`}
<p class="quiet small">${payment.reference}: ${model.reference}</p>
</div>`;
}

/** The form that cancels the payment and leads back to the merchant. */
export function cancelForm(model: PaymentFrame, action: string): Html {
  return html`<form method="post" action="${action}"><button class="button-link">${words(model.language).payment.cancel(model.merchantName)}</button></form>`;
}

/** The one way back to the merchant, where it gave an address. */
export function backLink(
  model: PaymentFrame & { backUrl?: string },
  look: 'button' | 'button-secondary',
): Html {
  if (!model.backUrl) return html``;
  const label = words(model.language).payment.back(model.merchantName);
  return html`<a class="${look}" href="${linkTarget(model.backUrl)}" data-back>${label}</a>`;
}

/** Facts as a list of names and values; absent ones are left out. */
export function facts(rows: [name: string, value: string | undefined][]): Html {
  const present = rows.filter(([, value]) => value);
  return html`<dl class="facts">${present.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
