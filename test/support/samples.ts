// Runs the samples of the reference as a reader would: copied as they are served, each on its own.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { credentialsOf } from '../../src/app/credentials.ts';
import { documentNames } from '../../src/app/document-names.ts';
import { issueMonth } from '../../src/core/invoices/issuing.ts';
import { createInvoiceSweep } from '../../src/core/invoices/jobs.ts';
import { changeSite, demoSettings, findSiteByCode } from '../../src/core/merchants/actions.ts';
import { addSchedule, readPeriod, requestReport } from '../../src/core/scheduled-reports/actions.ts';
import { runReports } from '../../src/core/scheduled-reports/jobs.ts';
import { everything } from '../../src/core/viewer.ts';
import { dayOf } from '../../src/kernel/business-days.ts';
import { required } from '../../src/kernel/required.ts';
import type { ApiDocument } from '../../src/pages/docs/model.ts';
import { writeReport } from '../../src/reports/scheduled/writing.ts';
import type { TestService } from './running.ts';
import { book } from './settling.ts';

export interface Sample {
  surface: string;
  operation: string;
  lang: string;
  source: string;
}

/** Makes the service's merchant the demo merchant, whose keys the documentation fills in. */
export async function makeDemo({ ctx, config, db, merchant }: TestService): Promise<void> {
  await changeSite(ctx, merchant.siteCode, demoSettings);
  // Its invoice INV-000001, which samples read and cannot create.
  const site = required(await findSiteByCode(db, merchant.siteCode), 'site');
  await book(ctx, site, 'payment_received', { gross: 10_000n, fee: 230n, vat: 30n });
  // The run adds the current month, without which no invoice can be stored.
  await createInvoiceSweep(ctx).run();
  const month = dayOf(ctx.clock.now()).with({ day: 1 }).toString();
  if (!(await issueMonth(ctx, month))) throw new Error('transactions are still open');
  // A report of payments, for the same reason.
  const given = { name: 'takings', kind: 'transactions', every: 'day', format: 'csv', to: 'fetch:' };
  const { id } = await addSchedule(ctx, { merchantId: merchant.merchant.id, ...given });
  await requestReport(ctx, everything, id, readPeriod(ctx, 'day'));
  await runReports({ ctx, write: writeReport, folder: config.reportsDir });
  const credentials = JSON.stringify(credentialsOf(config, merchant));
  await writeFile(join(config.dataDir, 'credentials.json'), credentials);
}

/** Returns the samples of all documents that a service shows. */
export async function servedSamples(base: string): Promise<Sample[]> {
  const all: Sample[] = [];
  for (const surface of documentNames) {
    const answer = await fetch(`${base}/docs/openapi/${surface}.json`);
    const { paths } = (await answer.json()) as ApiDocument;
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
      for (const { lang, source } of operation['x-codeSamples'] ?? [])
        all.push({ surface, operation: operation.operationId, lang, source });
  }
  return all;
}

/** Runs a script with bash, which stops at the first command that fails; returns its output. */
export async function runInBash(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', script], {
    cwd: tmpdir(), // A sample writes a file.
    env: { PATH: process.env.PATH },
    timeout: 60_000,
    maxBuffer: 16 * 2 ** 20,
  });
  return stdout;
}

/** Does something with each item, as many at a time as there are lanes. */
export async function inLanes<Item>(
  items: readonly Item[],
  lanes: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const lane = async (): Promise<void> => {
    for (const item of left) await act(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
