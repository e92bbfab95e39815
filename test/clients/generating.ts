// The clients that public generators create from the documents: openapi-typescript and @hey-api/openapi-ts.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { typesOf } from '../../scripts/types.ts';
import { documentNames } from '../../src/app/document-names.ts';
import { documents } from '../contract/documents.ts';

/** Writes `<document>.ts` by openapi-typescript into a folder, of each document. */
export async function generateTypes(folder: string): Promise<void> {
  for (const name of documentNames)
    await writeFile(join(folder, `${name}.ts`), await typesOf(documents[name]));
}

/** Writes `<document>/index.ts` by @hey-api/openapi-ts into a folder, of each document. */
export async function generateClients(folder: string): Promise<void> {
  const { createClient } = await import('@hey-api/openapi-ts');
  for (const name of documentNames) {
    const path = join(folder, name);
    await mkdir(path);
    await createClient({
      input: structuredClone(documents[name]),
      output: { path, module: { extension: '.ts' } },
      logs: { level: 'silent', file: false },
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    });
  }
}
