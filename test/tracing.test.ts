// Traces, as a collector gets them: one trace leads from a merchant's request through the bank to the notification, and
// nothing in it is anybody's secret.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { loadConfig } from '../src/app/config.ts';
import { credentialsOf } from '../src/app/credentials.ts';
import { assertTracePackages, openTracing } from '../src/app/tracing.ts';
import { demoBankId } from '../src/core/banks.ts';
import { openMerchant } from '../src/core/users/merchant-opening.ts';
import { createLog } from '../src/kernel/process/log.ts';
import { sendEverything } from './support/canary.ts';
import { type CollectedSpan, openCollector } from './support/collector.ts';
import { payAtBank } from './support/customer.ts';
import { createMerchantOf, type Merchant } from './support/merchant.ts';
import { clientOf } from './support/opening.ts';
import { openReceiver } from './support/receiver.ts';
import { startService } from './support/running.ts';

test('without the packages, a start with an endpoint is refused in a sentence that names them', async () => {
  const config = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' });
  const hooks = registerHooks({
    resolve: (name, context, next) => {
      if (!name.startsWith('@opentelemetry/')) return next(name, context);
      throw Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });
  try {
    await assert.rejects(
      assertTracePackages(config),
      /needs optional packages .*@opentelemetry\/api, .*: run `npm install /,
    );
    await assertTracePackages(loadConfig({}));
  } finally {
    hooks.deregister();
  }
  await assertTracePackages(config);
});

test('a collector that never responds delays neither work nor the end', async () => {
  const collector = createServer(() => {}).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const config = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  const tracing = await openTracing(config, createLog('silent'));
  const asked = once(collector, 'request');
  for (let index = 0; index < 3_000; index++) await tracing.span('work', {}, async () => {});
  await asked;
  await tracing.close();
  collector.closeAllConnections();
  collector.close();
});

describe('a service that traces', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const sent = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, 'x-correlation-id': 'order 7' };
  const named = (name: string, of = traceId): CollectedSpan => {
    const found = spans.filter((span) => span.name === name && span.traceId === of);
    assert.equal(found.length, 1, `${name}: ${found.length} of ${spans.map((span) => span.name)}`);
    return found[0]!;
  };

  const collector = await openCollector();
  const service = await startService({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TEFO_ROLE: 'all' },
  });
  const merchant = clientOf(service);
  const hook = await openReceiver();
  await buy(merchant, '/first', sent);
  const other = await openMerchant(service.ctx, { name: 'Fynbos Teas' });
  await buy(createMerchantOf(service.base, credentialsOf(service.config, other)), '/other', {
    'x-correlation-id': 'order 7',
  });
  await buy(merchant, '/broken', { traceparent: '00-nonsense', 'x-correlation-id': 'order 8' });
  const secrets = await sendEverything(service.base, merchant);
  await fetch(`${service.base}/health/ready`);
  await service.drain();
  await service.end();
  const spans = collector.spans();
  after(() => service.db.end({ timeout: 0 }).catch(() => {}));

  async function buy(by: Merchant, path: string, headers: Record<string, string>): Promise<void> {
    const token = (await by.token()).body.access_token;
    const made = await by.createOne(token, { notifyUrl: `${hook.url}${path}` }, headers);
    await payAtBank(service.base, made.body.id, demoBankId);
    await service.drain();
  }

  const traceparentAt = (path: string): RegExpMatchArray => {
    const reported = hook.received.filter((received) => received.path === path).at(-1)!;
    const found = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(String(reported.headers.traceparent));
    assert.ok(found, `${path}: ${reported.headers.traceparent}`);
    return found;
  };

  test('one trace leads from the request through checkout and bank to the notification', () => {
    const asked = named('POST /one/v1/payments');
    assert.equal(asked.parentSpanId, '00f067aa0ba902b7');
    assert.equal(asked.kind, 2);
    assert.deepEqual(
      ['http.route', 'tefo.operation', 'tefo.surface', 'http.response.status_code'].map(
        (name) => asked.attributes[name],
      ),
      ['/one/v1/payments', 'createPayment', 'one', 201],
    );
    const chosen = named('POST /pay/:id/choose');
    assert.equal(chosen.parentSpanId, asked.spanId);
    const started = named('orders.start');
    assert.deepEqual([started.parentSpanId, started.kind], [chosen.spanId, 3]);
    assert.equal(started.attributes['peer.service'], 'Demo Bank');
    assert.equal(named('orders.enquire').attributes['peer.service'], 'Demo Bank');
    const reported = named('notify transaction.complete');
    assert.deepEqual([reported.parentSpanId, reported.kind, reported.hasFailed], [asked.spanId, 3, false]);
    assert.deepEqual([...traceparentAt('/first')].slice(1), [traceId, reported.spanId]);
    const inDatabase = spans.filter(
      ({ name, parentSpanId }) => name === 'postgresql' && parentSpanId === asked.spanId,
    );
    assert.ok(inDatabase.length > 0);
    assert.ok(inDatabase.every(({ seconds }) => seconds <= asked.seconds));
  });

  test('another merchant’s request with the same correlation id has a separate trace', () => {
    const [, of] = traceparentAt('/other');
    assert.notEqual(of, traceId);
    assert.equal(named('POST /one/v1/payments', of).parentSpanId, '');
  });

  test('an invalid traceparent begins a new trace', () => {
    const [, of] = traceparentAt('/broken');
    assert.equal(named('POST /one/v1/payments', of).parentSpanId, '');
  });

  test('sweeps that did work are spans, and probes are not', () => {
    const sweep = spans.find(({ name }) => name === 'sweep notifications.deliver')!;
    assert.ok(Number(sweep.attributes['tefo.rows']) > 0);
    assert.deepEqual(
      spans.filter(({ name, attributes }) => name.includes('/health') || attributes['tefo.rows'] === 0),
      [],
    );
  });

  test('every span says which process it is of', () => {
    for (const { resource } of spans) {
      assert.deepEqual([resource['service.name'], resource['tefo.role']], ['tefo', 'all']);
      assert.match(String(resource['service.instance.id']), /^[0-9a-f-]{36}$/);
    }
  });

  test('no span holds a secret, or a customer’s address or browsing', () => {
    const all = JSON.stringify(spans);
    for (const [name, secret] of Object.entries(secrets))
      assert.ok(!all.includes(secret), `${name} is in a span`);
    const attributes = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
    for (const name of ['url.path', 'url.query', 'client.address', 'user_agent.original'])
      assert.ok(!attributes.has(name), name);
  });
});
