// The user's own account: password, second factor and active sessions.
import type { Work } from '../../../core/context.ts';
import { inWork } from '../../../core/unit-of-work.ts';
import {
  confirmFactor,
  countRecoveryCodes,
  hasApp,
  pendingFactor,
  removeFactor,
  startFactor,
} from '../../../core/users/factors.ts';
import { listPasskeys } from '../../../core/users/passkeys.ts';
import { endOtherSessions, endOwnSession } from '../../../core/users/sessions.ts';
import { changePassword, provePassword } from '../../../core/users/sign-in.ts';
import type { SignedInUser } from '../../../core/users/signed-in-user.ts';
import { firstOf } from '../../../kernel/required.ts';
import type { Html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { appPage, codesPage, mePage, type Refused } from '../views/me-page.ts';
import { type Done, type FormRoute, type PageRoute, Refusal, type Visit } from '../visit.ts';

const page = 'me';
const path = consolePath(page);
const action = 'me.change';

export const mePages: PageRoute[] = [
  { path, action, show: (visit) => showMe(visit) },
  {
    path: `${path}/app`,
    action,
    show: async (visit) => (await showApp(visit)) ?? visit.reply.redirect(path, 303),
  },
];

export const meForms: FormRoute[] = [
  {
    path: `${path}/password`,
    action,
    // Before the transaction: hashing is slow, and a wrong attempt must count even if the form is refused.
    prepare: async ({ ctx, user, reply }, { current = '', password = '' }) => {
      const judged = await provePassword(ctx, user, { current, password });
      if (judged.kind === 'right') return { ...judged.change };
      if (judged.kind === 'refused')
        throw new Refusal(422, 'The current password is not correct.', 'current');
      reply.header('retry-after', judged.retryAfterSeconds);
      throw new Refusal(429, 'Too many attempts. Wait a moment, then try again.');
    },
    act: async ({ user }, work, { from = '', to = '' }) => {
      await changePassword(work, user, { from, to });
      return doneToSelf(user, 'Password changed. Your other sessions have been ended.', {
        isNewPassword: true,
      });
    },
    again: (visit, password) => showMe(visit, { password }),
  },
  {
    path: `${path}/app`,
    action,
    asksFactor: true,
    act: async ({ user }, work) => {
      await startFactor(work, user);
      const said = 'Add this account to your app, and enter the code that it shows.';
      return { ...doneToSelf(user, said, { factor: 'begun' }), to: `${path}/app` };
    },
    again: (visit, { problem }) => showMe(visit, { problem }),
  },
  {
    path: `${path}/app/confirm`,
    action,
    takesCode: true,
    act: async (visit, work, { code = '' }) => {
      const codes = await confirmFactor(work, visit.user, code);
      const own = doneToSelf(visit.user, '', { factor: 'app' });
      return {
        ...own,
        before: { factor: visit.user.hasFactor ? 'app' : 'none' },
        once: codesPage(visit, 'Your authenticator app is set up. You will need its code to sign in.', codes),
      };
    },
    again: async (visit, { problem }) => (await showApp(visit, { problem })) ?? showMe(visit, { problem }),
  },
  {
    path: `${path}/app/remove`,
    action,
    asksFactor: true,
    act: async ({ user }, work) => {
      await removeFactor(work, user);
      const own = doneToSelf(user, 'Authenticator app removed.', { factor: 'none' });
      return { ...own, before: { factor: 'app' } };
    },
    again: (visit, { problem }) => showMe(visit, { problem }),
  },
  {
    path: `${path}/sessions`,
    action,
    act: ({ user }, work, { session = '' }) => endSession(user, work, session),
    again: (visit, { problem }) => showMe(visit, { problem }),
  },
  {
    path: `${path}/sessions/others`,
    action,
    act: async ({ user }, work) => {
      const ended = await endOtherSessions(work, user);
      const said =
        ended === 1 ? 'Your other session has been ended.' : `Your ${ended} other sessions have been ended.`;
      return doneToSelf(user, said, { sessionsEnded: ended });
    },
    again: (visit, { problem }) => showMe(visit, { problem }),
  },
];

async function endSession(user: SignedInUser, work: Work, session: string): Promise<Done> {
  if (session === user.sessionId)
    throw new Refusal(422, 'This is your current session. To end it, sign out.', 'session');
  if (!(await endOwnSession(work, user, session))) throw new Refusal(409, 'This session has already ended.');
  return doneToSelf(user, 'Session ended.', { sessionsEnded: 1 });
}

/** A user's changes to their own account are in the log of the merchant where they hold their only role, otherwise the operator's. */
export function doneToSelf(user: SignedInUser, said: string, after: object): Done {
  const merchants = [...new Set(user.rights.held.map(({ merchantId }) => merchantId))];
  return {
    to: path,
    said,
    subject: `user ${user.id}`,
    merchantId: merchants.length === 1 ? firstOf(merchants) : null,
    after,
  };
}

export async function showMe(visit: Visit, again: Refused = {}): Promise<Html> {
  const { ctx, user } = visit;
  const factors = {
    hasApp: await hasApp(ctx.db, user.id),
    passkeys: await listPasskeys(ctx.db, user.id),
    recoveryCodes: await countRecoveryCodes(ctx.db, user.id),
  };
  const main = await mePage(visit, factors, again);
  return consolePage(visit, { title: 'Your account', page, main });
}

async function showApp(visit: Visit, again: Refused = {}): Promise<Html | undefined> {
  const pending = await inWork(visit.ctx, (work) => pendingFactor(work, visit.user));
  if (!pending) return undefined;
  return consolePage(visit, { title: 'Set up an authenticator app', page, main: appPage(pending, again) });
}
