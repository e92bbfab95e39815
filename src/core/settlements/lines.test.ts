import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSettlements } from '../../../test/support/setup/settlements.ts';
import { templates } from '../ledger/actions.ts';
import { changeSite } from '../merchants/actions.ts';
import { ownPostings, postingKinds } from './lines.ts';

describe('a line', () => {
  test('shows each booking: payments gross with their fee, refunds below zero, returned money above', async () => {
    const world = await openSettlements();
    await world.book({ gross: 10_000n, fee: 250n }, '2028-04-11T09:00');
    await world.book({ amount: 4_000n }, '2028-04-11T10:00', 'refund_submitted');
    await world.book({ amount: 4_000n }, '2028-04-11T11:00', 'refund_undone');
    await world.book({ amount: 1_000n }, '2028-04-11T14:00', 'refund_submitted');
    await world.book({ amount: 500n }, '2028-04-11T15:00', 'refund_returned');
    await world.on('2028-04-12T00:02');
    assert.deepEqual(await world.lines('2028-04-11'), [
      ['transaction', 10_000n, 250n],
      ['refund', -4_000n, 0n],
      ['returnedrefund', 4_000n, 0n],
      ['refund', -1_000n, 0n],
      ['returnedrefund', 500n, 0n],
    ]);
    const [settlement] = await world.list();
    assert.equal(settlement!.total, 9_250n);
    assert.equal(settlement!.fees, 250n);
    const [row] = await world.db`select counts from settlements`;
    assert.deepEqual(row!.counts, { total: 5, transaction: 1, refund: 4, adjustment: 0, payout: 0 });
    await world.sound();
  });

  test('represents a payment that the fee takes whole, and the fate of its refund', async () => {
    const world = await openSettlements();
    await changeSite(world.ctx, world.site.code, { feeCents: 999n });
    const { transaction } = await world.paid({ amount: 500n });
    await world.on('2028-04-11T10:00');
    assert.deepEqual(await world.list(), [], 'a day that comes to nothing makes no settlement');
    assert.equal(await world.balance(), 0n);
    await world.book({ gross: 10_000n, fee: 999n });
    await world.book({ amount: 500n }, '2028-04-11T11:00', 'refund_submitted');
    await world.book({ amount: 500n }, '2028-04-11T12:00', 'refund_undone');
    await world.on('2028-04-12T00:02');
    assert.deepEqual(await world.lines('2028-04-11'), [
      ['transaction', 500n, 500n],
      ['transaction', 10_000n, 999n],
      ['refund', -500n, 0n],
      ['returnedrefund', 500n, 0n],
    ]);
    const [row] = await world.db`select total_cents, fees_cents, counts from settlements`;
    assert.equal(row!.totalCents, 9_001n);
    assert.equal(row!.feesCents, 1_499n);
    assert.deepEqual(row!.counts, { total: 4, transaction: 2, refund: 2, adjustment: 0, payout: 0 });
    const [line] = await world.db`select description from settlement_lines where fee_cents = 500`;
    assert.equal(line!.description, `Payment ${transaction.id}`);
    await world.sound();
  });

  test('for a real payment carries the merchant’s reference and the transaction’s id', async () => {
    const world = await openSettlements();
    const { transaction } = await world.paid({ merchantReference: 'INV 77', amount: 12_345n });
    await world.on('2028-04-12T00:02');
    const [line] = await world.db`select reference, description, amount_cents from settlement_lines`;
    assert.deepEqual(
      { ...line },
      { reference: 'INV 77', description: `Payment ${transaction.id}`, amountCents: 12_345n },
    );
    await world.sound();
  });

  test('is of every posting that moves a site’s balance, unless that takes it away', () => {
    const known = new Set([...ownPostings, ...postingKinds.map(({ posting }) => posting)]);
    const moving = Object.entries(templates).filter(([, lines]) =>
      lines.some(({ account }) => account === 'merchant'),
    );
    assert.deepEqual(
      moving.map(([posting]) => posting).filter((posting) => !known.has(posting)),
      [],
    );
  });
});
