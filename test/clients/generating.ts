// The clients that others' generators make of the documents: openapi-typescript and @hey-api/openapi-ts.
import { mkdir, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { documentNames } from '../../src/app/document-names.ts';
import { documents } from '../contract/documents.ts';

// Both generators print TypeScript by the compiler's JavaScript API, which the compiler that is installed (7, native) has
// no more. ts-morph's package brings that of 6 along; it is theirs in place of "typescript".
const api = import.meta.resolve('@ts-morph/common').replace(/[^/]+$/, 'typescript.js');
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript'
      ? { url: api, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
});

/** Writes `<document>.ts` by openapi-typescript into a folder, of each document. */
export async function generateTypes(folder: string): Promise<void> {
  const { default: typesOf, astToString } = await import('openapi-typescript');
  for (const name of documentNames) {
    const types = astToString(await typesOf(structuredClone(documents[name]) as never));
    await writeFile(join(folder, `${name}.ts`), types);
  }
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
