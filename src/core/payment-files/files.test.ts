// When payments leave, in which files, who must release them, and that a file is written once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readOrders } from '../../../test/support/pain.ts';
import { local } from '../../../test/support/settling.ts';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { paymentProfiles } from '../../app/bank-files.ts';
import { createClosingSweep } from '../payment-files/jobs.ts';
import { atCommandLine } from '../users/signed-in-user.ts';
import { createUser } from '../users/users.ts';
import { closeFiles, type FileWithOrders, getFile, handOut, listFiles, releaseFile } from './actions.ts';

const bank = await openBanking();
const paying = { paymentProfile: 'pain.001.001.03', opening: 1_000_000n } as const;

/** Executes due work at a local time. */
async function at(time: string): Promise<void> {
  bank.clock.set(local(time));
  await bank.closing.run();
}

/** The files of an account as "execution date: references". */
async function dated(id: string): Promise<string[]> {
  const files = await listFiles(bank.ctx, id);
  return files.map(({ file, orders }) => `${file.executionDate}: ${orders.map((one) => one.bankReference)}`);
}

// In the order of their days: the clock can only move forward.
describe('a file closes by itself', { concurrency: false }, () => {
  test('at the cut-off of a business day; orders a second later leave on the next one', async () => {
    await bank.account('cut', paying);
    bank.clock.set(local('2026-11-20T15:59:59'));
    const before = await bank.owe('cut', 1_000n);
    await bank.closing.run();
    assert.deepEqual(await dated('cut'), []);
    await at('2026-11-20T16:00:00');
    const friday = `2026-11-20: ${before.bankReference}`;
    assert.deepEqual(await dated('cut'), [friday]);
    const exact = await bank.owe('cut', 2_000n);
    bank.clock.set(local('2026-11-20T16:00:01'));
    const after = await bank.owe('cut', 3_000n);
    await at('2026-11-22T20:00:00');
    assert.deepEqual(await dated('cut'), [friday]);
    await at('2026-11-23T15:59:59');
    assert.deepEqual(await dated('cut'), [friday]);
    await at('2026-11-23T16:00:00');
    assert.deepEqual(await dated('cut'), [
      friday,
      `2026-11-23: ${exact.bankReference},${after.bankReference}`,
    ]);
  });

  test('late on the same day for that day, and days later for the day on which it then leaves', async () => {
    await bank.account('late', paying);
    bank.clock.set(local('2026-11-24T10:00:00'));
    const one = await bank.owe('late', 1_000n);
    await at('2026-11-24T21:00:00');
    bank.clock.set(local('2026-11-26T10:00:00'));
    const two = await bank.owe('late', 1_000n);
    await at('2026-11-27T09:00:00');
    bank.clock.set(local('2026-11-27T10:00:00'));
    const three = await bank.owe('late', 1_000n);
    await at('2026-11-28T12:00:00');
    assert.deepEqual(await dated('late'), [
      `2026-11-24: ${one.bankReference}`,
      `2026-11-27: ${two.bankReference}`,
      `2026-11-30: ${three.bankReference}`,
    ]);
  });

  test('not on a holiday, and over New Year on the first business day', async () => {
    await bank.account('holiday', paying);
    bank.clock.set(local('2026-12-15T16:00:01'));
    const reconciliation = await bank.owe('holiday', 1_000n);
    await at('2026-12-16T23:59:59');
    assert.deepEqual(await dated('holiday'), []);
    await at('2026-12-17T16:00:00');
    bank.clock.set(local('2026-12-31T16:00:01'));
    const year = await bank.owe('holiday', 1_000n);
    await at('2027-01-03T16:00:00');
    const first = `2026-12-17: ${reconciliation.bankReference}`;
    assert.deepEqual(await dated('holiday'), [first]);
    await at('2027-01-04T16:00:00');
    assert.deepEqual(await dated('holiday'), [first, `2027-01-04: ${year.bankReference}`]);
  });

  test('at the account’s own cut-off', async () => {
    await bank.account('early', { ...paying, cutOff: '09:30' });
    bank.clock.set(local('2027-01-05T09:29:59'));
    const one = await bank.owe('early', 1_000n);
    await at('2027-01-05T09:30:00');
    assert.deepEqual(await dated('early'), [`2027-01-05: ${one.bankReference}`]);
  });

  test('by hand now, for today before the cut-off and the next business day after it', async () => {
    await bank.account('hand', paying);
    bank.clock.set(local('2027-01-08T10:00:00'));
    const one = await bank.owe('hand', 1_000n);
    await bank.exportNow('hand');
    bank.clock.set(local('2027-01-08T17:00:00'));
    const two = await bank.owe('hand', 1_000n);
    await bank.exportNow('hand');
    assert.deepEqual(await dated('hand'), [
      `2027-01-08: ${one.bankReference}`,
      `2027-01-11: ${two.bankReference}`,
    ]);
    assert.deepEqual(await bank.exportNow('hand'), []);
  });
});

test('a file pays the limit at most; an order above it goes alone', async () => {
  await bank.account('limit', { ...paying, limit: 10_000n });
  const sums = [6_000n, 4_000n, 1n, 15_000n, 5_000n, 5_000n];
  for (const amount of sums) {
    await bank.owe('limit', amount);
    bank.clock.advance(1);
  }
  const first = (one: FileWithOrders) => one.orders[0]!.orderedAt.getTime();
  const files = (await bank.exportNow('limit')).toSorted((one, other) => first(one) - first(other));
  assert.deepEqual(
    files.map(({ orders }) => orders.map(({ amountCents }) => amountCents)),
    [[6_000n, 4_000n], [1n], [15_000n], [5_000n, 5_000n]],
  );
  assert.deepEqual(
    files.map(({ file }) => file.amountCents),
    [10_000n, 1n, 15_000n, 10_000n],
  );
  assert.equal(new Set(files.map(({ file }) => file.messageId)).size, 4);
});

test('closed by many at once, each order leaves in one file', async () => {
  await bank.account('many', paying);
  for (let index = 0; index < 5; index += 1) await bank.owe('many', 1_000n);
  await Promise.all(Array.from({ length: 8 }, () => closeFiles(bank.ctx, paymentProfiles, 'many', 'Naledi')));
  const handed = await Promise.all(Array.from({ length: 8 }, () => handOut(bank.ctx, 'many')));
  assert.deepEqual(handed.map((files) => files.length).toSorted(), [0, 0, 0, 0, 0, 0, 0, 1]);
  assert.equal(handed.flat()[0]!.orders.length, 5);
});

test('an order that is taken twice at once is one order', async () => {
  await bank.account('twice', paying);
  await bank.owe('twice', 700n);
  const [transfer] = await bank.db`select * from transfers where bank_account = 'twice'`;
  const order = {
    account: 'twice',
    merchantId: null,
    id: transfer!.id,
    purpose: 'deposit',
    refundOf: null,
    amount: 700n,
    bankId: transfer!.bankId,
    branchCode: transfer!.branchCode,
    accountNumber: '1234567890',
    accountHolder: null,
    reference: 'x',
    realTime: false,
  } as const;
  const answers = await Promise.all(Array.from({ length: 5 }, () => bank.rails.transfers.transfer(order)));
  assert.deepEqual(new Set(answers.map(({ outcome }) => outcome)), new Set(['pending']));
  await assert.rejects(
    bank.rails.transfers.transfer({ ...order, amount: 701n }),
    /another amount or account/,
  );
  assert.deepEqual(await bank.rails.transfers.enquire({ account: 'twice', id: order.id, merchantId: null }), {
    outcome: 'pending',
    reason: null,
  });
  const [row] =
    await bank.db`select count(*)::integer as count from payment_orders where bank_account = 'twice'`;
  assert.equal(row!.count, 1);
});

describe('a file', () => {
  test('is written once: the same bytes for ever, sealed in the database, with its orders', async () => {
    await bank.account('once', { ...paying, customer: 'USER01', holder: 'Thabo & Sons' });
    const { bankReference } = await bank.owe('once', 12_345n);
    const [made] = await bank.exportNow('once');
    const text = await bank.content(made!.file);
    const read = readOrders(text);
    assert.deepEqual(
      [read.messageId, read.customer, read.holder, read.executionDate, read.counts, read.sums],
      [made!.file.messageId, 'USER01', read.holder, made!.file.executionDate, [1, 1], [12_345n, 12_345n]],
    );
    const [payment] = read.payments;
    assert.deepEqual(
      [
        payment!.bankReference,
        payment!.instructionId,
        payment!.amount,
        payment!.accountNumber,
        payment!.branchCode,
      ],
      [bankReference, bankReference, 12_345n, '1234567890', '470010'],
    );
    assert.match(bankReference, /^PAY\d{12}$/);
    const [row] = await bank.db`select content_sealed from payment_files where id = ${made!.file.id}`;
    assert.ok(!row!.contentSealed.includes('1234567890') && !row!.contentSealed.includes('Document'));
    // Whatever changes later, the file does not.
    await bank.db`update bank_accounts set holder = 'Another Holder', customer = 'USER02' where id = 'once'`;
    await bank.owe('once', 1n);
    await bank.exportNow('once');
    const again = await getFile(bank.ctx, 'once', made!.file.messageId);
    assert.deepEqual([await bank.content(again.file), again.file.sha256], [text, made!.file.sha256]);
    await assert.rejects(getFile(bank.ctx, 'many', made!.file.messageId), /no payment file/);
  });

  test('that cannot be written does not keep other accounts from paying', async () => {
    await bank.account('bad', { ...paying, paymentProfile: 'pain.001.001.03' });
    await bank.account('good', paying);
    bank.clock.set(local('2027-01-12T10:00:00'));
    await bank.owe('bad', 1_000n);
    const { bankReference } = await bank.owe('good', 1_000n);
    const broken = new Map(paymentProfiles);
    const pain = paymentProfiles.get('pain.001.001.03')!;
    broken.set('pain.001.001.03', {
      ...pain,
      write: (file) => {
        if (file.payments.every((one) => one.bankReference === bankReference)) return pain.write(file);
        throw new Error('it cannot be written');
      },
    });
    bank.clock.set(local('2027-01-12T16:00:00'));
    await createClosingSweep(bank.ctx, broken).run();
    assert.deepEqual([(await dated('bad')).length, (await dated('good')).length], [0, 1]);
    await bank.closing.run();
    assert.equal((await dated('bad')).length, 1);
  });

  test('without releases leaves at once', async () => {
    await bank.account('free', paying);
    await bank.owe('free', 1n);
    const [made] = await bank.exportNow('free');
    assert.equal(made!.file.state, 'released');
    await assert.rejects(releaseFile(bank.ctx, made!.file.messageId, 'Thabo'), /is already released/);
  });

  test('with one release waits for another user than its exporter, whatever the case and the blanks', async () => {
    await bank.account('one', { ...paying, releases: 1 });
    await bank.owe('one', 1n);
    const [made] = await bank.exportNow('one', 'Naledi');
    const { messageId } = made!.file;
    assert.equal(made!.file.state, 'waiting');
    for (const name of ['Naledi', ' naledi', 'NALEDI  ', '\tNaledi\n'])
      await assert.rejects(
        releaseFile(bank.ctx, messageId, name),
        { code: 'MakerMayNotDecide', message: /another user must release it/ },
        JSON.stringify(name),
      );
    // Listed again while it waits, and returned once.
    assert.deepEqual(
      (await bank.exportNow('one')).map(({ file }) => file.state),
      ['waiting'],
    );
    const released = await releaseFile(bank.ctx, messageId, 'Thabo');
    assert.deepEqual([released.file.state, released.file.releasedBy], ['released', ['Thabo']]);
    assert.deepEqual(
      (await bank.exportNow('one')).map(({ file }) => file.state),
      ['released'],
    );
    assert.deepEqual(await bank.exportNow('one'), []);
  });

  test('with two releases needs two more users', async () => {
    await bank.account('two', { ...paying, releases: 2 });
    await bank.owe('two', 1n);
    const [made] = await bank.exportNow('two', 'Naledi');
    const { messageId } = made!.file;
    assert.equal((await releaseFile(bank.ctx, messageId, 'Thabo')).file.state, 'waiting');
    await assert.rejects(releaseFile(bank.ctx, messageId, ' THABO '), /has already released the file/);
    await assert.rejects(releaseFile(bank.ctx, messageId, 'naledi'), /has exported the file/);
    const both = await Promise.allSettled([
      releaseFile(bank.ctx, messageId, 'Zanele'),
      releaseFile(bank.ctx, messageId, 'zanele '),
    ]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    const { file } = await getFile(bank.ctx, 'two', messageId);
    assert.deepEqual([file.state, file.releasedBy.length], ['released', 2]);
    await assert.rejects(releaseFile(bank.ctx, messageId, 'Lerato'), {
      code: 'PaymentFileNotWaiting',
      message: /is already released/,
    });
    await assert.rejects(releaseFile(bank.ctx, 'TEFO000000000000', 'Zanele'), {
      code: 'PaymentFileNotFound',
      message: /there is no payment file/,
    });
  });

  test('is not released by a user who depends on its exporter or on a user who has released it', async () => {
    const made = async (name: string, id = 'cli:test') => {
      const given = { email: `${name}@bank.example`, role: 'operator-admin', merchantId: null } as const;
      return createUser(bank.ctx, { ...atCommandLine('test', true), id }, given);
    };
    const root = await made('root');
    const [one, two, other] = [
      await made('one', root.userId),
      await made('two', root.userId),
      await made('other'),
    ];
    await bank.account('let-in', { ...paying, releases: 2 });
    await bank.owe('let-in', 1n);
    const [file] = await bank.exportNow('let-in', root.email);
    const release = (by: string) => releaseFile(bank.ctx, file!.file.messageId, by);
    const refused = { code: 'MakerMayNotDecide', message: /granted by the creator of this payment file/ };
    for (const by of [one.email, ` ${two.email.toUpperCase()}`, `user:${one.userId}`])
      await assert.rejects(release(by), refused);
    assert.equal((await release(other.email)).file.state, 'waiting');
    assert.equal((await release('Thabo')).file.state, 'released');
    await bank.owe('let-in', 1n);
    const second = (await bank.exportNow('let-in', 'Naledi')).find((one) => one.file.state === 'waiting');
    const again = (by: string) => releaseFile(bank.ctx, second!.file.messageId, by);
    await again(one.email);
    await assert.rejects(again(root.email), { code: 'MakerMayNotDecide', message: /count as one person/ });
    assert.equal((await again(two.email)).file.state, 'released');
  });

  test('that closed by itself has no exporter: any user can release it', async () => {
    await bank.account('nobody', { ...paying, releases: 1 });
    bank.clock.set(local('2027-01-14T10:00:00'));
    await bank.owe('nobody', 1n);
    await at('2027-01-14T16:00:00');
    const [made] = await listFiles(bank.ctx, 'nobody');
    assert.deepEqual([made!.file.state, made!.file.exportedBy], ['waiting', null]);
    assert.equal((await releaseFile(bank.ctx, made!.file.messageId, 'Naledi')).file.state, 'released');
  });
});

test('and the check finds nothing at the end', () => bank.sound());
