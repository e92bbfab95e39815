// Refunds and settlements leave through accounts like any payment: paid, failed, and returned by the bank's reports.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { standardBank } from '../../../test/support/pain.ts';
import { settlementAccount } from '../../../test/support/settling.ts';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { createJobs } from '../../kernel/concurrency/jobs.ts';
import { setDepositPayer } from '../deposits/payer.ts';
import { changeSite } from '../merchants/actions.ts';
import { requestRefund } from '../refunds/actions.ts';
import { createSettlementSweep } from '../settlements/jobs.ts';
import { releaseFile } from './actions.ts';

const bank = await openBanking();
const paying = { paymentProfile: 'standardbank', opening: 100_000n } as const;
const settling = createJobs([createSettlementSweep(bank.ctx)], bank.ctx.log);
const payer = {
  bankId: settlementAccount.bankId,
  branchCode: '470010',
  accountNumber: '1234567890',
  holder: 'A',
};

/** The newest order of an account. */
async function newest(id: string) {
  const [order] = await bank.db<
    {
      id: string;
      bankReference: string;
      purpose: string;
      amountCents: bigint;
      accountHolder: string | null;
    }[]
  >`
    select id, bank_reference, purpose, amount_cents, account_holder from payment_orders where bank_account = ${id}
    order by ordered_at desc limit 1`;
  return order!;
}

const today = () => bank.clock.now().toISOString().slice(0, 10);
let answers = 0;
const ids = (originalMessageId: string) => {
  answers += 1;
  return { messageId: `A${answers}`, originalMessageId };
};

async function refundOf(id: string) {
  const { reference, paymentId } = await bank.single();
  await bank.tell(id, [[today(), 10_000n, `EFT ${reference}`]]);
  const line = (await bank.lines(id)).find(({ text }) => text.includes(reference))!;
  await setDepositPayer(bank.ctx, line.object!, payer);
  return refundPayment(paymentId);
}

async function refundPayment(paymentId: string) {
  const [paid] = await bank.attempts(paymentId);
  const refund = await requestRefund(bank.ctx, {
    merchantId: bank.site.merchantId,
    contract: 'one',
    transactionId: paid!.id,
    amount: 4_000n,
    reason: 'goods',
    realTime: false,
    createdBy: 'test',
  });
  await bank.wait(6 * 3_600);
  return refund.id;
}

const stateOf = async (id: string) =>
  (await bank.db`select state from refunds where id = ${id}`)[0]!.state as string;

describe('a refund of a deposit', () => {
  test("leaves through the account that took the money, and is paid, or returned, by the bank's reports", async () => {
    await bank.account('first', paying);
    await bank.account('second', { ...paying, cutOff: '18:00', number: '62009990001' });
    const refundId = await refundOf('first');
    const order = await newest('first');
    assert.deepEqual([order.purpose, order.amountCents], ['refund', 4_000n]);
    const [made] = await bank.exportNow('first');
    await bank.answer('first', standardBank.finaud(ids(made!.file.messageId), [order]));
    assert.equal(await stateOf(refundId), 'complete');
    await bank.tell('first', [[today(), -4_000n, `BOL ${order.bankReference}`]]);
    const line = (await bank.lines('first')).find(({ text }) => text.includes(order.bankReference))!;
    assert.deepEqual([line.as, line.object], ['payment', refundId]);
    await bank.agreed('first');
    await bank.tell('first', [[today(), 4_000n, `UNPAID ${order.bankReference}`]]);
    assert.equal(await stateOf(refundId), 'returned');
    await bank.agreed('first');
  });
});

/** Adds the account that the money came from to the entries of a camt statement. */
const withPayer = (statement: string) =>
  statement.replaceAll(
    '</Refs>',
    '</Refs><RltdPties><Dbtr><Pty><Nm>Zoë Müller &amp; Søn</Nm></Pty></Dbtr>' +
      '<DbtrAcct><Id><Othr><Id>62000912345</Id></Othr></Id></DbtrAcct></RltdPties>' +
      '<RltdAgts><DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>210554</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt></RltdAgts>',
  );

describe('a refund of a deposit whose statement names its payer', () => {
  for (const [profile, holder, branch] of [
    ['pain.001.001.03', '<Nm>Zoe Muller + Son</Nm>', '<MmbId>210554</MmbId>'],
    ['pain.001.001.09', '<Nm>Zoe Muller + Son</Nm>', '<MmbId>210554</MmbId>'],
    ['csv', ',Zoe Muller + Son,', ',62000912345,210554,'],
  ] as const)
    test(`is paid to that name and branch in a ${profile} file`, async () => {
      await nextMorning();
      const id = `named-${profile.replaceAll('.', '-')}`;
      await bank.account(id, { ...paying, paymentProfile: profile });
      const { reference, paymentId } = await bank.single();
      const arrived = [[today(), 10_000n, `EFT ${reference}`]] as const;
      await bank.tell(id, arrived as never, { format: 'camt.053', edit: withPayer });
      const refundId = await refundPayment(paymentId);
      const [refund] = await bank.db`select branch_code from refunds where id = ${refundId}`;
      assert.equal(refund!.branchCode, '210554');
      const [made] = await bank.exportNow(id);
      assert.deepEqual(
        made!.orders.map(({ accountHolder, branchCode }) => [accountHolder, branchCode]),
        [['Zoë Müller & Søn', '210554']],
      );
      const content = await bank.content(made!.file);
      for (const text of [holder, branch]) assert.ok(content.includes(text), content);
    });

  test('is paid to the name that a user enters later, if the statement contains no account', async () => {
    await nextMorning();
    await bank.account('entered', paying);
    await refundOf('entered');
    const [made] = await bank.exportNow('entered');
    assert.deepEqual(
      made!.orders.map(({ accountHolder }) => accountHolder),
      ['A'],
    );
  });

  test('is paid to it if an earlier version took the deposit and the refund', async () => {
    await nextMorning();
    await bank.account('earlier', paying);
    const { reference, paymentId } = await bank.single();
    const arrived = [[today(), 10_000n, `EFT ${reference}`]] as const;
    await bank.tell('earlier', arrived as never, { format: 'camt.053', edit: withPayer });
    await refundPayment(paymentId);
    await bank.jobs.drain();
    await bank.db`update transactions set payer_holder = null, payer_branch_code = null`;
    await bank.db`update payment_orders set account_holder = null where bank_account = 'earlier'`;
    const migration = new URL('../../../migrations/0073_payers_of_deposits.sql', import.meta.url);
    await bank.db.unsafe(readFileSync(migration, 'utf8').replaceAll(/^alter .*$/gm, ''));
    const [paid] = await bank.db`
      select payer_holder, payer_branch_code from transactions where payment_id = ${paymentId}`;
    assert.deepEqual({ ...paid }, { payerHolder: 'Zoë Müller & Søn', payerBranchCode: '210554' });
    assert.equal((await newest('earlier')).accountHolder, 'Zoë Müller & Søn');
  });
});

/** Moves to the next business morning: takings from before are settled. */
async function nextMorning(): Promise<void> {
  bank.clock.set(bank.ctx.policy.calendar.nextTimeOnBusinessDay(bank.clock.now(), ['08:00']));
  await settling.drain();
}

describe('a site that wants its payments released', () => {
  test('has its orders in files that wait for as many users, whatever the account requires', async () => {
    await nextMorning();
    await bank.account('lax', paying);
    await changeSite(bank.ctx, bank.site.code, { releases: 2 });
    await refundOf('lax');
    const [made] = await bank.exportNow('lax', 'Naledi');
    assert.deepEqual([made!.file.state, made!.file.releases], ['waiting', 2]);
    await assert.rejects(
      releaseFile(bank.ctx, made!.file.messageId, 'naledi'),
      /another user must release it/,
    );
    assert.equal((await releaseFile(bank.ctx, made!.file.messageId, 'Thabo')).file.state, 'waiting');
    // An order keeps the settings from when it was written.
    await changeSite(bank.ctx, bank.site.code, { releases: 0 });
    assert.equal((await releaseFile(bank.ctx, made!.file.messageId, 'Zanele')).file.state, 'released');
    await bank.owe('lax', 1n);
    // Of the same moment, the files come in any order.
    const { messageId } = made!.file;
    const next = (await bank.exportNow('lax')).find(({ file }) => file.messageId !== messageId);
    assert.equal(next!.file.releases, 0);
  });

  test('pays nothing through an account that pays at once', async () => {
    await nextMorning();
    await bank.account('hasty', { ...paying, rail: 'elsewhere' });
    await changeSite(bank.ctx, bank.site.code, { releases: 1 });
    const refundId = await refundOf('hasty');
    const [transfer] = await bank.db<{ state: string; stateReason: string }[]>`
      select state, state_reason from transfers where object_id = ${refundId}`;
    assert.equal(transfer!.state, 'failed');
    assert.match(transfer!.stateReason, /wants people to release payments, and its account pays at once/);
    assert.equal(await stateOf(refundId), 'failed');
    await changeSite(bank.ctx, bank.site.code, { releases: 0 });
    await refundOf('hasty');
    const [free] = await bank.db`select state from transfers order by created_at desc, id limit 1`;
    assert.notEqual(free!.state, 'failed');
  });
});

describe('a settlement', () => {
  test('into the very account that would pay it stays there, complete without a transfer', async () => {
    await bank.account('same', {
      ...paying,
      merchantId: bank.site.merchantId,
      bankId: settlementAccount.bankId,
      branchCode: settlementAccount.branchCode,
      number: `00${settlementAccount.accountNumber}`,
    });
    await changeSite(bank.ctx, bank.site.code, { settlementAccount });
    const { reference } = await bank.single();
    await bank.tell('same', [[today(), 10_000n, `EFT ${reference}`]]);
    for (let days = 0; days < 4; days += 1) {
      bank.clock.advance(86_400_000);
      await settling.drain();
    }
    const rows =
      await bank.db`select id, state, state_reason from settlements where site_id = ${bank.site.id}`;
    assert.ok(rows.length > 0);
    for (const row of rows) {
      assert.match(row.stateReason, /due to the account that would pay it/);
      const [count] =
        await bank.db`select count(*)::integer as count from transfers where object_id = ${row.id}`;
      assert.equal(count!.count, 0);
    }
    await bank.agreed('same');
  });

  test('from an account that takes and pays leaves in its file, and comes back on its statement', async () => {
    const elsewhere = { ...settlementAccount, accountNumber: '1111111111' };
    await changeSite(bank.ctx, bank.site.code, { settlementAccount: elsewhere });
    const { reference } = await bank.single({ amount: 20_000n });
    await bank.tell(
      'same',
      [
        [today(), 20_000n, `EFT ${reference}`],
        [today(), -1n, 'FEE'],
      ].slice(0, 1) as never,
    );
    for (let days = 0; days < 5; days += 1) {
      bank.clock.advance(86_400_000);
      await settling.drain();
    }
    await bank.transfers.run();
    const [made] = await bank.exportNow('same');
    assert.ok(made);
    const order = made.orders.find(({ purpose }) => purpose === 'settlement')!;
    await bank.tell('same', [[today(), -order.amountCents, `EFT ${order.bankReference}`]]);
    const line = (await bank.lines('same')).find(({ text }) => text.includes(order.bankReference))!;
    const [settlement] = await bank.db`select state from settlements where id = ${line.object}`;
    assert.deepEqual([line.as, settlement!.state], ['payment', 'paid']);
    await bank.agreed('same');
  });
});
