// The frame of every console page: navigation, the user, and search.

import { firstOf } from '../../kernel/required.ts';
import { assetPath } from '../assets.ts';
import { type Html, html, raw } from '../html.ts';
import { wordmark } from '../wordmark.ts';
import { liveBar, pauseButton } from './live/parts.ts';
import { areasFor, consolePath } from './navigation.ts';
import { ageWords } from './replicas.ts';
import type { AnyVisit } from './visit.ts';

/** Our stylesheet has the indicator. A folded exchange that the user has opened stays open when its entry changes. */
const htmxConfig = {
  includeIndicatorCSS: false,
  extensions: 'sse',
  morphIgnore: ['data-htmx-powered', 'open'],
};

const keys: readonly (readonly [key: string, words: string])[] = [
  ['/', 'Search'],
  ['g h', 'Home'],
  ['g p', 'Payments'],
  ['g m', 'Payouts'],
  ['g f', 'Finance'],
  ['g d', 'Developers'],
  ['g s', 'Settings'],
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
<dl>${keys.map(([key, words]) => html`<dt><kbd>${key}</kbd></dt><dd>${words}</dd>`)}</dl>
<form method="dialog"><button class="quiet-button">Close</button></form></dialog>`;

interface Content {
  title: string;
  /** The page that is marked in the navigation; undefined for a page outside of it. */
  room?: string;
  main: Html;
  /** Next to the title: buttons and links. */
  tools?: Html;
  /** The text of the search field. */
  search?: string;
}

/** Returns a whole page for a signed-in user. */
export function consolePage(visit: AnyVisit, { title, room, main, tools, search = '' }: Content): Html {
  const { person, deps } = visit;
  return document(
    title,
    html`<div class="console">
${top(visit, search)}
${nav(visit, room)}
<main id="main" tabindex="-1">
<div class="title"><h1>${title}</h1><div class="tools">${pauseButton(visit)}${tools}</div></div>
${liveBar(visit)}
${ageWords(visit)}
${person.said && html`<p class="said" role="status">${person.said}</p>`}
${main}
</main>
</div>
${keysDialog}`,
    deps.isStaging,
  );
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

function top({ person, deps }: AnyVisit, search: string): Html {
  return html`<header class="top">
<a class="home" href="/console">${wordmark()}</a>
<span class="chip ${deps.isStaging ? 'chip-sandbox' : 'chip-live'}">${deps.isStaging ? 'Sandbox: no real money' : 'Live: real money'}</span>
${person.rights.held.some(({ merchantId }) => merchantId === null) && html`<span class="chip">Operator</span>`}
<search><form action="/console/search"><label class="unseen" for="q">Search</label>
<input id="q" name="q" type="search" value="${search}" placeholder="Search payments, references, amounts…" autocomplete="off" aria-keyshortcuts="/" maxlength="200"></form></search>
<div class="you"><p><a href="/console/me" aria-label="${person.email}: your account">${person.email}</a>
<span class="hint">${rolesOf(person.rights.held.map(({ role }) => role))}</span></p>
<form method="post" action="/console/sign-out"><button class="quiet-button">Sign out</button></form></div>
</header>`;
}

const rolesOf = (roles: readonly string[]): string =>
  [...new Set(roles)].map((role) => role.replace('-', ' ')).join(', ');

function nav({ person }: AnyVisit, current: string | undefined): Html {
  const areas = areasFor(person.rights);
  return html`<nav aria-label="Main"><ul>
${areas.map(({ words, key, rooms }) => {
  const isHere = rooms.some(({ name }) => name === current);
  return html`<li${isHere && html` class="here"`}><a href="${consolePath(firstOf(rooms).name)}" data-key="${key}">${words}</a>
${
  isHere &&
  rooms.length > 1 &&
  html`<ul>${rooms.map(
    (room) =>
      html`<li><a href="${consolePath(room.name)}"${room.name === current && html` aria-current="page"`}>${room.words}</a></li>`,
  )}</ul>`
}</li>`;
})}
</ul></nav>`;
}
