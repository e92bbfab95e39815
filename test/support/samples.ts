// Runs the samples of the reference as a reader would: copied as they are served, each on its own.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { credentialsOf } from '../../src/app/credentials.ts';
import { documentNames } from '../../src/app/document-names.ts';
import { changeSite, demoSettings } from '../../src/core/merchants/actions.ts';
import type { ApiDocument } from '../../src/pages/docs/model.ts';
import type { TestService } from './running.ts';

export interface Sample {
  surface: string;
  operation: string;
  lang: string;
  source: string;
}

/** Makes the service's merchant the demo merchant, whose keys the documentation fills in. */
export async function makeDemo({ ctx, config, merchant }: TestService): Promise<void> {
  await changeSite(ctx, merchant.siteCode, demoSettings);
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
