// The modules that a start and a command load: none that only some requests, sandboxes or commands need.
// alone: a module that another file loaded does not load a second time
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { after, test } from 'node:test';

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});

function assertNone(...kinds: RegExp[]): void {
  for (const kind of kinds)
    assert.deepEqual(
      [...loaded].filter((url) => kind.test(url)),
      [],
      String(kind),
    );
}

const libraries = [
  /\/node_modules\/(?:undici|piscina|fast-xml-parser|date-holidays|moment|ajv|yaml|commander)\//,
  /\/typebox\/build\/(?:compile|schema|value)\//,
];

// The commands first: a loaded module does not load a second time.
test('a command over the database loads no schemas, and no HTTP modules', async () => {
  await import('../src/cli/context.ts');
  assertNone(...libraries, /\/typebox\//, /\/fastify\//, /\/src\/(?:surfaces|pages|sandbox|devtools)\//);
});

test('the service loads the tools of developers, documents and clients with their first use', async () => {
  const { createServer } = await import('../src/kernel/http/server.ts');
  const { systemClock } = await import('../src/kernel/clock.ts');
  const { createLog } = await import('../src/kernel/process/log.ts');
  await import('../src/main.ts');
  await createServer({
    clock: systemClock(),
    log: createLog('silent'),
    bodyLimitBytes: 1_000,
    caseBlindPrefixes: [],
  }).ready();
  assertNone(
    ...libraries,
    /\/src\/(?:sandbox|devtools|rail-check)\//,
    /\/src\/app\/(?:sandbox|seeded)\.ts$/,
    /\/openapi\.ts$/,
  );
});

/** Writes the address of each module that a process loads to the file LOADED, without those of its threads. */
const noteLoads = `
  import { appendFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread)
    registerHooks({
      load(url, context, next) {
        appendFileSync(process.env.LOADED, url + '\\n');
        return next(url, context);
      },
    });
`;

test('a service in production loads no sandbox modules, and no developer tools', async () => {
  // After the tests above: a loaded module does not load a second time.
  const { testDatabase } = await import('./support/database.ts');
  const { makeTefo } = await import('./support/process.ts');
  const { url, drop } = await testDatabase();
  const tefo = await makeTefo({ DATABASE_URL: url });
  after(async () => {
    await tefo.remove();
    await drop();
  });
  const file = `${tefo.dataDir}/loaded`;
  const service = tefo.start({
    TEFO_MODE: 'production',
    TEFO_HOST: '127.0.0.1',
    TEFO_HTTP_ALLOWED: 'true',
    TEFO_MASTER_KEYS: `k1:${Buffer.alloc(32, 'key').toString('base64')}`,
    LOADED: file,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noteLoads)}`,
  });
  await service.ready();
  for (const path of ['/console/sign-in', '/one/v1/payments', '/payments/GetTransaction', '/sandbox/clock'])
    await fetch(`${tefo.base}${path}`);
  const modules: string[] = (await readFile(file, 'utf8')).match(/(?<=\/)src\/.*/g) ?? [];
  assert.ok(modules.includes('src/app/sweeps.ts') && modules.length > 500, `${modules.length} modules`);
  const unwanted =
    /^src\/(?:sandbox|devtools|rail-check)\/|^src\/app\/(?:console-)?sandbox\.ts$|^src\/app\/seeded\.ts$/;
  // The hash debugger's search runs in a thread, which starts with the first wrong hash.
  const debuggers = /^src\/hash-debugger\/(?!threaded|keys)/;
  for (const kind of [unwanted, debuggers])
    assert.deepEqual(
      modules.filter((path) => kind.test(path)),
      [],
    );
});
