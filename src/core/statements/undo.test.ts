// Categories of lines and their undo: every booking can be reversed and made again, and the books agree at each step.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { allocateDeposit } from '../deposits/allocation.ts';
import { everything, only } from '../viewer.ts';
import { addCategory, categoryKinds, listCategories, readCategory, removeCategory } from './actions.ts';
import { reconcile } from './reconciliation.ts';
import { undoLine } from './undo.ts';

const bank = await openBanking();
const { ctx } = bank;
const day = '2026-11-19';
const undo = (id: string) => undoLine(ctx, everything, id, 'wrong category');

async function openLines(id: string, amounts: readonly bigint[], merchantId: string | null = null) {
  const account = await bank.account(id, { merchantId });
  await bank.tell(
    id,
    amounts.map((amount, index) => [day, amount, `LINE ${index}`] as const),
  );
  return { account, ids: (await bank.lines(id)).map((line) => line.id) };
}

describe('a line', () => {
  test('is booked in each category, undone by a reversing entry, and booked again', async () => {
    const { ids } = await openLines('each', [-300n, -301n, -302n]);
    for (const kind of categoryKinds) {
      await bank.explain(ids[0]!, kind);
      await undo(ids[0]!);
    }
    await bank.sound();
    await bank.explain(ids[0]!, 'supplier');
    await undo(ids[0]!);
    await bank.explain(ids[0]!, 'supplier');
    await bank.explain(ids[1]!, 'salary');
    await bank.explain(ids[2]!, 'charge');
    await bank.agreed('each');
    await undo(ids[1]!);
    await assert.rejects(undo(ids[1]!), /the line is open, so there is nothing to undo/);
    assert.equal(await bank.books('each'), -602n);
    await bank.sound();
  });

  test('with money received leaves suspense for its category, and can be a deposit again after the undo', async () => {
    const { ids } = await openLines('credit', [900n]);
    const before = await bank.suspense();
    await bank.explain(ids[0]!, 'loan');
    assert.equal(await bank.suspense(), before - 900n);
    await bank.agreed('credit');
    await undo(ids[0]!);
    assert.deepEqual(await bank.shown('credit'), ['open - 900']);
    await bank.explain(ids[0]!, 'deposit');
    assert.equal(await bank.suspense(), before);
    const { paymentId } = await bank.single({ amount: 900n });
    const [line] = await bank.lines('credit');
    await allocateDeposit(ctx, everything, line!.object!, { paymentId }, null);
    await assert.rejects(bank.explain(ids[0]!, 'loan'), /the deposit is already allocated/);
    await undo(ids[0]!);
    assert.equal((await bank.deposit(line!.object!)).state, 'waiting');
    await bank.explain(ids[0]!, 'interest');
    await bank.agreed('credit');
  });

  test('matched by its reference and undone can be reversed by the bank afterwards', async () => {
    await bank.account('recalled');
    const { reference, paymentId } = await bank.single();
    await bank.tell('recalled', [[day, 10_000n, `EFT ${reference}`]]);
    const [line] = await bank.lines('recalled');
    await undo(line!.id);
    await bank.tell('recalled', [['2026-11-20', -10_000n, `EFT ${reference}`]]);
    assert.deepEqual(await bank.shown('recalled'), ['booked deposit 10000', 'booked reversal -10000']);
    assert.equal((await bank.paymentNow({ id: paymentId })).state, 'created');
    await bank.agreed('recalled');
  });

  test('with a reversal by the bank cannot be undone, and a merchant cannot undo the line of another', async () => {
    await bank.account('reversed');
    await bank.tell('reversed', [
      [day, 5_000n, 'EFT GOAT'],
      [day, -5_000n, 'EFT GOAT'],
    ]);
    const [, line] = await bank.lines('reversed');
    await assert.rejects(undo(line!.id), /cannot be undone/);
    const { ids } = await openLines('operators', [-1n]);
    await bank.explain(ids[0]!, 'tax');
    const stranger = only(bank.merchant.merchant.id);
    await assert.rejects(undoLine(ctx, stranger, ids[0]!, 'x'), /there is no line/);
    await assert.rejects(undoLine(ctx, everything, ids[0]!, 'x', { meaning: 'charge' }), /and is tax now/);
    await bank.sound();
  });

  test('is booked and undone fifty times at once, and its money is counted', async () => {
    const { ids, account } = await openLines('fifty', [-700n]);
    await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? bank.explain(ids[0]!, index % 4 === 0 ? 'tax' : 'supplier') : undo(ids[0]!),
      ),
    );
    const { status } = (await bank.lines('fifty'))[0]!;
    assert.equal(await bank.books('fifty'), status === 'booked' ? -700n : 0n);
    const { difference } = await reconcile(ctx, account);
    assert.equal(difference, status === 'booked' ? 0n : -700n);
    await bank.sound();
  });
});

test('an owner adds and removes categories, each with the postings of its kind', async () => {
  const merchantId = bank.merchant.merchant.id;
  await addCategory(ctx, merchantId, { name: '  Rent  paid ', kind: 'supplier' });
  assert.deepEqual(
    (await listCategories(ctx, merchantId)).map(({ name }) => name),
    ['Rent paid'],
  );
  const { kind, name } = await readCategory(ctx, merchantId, 'rent PAID');
  assert.deepEqual([kind, name], ['supplier', 'Rent paid']);
  await assert.rejects(readCategory(ctx, null, 'rent paid'), /must be one of/);
  for (const taken of ['RENT PAID', 'salary', 'own transfer'])
    await assert.rejects(addCategory(ctx, merchantId, { name: taken, kind: 'other' }), /already/);
  for (const wrong of ['', 'x'.repeat(51), 'a\u0007b'])
    await assert.rejects(addCategory(ctx, merchantId, { name: wrong, kind: 'other' }), /1 to 50/);
  const [own] = await listCategories(ctx, merchantId);
  assert.equal(await removeCategory(ctx, null, own!.id), undefined);
  assert.equal((await removeCategory(ctx, merchantId, own!.id))?.name, 'Rent paid');
  assert.equal((await listCategories(ctx, merchantId)).length, 0);
});
