// The frame of every console page: navigation, the user, and search.

import { firstOf } from '../../kernel/required.ts';
import { assetPath } from '../assets.ts';
import { type Html, html, raw } from '../html.ts';
import { wordmark } from '../wordmark.ts';
import { liveBar, pauseButton } from './live/parts.ts';
import { areas, areasFor, consolePath } from './navigation.ts';
import { ageWords } from './replicas.ts';
import type { AnyVisit } from './visit.ts';

/** Our stylesheet has the indicator. A folded exchange that the user has opened stays open when its entry changes. */
const htmxConfig = {
  includeIndicatorCSS: false,
  extensions: 'sse',
  morphIgnore: ['data-htmx-powered', 'open'],
};

const keys: readonly (readonly [key: string, does: string])[] = [
  ['/', 'Search'],
  ...areas.map(({ key, label }) => [`g ${key}`, label] as const),
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['f', 'Filters'],
  ['e', 'Export'],
  ['n', 'Next page'],
  ['r', 'Refund, on a payment'],
  ['?', 'Keyboard shortcuts'],
  ['Esc', 'Close, or leave a field'],
];

const keysDialog = html`<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keyboard shortcuts</h2>
<dl>${keys.map(([key, does]) => html`<dt><kbd>${key}</kbd></dt><dd>${does}</dd>`)}</dl>
<form method="dialog"><button class="quiet-button">Close</button></form></dialog>`;

interface Content {
  title: string;
  /** The page that is marked in the navigation; undefined for a page outside of it. */
  page?: string;
  main: Html;
  /** Next to the title: buttons and links. */
  tools?: Html;
  /** The list that the page belongs to, by the name of its page: the page links back to it, as the user filtered it. */
  back?: string;
  search?: string;
}

export function consolePage(visit: AnyVisit, { title, page, main, tools, back, search = '' }: Content): Html {
  const { user, deps } = visit;
  return document(
    title,
    html`<div class="console">
${top(visit, search)}
${nav(visit, page)}
<main id="main" tabindex="-1">
${back !== undefined && breadcrumb(visit, back)}<div class="title"><h1>${title}</h1><div class="tools">${pauseButton(visit)}${tools}</div></div>
${liveBar(visit)}
${ageWords(visit)}
${user.suspended.map((name) => html`<p class="wrong" role="alert">${name} is suspended: API requests, new payments, charges and payouts are refused, and settlements are on hold. Payments in progress, refunds and notifications continue. Contact the operator of this service.</p>`)}
${user.said && html`<p class="said" role="status">${user.said}</p>`}
${main}
</main>
</div>
${keysDialog}`,
    deps.isStaging,
  );
}

/** Returns the way back to a list: with its filters, if the user came from it. */
function breadcrumb({ request }: AnyVisit, name: string): Html | undefined {
  const list = areas.flatMap(({ pages }) => pages).find((one) => one.name === name);
  if (!list) return undefined;
  const path = consolePath(name);
  const from = URL.parse(request.headers.referer ?? '');
  const query = from?.pathname === path ? from.search : '';
  return html`<nav class="breadcrumb" aria-label="Breadcrumb"><a href="${path}${query}">${list.label}</a></nav>`;
}

/** Returns a whole page for a user who is not signed in. */
export function outsidePage(title: string, main: Html, isStaging: boolean): Html {
  return document(
    title,
    html`<div class="outside">
<header>${wordmark()}<span class="chip">${isStaging ? 'Sandbox' : 'Live'}</span></header>
<main id="main" tabindex="-1"><h1>${title}</h1>
${main}
</main>
</div>`,
    isStaging,
  );
}

function document(title: string, body: Html, isStaging: boolean): Html {
  return html`<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<title>${title} – Tefo console${isStaging && ', sandbox'}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<link rel="icon" type="image/svg+xml" href="${assetPath('mark.svg')}">
<link rel="stylesheet" href="${assetPath('console.css')}">
<meta name="htmx-config" content='${raw(JSON.stringify(htmxConfig))}'>
<script src="${assetPath('console.js')}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${body}
</body>
</html>
`;
}

function top({ user, deps }: AnyVisit, search: string): Html {
  return html`<header class="top">
<a class="home" href="/console">${wordmark()}</a>
<span class="chip ${deps.isStaging ? 'chip-sandbox' : 'chip-live'}">${deps.isStaging ? 'Sandbox: no real money' : 'Live: real money'}</span>
${user.rights.held.some(({ merchantId }) => merchantId === null) && html`<span class="chip">Operator</span>`}
<search><form action="/console/search"><label class="unseen" for="q">Search</label>
<input id="q" name="q" type="search" value="${search}" placeholder="Search payments, references, amounts…" autocomplete="off" aria-keyshortcuts="/" maxlength="200"></form></search>
<div class="you"><p><a href="/console/me" aria-label="${user.email}: your account">${user.email}</a>
<span class="hint">${rolesOf(user.rights.held.map(({ role }) => role))}</span></p>
<form method="post" action="/console/sign-out"><button class="quiet-button">Sign out</button></form></div>
</header>`;
}

const rolesOf = (roles: readonly string[]): string =>
  [...new Set(roles)].map((role) => role.replace('-', ' ')).join(', ');

function nav({ user }: AnyVisit, current: string | undefined): Html {
  const areas = areasFor(user.rights);
  return html`<nav aria-label="Main"><ul>
${areas.map(({ label, key, pages }) => {
  const isHere = pages.some(({ name }) => name === current);
  return html`<li${isHere && html` class="here"`}><a href="${consolePath(firstOf(pages).name)}" data-key="${key}">${label}</a>
${
  isHere &&
  pages.length > 1 &&
  html`<ul>${pages.map(
    (page) =>
      html`<li><a href="${consolePath(page.name)}"${page.name === current && html` aria-current="page"`}>${page.label}</a></li>`,
  )}</ul>`
}</li>`;
})}
</ul></nav>`;
}
