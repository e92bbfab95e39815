// The part of the composition root that acts on its own: the bank behind the port, the handling of its answers, and
// every sweep of timed work.

import { join } from 'node:path';
import { createRails } from '../core/accounts/routing.ts';
import { banksIn } from '../core/banks.ts';
import { createBulkSweep } from '../core/bulk/jobs.ts';
import { createBulkActionSweep } from '../core/bulk-actions/jobs.ts';
import type { Context } from '../core/context.ts';
import { createCustomerSweep } from '../core/customers/jobs.ts';
import { createEmailRetention, createEmailSweep } from '../core/emails/jobs.ts';
import type { RenderEmail } from '../core/emails/outbox.ts';
import { createMismatchSweeps } from '../core/hash-mismatches/jobs.ts';
import { attachInvoice } from '../core/invoices/attachment.ts';
import { createInvoiceSweep } from '../core/invoices/jobs.ts';
import { createHeadSweep, createLinkSweep, createSnapshotSweep } from '../core/ledger/actions.ts';
import { customersOfLinks } from '../core/links/actions.ts';
import { createLinkSweep as createPaymentLinkSweep } from '../core/links/jobs.ts';
import { createAccountSweep } from '../core/merchants/account-changes.ts';
import type { Directory } from '../core/merchants/directory.ts';
import { createTokenExpiry } from '../core/merchants/revocation.ts';
import { createDeliverySweep } from '../core/notifications/jobs.ts';
import { createForgetSweep } from '../core/notifications/receivers.ts';
import { createReplaySweep } from '../core/notifications/replays.ts';
import { createDocumentErasure, createDocumentSweep } from '../core/onboarding/jobs.ts';
import { createClosingSweep } from '../core/payment-files/jobs.ts';
import { customersOfPayments } from '../core/payments/actions.ts';
import { createBrowserRequestSweep } from '../core/payments/browser-requests.ts';
import { createPayoutBatchSweep } from '../core/payout-batches/jobs.ts';
import { createPayoutSweeps } from '../core/payouts/jobs.ts';
import { createRefundSweep } from '../core/refunds/jobs.ts';
import { createRefundPayeeSweep } from '../core/refunds/payee-check.ts';
import { createRetentionSweep } from '../core/retention.ts';
import { attachReport } from '../core/scheduled-reports/delivery.ts';
import { createReportRetention, createReportSweep } from '../core/scheduled-reports/jobs.ts';
import { createSettlementSweep } from '../core/settlements/jobs.ts';
import { createUploadExpiry } from '../core/statements/uploads.ts';
import { createStreamSweep } from '../core/streams/jobs.ts';
import { customersOfSubscriptions } from '../core/subscriptions/actions.ts';
import { createSubscriptionSweeps } from '../core/subscriptions/jobs.ts';
import { createTraceExpiry } from '../core/traces.ts';
import { createEnquirySweep, createExpirySweep } from '../core/transactions/jobs.ts';
import { createTransferSweep } from '../core/transfers/jobs.ts';
import { createRestoreSweep } from '../core/transfers/restore-jobs.ts';
import { createUsersSweep } from '../core/users/jobs.ts';
import { createResetSweep } from '../core/users/resets.ts';
import { createHashDebugger } from '../hash-debugger/threaded.ts';
import type { Sweep } from '../kernel/concurrency/jobs.ts';
import type { Sql } from '../kernel/db/db.ts';
import { createKeyExpiry } from '../kernel/http/idempotency-expiry.ts';
import type { Post } from '../kernel/http/outbound.ts';
import { makeFolder } from '../kernel/process/files.ts';
import { openTextStore } from '../kernel/process/text-store.ts';
import { type Html, render } from '../pages/html.ts';
import { page } from '../pages/page.ts';
import { createFolderSweeps } from '../rails/files/folder.ts';
import { createBankFileReader } from '../rails/files/reading.ts';
import { createSftpSweep } from '../rails/files/sftp/sweep.ts';
import { createSimulator } from '../rails/simulator/index.ts';
import { createRefusalCounter } from '../reports/refusals/counts.ts';
import { writeReport } from '../reports/scheduled/writing.ts';
import { readStreamRows } from '../reports/streams/rows.ts';
import { createTotalsSweep } from '../reports/totals/jobs.ts';
import { createBulkForm } from '../surfaces/dialect/bulk-form.ts';
import { verificationForm } from '../surfaces/payouts/verification.ts';
import { answerFormats, paymentProfiles } from './bank-files.ts';
import type { Config } from './config.ts';
import { notificationFormats } from './formats.ts';
import { mailServerOf } from './mail-server.ts';
import { createPartitionSweep } from './partitions.ts';
import { createAllRails } from './rails.ts';
import { reportsOf } from './reactions.ts';
import { hasRetention, retentionOf } from './retention.ts';
import type { Sandbox } from './sandbox.ts';

export type Work = ReturnType<typeof createSweeps>;

export interface SweepOptions {
  /** For requests' calls to the bank. */
  ctx: Context;
  /** For the sweeps, whose statements may take long. */
  workCtx: Context;
  config: Config;
  directory: Directory;
  post: Post;
  renderEmail: RenderEmail;
  /** Only in staging. */
  sandbox: Sandbox | undefined;
  /** The simulated bank's database, when it has its own. */
  bank: Sql | undefined;
}

export function createSweeps({
  ctx: requestCtx,
  workCtx: ctx,
  config,
  directory,
  post,
  renderEmail,
  sandbox,
  bank,
}: SweepOptions) {
  const { db, clock, log } = ctx;
  const reports = reportsOf({ ...requestCtx, actor: 'bank' });
  const simulator = createSimulator({
    db: bank ?? requestCtx.db,
    isApart: bank !== undefined,
    clock,
    log,
    publicUrl: config.publicUrl,
    ...sandbox?.bank,
    banks: config.simulatedBank ? banksIn(config.mode) : [],
    ...reports,
    frame: ({ title, band, body }) =>
      render(page({ language: 'en', title, band: band as Html, main: body as Html })),
  });
  if (hasRetention(config) && config.role !== 'api') makeFolder(config.archiveDir, 'TEFO_ARCHIVE_DIR');
  const place = { publicUrl: config.publicUrl, folder: join(config.dataDir, 'rails') };
  const house = createAllRails(requestCtx, place, reports);
  const rails = createRails({
    ctx,
    railOf: house.railOf,
    simulator: config.simulatedBank ? simulator.rail : undefined,
  });
  const transferSweep = createTransferSweep(ctx, rails);
  const hashDebugger = createHashDebugger(ctx);
  const reader = createBankFileReader({ mostMb: config.bankFileMb });
  const refusals = createRefusalCounter(ctx);
  const { secretsOf } = directory;
  const sender = { post, formats: notificationFormats(ctx, config) };
  const sweeps: Sweep[] = [
    createExpirySweep(ctx),
    createEnquirySweep(ctx, rails),
    ...createSubscriptionSweeps(ctx, rails),
    createPaymentLinkSweep(ctx, rails),
    createDeliverySweep({ ctx, secretsOf, ...(sandbox?.withFaults(sender) ?? sender) }),
    createReplaySweep(ctx),
    createEmailSweep({
      ctx,
      render: renderEmail,
      attach: async (email) => [...(await attachReport(ctx, email)), ...(await attachInvoice(ctx)(email))],
      send: mailServerOf(config),
      mostOfMerchant: config.mailHourLimit,
    }),
    createEmailRetention(ctx),
    createForgetSweep(ctx),
    // Before refunds, so that after a jump of the clock each day is settled before its money is spent again.
    createSettlementSweep(ctx),
    createInvoiceSweep(ctx),
    createReportSweep({ ctx, write: writeReport, folder: config.reportsDir }),
    createReportRetention(ctx),
    createStreamSweep({ ctx, post, read: readStreamRows }),
    createRefundSweep(ctx),
    createRefundPayeeSweep(ctx, rails),
    // Before settlements, so that money due by then is paid to the new account.
    createAccountSweep(ctx),
    createBulkActionSweep(ctx, rails),
    createBulkSweep(ctx, createBulkForm({ ctx, directory, rails: rails, config })),
    createPayoutBatchSweep(ctx),
    ...createPayoutSweeps({ ctx, rails, post, secretsOf, form: verificationForm }),
    transferSweep,
    createRestoreSweep(ctx, rails),
    ...house.sweeps,
    createClosingSweep(ctx, paymentProfiles),
    ...createFolderSweeps({
      ctx,
      formats: answerFormats,
      reader,
      folder: config.banksDir,
      everyMs: config.folderSeconds * 1000,
    }),
    createSftpSweep({
      ctx,
      folder: config.banksDir,
      mostMb: config.bankFileMb,
      everyMs: config.sftpSeconds * 1000,
    }),
    createSnapshotSweep(ctx),
    createLinkSweep(ctx),
    createPartitionSweep(ctx),
    ...(config.ledgerHead === '' ? [] : [createHeadSweep(ctx, openTextStore(config.ledgerHead))]),
    ...createMismatchSweeps(ctx, hashDebugger.diagnose, config.evidenceDays > 0 ? null : undefined),
    ...(hasRetention(config) ? [createRetentionSweep(ctx, retentionOf(config))] : []),
    createBrowserRequestSweep(ctx),
    createUsersSweep(ctx),
    createResetSweep(ctx),
    createTotalsSweep(ctx),
    createCustomerSweep(ctx, [customersOfPayments, customersOfSubscriptions, customersOfLinks]),
    refusals.sweep,
    ...(config.simulatedBank ? simulator.sweeps : []),
    createKeyExpiry(db, clock, config.idempotencyDays),
    createTokenExpiry(ctx),
    createTraceExpiry(ctx),
    createUploadExpiry(ctx),
    createDocumentSweep(ctx),
    createDocumentErasure(ctx, config.onboardingDays),
  ];
  return {
    simulator,
    rails,
    /** Sends a transfer at once, unless it was already sent. */
    sendTransfer: transferSweep.sendNow,
    sweeps,
    refusals,
    /** Reads files of banks in threads. */
    reader,
    /** Searches for the mistake in a wrong hash. */
    diagnose: hashDebugger.diagnose,
    /** Stops the worker threads. */
    close: async () => void (await Promise.all([hashDebugger.close(), reader.close(), house.close()])),
  };
}
