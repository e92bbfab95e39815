// All of the console: signing in, pages and forms.
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { acceptForms } from '../../kernel/http/bodies.ts';
import { answerUnknown, mountForm, mountPage } from './mount.ts';
import { auditPages } from './rooms/audit.ts';
import { developerPages } from './rooms/developers.ts';
import { lookingPages } from './rooms/looking.ts';
import { meForms, mePages } from './rooms/me.ts';
import { noticeForms, noticePages } from './rooms/notices.ts';
import { paymentForms, paymentPages } from './rooms/payments.ts';
import { sandboxForms, sandboxPages } from './rooms/sandbox.ts';
import { searchPages } from './rooms/search.ts';
import { userForms, userPages } from './rooms/users.ts';
import { webhookForms, webhookPages } from './rooms/webhooks.ts';
import { mountSignIn } from './sign-in.ts';
import type { ConsoleDeps, FormRoute, PageRoute } from './visit.ts';

export const consolePages: readonly PageRoute[] = [
  ...paymentPages,
  ...lookingPages,
  ...mePages,
  ...userPages,
  ...auditPages,
  ...searchPages,
  ...noticePages,
  ...developerPages,
  ...sandboxPages,
  ...webhookPages,
];
export const consoleForms: readonly FormRoute[] = [
  ...paymentForms,
  ...meForms,
  ...userForms,
  ...noticeForms,
  ...webhookForms,
  ...sandboxForms,
];

export function consoleRoutes(deps: ConsoleDeps): FastifyPluginAsync {
  return async (server) => {
    acceptForms(server);
    mountSignIn(server, deps);
    // In production there is no sandbox, and no page that says so.
    const isThere = ({ action }: PageRoute | FormRoute) =>
      action !== 'sandbox.use' || deps.sandbox !== undefined;
    for (const route of consolePages.filter(isThere)) mountPage(server, deps, route);
    for (const route of consoleForms.filter(isThere)) mountForm(server, deps, route);
    server.get('/console/*', (request, reply: FastifyReply) => answerUnknown(deps, request, reply));
  };
}
