// The record of a release: the facts of its APIs, which later versions must keep.
import { readFile } from 'node:fs/promises';
import type { ApiDocuments } from './api-facts.ts';

export const releasedFile = 'test/released/api.txt';

/** Returns the OpenAPI documents of this version. */
export async function readApiDocuments(): Promise<ApiDocuments> {
  const names = ['one', 'payments', 'payouts', 'external'];
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, JSON.parse(await readFile(`docs/openapi/${name}.json`, 'utf8'))]),
    ),
  );
}
