// What a start and a command load: nothing that only some requests, sandboxes or commands need.
// alone: what another file loaded is not loaded a second time
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

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

// The commands first: what is loaded once does not come a second time.
test('a command over the database loads no schemas, and nothing that answers requests', async () => {
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
    /\/src\/devtools\/(?:fixtures|exam|trigger|listen|logs)\//,
    /\/src\/(?:app\/seeded|sandbox\/transcript)\.ts$/,
    /\/openapi\.ts$/,
  );
});
