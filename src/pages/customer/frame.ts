// The frame of every page for customers: header, language switch, test band, footer.
import { firstOf } from '../../kernel/required.ts';
import { type Html, html, raw } from '../html.ts';
import { type Language, languages, words } from '../messages/index.ts';
import { type PageParts, page } from '../page.ts';
import { wordmark } from '../wordmark.ts';
import { contactLines } from './contact.ts';
import type { Frame, Live, MerchantFrame } from './model.ts';

interface Content {
  title: string;
  main: Html;
  state?: PageParts['state'];
  /** The page's script polls for changes. */
  live?: Live;
  /** The page is the customer's record of their consent, and can be printed. */
  isRecord?: boolean;
  /** The page has details to copy and to print. */
  isToCopy?: boolean;
  /** Without scripts, the page reloads after so many seconds. */
  refreshSeconds?: number;
  width?: PageParts['width'];
}

/** Returns a page around `main`. A page about a merchant's request names the merchant in its header and footer. */
export function customerPage(
  model: Frame | MerchantFrame,
  { title, main, state, live, isRecord, isToCopy, refreshSeconds, width }: Content,
): Html {
  const request = 'merchantName' in model ? model : undefined;
  return page({
    language: model.language,
    title: request ? `${title} – ${request.merchantName}` : title,
    accent: request?.accent,
    band: testBand(model, request),
    header: header(model, request),
    main,
    state,
    footer: footer(model, request),
    scripts: [
      'customer.js',
      ...(isRecord || isToCopy ? (['print.js'] as const) : []),
      ...(isToCopy ? (['copy.js'] as const) : []),
    ],
    data: { home: model.path, ...(live ? { status: live.statusPath, page: live.page } : {}) },
    refreshSeconds,
    width,
  });
}

function testBand(model: Frame, request?: MerchantFrame): Html | undefined {
  const { frame } = words(model.language);
  const meaning = request?.isTest ? frame.testMeaning : model.sandbox ? frame.sandboxMeaning : undefined;
  if (!meaning) return undefined;
  return html`<aside class="band" aria-label="${frame.test}"><p><strong>${frame.test}.</strong> ${meaning}</p></aside>`;
}

function header(model: Frame, request?: MerchantFrame): Html {
  return html`<header class="top">
${
  request
    ? html`${mark(request)}
<span class="top-name">${request.merchantName}</span>`
    : html`<span class="top-name">${model.operator.name}</span>`
}
${languageSwitch(model)}
</header>`;
}

const logoHeight = 40;

/** Returns the merchant's logo or, next to its name, its initials. */
function mark({ logo, merchantName }: MerchantFrame): Html {
  if (!logo) return html`<span class="initials" aria-hidden="true">${initials(merchantName)}</span>`;
  const height = Math.min(logo.height, logoHeight);
  const width = Math.round((logo.width * height) / logo.height);
  return html`<span class="logo"><img src="${logo.path}" width="${width}" height="${height}" alt=""></span>`;
}

/** Returns up to two initials, such as "KB" for "Karoo Books". */
export function initials(name: string): string {
  const marks = name.match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
  return marks
    .slice(0, 2)
    .map((word) => firstOf([...word]).toLocaleUpperCase('en'))
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

function footer(model: Frame, request?: MerchantFrame): Html {
  const { frame } = words(model.language);
  const { operator } = model;
  return html`<footer class="foot">
<p>${frame.neverAsk}</p>
${
  request &&
  html`<details class="fold"><summary>${frame.help}</summary>
<p>${frame.helpOrder(request.merchantName)}</p>
${contactLines(model.language, request.contact)}
<p>${frame.helpMoney(request.reference)}</p>
</details>`
}
<div class="foot-brand"><div>
<p>${request ? frame.whoRunsFor(operator.name, request.merchantName) : frame.whoRuns(operator.name)}</p>
${operator.address && html`<p class="quiet">${operator.address}</p>`}
${contactLines(model.language, operator)}
</div>${wordmark()}</div>
</footer>`;
}
