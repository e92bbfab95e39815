// The page "Users": the form of an invitation, open invitations, and one user.
import { isMailOn } from '../../../core/emails/actions.ts';
import { findMerchantById } from '../../../core/merchants/actions.ts';
import { listInvitations } from '../../../core/users/invitations.ts';
import { type Held, may, mayGive, type Role, roles } from '../../../core/users/permissions.ts';
import { type ListedUser, mayEnable } from '../../../core/users/users.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { merchantField } from '../merchant-field.ts';
import { consolePath } from '../navigation.ts';
import type { Again, Problem, Visit } from '../visit.ts';
import { facts, id, listTime, state, time } from './parts.ts';

const words: Record<Role, string> = {
  viewer: 'Viewer: read-only',
  support: 'Support: cancel payments, resend notifications, refund up to the limit',
  finance: 'Finance: refunds, payouts, reconciliation',
  developer: 'Developer: webhooks, rejected requests, sandbox',
  admin: 'Admin: full access',
  'operator-support': 'Operator: support',
  'operator-finance': 'Operator: finance',
  'operator-admin': 'Operator: admin',
};

export function inviteForm(visit: Visit, again?: Again): Html | undefined {
  const { rights } = visit.user;
  if (!may(rights, 'user.invite')) return undefined;
  const places = visit.viewer.merchants === 'all' ? [null, 'any'] : visit.viewer.merchants;
  const offered = roles.filter((role) => places.some((place) => mayGive(rights, role, place)));
  return html`<section class="panel" aria-labelledby="invite"><h2 id="invite">Invite user</h2>
${form({
  to: consolePath('users'),
  ...again,
  label: 'Invite user',
  body: html`${field({ name: 'email', label: 'Email address', type: 'email', ...again, longest: 254 })}
${choice({ name: 'role', label: 'Role', options: offered.map((role) => [role, words[role]]), chosen: again?.typed.role, id: 'invite-role' })}
${merchantField(visit, 'The merchant’s name or code. Leave blank for an operator role.', again)}
${button('Invite')}`,
})}</section>`;
}

export async function invitationsView({ ctx, viewer }: Visit): Promise<Html | undefined> {
  const open = await listInvitations(ctx, viewer);
  if (open.length === 0) return undefined;
  return html`<div class="table" tabindex="0" role="region" aria-label="Invitations"><table class="cards">
<caption>${open.length === 1 ? '1 open invitation' : `${open.length} open invitations`}</caption>
<thead><tr><th scope="col">Email address</th><th scope="col">Role</th><th scope="col">Expires</th></tr></thead>
<tbody>${open.map(
    ({ email, role, expiresAt }) =>
      html`<tr><td data-label="Email address">${email}</td><td data-label="Role">${role}</td><td data-label="Expires">${listTime(expiresAt)}</td></tr>`,
  )}</tbody></table></div>`;
}

export async function userPage(visit: Visit, user: ListedUser, problem?: Problem): Promise<Html> {
  const panels = await Promise.all(user.held.map((held) => rolePanel(visit, user, held)));
  return html`${problem && html`<p class="wrong" role="alert">${problem.message}</p>`}
<div class="thing"><div>
${panels.length === 0 ? html`<p class="empty">This user has no role and sees nothing.</p>` : panels}
</div><aside aria-label="At the side">
<section class="panel" aria-label="Facts"><p>${state(user.disabledAt === null ? 'active' : 'disabled')}</p>
${facts([
  ['Email address', user.email],
  ['Address verified', verifiedWords(user)],
  ['Second factor', user.hasFactor ? 'set up' : 'none'],
  ['Last active', user.seenAt && time(user.seenAt)],
  ['Created', time(user.createdAt)],
  [
    'Disabled',
    user.disabledAt && html`${time(user.disabledAt)}${user.isDisabledByOperator && ' by an operator'}`,
  ],
  ['Id', id(user.id)],
])}</section>
${accessPanel(visit, user)}
</aside></div>`;
}

function verifiedWords({ emailVerifiedBy, emailVerifiedAt }: ListedUser): Html {
  if (emailVerifiedBy === null)
    return html`no: a merchant’s admin created the login, so it can hold roles at that merchant only. The company account verifies the address at the next sign-in. An operator can verify it with <code>npx tefo user reset</code>.`;
  return html`${emailVerifiedBy === 'company' ? 'by the company account' : 'by the operator'}, ${time(emailVerifiedAt!)}`;
}

async function rolePanel(visit: Visit, user: ListedUser, { role, merchantId }: Held): Promise<Html> {
  const merchant = merchantId === null ? undefined : await findMerchantById(visit.ctx.db, merchantId);
  const place = merchant ? `${merchant.name} (${merchant.code})` : 'All merchants (operator)';
  const key = merchantId ?? 'operator';
  const offered = roles.filter((one) => mayGive(visit.user.rights, one, merchantId));
  const to = consolePath('users', user.id);
  const seen = { merchant: merchantId ?? '', seen: role };
  return html`<section class="panel" aria-labelledby="at-${key}"><h2 id="at-${key}">${place}</h2>
<p>${words[role]}</p>
${
  may(visit.user.rights, 'user.role', merchantId) &&
  html`${form({
    to,
    seen,
    label: `Role at ${place}`,
    body: html`${choice({ name: 'role', label: 'Role', options: offered.map((one) => [one, words[one]]), chosen: role, id: `role-${key}` })}
<p class="hint">Their sessions end and their pending invitations are revoked.</p>
${button('Change role')}`,
  })}
${form({ to, seen: { ...seen, role: '' }, body: html`<p class="hint">The user loses this role, and their sessions end. You can assign a role again.</p>${button('Remove access', 'quiet')}` })}`
}</section>`;
}

function accessPanel(visit: Visit, user: ListedUser): Html | undefined {
  const isOwn = user.id === visit.user.id;
  const mayEnd =
    !isOwn && user.held.every(({ merchantId }) => may(visit.user.rights, 'user.disable', merchantId));
  if (!mayEnd) return undefined;
  const to = consolePath('users', user.id);
  const where = isMailOn(visit.ctx) ? 'The user gets a link by e-mail' : 'You get a link to pass on';
  return html`<section class="panel" aria-labelledby="access"><h2 id="access">Access</h2>
${
  user.disabledAt === null &&
  form({
    to,
    seen: { do: 'password' },
    body: html`<p class="hint">${where}, to choose a new password within 30 minutes. Until then nothing changes.</p>${button('Reset password', 'quiet')}`,
  })
}
${form({
  to,
  seen: { do: 'factor' },
  body: html`<p class="hint">Removes the authenticator app, passkeys and recovery codes, and ends the sessions.</p>${button('Reset second factor', 'quiet')}`,
})}
${form({ to, seen: { do: 'sessions' }, body: button('End sessions', 'quiet') })}
<p class="hint">Wrong passwords slow down or lock sign-in from new devices. Unlocking keeps the password and the sessions.</p>
${form({ to, seen: { do: 'unlock' }, body: button('Unlock', 'quiet') })}
${
  user.disabledAt === null
    ? form({
        to,
        seen: { do: 'disable' },
        body: html`<p class="hint">The user can no longer sign in, and their sessions and invitations end.</p>${button('Disable user', 'danger')}`,
      })
    : enableForm(visit, user, to)
}</section>`;
}

function enableForm(visit: Visit, user: ListedUser, to: string): Html {
  if (!mayEnable(visit.user, user))
    return html`<p class="hint">An operator disabled this user, so only an operator can enable them.</p>`;
  return form({
    to,
    seen: { do: 'enable' },
    body: html`<p class="hint">The user can sign in again, with the password and the second factor of before.</p>${button('Enable user', 'quiet')}`,
  });
}
