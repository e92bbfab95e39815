// The package as an outside developer has it: packed, installed into a separate project, imported, required,
// type-checked; and with a service that it starts itself.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { glob, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ts } from '@ts-morph/common';
import { credentialsOf } from '../src/app/credentials.ts';
import { documentNames } from '../src/app/document-names.ts';
import type { Documents } from '../src/pages/docs/model.ts';
import { withSamples } from '../src/pages/docs/samples/index.ts';
import { isLong } from './support/budget.ts';
import { piecesOf } from './support/guide.ts';
import { openFolder, openService } from './support/opening.ts';
import { freePort } from './support/ports.ts';
import { publish } from './support/registry.ts';

const run = promisify(execFile);
const root = resolve('.');

const project = await openFolder('stranger');
const packed = await run('npm', ['pack', '--json', '--pack-destination', project, join(root, 'sdk')], {
  env: outside(),
});
const [{ filename }] = JSON.parse(packed.stdout);
await writeFile(join(project, 'package.json'), '{ "name": "shop", "private": true }');
const flags = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
await run('npm', ['install', ...flags, join(project, filename)], { cwd: project, env: outside() });
const service = await openService({ clock: 'shared', started: true });

/** The environment without the variables of this test run, and without the user's settings. */
function outside(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(TEFO_|NODE_TEST_CONTEXT$|npm_)/.test(name));
  return Object.fromEntries(kept);
}

// Vitest and Jest are not installed here: stand-ins provide the parts that their programs use.
const runners = `
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
const expect = (got) => ({ toBe: (one) => assert.equal(got, one), toEqual: (one) => assert.deepEqual(got, one) });
export { after as afterAll, before as beforeAll, expect, test };
Object.assign(globalThis, { afterAll: after, beforeAll: before, expect, test });
`;

// With `npm run test:all` the project starts its services. Otherwise this process has one for all files but the one about
// snapshots, which starts its own: the test of a sandbox that starts a service, and test/snapshots.test.ts, prove that.
test('the project of the testing guide passes, over a service that it starts or is given', async () => {
  const vitest = join(project, 'node_modules/vitest');
  await mkdir(vitest);
  await writeFile(join(vitest, 'index.mjs'), runners);
  await writeFile(join(vitest, 'package.json'), '{"exports": "./index.mjs"}');
  const files = new Map<string, string>();
  for (const piece of await piecesOf('testing', 'js')) {
    const [, name, text] = /^\/\/ (\S+)\n(.*)$/s.exec(piece)!;
    files.set(name!, (files.get(name!) ?? '') + text);
  }
  for (const [name, text] of files) await writeFile(join(project, name), text);
  const names = [...files.keys()];
  for (const name of names.filter((one) => /config|jest-/.test(one))) await import(join(project, name));
  const given = isLong ? {} : { TEFO_URL: service.base, TEFO_API_KEY: service.merchant.apiKey };
  const { stdout } = await run(
    process.execPath,
    [
      ...['--test', '--import=vitest', '--test-reporter=tap', '--test-concurrency=1'],
      ...(isLong ? ['--test-global-setup=tefo-setup.mjs'] : []),
      ...names.filter((name) => /\.(test|vitest|jest)\./.test(name) && (isLong || !/^snapshots/.test(name))),
    ],
    { cwd: project, env: { ...outside(), TEFO_CHECKOUT: root, ...given }, timeout: 300_000 },
  );
  assert.match(stdout, isLong ? /^# pass 11$/m : /^# pass 10$/m);
  assert.match(stdout, /^# fail 0$/m);
});

test('the program of the README takes a payment, receives its verified notification and refunds it', async () => {
  const readme = await readFile('sdk/README.md', 'utf8');
  const [, program] = /^```ts\n(import \{ readFileSync.*?)^```$/ms.exec(readme)!;
  await writeFile(join(project, 'readme.mts'), program!);
  const credentials = credentialsOf(service.config, service.merchant);
  await writeFile(join(project, 'credentials.json'), JSON.stringify(credentials));
  const env = { ...outside(), PORT: String(await freePort()) };
  const child = spawn(process.execPath, ['readme.mts'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line.replace(/http.*/, 'ADDRESS'));
    const [, id] = /\/pay\/(\S+)/.exec(line) ?? [];
    const headers = { ApiKey: credentials.apiKey, 'Content-Type': 'application/json' };
    const outcome = { method: 'POST', headers, body: '{"outcome": "success"}' };
    if (id) await fetch(`${service.base}/sandbox/transactions/${id}/outcome`, outcome);
    if (line.startsWith('refund:')) break;
  }
  child.kill();
  assert.deepEqual(printed, [
    'open it in a browser and pay: ADDRESS',
    'verified: transaction.complete Successful',
    'refund: Pending',
  ]);
});

/** Returns the TypeScript samples of the documents by the name of a file for each. */
async function writtenSamples(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const pages = ['README.md', 'sdk/README.md', ...(await Array.fromAsync(glob('docs/**/*.md')))];
  for (const page of pages)
    for (const [, text] of (await readFile(page, 'utf8')).matchAll(/^```ts\n(.*?)^```$/gms))
      found.set(`${page.replaceAll(/\W/g, '-')}-${found.size}.mts`, text!);
  return found;
}

/** Returns the samples of the reference that use the client, by the name of a file for each. */
async function referenceSamples(isSandbox: boolean): Promise<Map<string, string>> {
  const read = async (name: string) =>
    [name, JSON.parse(await readFile(`docs/openapi/${name}.json`, 'utf8'))] as const;
  const documents = Object.fromEntries(await Promise.all(documentNames.map(read))) as Documents;
  const operations = Object.entries(withSamples(documents, isSandbox)).flatMap(([surface, { paths }]) =>
    Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => ({ ...operation, surface })),
  );
  return new Map(
    operations.flatMap(({ surface, operationId, 'x-codeSamples': all = [] }) =>
      all
        .filter(({ lang }) => lang === 'JavaScript')
        .map(({ source }) => [`${isSandbox ? 'sandbox' : 'live'}-${surface}-${operationId}.mts`, source]),
    ),
  );
}

test('every TypeScript sample compiles under the strictest options, and so do programs of the package', async () => {
  await writeFile(
    join(project, 'shop.mts'),
    `import { type ErrorCode, SignatureError, Tefo, TefoError, verifyWebhook, type WebhookEvent } from '@tefo/sdk';
     import { receiveWebhooks } from '@tefo/sdk/next';
     import { type Notification, type Sandbox, startSandbox } from '@tefo/sdk/testing';
     await using sandbox: Sandbox = await startSandbox({ settings: { feeBps: 100, holidayRule: 'none' } });
     const told: Notification = await sandbox.notifications.next({ type: 'refund.complete' });
     const now: Date = await sandbox.clock.advance('P1D');
     // @ts-expect-error: no such outcome
     await sandbox.outcome.refund('id', 'success');
     try { await verifyWebhook(told.body, told.headers, 'whsec_'); } catch (error) {
       if (error instanceof SignatureError && error.code === 'NotNow') console.log(now);
     }
     const tefo = new Tefo(sandbox.credentials);
     const amount = { currency: 'ZAR', value: 10 } as const;
     const { id } = await tefo.one.createPayment({ body: { amount, merchantReference: 'A', expireAt: '2100-01-01T00:00:00Z' } });
     const name: string = id;
     // @ts-expect-error: an amount is needed
     await tefo.one.createPayment({ body: { merchantReference: 'A', expireAt: '2100-01-01T00:00:00Z' } });
     // @ts-expect-error: it is an object
     const wrong: number = await tefo.one.getPayment({ path: { id: name } });
     for await (const { status } of tefo.one.listRefunds({ query: { fromDate: '2026-01-01', toDate: '2026-01-02' } }))
       console.log(status === 'Complete');
     export const POST = receiveWebhooks('whsec_', (event: WebhookEvent) => {
       if (event.type === 'transaction.complete' && 'id' in event.data) console.log(event.data.id, wrong);
     });
     try { await tefo.payouts.getAvailableBanks(); } catch (error) {
       const code: ErrorCode | undefined = error instanceof TefoError ? error.code : undefined;
       console.log(code);
     }`,
  );
  await writeFile(
    join(project, 'strict.mts'),
    `import { type ErrorCode, Tefo, TefoError, verifyWebhook, type WebhookEvent } from '@tefo/sdk';
     import { receiveWebhooks } from '@tefo/sdk/fastify';
     import { startSandbox } from '@tefo/sdk/testing';
     const { env } = process;
     const tefo = new Tefo({ urls: { one: env.ONE }, clientId: env.ID, clientSecret: env.SECRET }, { retries: undefined });
     await startSandbox({ url: env.TEFO_URL, apiKey: env.TEFO_API_KEY });
     try { await tefo.one.listRegions({}, { signal: undefined }); } catch (error) {
       if (!(error instanceof TefoError)) throw error;
       const errno: NodeJS.ErrnoException = error;
       const code: ErrorCode | undefined = error.code;
       console.log(errno, code);
     }
     // @ts-expect-error: a message that the service posts is no method
     console.log(tefo.one['transaction.completeMessage']);
     const thin: WebhookEvent = await verifyWebhook('', {}, 'whsec_');
     const full = await verifyWebhook<'full'>('', {}, 'whsec_');
     const id: string = thin.data.id;
     if (full.type === 'refund.complete') console.log(id, full.data.RefundId);
     // @ts-expect-error: a full message has no id of this name
     if (full.type === 'transaction.complete') console.log(full.data.id);
     // @ts-expect-error: a thin message has no amount
     if (thin.type === 'transaction.complete') console.log(thin.data.Amount);
     const either = (event: WebhookEvent<'thin' | 'full'>) =>
       event.type === 'transaction.complete' && ('id' in event.data ? event.data.id : event.data.TransactionId);
     receiveWebhooks<'thin' | 'full'>('whsec_', either);`,
  );
  const written = await writtenSamples();
  assert.ok(written.size >= 6);
  const samples = new Map([
    ...written,
    ...(await referenceSamples(true)),
    // The live ones differ in their addresses.
    ...(isLong ? await referenceSamples(false) : []),
  ]);
  assert.ok(samples.size >= written.size + 20);
  for (const [name, text] of samples) await writeFile(join(project, name), text);
  await compile('shop.mts', 'strict.mts', ...samples.keys());
});

/** Type-checks files of the project, as strictly as the compiler can; they may use Node. */
async function compile(...files: string[]): Promise<void> {
  // Several threads would check shared files several times.
  const options = [
    '--singleThreaded',
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
  ];
  const target = ['--module', 'nodenext', '--target', 'esnext', '--types', 'node'];
  const roots = ['--typeRoots', join(root, 'node_modules/@types')];
  const program = join(root, 'node_modules/.bin/tsc');
  await run(program, [...options, ...target, ...roots, ...files], { cwd: project }).catch(({ stdout }) =>
    assert.fail(stdout),
  );
}

test('each method has a doc comment that an editor shows', async () => {
  const entry = join(project, 'entry.mts');
  const paths = ['', '/testing', '/fastify', '/express', '/hono', '/next'];
  const exported = paths.map((path, index) => `export * as m${index} from '@tefo/sdk${path}';`);
  const members = `import type { Tefo } from '@tefo/sdk'; import type { Sandbox } from '@tefo/sdk/testing';
    export declare const client: Tefo; export declare const sandbox: Sandbox;`;
  await writeFile(entry, [...exported, members].join('\n'));
  const options = { strict: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ESNext, types: [] };
  // Another package has the compiler's API, without the types of the language itself.
  const host = ts.createCompilerHost(options);
  const { default: findCompiler } = await import(join(root, 'node_modules/typescript/lib/getExePath.js'));
  const libraries = dirname(findCompiler());
  host.getDefaultLibLocation = () => libraries;
  host.getDefaultLibFileName = () => join(libraries, 'lib.esnext.full.d.ts');
  const program = ts.createProgram([entry], options, host);
  const checker = program.getTypeChecker();
  const undocumented: string[] = [];
  const seen = new Set<ts.Type>();
  let functions = 0;
  const look = (found: ts.Symbol, path: string, depth: number): void => {
    const symbol = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    const type = checker.getTypeOfSymbol(symbol);
    const isCalled = type.getCallSignatures().length + type.getConstructSignatures().length > 0;
    if (isCalled) functions += 1;
    const isSaid = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim() !== '';
    if (isCalled && !isSaid && !symbol.name.startsWith('__')) undocumented.push(path);
    if (isCalled || depth === 0 || seen.has(type)) return;
    seen.add(type);
    for (const one of type.getProperties())
      if (one.declarations?.some((declared) => declared.getSourceFile().fileName.includes('@tefo/sdk')))
        look(one, `${path}.${one.name}`, depth - 1);
  };
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!;
  for (const one of checker.getExportsOfModule(module)) look(one, one.name, 3);
  assert.deepEqual(undocumented, []);
  assert.ok(functions > 80, `${functions} functions`);
  // The comment has the summary, the description and the request.
  const one = checker.getTypeOfSymbol(module.exports!.get('client' as ts.__String)!).getProperty('one')!;
  const method = checker.getTypeOfSymbol(one).getProperty('createPayment')!;
  const said = ts.displayPartsToString(method.getDocumentationComment(checker));
  assert.match(said, /^Request payment\.\n(?:.|\n)*`POST \/payments`$/);
});

test('the package has only its code, its types and its README', async () => {
  const folder = join(project, 'node_modules/@tefo/sdk');
  assert.deepEqual((await readdir(folder)).sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
  const declared = await Array.fromAsync(glob('**/*.d.ts', { cwd: join(folder, 'dist') }));
  for (const file of declared.filter((one) => !one.startsWith('generated/')))
    assert.doesNotMatch(await readFile(join(folder, 'dist', file), 'utf8'), /\bany\b(?=[;,)>\]])/, file);
});

test('the modules of an integration are small, and run without Node', async () => {
  const dist = join(project, 'node_modules/@tefo/sdk/dist');
  const loaded = new Map<string, string>();
  const load = async (file: string): Promise<void> => {
    if (loaded.has(file)) return;
    const source = await readFile(file, 'utf8');
    loaded.set(file, source);
    for (const [, name] of source.matchAll(/from '([^']+)'/g)) {
      assert.match(name!, /^\./, `${file} imports ${name}`);
      await load(join(file, '..', name!));
    }
  };
  await load(join(dist, 'index.js'));
  const bytes = [...loaded.values()].reduce((sum, source) => sum + Buffer.byteLength(source), 0);
  assert.ok(bytes <= 40_000, `${bytes} bytes`);
  for (const name of ['fastify', 'hono', 'next', 'express'])
    await load(join(dist, 'receivers', `${name}.js`));
});

test('it starts a service where none runs, and cleans up completely', async () => {
  const folder = join(project, 'spawning');
  await mkdir(folder);
  const program = join(folder, 'spawn.mjs');
  await writeFile(
    program,
    `import { startSandbox } from '@tefo/sdk/testing';
     const sandbox = await startSandbox({ url: process.env.AT, spawn: { directory: ${JSON.stringify(root)} } });
     console.log(sandbox.credentials.siteCode, (await sandbox.clock.now()).getTime() > 0);
     await sandbox.close();
     const isGone = await fetch(process.env.AT).then(() => false, () => true);
     console.log(isGone);`,
  );
  const env = { ...outside(), AT: `http://127.0.0.1:${await freePort()}`, TMPDIR: folder };
  const { stdout } = await run(process.execPath, [program], { cwd: folder, env });
  assert.match(stdout, /^SAN\w+ true\ntrue\n$/);
  assert.deepEqual(await readdir(folder), ['spawn.mjs']);
});

test('npm publishes it for everyone, with a licence and types for each entry', async () => {
  const [tarball] = await Array.fromAsync(glob('*.tgz', { cwd: project }));
  const { access, manifest } = await publish(join(project, tarball!), project);
  const { private: isPrivate, license, types } = manifest;
  assert.deepEqual(
    [access, isPrivate, license, types],
    ['public', undefined, 'Apache-2.0', './dist/index.d.ts'],
  );
  const folder = join(project, 'node_modules/@tefo/sdk');
  for (const file of Object.values(manifest.exports as Record<string, string>))
    for (const one of [file, file.replace(/\.js$/, '.d.ts')]) await readFile(join(folder, one));
});
