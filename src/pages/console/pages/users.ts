// Users: the list, invitations, and one user with roles and sessions.
import type { Work } from '../../../core/context.ts';
import { invite } from '../../../core/users/invitations.ts';
import type { Role } from '../../../core/users/permissions.ts';
import {
  changeRole,
  disableUser,
  enableUser,
  endSessionsOf,
  type ListedUser,
  readRole,
  requireUser,
  resetFactor,
  sendReset,
  type UserChange,
  unlockUser,
} from '../../../core/users/users.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { users } from '../../../reports/lists/users.ts';
import { type Html, html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { type ListPage, listRoutes, showList } from '../list-page.ts';
import { merchantOf } from '../merchant-field.ts';
import { consolePath } from '../navigation.ts';
import { id, time } from '../views/parts.ts';
import { invitationsView, inviteForm, userPage } from '../views/users-page.ts';
import type { Again, AnyVisit, Done, Fields, FormRoute, PageRoute, Problem, Visit } from '../visit.ts';
import { Refusal } from '../visit.ts';

const page = 'users';
const path = consolePath(page);

const listPage = (again?: Again): ListPage => ({
  page,
  list: users,
  title: 'Team',
  first: { words: 'No users yet. Invite one below.' },
  tools: () => html`<a class="act-button act-main" href="#invite">Invite user</a>`,
  below: async (visit) => html`${await invitationsView(visit)}
${inviteForm(visit, again)}`,
});

export const userPages: PageRoute[] = [
  ...listRoutes(listPage()),
  { path: `${path}/:id`, action: 'user.see', show: (visit) => showUser(visit) },
];

export const userForms: FormRoute[] = [
  {
    path,
    action: 'user.invite',
    act: (visit, work, fields) => actInvite(visit, work, fields),
    again: (visit, again) => showList({ ...visit, query: {} }, listPage(again)),
  },
  {
    path: `${path}/:id`,
    action: 'user.role',
    buttons: Object.fromEntries(
      ['disable', 'enable', 'sessions', 'unlock', 'password', 'factor'].map((pressed) => [
        pressed,
        'user.disable',
      ]),
    ),
    act: (visit, work, fields) => actOnUser(visit, work, fields),
    again: (visit, { problem }) => showUser(visit, problem),
  },
];
const idOf = ({ params }: AnyVisit): string => (params.id ?? '').toLowerCase();
const roleOf = (word: string): Role | null => (word === '' ? null : readRole(word));

function doneOf({ userId, merchantId, before, after }: UserChange, said: string, to?: string): Done {
  return { to: to ?? consolePath(page, userId), said, subject: `user ${userId}`, merchantId, before, after };
}

async function actOnUser(visit: AnyVisit, work: Work, fields: Fields): Promise<Done> {
  if (fields.do === 'disable') {
    const change = await disableUser(work, visit.user, idOf(visit));
    return doneOf(change, `${change.email} is disabled and signed out.`);
  }
  if (fields.do === 'enable') {
    const change = await enableUser(work, visit.user, idOf(visit));
    return doneOf(change, `${change.email} is enabled, and signs in with the password of before.`);
  }
  if (fields.do === 'sessions') {
    const change = await endSessionsOf(work, visit.user, idOf(visit));
    return doneOf(change, `${change.email} is signed out of all sessions.`);
  }
  if (fields.do === 'unlock') {
    const change = await unlockUser(work, visit.user, idOf(visit));
    return { ...doneOf(change, `Sign-in unlocked for ${change.email}.`), action: 'user.unlock' };
  }
  if (fields.do === 'password') return actReset(visit, work);
  if (fields.do === 'factor') {
    const change = await resetFactor(work, visit.user, idOf(visit));
    const said = `Second factor removed: ${change.email} signs in with the password, and can set up a new one.`;
    return { ...doneOf(change, said), action: 'user.reset' };
  }
  return actRole(visit, work, fields);
}

async function actReset(visit: AnyVisit, work: Work): Promise<Done> {
  const { token, expiresAt, isEmailed, ...change } = await sendReset(work, visit.user, idOf(visit));
  const done = doneOf(change, `A link to choose a new password is on its way to ${change.email}.`);
  if (isEmailed) return { ...done, action: 'user.reset' };
  const shown = {
    title: 'Password reset',
    page,
    main: linkOnce(visit, { to: done.to, path: ['reset', token], expiresAt }),
  };
  return { ...done, action: 'user.reset', once: consolePage(visit, shown) };
}

/** Returns a link that only this response shows. */
function linkOnce(
  { deps }: AnyVisit,
  { to, path: [first, token], expiresAt }: { to: string; path: [string, string]; expiresAt: Date },
): Html {
  return html`<section class="panel" aria-labelledby="address"><h2 id="address">Copy the link and send it</h2>
<p>${id(`${deps.publicUrl}${consolePath(first, token)}`)}</p>
<p>The link is shown only once. It works once, and expires ${time(expiresAt)}. Anyone with the link can use it, so send it only to its user.</p>
<p><a class="act-button act-main" href="${to}">Done</a></p></section>`;
}

async function actRole(
  visit: AnyVisit,
  work: Work,
  { role = '', merchant = '', seen = '' }: Fields,
): Promise<Done> {
  const change = await changeRole(work, visit.user, {
    userId: idOf(visit),
    merchantId: isUuid(merchant) ? merchant : null,
    role: roleOf(role),
    seen: roleOf(seen),
  });
  const said =
    role === ''
      ? `Access removed: ${change.email} has no role here.`
      : `${change.email} now has the role ${role}.`;
  // A user without a role here is no longer in the list.
  return doneOf(change, said, role === '' ? path : undefined);
}

async function actInvite(visit: AnyVisit, work: Work, fields: Fields): Promise<Done> {
  const { email = '' } = fields;
  const role = readRole(fields.role ?? '');
  const merchantId = await merchantOf(visit, fields);
  if (merchantId === null && !role.startsWith('operator-'))
    throw new Refusal(422, `Enter the code of the merchant for the role ${role}.`, 'merchant');
  const invited = await invite(work, visit.user, { email, role, merchantId });
  const { token, expiresAt, isEmailed } = invited;
  const main = html`<p class="said" role="status">Invitation created: ${invited.email} as ${role}.${isEmailed && ' It is on its way by e-mail.'}</p>
${linkOnce(visit, { to: path, path: ['invitations', token], expiresAt })}`;
  return {
    to: path,
    said: '',
    subject: `invitation ${invited.invitationId}`,
    merchantId,
    before: invited.before,
    after: invited.after,
    once: consolePage(visit, { title: 'Invitation created', page, main }),
  };
}

async function showUser(visit: Visit, problem?: Problem): Promise<Html> {
  const user: ListedUser = await requireUser(visit.ctx.db, visit.viewer, idOf(visit));
  return consolePage(visit, {
    title: user.name ?? user.email,
    page,
    main: await userPage(visit, user, problem),
  });
}
