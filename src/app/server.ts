// The part of the composition root that serves HTTP: every surface and page on one server.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Context } from '../core/context.ts';
import type { Directory } from '../core/merchants/directory.ts';
import { sendTestEvent } from '../core/notifications/test-events.ts';
import type { Payment } from '../core/payments/actions.ts';
import type { Transaction } from '../core/transactions/actions.ts';
import type { Jobs } from '../kernel/concurrency/jobs.ts';
import { acceptForms } from '../kernel/http/bodies.ts';
import type { Outbound, Post } from '../kernel/http/outbound.ts';
import { firstOf, required } from '../kernel/required.ts';
import { createTokens } from '../kernel/security/access-tokens.ts';
import { assetCaching, assets } from '../pages/assets.ts';
import { authoriseRoutes } from '../pages/authorise/routes.ts';
import { checkoutRoutes } from '../pages/checkout/routes.ts';
import { consoleRoutes } from '../pages/console/routes.ts';
import type { ConsoleDeps } from '../pages/console/visit.ts';
import { brandRoutes } from '../pages/customer/brand-routes.ts';
import type { House } from '../pages/customer/model.ts';
import { docsRoutes } from '../pages/docs/routes.ts';
import { linkRoutes } from '../pages/link/routes.ts';
import { pagePolicy } from '../pages/page.ts';
import { subscriberRoutes } from '../pages/subscriber/routes.ts';
import type { Simulator } from '../rails/simulator/index.ts';
import { createSheets } from '../surfaces/dialect/bulk-sheet.ts';
import { createPacking } from '../surfaces/dialect/packing.ts';
import { externalSurface } from '../surfaces/external/index.ts';
import { oneDiscovery, oneSurface } from '../surfaces/one/index.ts';
import { returnAddress as oneReturnAddress, renderTestEvent } from '../surfaces/one/notification.ts';
import { subscriptionReturnAddress } from '../surfaces/one/subscription-return.ts';
import { openFromBrowser, paymentsSurface } from '../surfaces/payments/index.ts';
import { returnAddress as paymentsReturnAddress } from '../surfaces/payments/notification.ts';
import { payoutsSurface } from '../surfaces/payouts/index.ts';
import { createBankFiles } from './bank-files.ts';
import { createCompany } from './company-sign-in.ts';
import type { Config } from './config.ts';
import { presentCredentials } from './credentials.ts';
import { documentNames } from './document-names.ts';
import { createDocumentationWriter } from './documentation.ts';
import { notificationFormats } from './formats.ts';
import { addHelpLinks } from './help-links.ts';
import { countRefused } from './refused.ts';
import type { Sandbox } from './sandbox.ts';
import type { Work } from './sweeps.ts';

/** Paths that are matched without regard to letter case. */
export const caseBlindPrefixes = ['/payments', '/external', '/pay', '/link'];

export interface RouteParts {
  ctx: Context;
  config: Config;
  directory: Directory;
  work: Work;
  jobs: Jobs;
  /** Counts a browser's payment request for a site. Throws TooManyRequests. */
  countOpening(siteCode: string): void;
  /** Only in staging. */
  sandbox: Sandbox | undefined;
  /** For libraries that fetch. */
  fetch: Outbound['fetch'];
  post: Post;
}

export function mountRoutes(server: FastifyInstance, parts: RouteParts): void {
  const { ctx, config, directory, work, jobs, sandbox } = parts;
  const { simulator, rails } = work;
  const { publicUrl } = config;
  const tokens = createTokens(ctx.keyring, ctx.clock, directory.stands);
  const { countOpening } = parts;
  countRefused(server, work.refusals);
  addHelpLinks(server, publicUrl);
  const packing = createPacking();
  server.addHook('onClose', packing.close);
  const surface = { ctx, directory, rails, config, tokens, packing, countOpening };
  server.register(oneSurface(surface), { prefix: '/one/v1' });
  server.register(oneDiscovery(surface));
  server.register(paymentsSurface(surface), { prefix: '/payments' });
  server.register(payoutsSurface(surface), { prefix: '/payouts/v1' });
  server.register(externalSurface(surface), { prefix: '/external' });
  const page = { ctx, directory, rails, publicUrl, house: houseOf(config) };
  server.register(
    checkoutRoutes({
      ...page,
      returnAddress: (payment, transaction) => returnAddress(directory, payment, transaction),
      openFromBrowser: (fields, correlationId) => openFromBrowser(surface, { ...ctx, correlationId }, fields),
    }),
  );
  server.register(authoriseRoutes({ ...page, returnAddress: subscriptionReturnAddress }));
  server.register(linkRoutes({ ...page, countOpening }));
  server.register(subscriberRoutes(page));
  const documentation = createDocumentationWriter(config, sandbox !== undefined);
  server.addHook('onClose', documentation.close);
  server.register(
    docsRoutes({
      config,
      documentNames,
      write: documentation.write,
      writeFixturesSchema: sandbox?.fixturesSchema,
      findDemoKeys: config.simulatedBank ? () => presentCredentials(ctx, config) : undefined,
    }),
  );
  if (config.simulatedBank) server.register(bankPages(simulator, publicUrl));
  const formats = notificationFormats(ctx, config);
  const isStaging = config.simulatedBank;
  server.register(
    consoleRoutes({
      ...{ ctx, directory, rails, publicUrl, formats, isStaging, explainRefused },
      sandbox: sandbox?.mount(server, work, jobs),
      company: createCompany(config, parts.fetch, ctx.log),
      tryRequest: async (...given) =>
        (await import('../hash-debugger/tried.ts')).tryRequest(...given, work.diagnose),
      sheets: createSheets(surface),
      bankFiles: createBankFiles(work.reader),
      sendTestEvent: (...given) => sendTestEvent(...given, { post: parts.post, render: renderTestEvent }),
      onRestore: sandbox?.onRestore,
    }),
  );
  server.register(brandRoutes(ctx));
  serveAssets(server);
}

/** The hash debugger is large, and not every service needs it. */
const explainRefused: ConsoleDeps['explainRefused'] = async (...given) =>
  (await import('../hash-debugger/explained.ts')).explainRefused(...given);

/** Returns the facts about this installation that every page shows. */
export function houseOf(config: Config): House {
  const { operatorName, operatorAddress, operatorPhone, operatorEmail } = config;
  return {
    operator: {
      name: operatorName,
      address: operatorAddress || undefined,
      phone: operatorPhone || undefined,
      email: operatorEmail || undefined,
    },
    sandbox: config.simulatedBank,
  };
}

/** Returns where a customer goes after the checkout, in the format of the contract of the payment. */
async function returnAddress(
  directory: Directory,
  payment: Payment,
  transaction: Transaction | undefined,
): Promise<string | undefined> {
  if (payment.contract === 'one') return oneReturnAddress(payment, transaction);
  const site = required(await directory.siteById(payment.siteId), 'site');
  const { privateKeys } = await directory.secretsOf(site.id);
  return paymentsReturnAddress(payment, transaction, site, firstOf(privateKeys));
}

/** The simulated bank's pages, with the service's policy: their forms lead to the bank and back to the checkout. */
function bankPages({ routes }: Simulator, publicUrl: string): FastifyPluginAsync {
  return async (scope) => {
    acceptForms(scope);
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', pagePolicy([new URL(publicUrl).origin]));
    });
    scope.register(routes);
  };
}

function serveAssets(server: FastifyInstance): void {
  for (const [path, asset] of assets) {
    server.get(path, ({ headers }, reply) => {
      reply.type(asset.type).header('cache-control', assetCaching).header('vary', 'accept-encoding');
      if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(asset.body);
      return reply.header('content-encoding', 'gzip').send(asset.packed());
    });
  }
}
