// All of the console: sign-in, pages and forms.
import { posix } from 'node:path';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { acceptForms } from '../../kernel/http/bodies.ts';
import { acceptFiles } from '../../kernel/http/multipart.ts';
import { required } from '../../kernel/required.ts';
import { answerFailure } from './failures.ts';
import { mountLive } from './live/routes.ts';
import { answerUnknown, mountForm, mountPage } from './mount.ts';
import { movedPages } from './navigation.ts';
import { apiKeyForms, apiKeyPages } from './pages/api-keys.ts';
import { auditPages } from './pages/audit.ts';
import { bankAccountPages } from './pages/bank-accounts.ts';
import { bankFileForms } from './pages/bank-files.ts';
import { beneficiaryForms, beneficiaryPages } from './pages/beneficiaries.ts';
import { bulkPages } from './pages/bulk.ts';
import { uploadForm } from './pages/bulk-upload.ts';
import { customerPages } from './pages/customers.ts';
import { depositForms } from './pages/deposit-forms.ts';
import { depositPages } from './pages/deposits.ts';
import { goLiveForms, goLivePages } from './pages/go-live.ts';
import { tryForm } from './pages/hash-debugger.ts';
import { homePages } from './pages/home.ts';
import { invoiceForms, invoicePages } from './pages/invoices.ts';
import { keyForms, keyPages } from './pages/keys.ts';
import { ledgerPages } from './pages/ledger.ts';
import { categoryForms } from './pages/line-categories.ts';
import { linkForms, linkPages } from './pages/links.ts';
import { mailboxPages } from './pages/mailbox.ts';
import { meForms, mePages } from './pages/me.ts';
import { merchantForms, merchantPages } from './pages/merchants.ts';
import { newBankAccountForm, newBankAccountPage } from './pages/new-bank-account.ts';
import { notificationForms, notificationPages } from './pages/notifications.ts';
import { onboardingForms, onboardingPages } from './pages/onboarding.ts';
import { passkeyForms, passkeyPages } from './pages/passkeys.ts';
import { paymentForms, paymentPages } from './pages/payments.ts';
import { payoutBatchForms, payoutBatchPages } from './pages/payout-batches.ts';
import { payoutForms, payoutPages } from './pages/payouts.ts';
import { readOnlyPages } from './pages/read-only-records.ts';
import { reconcileForms, reconcilePages } from './pages/reconcile.ts';
import { refundForms, refundPages } from './pages/refunds.ts';
import { developerPages } from './pages/rejected-requests.ts';
import { reportPages } from './pages/reports.ts';
import { sandboxForms, sandboxPages } from './pages/sandbox.ts';
import { scheduleForms, schedulePages } from './pages/scheduled-reports.ts';
import { searchPages } from './pages/search.ts';
import { settingForms, settingPages } from './pages/settings.ts';
import { accountForms } from './pages/settlement-account.ts';
import { settlementPages } from './pages/settlements.ts';
import { subscriptionForms, subscriptionPages } from './pages/subscriptions.ts';
import { userForms, userPages } from './pages/users.ts';
import { viewForms } from './pages/views.ts';
import { webhookActs } from './pages/webhook-acts.ts';
import { webhookForms, webhookPages } from './pages/webhooks.ts';
import { mountResets } from './resets.ts';
import { mountSignIn } from './sign-in.ts';
import type { ConsoleDeps, FormRoute, PageRoute } from './visit.ts';

export const consolePages: readonly PageRoute[] = [
  ...homePages,
  ...paymentPages,
  ...customerPages,
  ...linkPages,
  ...payoutBatchPages,
  ...payoutPages,
  ...beneficiaryPages,
  ...depositPages,
  ...refundPages,
  ...subscriptionPages,
  ...readOnlyPages,
  ...bulkPages,
  ...settlementPages,
  ...reconcilePages,
  newBankAccountPage,
  ...bankAccountPages,
  ...invoicePages,
  ...ledgerPages,
  ...reportPages,
  ...schedulePages,
  ...mePages,
  ...passkeyPages,
  ...userPages,
  ...auditPages,
  ...searchPages,
  ...settingPages,
  ...keyPages,
  ...apiKeyPages,
  ...merchantPages,
  ...goLivePages,
  ...onboardingPages,
  ...notificationPages,
  ...developerPages,
  ...sandboxPages,
  ...mailboxPages,
  ...webhookPages,
];
export const consoleForms: readonly FormRoute[] = [
  ...paymentForms,
  ...linkForms,
  ...invoiceForms,
  ...payoutBatchForms,
  ...payoutForms,
  ...beneficiaryForms,
  ...scheduleForms,
  ...depositForms,
  ...refundForms,
  ...subscriptionForms,
  ...meForms,
  ...passkeyForms,
  ...userForms,
  ...settingForms,
  ...keyForms,
  ...apiKeyForms,
  ...merchantForms,
  ...goLiveForms,
  ...onboardingForms,
  ...notificationForms,
  ...webhookForms,
  ...webhookActs,
  ...sandboxForms,
  tryForm,
  ...reconcileForms,
  newBankAccountForm,
  ...bankFileForms,
  ...categoryForms,
  uploadForm,
  ...viewForms,
  ...accountForms,
];

/** The names of checkboxes of which a user can tick several. */
const checkboxes = ['scopes'] as const;

export function consoleRoutes(deps: ConsoleDeps): FastifyPluginAsync {
  // Production has no sandbox, and no page about it.
  const isThere = ({ action }: PageRoute | FormRoute) =>
    action !== 'sandbox.use' || deps.sandbox !== undefined;
  return async (server) => {
    server.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, deps.isStaging));
    // Each size of form is read by its own parser, and a parser applies to routes of the same scope.
    const forms = consoleForms.filter(isThere);
    server.register(async (scope) => {
      acceptForms(scope, undefined, checkboxes);
      mountSignIn(scope, deps);
      mountResets(scope, deps);
      for (const route of forms.filter(({ mostBytes }) => mostBytes === undefined))
        mountForm(scope, deps, route);
    });
    for (const route of forms.filter(({ mostBytes }) => mostBytes !== undefined))
      server.register(async (scope) => {
        acceptForms(scope, route.mostBytes);
        if (route.takesFile) acceptFiles(scope, required(route.mostBytes, 'mostBytes'));
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
