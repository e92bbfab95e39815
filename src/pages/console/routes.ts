// All of the console: sign-in, pages and forms.
import { posix } from 'node:path';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { acceptForms } from '../../kernel/http/bodies.ts';
import { answerFailure } from './failures.ts';
import { mountLive } from './live/routes.ts';
import { answerUnknown, mountForm, mountPage } from './mount.ts';
import { movedPages } from './navigation.ts';
import { auditPages } from './rooms/audit.ts';
import { bulkPages } from './rooms/bulk.ts';
import { uploadForm } from './rooms/bulk-upload.ts';
import { depositForms } from './rooms/deposit-forms.ts';
import { depositPages } from './rooms/deposits.ts';
import { goLiveForms, goLivePages } from './rooms/go-live.ts';
import { tryForm } from './rooms/hash-debugger.ts';
import { homePages } from './rooms/home.ts';
import { keyForms, keyPages } from './rooms/keys.ts';
import { ledgerPages } from './rooms/ledger.ts';
import { linkForms, linkPages } from './rooms/links.ts';
import { meForms, mePages } from './rooms/me.ts';
import { merchantForms, merchantPages } from './rooms/merchants.ts';
import { notificationForms, notificationPages } from './rooms/notifications.ts';
import { passkeyForms, passkeyPages } from './rooms/passkeys.ts';
import { paymentForms, paymentPages } from './rooms/payments.ts';
import { payoutForms, payoutPages } from './rooms/payouts.ts';
import { readOnlyPages } from './rooms/read-only-records.ts';
import { reconcileForms, reconcilePages } from './rooms/reconcile.ts';
import { refundForms, refundPages } from './rooms/refunds.ts';
import { developerPages } from './rooms/rejected-requests.ts';
import { sandboxForms, sandboxPages } from './rooms/sandbox.ts';
import { searchPages } from './rooms/search.ts';
import { settingForms, settingPages } from './rooms/settings.ts';
import { accountForms } from './rooms/settlement-account.ts';
import { settlementPages } from './rooms/settlements.ts';
import { subscriptionForms, subscriptionPages } from './rooms/subscriptions.ts';
import { userForms, userPages } from './rooms/users.ts';
import { viewForms } from './rooms/views.ts';
import { webhookActs } from './rooms/webhook-acts.ts';
import { webhookForms, webhookPages } from './rooms/webhooks.ts';
import { mountSignIn } from './sign-in.ts';
import type { ConsoleDeps, FormRoute, PageRoute } from './visit.ts';

export const consolePages: readonly PageRoute[] = [
  ...homePages,
  ...paymentPages,
  ...linkPages,
  ...payoutPages,
  ...depositPages,
  ...refundPages,
  ...subscriptionPages,
  ...readOnlyPages,
  ...bulkPages,
  ...settlementPages,
  ...reconcilePages,
  ...ledgerPages,
  ...mePages,
  ...passkeyPages,
  ...userPages,
  ...auditPages,
  ...searchPages,
  ...settingPages,
  ...keyPages,
  ...merchantPages,
  ...goLivePages,
  ...notificationPages,
  ...developerPages,
  ...sandboxPages,
  ...webhookPages,
];
export const consoleForms: readonly FormRoute[] = [
  ...paymentForms,
  ...linkForms,
  ...payoutForms,
  ...depositForms,
  ...refundForms,
  ...subscriptionForms,
  ...meForms,
  ...passkeyForms,
  ...userForms,
  ...settingForms,
  ...keyForms,
  ...merchantForms,
  ...goLiveForms,
  ...notificationForms,
  ...webhookForms,
  ...webhookActs,
  ...sandboxForms,
  tryForm,
  ...reconcileForms,
  uploadForm,
  ...viewForms,
  ...accountForms,
];

export function consoleRoutes(deps: ConsoleDeps): FastifyPluginAsync {
  // Production has no sandbox, and no page about it.
  const isThere = ({ action }: PageRoute | FormRoute) =>
    action !== 'sandbox.use' || deps.sandbox !== undefined;
  return async (server) => {
    server.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, deps.isStaging));
    // Each size of form is read by its own parser, and a parser applies to routes of the same scope.
    const forms = consoleForms.filter(isThere);
    server.register(async (scope) => {
      acceptForms(scope);
      mountSignIn(scope, deps);
      for (const route of forms.filter(({ mostBytes }) => mostBytes === undefined))
        mountForm(scope, deps, route);
    });
    for (const route of forms.filter(({ mostBytes }) => mostBytes !== undefined))
      server.register(async (scope) => {
        acceptForms(scope, route.mostBytes);
        mountForm(scope, deps, route);
      });
    const pages = consolePages.filter(isThere);
    for (const route of pages) mountPage(server, deps, route);
    const hasPage = new Set(pages.map(({ path }) => path));
    for (const { path } of forms) if (!hasPage.has(path)) leadToItsPage(server, path);
    mountLive(
      server,
      deps,
      pages.filter(({ isExport }) => !isExport),
    );
    for (const [old, address] of Object.entries(movedPages)) redirectMoved(server, old, address);
    server.get('/console/*', (request, reply: FastifyReply) => answerUnknown(deps, request, reply));
  };
}

/** Redirects the old addresses of a moved page, with their query. */
function redirectMoved(server: FastifyInstance, old: string, address: string): void {
  const lead = (request: FastifyRequest, reply: FastifyReply) =>
    reply.redirect(request.url.replace(`/console/${old}`, `/console/${address}`), 301);
  for (const end of ['', '.csv', '.xlsx', '/*']) server.get(`/console/${old}${end}`, lead);
}

/** Invalid input is shown at the address of its form: reloading it leads to the page of the form. */
function leadToItsPage(server: FastifyInstance, path: string): void {
  server.get(path, (request, reply: FastifyReply) => {
    const { pathname } = new URL(request.url, 'http://console.invalid');
    return reply.redirect(posix.dirname(pathname), 303);
  });
}
