// The page "Your account": the password, the second factor and the sessions.
import type { StartedFactor } from '../../../core/users/factors.ts';
import type { Passkey } from '../../../core/users/passkeys.ts';
import { listSessions, type Session } from '../../../core/users/sessions.ts';
import { needsFactor } from '../../../core/users/signed-in-user.ts';
import { codeOf } from '../../customer/hand-off.ts';
import { type Html, html, raw } from '../../html.ts';
import { button, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import type { Again, AnyVisit, Problem, Visit } from '../visit.ts';
import { facts, listTime, time } from './parts.ts';

/** The input, and why it was refused. */
export interface Refused {
  password?: Again;
  problem?: Problem;
}

/** The second factors of a user. */
export interface Factors {
  hasApp: boolean;
  passkeys: readonly Passkey[];
  recoveryCodes: number;
}

export async function mePage(visit: Visit, factors: Factors, again: Refused): Promise<Html> {
  const { user, deps } = visit;
  const isNeeded = needsFactor(user, deps.isStaging);
  return html`${again.problem && html`<p class="wrong" role="alert">${again.problem.message}</p>`}
${isNeeded && html`<p class="wrong" role="alert">Set up an authenticator app or a passkey first. Other pages are not available before that.</p>`}
<div class="thing"><div>
${factorPanel(visit, factors)}
${passkeysPanel(factors.passkeys)}
${await sessionsPanel(visit)}
</div><aside aria-label="At the side">
<section class="panel" aria-label="Facts">${facts([
    ['Email address', user.email],
    ['Name', user.name],
    ['Roles', [...new Set(user.rights.held.map(({ role }) => role.replace('-', ' ')))].join(', ')],
  ])}</section>
${passwordPanel(again)}
</aside></div>`;
}

function passwordPanel({ password: again }: Refused): Html {
  return html`<section class="panel" aria-labelledby="password"><h2 id="password">Change password</h2>
${form({
  to: '/console/me/password',
  ...again,
  label: 'Change password',
  body: html`${field({ name: 'current', label: 'Current password', type: 'password', problem: again?.problem, autocomplete: 'current-password' })}
${field({ name: 'password', label: 'New password', type: 'password', problem: again?.problem, hint: '15 to 128 characters. A sentence works well. Your other sessions will end.', autocomplete: 'new-password' })}
${button('Change password')}`,
})}</section>`;
}

function factorPanel({ user }: Visit, { hasApp, recoveryCodes }: Factors): Html {
  const start = (words: string, kind: 'main' | 'quiet') =>
    form({ to: '/console/me/app', body: button(words, kind) });
  if (!user.hasFactor)
    return html`<section class="panel" aria-labelledby="factor"><h2 id="factor">Second factor</h2>
<p>You sign in with your password only. With an authenticator app, a stolen password is not enough to sign in.</p>
${start('Set up an authenticator app', 'main')}</section>`;
  if (!hasApp)
    return html`<section class="panel" aria-labelledby="factor"><h2 id="factor">Second factor</h2>
<p>You sign in with a passkey. ${recoveryWords(recoveryCodes)}</p>
${start('Set up an authenticator app', 'quiet')}</section>`;
  return html`<section class="panel" aria-labelledby="factor"><h2 id="factor">Second factor</h2>
<p>You sign in with a code from your authenticator app. ${recoveryWords(recoveryCodes)}</p>
<div class="tools">${start('Set up an authenticator app on another phone', 'quiet')}
${form({ to: '/console/me/app/remove', body: button('Remove authenticator app', 'quiet') })}</div></section>`;
}

function passkeysPanel(passkeys: readonly Passkey[]): Html {
  const add = html`<p><a href="/console/me/passkeys">Add a passkey</a></p>`;
  if (passkeys.length === 0)
    return html`<section class="panel" aria-labelledby="passkeys"><h2 id="passkeys">Passkeys</h2>
<p>Use a fingerprint, your face or a security key instead of a code. A passkey cannot be phished.</p>${add}</section>`;
  return html`<section class="panel" aria-labelledby="passkeys"><h2 id="passkeys">Passkeys</h2>
<div class="table" tabindex="0" role="region" aria-label="Passkeys"><table class="cards">
<caption>${passkeys.length === 1 ? '1 passkey' : `${passkeys.length} passkeys`}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Added</th><th scope="col">Last used</th><th scope="col">Remove</th></tr></thead>
<tbody>${passkeys.map(passkeyRow)}</tbody></table></div>${add}</section>`;
}

const passkeyRow = ({ id, name, createdAt, usedAt }: Passkey): Html =>
  html`<tr><td data-label="Name">${name}</td><td data-label="Added">${listTime(createdAt)}</td>
<td data-label="Last used">${usedAt ? time(usedAt) : 'never'}</td>
<td data-label="Remove">${form({ to: '/console/me/passkeys/remove', seen: { which: id }, label: `Remove the passkey ${name}`, body: button('Remove', 'quiet') })}</td></tr>`;

function recoveryWords(left: number): string {
  if (left === 0) return 'You have no recovery codes left. Set up an authenticator app to get new ones.';
  return `You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left.`;
}

async function sessionsPanel({ ctx, user }: Visit): Promise<Html> {
  const sessions = await listSessions(ctx, user.id);
  return html`<section class="panel" aria-labelledby="sessions"><h2 id="sessions">Active sessions</h2>
<div class="table" tabindex="0" role="region" aria-label="Sessions"><table class="cards">
<caption>${sessions.length === 1 ? '1 session' : `${sessions.length} sessions`}</caption>
<thead><tr><th scope="col">Device</th><th scope="col">IP address</th><th scope="col">Signed in</th><th scope="col">Last used</th><th scope="col">End</th></tr></thead>
<tbody>${sessions.map((session) => sessionRow(session, session.id === user.sessionId))}</tbody></table></div>
${sessions.length > 1 && form({ to: '/console/me/sessions/others', body: button('End all other sessions', 'quiet') })}</section>`;
}

function sessionRow({ id, agent, network, createdAt, seenAt }: Session, isThis: boolean): Html {
  return html`<tr><td data-label="Device">${browserOf(agent ?? '')}</td><td data-label="IP address">${network}</td>
<td data-label="Signed in">${listTime(createdAt)}</td><td data-label="Last used">${listTime(seenAt)}</td>
<td data-label="End">${isThis ? 'Current session' : form({ to: '/console/me/sessions', seen: { session: id }, body: button('End session', 'quiet') })}</td></tr>`;
}

const browsers = {
  Edg: 'Edge',
  OPR: 'Opera',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
  curl: 'curl',
};
const systems = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  'Mac OS': 'macOS',
  Linux: 'Linux',
};

/** Returns the common name of a browser by its User-Agent. */
function browserOf(agent: string): string {
  const known = (words: Record<string, string>) =>
    Object.entries(words).find(([sign]) => agent.includes(sign))?.[1];
  const [browser, system] = [known(browsers), known(systems)];
  if (!browser) return agent.slice(0, 60) || 'Unknown';
  return system ? `${browser} on ${system}` : browser;
}

export function appPage({ secret, uri }: StartedFactor, { problem }: Refused): Html {
  return html`<div class="thing"><section class="panel" aria-labelledby="scan"><h2 id="scan">1. Add the account to your app</h2>
<p>Scan the QR code with the app, or enter the key.</p>
<div class="qr" role="img" aria-label="The key as a QR code; it is shown below as text.">${raw(codeOf(uri))}</div>
<p><code>${secret}</code></p>
</section>
<section class="panel" aria-labelledby="confirm"><h2 id="confirm">2. Enter the code from the app</h2>
${form({
  to: '/console/me/app/confirm',
  problem,
  label: 'Confirm the app',
  body: html`${field({ name: 'code', label: 'Code', problem, hint: 'Six digits. It changes every 30 seconds.', autocomplete: 'one-time-code', inputMode: 'numeric', longest: 20 })}
${button('Confirm')}`,
})}
<p class="hint">Confirming ends your other sessions. <a href="/console/me">Not now</a></p></section></div>`;
}

/** Shows new recovery codes, once. */
export function codesPage(visit: AnyVisit, said: string, codes: readonly string[]): Html {
  const main = html`<p class="said" role="status">${said}</p>
<section class="panel" aria-labelledby="codes"><h2 id="codes">Your recovery codes</h2>
<p>Each code works once if you lose your app or device. They are shown only now: store them in a safe place.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a class="act-button act-main" href="${needsFactor(visit.user, visit.deps.isStaging) ? '/console' : '/console/me'}">I have stored them</a></p></section>`;
  return consolePage(visit, { title: 'Your account', page: 'me', main });
}
