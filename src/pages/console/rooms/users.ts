// Users: the list, invitations, and one user with roles and sessions.
import type { Work } from '../../../core/context.ts';
import { invite } from '../../../core/people/invitations.ts';
import type { Role } from '../../../core/people/permissions.ts';
import {
  changeRole,
  disableUser,
  endSessionsOf,
  type ListedUser,
  readRole,
  requireUser,
  type UserChange,
  unlockUser,
} from '../../../core/people/users.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { people } from '../../../reports/lists/people.ts';
import { type Html, html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { type ListRoom, listRoutes, showList } from '../list-page.ts';
import { merchantOf } from '../merchant-field.ts';
import { consolePath } from '../navigation.ts';
import { id, time } from '../views/parts.ts';
import { invitationsView, inviteForm, type Typed, userPage } from '../views/users-page.ts';
import type { AnyVisit, Done, Fields, FormRoute, PageRoute, Problem, Visit } from '../visit.ts';
import { Refusal } from '../visit.ts';

const room = 'users';
const path = consolePath(room);

const listRoom = (typed?: Typed): ListRoom => ({
  room,
  list: people,
  title: 'Users',
  first: {
    words: 'No users yet. Invite one below.',
    command: 'npx tefo user create --email EMAIL --role ROLE',
  },
  below: async (visit) => html`${await invitationsView(visit)}
${inviteForm(visit, typed)}`,
});

export const userPages: PageRoute[] = [
  ...listRoutes(listRoom()),
  { path: `${path}/:id`, action: 'user.see', show: (visit) => showUser(visit) },
];

export const userForms: FormRoute[] = [
  {
    path,
    action: 'user.invite',
    act: (visit, work, fields) => actInvite(visit, work, fields),
    again: (visit, fields, problem) => showList({ ...visit, query: {} }, listRoom({ fields, problem })),
  },
  {
    path: `${path}/:id`,
    action: 'user.role',
    buttons: { disable: 'user.disable', sessions: 'user.disable', unlock: 'user.disable' },
    act: (visit, work, fields) => actOnUser(visit, work, fields),
    again: (visit, _fields, problem) => showUser(visit, problem),
  },
];
const idOf = ({ params }: AnyVisit): string => (params.id ?? '').toLowerCase();
const roleOf = (word: string): Role | null => (word === '' ? null : readRole(word));

function doneOf({ userId, merchantId, before, after }: UserChange, said: string, to?: string): Done {
  return { to: to ?? consolePath(room, userId), said, subject: `user ${userId}`, merchantId, before, after };
}

async function actOnUser(visit: AnyVisit, work: Work, fields: Fields): Promise<Done> {
  if (fields.do === 'disable') {
    const change = await disableUser(work, visit.person, idOf(visit));
    return doneOf(change, `${change.email} is disabled and signed out.`);
  }
  if (fields.do === 'sessions') {
    const change = await endSessionsOf(work, visit.person, idOf(visit));
    return doneOf(change, `${change.email} is signed out of all sessions.`);
  }
  if (fields.do === 'unlock') {
    const change = await unlockUser(work, visit.person, idOf(visit));
    return { ...doneOf(change, `Sign-in unlocked for ${change.email}.`), action: 'user.unlock' };
  }
  return actRole(visit, work, fields);
}

async function actRole(
  visit: AnyVisit,
  work: Work,
  { role = '', merchant = '', seen = '' }: Fields,
): Promise<Done> {
  const change = await changeRole(work, visit.person, {
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
  const invited = await invite(work, visit.person, { email, role, merchantId });
  const address = `${visit.deps.publicUrl}${consolePath('invitations', invited.token)}`;
  const main = html`<p class="said" role="status">Invitation created: ${invited.email} as ${role}.</p>
<section class="panel" aria-labelledby="address"><h2 id="address">Copy the link and send it</h2>
<p>${id(address)}</p>
<p>The link is shown only once. It works once, and expires ${time(invited.expiresAt)}. Anyone with the link can use it, so send it only to the invited user.</p>
<p><a class="act-button act-main" href="${path}">Done</a></p></section>`;
  return {
    to: path,
    said: '',
    subject: `invitation ${invited.invitationId}`,
    merchantId,
    before: invited.before,
    after: invited.after,
    once: consolePage(visit, { title: 'Invitation created', room, main }),
  };
}

async function showUser(visit: Visit, problem?: Problem): Promise<Html> {
  const user: ListedUser = await requireUser(visit.ctx.db, visit.viewer, idOf(visit));
  return consolePage(visit, {
    title: user.name ?? user.email,
    room,
    main: await userPage(visit, user, problem),
  });
}
