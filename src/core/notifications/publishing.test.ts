import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { hook } from '../../../test/support/deliveries.ts';
import { openWorld, type World } from '../../../test/support/world.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import type { Work } from '../context.ts';
import { inWork, within } from '../unit-of-work.ts';
import { type Publication, publish } from './actions.ts';

const world = await openWorld();

const about = (objectId: string, given: Partial<Publication> = {}): Publication => ({
  type: 'transaction.complete',
  object: 'transaction',
  objectId,
  merchantId: world.site.merchantId,
  siteId: world.site.id,
  data: { state: 'successful', said: 'a "quoted", {braced} \\ text' },
  correlationId: `about ${objectId}`,
  receivers: [],
  ...given,
});

const publishAll = async (work: Work, publications: Publication[]): Promise<void> => {
  for (const publication of publications) publish(work, publication);
};

const eventsOf = (of: World, objectId: string) => of.db<
  { sequence: number; type: string; data: unknown; unheard: boolean; urls: (string | null)[] }[]
>`
  select event.sequence, event.type, event.data, event.unheard,
    array(select url from deliveries where event_id = event.id order by url) as urls
  from events event where object_id = ${objectId} order by sequence`;

/** Counts the statements and parts of statements that `work` sends. */
async function countStatements(work: (work: Work) => Promise<void>): Promise<number> {
  let count = 0;
  await inTransaction(world.db, (tx) =>
    within(
      world.ctx,
      new Proxy(tx, {
        apply: (target, self, given) => {
          count += 1;
          return Reflect.apply(target as never, self, given);
        },
      }),
      work,
    ),
  );
  return count;
}

test('several events are written at once, each under the next number of its object and with deliveries to its own receivers', async () => {
  const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()];
  await inWork(world.ctx, (work) => publish(work, about(one)));
  await hook(world, 'http://127.0.0.1:9/hook', 'refund.complete');
  const to = (url: string) => ({ url, format: 'one' as const });
  await inWork(world.ctx, (work) =>
    publishAll(work, [
      about(one, { receivers: [to('http://127.0.0.1:9/a'), to('http://127.0.0.1:9/a')] }),
      about(other, { type: 'refund.complete', receivers: [to('http://127.0.0.1:9/b')] }),
      about(one, { type: 'transaction.pending' }),
      about(third, { type: 'refund.complete', isInsteadOfWebhooks: true, receivers: [to('no address')] }),
    ]),
  );
  const [first, second, last] = await eventsOf(world, one);
  assert.deepEqual([first!.sequence, first!.unheard, first!.urls], [1, true, []]);
  assert.deepEqual(
    [second!.sequence, second!.type, second!.unheard, second!.urls],
    [2, 'transaction.complete', false, ['http://127.0.0.1:9/a']],
  );
  assert.deepEqual(second!.data, about(one).data);
  assert.deepEqual([last!.sequence, last!.type, last!.unheard], [3, 'transaction.pending', false]);
  const [ofOther] = await eventsOf(world, other);
  assert.deepEqual(
    [ofOther!.sequence, ofOther!.urls],
    [1, ['http://127.0.0.1:9/b', 'http://127.0.0.1:9/hook']],
  );
  assert.deepEqual((await eventsOf(world, third))[0]!.urls, ['no address']);
});

test('a hundred events take as many statements as one', async () => {
  const some = (number: number) =>
    Array.from({ length: number }, () =>
      about(randomUUID(), { receivers: [{ url: 'http://127.0.0.1:9/many', format: 'one' }] }),
    );
  const one = await countStatements((work) => publishAll(work, some(1)));
  const hundred = await countStatements((work) => publishAll(work, some(100)));
  assert.equal(hundred, one);
});
