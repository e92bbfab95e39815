// The service in the test's process or as its own, receivers, browsers and folders, which end with the test file that opened them.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { credentialsOf } from '../../src/app/credentials.ts';
import { findSiteByCode } from '../../src/core/merchants/actions.ts';
import { createPayment, type NewPayment, type Payment } from '../../src/core/payments/actions.ts';
import { openBrowser } from './browser.ts';
import { atEnd } from './ending.ts';
import { createMerchantOf, type Merchant } from './merchant.ts';
import { makeTefo, type Running, type Tefo } from './process.ts';
import { startReceiver, startService, type TestService, type TestServiceOptions } from './running.ts';

/** Starts the service in this process. */
export async function openService(options?: TestServiceOptions): Promise<TestService> {
  const service = await startService(options);
  atEnd(() => service.end());
  return service;
}

/** Returns the HTTP client of a service's merchant. */
export const clientOf = ({
  base,
  config,
  merchant,
}: Pick<TestService, 'base' | 'config' | 'merchant'>): Merchant =>
  createMerchantOf(base, credentialsOf(config, merchant));

/** Creates a temporary folder with files. */
export async function openFolder(
  name: string,
  files: Iterable<[path: string, content: string | Buffer]> = [],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `tefo-${name}-`));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** Makes a home of the service, whose processes are not started. */
export async function openTefo(...given: Parameters<typeof makeTefo>): Promise<Tefo> {
  const tefo = await makeTefo(...given);
  atEnd(() => tefo.remove());
  return tefo;
}

/** Starts the service as a process; returns it with the client of its demo merchant once it is ready. */
export async function startTefo(
  env: Record<string, string> = {},
): Promise<{ tefo: Tefo; running: Running; merchant: Merchant }> {
  const tefo = await openTefo(env);
  const running = tefo.start();
  await running.ready();
  return { tefo, running, merchant: createMerchantOf(tefo.base, await tefo.credentials()) };
}

/** Opens a merchant's server for notifications, which responds with `status`. */
export async function openListener(status = 200) {
  const receiver = await startReceiver(status);
  atEnd(receiver.end);
  return receiver;
}

export async function openChromium(): Promise<Browser> {
  const browser = await openBrowser();
  atEnd(() => browser.close());
  return browser;
}

/** Works on a page of a new context. */
export async function visit(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    await work(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

/** Creates a payment of R 150,00 for the service's merchant. */
export async function newPayment(
  { ctx, db, merchant }: Pick<TestService, 'ctx' | 'db' | 'merchant'>,
  more: Partial<NewPayment> = {},
): Promise<Payment> {
  const site = (await findSiteByCode(db, merchant.siteCode))!;
  const usual = {
    contract: 'payments' as const,
    amount: 15_000n,
    merchantReference: 'KB-20417',
    details: {},
  };
  const made = await createPayment(ctx, { site, ...usual, ...more });
  return made.kind === 'made' ? made.payment : assert.fail();
}

/** Returns axe's findings on a page, all or those with these tags. */
export async function axeFindings(page: Page, tags?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const options = tags ? JSON.stringify({ runOnly: tags }) : '{}';
  return page.evaluate<string[]>(
    `axe.run(${options}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' ')))`,
  );
}
