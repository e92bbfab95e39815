// `tefo listen` as a developer runs it, with a service that restarts and has its database: U17.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantOf } from './support/merchant.ts';
import { makeTefo } from './support/process.ts';
import { openReceiver } from './support/receiver.ts';
import { until } from './support/until.ts';

const tefo = await makeTefo();
after(() => tefo.remove());
const receiver = await openReceiver();
const forwardTo = `${receiver.url}/hook`;

const reported = () => receiver.received.map(({ body }) => JSON.parse(body).data.id);
const comes = (id: string) => until(() => reported().includes(id));

/** A customer pays; returns the transaction's id. */
async function happen(): Promise<string> {
  const merchant = createMerchantOf(tefo.base, await tefo.credentials());
  const { access_token } = (await merchant.token()).body;
  const { body } = await merchant.createOne(access_token);
  return (await merchant.decide(body.id, 'success')).body.transactionId;
}

test('it waits for the service, continues after each outage, including its own, and misses no event', async () => {
  const first = tefo.background('listen', '--forward-to', forwardTo);
  await until(() => /THE SERVICE IS UNAVAILABLE/.test(first.said()));
  const service = tefo.start();
  await service.ready();
  await until(() => /from now on/.test(first.said()));
  await until(() => /the service is available/.test(first.said()));
  const one = await happen();
  await comes(one);
  first.signal('SIGKILL');
  await first.ended;

  const missed = await happen();
  const second = tefo.background('listen', '--forward-to', forwardTo, '--json');
  await comes(missed);
  service.signal('SIGTERM');
  await service.ended;
  await until(() => /"kind":"service","isAway":true/.test(second.said()));
  await tefo.start().ready();
  await until(() => /"kind":"service","isAway":false/.test(second.said()));
  const later = await happen();
  await comes(later);
  // The first was killed just after it delivered, perhaps before it recorded that: then it delivers again, under the
  // same id.
  assert.deepEqual([...new Set(reported())], [one, missed, later]);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 3);

  second.signal('SIGINT');
  const { code, stdout } = await second.ended;
  assert.equal(code, 0);
  const notes = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const kinds = notes.map(({ kind, isAway, why }) => `${kind} ${isAway ?? why ?? ''}`.trim());
  // On a busy machine the service may stop again while it starts.
  const isRepeated = (kind: string, index: number): boolean =>
    kind === kinds[index - 1] || (kind.startsWith('service ') && kinds.indexOf(kind) < index);
  assert.deepEqual(
    kinds.filter((kind, index) => !isRepeated(kind, index)),
    ['listening', 'delivery', 'service true', 'service false', 'delivery', 'stopped asked'],
  );
  const { type, objectId, object, statusCode, outcome } = notes.find((note) => note.objectId === missed);
  assert.deepEqual(
    [type, objectId, object, statusCode, outcome],
    ['transaction.complete', missed, 'transaction', 200, 'delivered'],
  );
});

test('of two at one address the later takes over, and the first says so', async () => {
  const first = tefo.background('listen', '--forward-to', forwardTo);
  await until(() => /where it stopped/.test(first.said()));
  const second = tefo.background('listen', '--forward-to', forwardTo);
  const { code, stdout } = await first.ended;
  assert.equal(code, 1);
  assert.match(stdout, /another tefo listen with this name has taken over/);
  second.signal('SIGTERM');
  assert.equal((await second.ended).code, 0);
});
