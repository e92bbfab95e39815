import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { budget } from '../../../test/support/budget.ts';
import { openWorld } from '../../../test/support/world.ts';
import { DomainError } from '../errors.ts';
import { inWork } from '../unit-of-work.ts';
import { createPayment, createPayments, type NewPayment } from './actions.ts';

const world = await openWorld();
const { db, ctx, site } = world;
const uniqueSite = { ...site, allowDuplicateReferences: false };

const input = (merchantReference: string, over: Partial<NewPayment> = {}): NewPayment => ({
  site,
  contract: 'payments',
  amount: 2_500n,
  merchantReference,
  details: {},
  ...over,
});

const createMany = (inputs: NewPayment[]) => inWork(ctx, (work) => createPayments(work, inputs));

/** What became of each: the reference of its payment as it is in the database, or the code of its refusal. */
async function outcomes(made: Awaited<ReturnType<typeof createMany>>): Promise<string[]> {
  const ids = made.flatMap((one) => (one instanceof DomainError ? [] : [one.id]));
  const rows = await db<{ id: string; merchantReference: string }[]>`
    select id, merchant_reference from payments where id = any (${ids})`;
  const references = new Map(rows.map((row) => [row.id, row.merchantReference]));
  return made.map((one) => (one instanceof DomainError ? one.code : references.get(one.id)!));
}

describe('several payments at once', () => {
  test('are returned in their order, whatever order they are written in', async () => {
    const names = ['c', 'a', 'b', 'a', 'c'];
    assert.deepEqual(await outcomes(await createMany(names.map((name) => input(name)))), names);
    assert.deepEqual(await createMany([]), []);
  });

  test('are created except for refused ones', async () => {
    const expired = { expiresAt: ctx.clock.now() };
    const outside = { variable: { minimum: 1n, maximum: 2n } };
    const made = await createMany([input('x1'), input('x2', expired), input('x3', outside), input('x4')]);
    assert.deepEqual(await outcomes(made), ['x1', 'InvalidField', 'InvalidField', 'x4']);
    assert.equal((made[1] as DomainError).details.field, 'expiresAt');
  });

  test('with one reference are one if the site forbids a second: the first, if there was none before', async () => {
    await createPayment(ctx, input('u2', { site: uniqueSite }));
    const references = ['u3', 'u1', 'u2', 'u1', 'u3', 'u4'];
    const made = await createMany(references.map((name) => input(name, { site: uniqueSite })));
    const refused = 'DuplicateReference';
    assert.deepEqual(await outcomes(made), ['u3', 'u1', refused, refused, refused, 'u4']);
    assert.match((made[3] as DomainError).message, /^the site already has a payment with the reference u1$/);
  });

  test('are not created when the transaction is not', async () => {
    const undone = new Error('undone');
    const rolledBack = inWork(ctx, async (work) => {
      await createPayments(work, [input('z1')]);
      throw undone;
    });
    await assert.rejects(rolledBack, undone);
    const rows = await db`select 1 from payments where merchant_reference = 'z1'`;
    assert.equal(rows.length, 0);
  });

  test('with the same references in opposite orders, at once, create one of each and no deadlock', async () => {
    const references = Array.from({ length: budget(200, 3_000) }, (_, index) => `r${index}`);
    const wanted = [references, references.toReversed()].map((names) =>
      names.map((name) => input(name, { site: uniqueSite })),
    );
    const both = Promise.withResolvers<void>();
    let open = 0;
    const made = await Promise.all(
      wanted.map((inputs) =>
        inWork(ctx, async (work) => {
          await work.tx`select 1`;
          if (++open === 2) both.resolve();
          await both.promise;
          return createPayments(work, inputs);
        }),
      ),
    );
    const all = (await Promise.all(made.map(outcomes))).flat();
    assert.deepEqual(all.filter((one) => one !== 'DuplicateReference').sort(), references.toSorted());
  });
});
