import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { systemClock } from '../clock.ts';
import { createLog } from '../process/log.ts';
import { acceptForms, acceptJson } from './bodies.ts';
import { createServer, transportStatus } from './server.ts';

const server = createServer({
  clock: systemClock(),
  log: createLog('silent'),
  bodyLimitBytes: 2 ** 20,
  caseBlindPrefixes: [],
});
const echo = async ({ body, query }: { body: unknown; query: unknown }) => ({ body, query });
server.register(async (surface) => {
  surface.setErrorHandler((error, _request, reply) => {
    const failure = transportStatus(error);
    return reply.code(failure?.status ?? 500).send(failure?.detail ?? 'unforeseen');
  });
  surface.register(async (scope) => {
    acceptForms(scope);
    acceptJson(scope);
    scope.post('/echo', echo);
    scope.get('/echo', echo);
  });
  surface.register(async (scope) => {
    acceptForms(scope, 100);
    acceptJson(scope, 3);
    scope.post('/small', echo);
  });
});
after(() => server.close());

const fields = (count: number): string =>
  Array.from({ length: count }, (_, index) => `f${index}=1`).join('&');
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };

async function post(url: string, headers: Record<string, string>, payload: string) {
  const { statusCode, body } = await server.inject({ method: 'POST', url, headers, payload });
  return [statusCode, body];
}

describe('a form', () => {
  test('has at most 100 fields', async () => {
    const [status, body] = await post('/echo', form, fields(100));
    assert.equal(status, 200);
    assert.equal(Object.keys(JSON.parse(body as string).body).length, 100);
    const tooMany = [400, 'the form has more than 100 fields'];
    assert.deepEqual(await post('/echo', form, fields(101)), tooMany);
    assert.deepEqual(await post('/echo', form, '&'.repeat(100)), tooMany);
  });

  test('has at most 64 kB, or the lower limit of its operation', async () => {
    assert.equal((await post('/echo', form, `a=${'x'.repeat(65_534)}`))[0], 200);
    assert.deepEqual(await post('/echo', form, `a=${'x'.repeat(65_535)}`), [
      413,
      'the body is larger than 65536 bytes',
    ]);
    assert.deepEqual(await post('/small', form, `a=${'x'.repeat(99)}`), [
      413,
      'the body is larger than 100 bytes',
    ]);
  });

  test('that is refused for a field does not echo the whole name', async () => {
    const name = 'n'.repeat(10_000);
    const [status, body] = await post('/echo', form, `${name}=1&${name}=2`);
    assert.deepEqual([status, (body as string).length < 100], [400, true]);
  });
});

test('a query has at most 100 fields', async () => {
  assert.equal((await server.inject(`/echo?${fields(100)}`)).statusCode, 200);
  const { statusCode, body } = await server.inject(`/echo?${fields(101)}`);
  assert.deepEqual([statusCode, body], [400, 'the query has more than 100 fields']);
});

test('a JSON body beyond a limit gets the name of the limit', async () => {
  assert.deepEqual(await post('/small', json, '[1,2,3,4]'), [400, 'the body has more than 3 values']);
  assert.deepEqual(await post('/echo', json, '['.repeat(65)), [400, 'the body nests deeper than 64 levels']);
  assert.match(String((await post('/echo', json, '['))[1]), /^the body is not JSON: /);
});
