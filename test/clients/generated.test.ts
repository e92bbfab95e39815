// Generated clients of all four documents: a strict compiler accepts a program that uses them, and the program
// works.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { credentialsOf } from '../../src/app/credentials.ts';
import { signatures } from '../contract/signatures.ts';
import { budget } from '../support/budget.ts';
import { createMerchantOf } from '../support/merchant.ts';
import { openFolder, openService } from '../support/opening.ts';
import { generateClients, generateTypes } from './generating.ts';

const service = await openService();
const { base, merchant } = service;

const strict = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: 'esnext',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: [],
  module: 'nodenext',
  noEmit: true,
  allowImportingTsExtensions: true,
};

const shop = createMerchantOf(base, credentialsOf(service.config, merchant));

const programs = [
  ['openapi-fetch', generateTypes, { exactOptionalPropertyTypes: true }],
  // Its bundled code assigns undefined to its optional members.
  ['hey-api', generateClients, {}],
] as const;

// The second generator is left to `npm run test:all`.
for (const [program, generate, allows] of programs.slice(0, budget(1, 2))) {
  test(`a strict compiler accepts a program with ${program}, and it works`, async () => {
    const folder = await openFolder('generated');
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    await generate(folder);
    await copyFile(join(import.meta.dirname, `generated/${program}.ts`), join(folder, 'program.ts'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...strict, ...allows }, files: ['program.ts'] }),
    );
    const tsc = resolve('node_modules/typescript/bin/tsc');
    await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(({ stdout }) =>
      assert.fail(stdout),
    );

    const { run } = await import(pathToFileURL(join(folder, 'program.ts')).href);
    const { siteCode, apiKey, privateKey } = merchant;
    const sign = (fields: Record<string, unknown>) =>
      signatures['payments postPaymentRequest']!(fields, { privateKey });
    const { url, made, references, bank, ...rest } = await run({
      base,
      siteCode,
      apiKey,
      token: (await shop.token()).body.access_token,
      sign,
    });
    assert.deepEqual(rest, { value: 150.5, code: 'NotFound', thin: 'thin', version: '1.0' });
    assert.match(url, /\/pay\//);
    assert.match(made, /\/pay\//);
    assert.deepEqual(references, []);
    assert.equal(typeof bank, 'string');
  });
}
