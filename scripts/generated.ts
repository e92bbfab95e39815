// The files generated from the code: `npm run docs` writes them, test/generated.test.ts compares them.

import { readFile } from 'node:fs/promises';
import { envExample, settingsMarkdown } from '../src/app/config.ts';
import { documentNames } from '../src/app/document-names.ts';
import { fixturesJsonSchema } from '../src/sandbox/fixtures/schema.ts';
import { collectionJson } from './collection.ts';
import { withCommands } from './commands.ts';
import { errorsMarkdown, openapiJson, statesMarkdown, withOperations } from './documents.ts';
import { hashVectorsJson } from './hash-vectors.ts';
import { holidaysJson } from './holidays.ts';
import { licencesMarkdown } from './licences.ts';
import { metricsMarkdown } from './metrics.ts';
import { proofsMarkdown } from './proofs.ts';
import { rolesMarkdown } from './roles.ts';
import { sdkErrorCodes, sdkOperations, sdkTypes } from './sdk.ts';

export const generated: { file: string; content: () => string | Promise<string> }[] = [
  { file: 'docs/settings.md', content: settingsMarkdown },
  { file: '.env.example', content: envExample },
  { file: 'docs/errors.md', content: errorsMarkdown },
  { file: 'README.md', content: async () => withOperations(await readFile('README.md', 'utf8')) },
  {
    file: 'docs/guides/cli.md',
    content: async () => withCommands(await readFile('docs/guides/cli.md', 'utf8')),
  },
  { file: 'docs/operations/metrics.md', content: metricsMarkdown },
  { file: 'docs/roles.md', content: rolesMarkdown },
  { file: 'docs/proofs.md', content: proofsMarkdown },
  { file: 'docs/states.md', content: statesMarkdown },
  { file: 'docs/fixtures.schema.json', content: () => `${JSON.stringify(fixturesJsonSchema(), null, 2)}\n` },
  { file: 'docs/hash-vectors.json', content: hashVectorsJson },
  { file: 'docs/licences.md', content: licencesMarkdown },
  { file: 'src/kernel/holidays.json', content: holidaysJson },
  ...documentNames.map((name) => ({ file: `docs/openapi/${name}.json`, content: () => openapiJson(name) })),
  { file: 'docs/postman.json', content: collectionJson },
  ...documentNames.map((name) => ({ file: `sdk/src/generated/${name}.ts`, content: () => sdkTypes(name) })),
  { file: 'sdk/src/generated/operations.ts', content: sdkOperations },
  { file: 'sdk/src/generated/error-codes.ts', content: sdkErrorCodes },
];
