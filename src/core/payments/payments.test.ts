import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asAnother } from '../../../test/support/another.ts';
import { until } from '../../../test/support/until.ts';
import { openWorld } from '../../../test/support/world.ts';
import { timeHere } from '../../kernel/clock.ts';
import { inTransaction, isDatabaseAway, openPool } from '../../kernel/db/db.ts';
import type { KeyUse } from '../../kernel/http/idempotency.ts';
import { newId } from '../../kernel/ids.ts';
import { DomainError } from '../errors.ts';
import { changeSite } from '../merchants/actions.ts';
import {
  createPayment,
  getPayment,
  type Keyed,
  listPayments,
  type Made,
  type NewPayment,
  type Payment,
} from './actions.ts';
import { insertPayments } from './store.ts';

const world = await openWorld();
const { db, ctx, site } = world;
const uniqueSite = { ...site, allowDuplicateReferences: false };

const input = (over: Partial<NewPayment> = {}): NewPayment => ({
  site,
  contract: 'one',
  amount: 10_000n,
  merchantReference: 'ORDER-1',
  details: {},
  ...over,
});

function keyed(key: string, over: Partial<KeyUse> = {}): Keyed {
  return {
    use: {
      merchantId: site.merchantId,
      operation: 'payments.create',
      key,
      requestHash: 'hash',
      at: ctx.clock.now(),
      ...over,
    },
    answer: (payment) => ({ status: 201, body: payment.id, location: `/payments/${payment.id}` }),
  };
}

const countOf = async (reference: string): Promise<number> =>
  (
    await db<
      { count: number }[]
    >`select count(*)::integer as count from payments where merchant_reference = ${reference}`
  )[0]!.count;

/** Returns the id in every response; throws for anything but a created payment or a stored response. */
function idOf(made: Made): string {
  if (made.kind === 'made') return made.payment.id;
  assert.equal(made.kind, 'answered');
  return made.kind === 'answered' ? made.answer.body! : '';
}

for (const [kind, chosen] of [
  ['a site', site],
  ['a site that forbids duplicate references', uniqueSite],
] as const) {
  describe(`one Idempotency-Key at ${kind}`, () => {
    const prefix = chosen === site ? 'free' : 'unique';
    const create = (key: string, reference: string, over: Partial<KeyUse> = {}) =>
      createPayment(
        ctx,
        input({ site: chosen, merchantReference: reference }),
        keyed(`${prefix}-${key}`, over),
      );

    test('creates one payment for a hundred concurrent requests, and all get the same response', async () => {
      for (let round = 0; round < 3; round++) {
        const reference = `${prefix}-hundred-${round}`;
        const all = await Promise.all(Array.from({ length: 100 }, () => create(reference, reference)));
        assert.equal(await countOf(reference), 1);
        assert.equal(all.filter(({ kind }) => kind === 'made').length, 1);
        const answers = all.filter(({ kind }) => kind !== 'running');
        assert.equal(new Set(answers.map(idOf)).size, 1);
      }
    });

    test('with another request is a mismatch, and creates nothing', async () => {
      await create('other', `${prefix}-first`);
      const second = await create('other', `${prefix}-second`, { requestHash: 'other hash' });
      assert.deepEqual(second, { kind: 'mismatch' });
      assert.equal(await countOf(`${prefix}-second`), 0);
    });

    test('for another operation is another key', async () => {
      assert.equal((await create('each', `${prefix}-each-1`)).kind, 'made');
      assert.equal((await create('each', `${prefix}-each-2`, { operation: 'other' })).kind, 'made');
    });
  });
}

describe('key and payment', () => {
  test('from many requests in one commit are lost together when the connection dies between them', async () => {
    const pool = openPool(world.url, { max: 2, name: 'dying' });
    await pool`select 1`;
    const dying = { ...ctx, db: pool };
    const create = (index: number) =>
      createPayment(dying, input({ merchantReference: 'dying' }), keyed(`dying-${index}`));
    const counts = async () => {
      const [row] = await db<{ keys: number; payments: number }[]>`
        select (select count(*)::integer from idempotency_keys where key like 'dying-%') as keys,
          (select count(*)::integer from payments where merchant_reference = 'dying') as payments`;
      return { ...row };
    };
    for (let round = 0; round < 5; round++) {
      // The keys are in when the statement comes to a standstill before the payments.
      const results = await inTransaction(db, async (tx) => {
        await tx`lock table payments in share mode`;
        const all = asAnother(() =>
          Promise.allSettled(Array.from({ length: 40 }, (_, index) => create(index))),
        );
        await asAnother(() => waitingFor(1));
        await tx`select pg_terminate_backend(pid, 2000) from pg_stat_activity where application_name = 'dying'`;
        return all;
      });
      assert.ok(results.some(({ status }) => status === 'rejected'));
      for (const result of results) {
        if (result.status === 'rejected') assert.equal(isDatabaseAway(result.reason), true);
      }
      const { keys, payments } = await counts();
      assert.equal(keys, payments);
    }
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => create(index)));
    assert.equal(new Set(answers.map(idOf)).size, 40);
    assert.deepEqual(await counts(), { keys: 40, payments: 40 });
    await pool.end({ timeout: 1 });
  });

  test('exist together for a client that repeats its request after a lost response', async () => {
    const first = await createPayment(ctx, input({ merchantReference: 'again' }), keyed('again'));
    const second = await createPayment(ctx, input({ merchantReference: 'again' }), keyed('again'));
    assert.equal(second.kind === 'answered' && second.replayed, true);
    assert.equal(idOf(second), idOf(first));
    assert.equal((await getPayment(ctx, site.merchantId, idOf(first))).merchantReference, 'again');
  });

  test('from two statements with the same keys in other orders never wait for each other', async () => {
    for (let round = 0; round < 20; round++) {
      const rows = await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          const made = await sample(`crossed-${round}`);
          const use = keyed(`crossed-${round}-${index}`);
          const key = { use: use.use, answer: use.answer(made) };
          return { payment: made, uniqueReference: false, createdBy: 'system' as const, keyed: key };
        }),
      );
      const again = rows
        .map((row) => ({ ...row, payment: { ...row.payment, id: newId(ctx.clock) } }))
        .reverse();
      const [one, other] = await Promise.all([insertPayments(db, rows), insertPayments(db, again)]);
      assert.deepEqual(one, other.map((added) => !added).reverse());
      assert.equal(await countOf(`crossed-${round}`), 30);
    }
  });
});

/** Waits until so many of the dying pool's statements wait for a lock. */
async function waitingFor(number: number): Promise<void> {
  await until(async () => {
    const waiting = await db`
      select 1 from pg_stat_activity where application_name = 'dying' and wait_event_type = 'Lock'`;
    return waiting.length >= number;
  });
}

/** A payment that was never stored. */
async function sample(merchantReference: string): Promise<Payment> {
  const payment = await world.ask({ merchantReference: 'sample' });
  return { ...payment, id: newId(ctx.clock), merchantReference };
}

describe('a reference that a site forbids twice', () => {
  const create = (merchantReference: string, key?: string) =>
    createPayment(
      ctx,
      input({ site: uniqueSite, merchantReference }),
      key === undefined ? undefined : keyed(key),
    );

  for (const hasKeys of [false, true]) {
    test(`creates one payment for a hundred concurrent requests ${hasKeys ? 'with a key each' : 'without keys'}`, async () => {
      const reference = `once-${hasKeys}`;
      const results = await Promise.allSettled(
        Array.from({ length: 100 }, (_, index) =>
          create(reference, hasKeys ? `${reference}-${index}` : undefined),
        ),
      );
      assert.equal(await countOf(reference), 1);
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      for (const result of results) {
        if (result.status === 'fulfilled') continue;
        assert.ok(result.reason instanceof DomainError);
        assert.equal(result.reason.code, 'DuplicateReference');
        assert.equal(result.reason.details.field, 'merchantReference');
      }
    });
  }

  test('is refused also when it was used before the site forbade it', async () => {
    await createPayment(ctx, input({ merchantReference: 'before' }));
    await createPayment(ctx, input({ merchantReference: 'before' }));
    await assert.rejects(create('before'), { code: 'DuplicateReference' });
  });

  test('leaves a refused request’s key free, and another reference takes it', async () => {
    await create('taken');
    await assert.rejects(create('taken', 'free-key'), { code: 'DuplicateReference' });
    assert.equal((await create('not taken', 'free-key')).kind, 'made');
  });

  test('is another site’s own', async () => {
    await create('shared');
    const other = await openWorld();
    assert.equal(
      (
        await createPayment(other.ctx, {
          ...input(),
          site: { ...other.site, allowDuplicateReferences: false },
          merchantReference: 'shared',
        })
      ).kind,
      'made',
    );
  });
});

describe('a payment', () => {
  test('is as requested, to the cent, and not another merchant’s', async () => {
    const asked = input({
      amount: 99_999_999_999_999n,
      variable: { minimum: 1n, maximum: 99_999_999_999_999n },
      bankReference: 'STATEMENT 1',
      isTest: true,
      notifyUrl: 'https://shop.example/notify',
      details: { optional: ['a', null, 'ë😀'], payer: { name: 'N "Quote" \\ O’Neil' } },
    });
    const payment = await world.ask(asked);
    assert.deepEqual(await getPayment(ctx, site.merchantId, payment.id), payment);
    assert.equal(payment.amountCents, 99_999_999_999_999n);
    await assert.rejects(getPayment(ctx, newId(ctx.clock), payment.id), { code: 'PaymentNotFound' });
  });

  test('takes the site’s addresses if it names none', async () => {
    const changed = await changeSite(ctx, site.code, { addresses: { notifyUrl: 'https://site.example/n' } });
    assert.equal((await world.ask({ site: changed })).notifyUrl, 'https://site.example/n');
    assert.equal(
      (await world.ask({ site: changed, notifyUrl: 'https://own.example' })).notifyUrl,
      'https://own.example',
    );
  });

  test('expires in the future: after seven days by default', async () => {
    const payment = await world.ask();
    assert.equal(payment.expiresAt.getTime() - payment.createdAt.getTime(), 7 * 86_400_000);
    const refused = createPayment(ctx, input({ expiresAt: ctx.clock.now() }));
    await assert.rejects(refused, {
      code: 'InvalidField',
      details: {
        field: 'expiresAt',
        detail: `the expiry must be in the future; ${timeHere(ctx.clock.now())}`,
      },
    });
  });

  test('with an amount outside of its own band, or with an impossible band, is refused', async () => {
    const band = (amount: bigint, minimum: bigint, maximum: bigint) =>
      createPayment(ctx, input({ amount, variable: { minimum, maximum } }));
    await assert.rejects(band(10n, 20n, 30n), { code: 'InvalidField' });
    await assert.rejects(band(31n, 20n, 30n), { code: 'InvalidField' });
    await assert.rejects(band(25n, 30n, 20n), { code: 'InvalidField' });
    assert.equal((await band(20n, 20n, 20n)).kind, 'made');
  });

  test('that the database refuses harms no payment it shares a commit with', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        createPayment(ctx, input({ merchantReference: 'shared commit', amount: index === 17 ? 0n : 100n })),
      ),
    );
    assert.deepEqual(
      results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : [])),
      [17],
    );
    assert.equal(await countOf('shared commit'), 29);
  });
});

test('a merchant’s list has its payments of the requested time, newest first, each once, while others are created', async () => {
  const own = await openWorld();
  const made: string[] = [];
  for (let number = 0; number < 25; number++) {
    made.push((await own.ask({ merchantReference: `L-${number}` })).id);
    if (number % 3 === 0) own.clock.advance(1_000);
  }
  const filter = { merchantId: own.site.merchantId, from: new Date(0), to: new Date('2100-01-01') };
  const seen: string[] = [];
  let place: { createdAt: Date; id: string; direction: 'after' } | undefined;
  for (;;) {
    const page = await listPayments(own.ctx, filter, { limit: 4, offset: 0, place });
    seen.push(...page.rows.map(({ id }) => id));
    own.clock.advance(1_000);
    await own.ask();
    if (!page.hasMore) break;
    place = { ...page.rows.at(-1)!, direction: 'after' };
  }
  assert.deepEqual(seen.toSorted(), made.toSorted());
  assert.equal(new Set(seen).size, 25);
  const [only] = (
    await listPayments(own.ctx, { ...filter, merchantReference: 'L-7' }, { limit: 10, offset: 0 })
  ).rows;
  assert.equal(only!.id, made[7]);
  const strangers = await listPayments(
    own.ctx,
    { ...filter, merchantId: newId(own.clock) },
    { limit: 10, offset: 0 },
  );
  assert.deepEqual(strangers.rows, []);
});
