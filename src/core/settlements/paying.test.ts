import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  account,
  local,
  openSettlements,
  type Settlements,
} from '../../../test/support/setup/settlements.ts';
import { balanceAt, serviceBalanceAt } from '../ledger/actions.ts';
import { changeSite } from '../merchants/actions.ts';
import { findTransferOf } from '../transfers/actions.ts';
import { noAccountReason } from './paying.ts';

/** A settlement of R 10,00 for Tuesday 11 April 2028, made and its transfer sent on the Wednesday. */
async function sent(world: Settlements): Promise<string> {
  await world.earn(1_000n, '2028-04-11T10:00');
  await world.on('2028-04-12T00:02');
  return (await world.list())[0]!.id;
}

const inFlight = (world: Settlements) =>
  balanceAt(world.db, 'settlements_in_flight', world.site.id, world.clock.now());
const clearing = (world: Settlements) => serviceBalanceAt(world.db, 'bank_clearing', world.clock.now());

describe('a settlement is paid', () => {
  test('on the next business day, to the account of the site, by one transfer that carries its reference', async () => {
    const world = await openSettlements();
    const id = await sent(world);
    assert.deepEqual(await world.transfersOf(id), ['sent']);
    assert.equal(await inFlight(world), 1_000n);
    await world.wait(70);
    const [row] = await world.list();
    assert.deepEqual([row!.state, row!.reason], ['paid', null]);
    assert.deepEqual(await world.transfersOf(id), ['paid']);
    assert.equal(await inFlight(world), 0n);
    assert.equal(await clearing(world), 0n);
    const [atBank] = await world.db`
      select amount_cents, bank_id, branch_code, account_number, account_holder, reference, real_time from bank.transfers`;
    assert.deepEqual(
      { ...atBank },
      {
        amountCents: 1_000n,
        bankId: account.bankId,
        branchCode: account.branchCode,
        accountNumber: account.accountNumber,
        accountHolder: account.holder,
        reference: `${world.site.code}-20280411`,
        realTime: false,
      },
    );
    await world.sound();
  });

  test("not at the weekend and not on a holiday: Thursday's takings are paid after Easter", async () => {
    const world = await openSettlements();
    await world.earn(1_000n, '2028-04-13T10:00');
    await world.on('2028-04-14T00:02');
    const [made] = await world.list();
    for (const day of ['14T12:00', '15T12:00', '16T12:00', '17T23:59']) {
      await world.on(`2028-04-${day}`);
      assert.deepEqual(await world.transfersOf(made!.id), [], day);
    }
    await world.on('2028-04-18T00:00');
    assert.deepEqual(await world.transfersOf(made!.id), ['sent']);
    await world.sound();
  });

  test('on the next business day after the service was down over its day, too', async () => {
    const world = await openSettlements();
    await world.earn(1_000n, '2028-04-11T10:00');
    await world.on('2028-04-15T12:00');
    const [made] = await world.list();
    assert.deepEqual(await world.transfersOf(made!.id), [], 'a Saturday');
    await world.on('2028-04-18T08:00');
    assert.deepEqual(await world.transfersOf(made!.id), ['sent']);
  });

  test('its account is sealed in the transfer and masked in the settlement', async () => {
    const world = await openSettlements();
    const id = await sent(world);
    const transfer = (await findTransferOf(world.db, id))!;
    assert.ok(!transfer.accountSealed.includes(account.accountNumber));
    assert.equal(world.ctx.keyring.open(transfer.accountSealed), account.accountNumber);
    const [row] = await world.db`select bank_account from settlements`;
    assert.deepEqual(row!.bankAccount, {
      bankId: account.bankId,
      bankName: 'Capitec',
      account: '******7890',
      branchCode: account.branchCode,
    });
  });
});

describe('a settlement that is not paid', () => {
  test('waits with a reason while its site has no account, and is paid on the business day after there is one', async () => {
    const world = await openSettlements();
    await changeSite(world.ctx, world.site.code, { settlementAccount: null });
    const id = await sent(world);
    const [waiting] = await world.list();
    assert.deepEqual([waiting!.state, waiting!.reason], ['made', noAccountReason]);
    assert.deepEqual(await world.transfersOf(id), []);
    await world.sound();
    await changeSite(world.ctx, world.site.code, { settlementAccount: account });
    await world.on('2028-04-12T23:59');
    assert.deepEqual(await world.transfersOf(id), []);
    await world.on('2028-04-13T00:01');
    assert.deepEqual(await world.transfersOf(id), ['sent']);
    await world.wait(70);
    const [paid] = await world.list();
    assert.deepEqual([paid!.state, paid!.reason], ['paid', null]);
    await world.sound();
  });

  test('with a failed transfer shows the reason, and goes by a new one on the next business day', async () => {
    const world = await openSettlements();
    const id = await sent(world);
    const first = (await findTransferOf(world.db, id))!;
    await world.simulator.decideTransfer(first.id, 'failed', 'the account is closed');
    await world.wait(1);
    const [waiting] = await world.list();
    assert.deepEqual([waiting!.state, waiting!.reason], ['made', 'the account is closed']);
    assert.equal(await inFlight(world), 1_000n);
    await world.sound();
    await world.on('2028-04-12T23:59');
    assert.deepEqual(await world.transfersOf(id), ['failed']);
    await world.on('2028-04-13T00:00');
    assert.deepEqual(await world.transfersOf(id), ['failed', 'sent']);
    await world.wait(70);
    assert.deepEqual(await world.transfersOf(id), ['failed', 'paid']);
    assert.equal((await world.list())[0]!.state, 'paid');
    assert.equal(await clearing(world), 0n);
    await world.sound();
  });

  test('that became unpaid, because the money came back, is created again and paid again: each movement is booked', async () => {
    const world = await openSettlements();
    const id = await sent(world);
    await world.wait(70);
    const first = (await findTransferOf(world.db, id))!;
    for (const day of ['2028-04-12T09:00', '2028-04-13T09:00']) {
      world.clock.set(local(day));
      const latest = (await findTransferOf(world.db, id))!;
      await world.simulator.decideTransfer(latest.id, 'returned', 'no such account');
      await world.wait(1);
      const [back] = await world.list();
      assert.deepEqual([back!.state, back!.reason], ['made', 'no such account']);
      assert.equal(await inFlight(world), 1_000n);
      assert.equal(await clearing(world), 1_000n);
      await world.sound();
      // The next business day, and a minute for the bank.
      await world.on(`${day.slice(0, 8)}${day.startsWith('2028-04-12') ? '13' : '18'}T00:00`);
      await world.wait(70);
      assert.equal((await world.list())[0]!.state, 'paid');
      await world.sound();
    }
    assert.deepEqual(await world.transfersOf(id), ['returned', 'returned', 'paid']);
    assert.notEqual((await findTransferOf(world.db, id))!.id, first.id);
    assert.equal(await clearing(world), 0n);
  });

  test('because the response was lost is queried, and never sent twice', async () => {
    const world = await openSettlements();
    world.simulator.setFaults({ timeoutAfterCommit: true });
    const id = await sent(world);
    assert.deepEqual(await world.transfersOf(id), ['sent']);
    world.simulator.setFaults({});
    for (let minute = 0; minute < 5; minute += 1) await world.wait(60);
    assert.deepEqual(await world.transfersOf(id), ['paid']);
    const [count] = await world.db`select count(*)::integer as transfers from bank.transfers`;
    assert.equal(count!.transfers, 1);
    await world.sound();
  });
});

test('several sweeps at once order one transfer', async () => {
  const world = await openSettlements();
  await world.earn(1_000n, '2028-04-11T10:00');
  world.clock.set(local('2028-04-12T08:00'));
  await Promise.all(Array.from({ length: 8 }, () => world.settle.run()));
  await Promise.all(Array.from({ length: 8 }, () => world.settle.run()));
  const [made] = await world.list();
  assert.equal((await world.transfersOf(made!.id)).length, 1);
});
