// The documentation of a service, rendered in a thread, because it takes seconds on a busy machine and must not delay
// payments.
import { createThreads } from '../kernel/concurrency/thread-pool.ts';
import type { Documentation } from '../pages/docs/routes.ts';
import type { Config } from './config.ts';
import type { Written } from './documentation-work.ts';

const memoryMb = 256;
/** The time limit of the thread, in milliseconds: many times the usual duration. */
const budgetMs = 120_000;

export interface DocumentationWriter {
  write(): Promise<Documentation>;
  close(): Promise<void>;
}

export function createDocumentationWriter(config: Config, isSandbox: boolean): DocumentationWriter {
  const { oneUrl, paymentsUrl, payoutsUrl, externalUrl } = config;
  const written: Written = { addresses: { oneUrl, paymentsUrl, payoutsUrl, externalUrl }, isSandbox };
  const file = new URL('./documentation-work.ts', import.meta.url);
  const threads = createThreads({ file, threads: 1, memoryMb });
  return {
    write: () => threads.run<Documentation>('writeDocumentation', written, budgetMs),
    close: threads.close,
  };
}
