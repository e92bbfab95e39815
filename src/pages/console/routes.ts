// All of the console: signing in, pages and forms.
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { acceptForms } from '../../kernel/http/bodies.ts';
import { answerUnknown, mountForm, mountPage } from './mount.ts';
import { auditPages } from './rooms/audit.ts';
import { bulkPages } from './rooms/bulk.ts';
import { depositForms } from './rooms/deposit-forms.ts';
import { depositPages } from './rooms/deposits.ts';
import { developerPages } from './rooms/developers.ts';
import { goLiveForms, goLivePages } from './rooms/go-live.ts';
import { homePages } from './rooms/home.ts';
import { keyForms, keyPages } from './rooms/keys.ts';
import { ledgerPages } from './rooms/ledger.ts';
import { meForms, mePages } from './rooms/me.ts';
import { merchantForms, merchantPages } from './rooms/merchants.ts';
import { noticeForms, noticePages } from './rooms/notices.ts';
import { passkeyForms, passkeyPages } from './rooms/passkeys.ts';
import { paymentForms, paymentPages } from './rooms/payments.ts';
import { payoutForms, payoutPages } from './rooms/payouts.ts';
import { reconcilePages } from './rooms/reconcile.ts';
import { refundForms, refundPages } from './rooms/refunds.ts';
import { sandboxForms, sandboxPages } from './rooms/sandbox.ts';
import { searchPages } from './rooms/search.ts';
import { settingForms, settingPages } from './rooms/settings.ts';
import { settlementPages } from './rooms/settlements.ts';
import { subscriptionForms, subscriptionPages } from './rooms/subscriptions.ts';
import { userForms, userPages } from './rooms/users.ts';
import { webhookForms, webhookPages } from './rooms/webhooks.ts';
import { mountSignIn } from './sign-in.ts';
import type { ConsoleDeps, FormRoute, PageRoute } from './visit.ts';

export const consolePages: readonly PageRoute[] = [
  ...homePages,
  ...paymentPages,
  ...payoutPages,
  ...depositPages,
  ...refundPages,
  ...subscriptionPages,
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
  ...noticePages,
  ...developerPages,
  ...sandboxPages,
  ...webhookPages,
];
export const consoleForms: readonly FormRoute[] = [
  ...paymentForms,
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
