// An account's folder: what is put into `in` is taken once and put away, payment files appear in `out`, whole and once.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { standardBank } from '../../../test/support/pain.ts';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { answerFormats } from '../../app/bank-files.ts';
import { getFile, releaseFile } from '../../core/payment-files/actions.ts';
import { createFolderSweeps, putOut } from './folder.ts';
import { makeFolders, writeWhole } from './placing.ts';
import { type BankFileReader, createBankFileReader } from './reading.ts';

const bank = await openBanking();
const root = await mkdtemp(join(tmpdir(), 'tefo-folder-'));
const reader = createBankFileReader();
after(async () => {
  await reader.close();
  await rm(root, { recursive: true, force: true });
});
const sweeps = (by: BankFileReader = reader) =>
  createFolderSweeps({
    ctx: bank.ctx,
    formats: answerFormats,
    reader: by,
    folder: root,
    everyMs: 2_000,
  });
const [take, leave] = sweeps();
const day = '2026-11-19';

const put = async (id: string, name: string, text: string | Buffer) => {
  await makeFolders(root, id);
  await writeFile(join(root, id, 'in', name), text);
};
const list = async (id: string, where: string) => (await readdir(join(root, id, where))).toSorted();

describe('a file in `in`', () => {
  test('is taken and ends in `done`; a refused one ends in `refused`, with the reason in a file next to it', async () => {
    await bank.account('takes');
    await put('takes', 'good.sta', bank.write('takes', [[day, 1_000n, 'GOAT']]));
    await put(
      'takes',
      'other.sta',
      bank.write('takes', [[day, 1n, 'X']], { number: '123456789', opening: 1_000n }),
    );
    await put('takes', 'empty.sta', '');
    await put('takes', 'picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
    assert.equal(await take!.run(), 4);
    assert.deepEqual(await list('takes', 'in'), []);
    assert.deepEqual(await list('takes', 'done'), ['good.sta']);
    assert.deepEqual(await list('takes', 'refused'), [
      'empty.sta',
      'empty.sta.reason.txt',
      'other.sta',
      'other.sta.reason.txt',
      'picture.png',
      'picture.png.reason.txt',
    ]);
    const reason = (name: string) => readFile(join(root, 'takes', 'refused', `${name}.reason.txt`), 'utf8');
    assert.match(await reason('other.sta'), /^\*6789: this account is not registered, or has another owner/);
    assert.match(await reason('empty.sta'), /empty/);
    assert.deepEqual(await bank.shown('takes'), ['booked deposit 1000']);
    assert.equal(await take!.run(), 0);
  });

  test('that waits for another file of the folder is taken after it, whatever their names', async () => {
    await bank.account('chain');
    const files = ['c', 'b', 'a'].map((name, index) => [
      `${name}.sta`,
      bank.write('chain', [[`2026-11-1${6 + index}`, 1_000n, name]], { opening: 1_000n * BigInt(index) }),
    ]);
    // The first statement opens the books: it is the one that comes first by name unless it is there already.
    await put('chain', files[0]![0]!, files[0]![1]!);
    await take!.run();
    for (const [name, text] of files.slice(1)) await put('chain', name!, text!);
    await take!.run();
    assert.deepEqual(await list('chain', 'done'), ['a.sta', 'b.sta', 'c.sta']);
    assert.equal(await bank.books('chain'), 3_000n);
    await bank.agreed('chain');
  });

  test('is left alone while it is written, and so are hidden files and folders', async () => {
    await bank.account('alone');
    const text = bank.write('alone', [[day, 1_000n, 'GOAT']]);
    for (const name of ['.hidden.sta', 'a.part', 'b.TMP', 'c.sta.tmp']) await put('alone', name, text);
    await mkdir(join(root, 'alone', 'in', 'folder'));
    assert.equal(await take!.run(), 0);
    assert.deepEqual(await list('alone', 'in'), ['.hidden.sta', 'a.part', 'b.TMP', 'c.sta.tmp', 'folder']);
    assert.deepEqual(await bank.lines('alone'), []);
  });

  test('under the same name twice is kept twice, refused or done', async () => {
    await bank.account('names');
    await put('names', 'day.sta', bank.write('names', [[day, 1_000n, 'ONE']], { opening: 0n }));
    await take!.run();
    await put('names', 'day.sta', bank.write('names', [['2026-11-20', 1_000n, 'TWO']], { opening: 1_000n }));
    await take!.run();
    for (let index = 0; index < 2; index += 1) {
      await put('names', 'bad.sta', 'nothing of a bank');
      await take!.run();
    }
    assert.deepEqual(await list('names', 'done'), ['2-day.sta', 'day.sta']);
    assert.deepEqual(await list('names', 'refused'), [
      '2-bad.sta',
      '2-bad.sta.reason.txt',
      'bad.sta',
      'bad.sta.reason.txt',
    ]);
    assert.equal(await bank.books('names'), 2_000n);
  });

  test('is taken once by two processes', async () => {
    await bank.account('both');
    for (let index = 0; index < 5; index += 1)
      await put(
        'both',
        `${index}.sta`,
        bank.write('both', [[`2026-11-1${index}`, 100n, `N${index}`]], { opening: 100n * BigInt(index) }),
      );
    await put('both', 'bad.sta', 'nothing of a bank');
    const [other] = sweeps();
    await Promise.all([take!.run(), other!.run()]);
    assert.equal((await bank.lines('both')).length, 5);
    assert.deepEqual(await list('both', 'done'), ['0.sta', '1.sta', '2.sta', '3.sta', '4.sta']);
    assert.deepEqual(await list('both', 'refused'), ['bad.sta', 'bad.sta.reason.txt']);
    assert.equal(await bank.books('both'), 500n);
  });

  test('for a removed or unknown account is ignored', async () => {
    await put('nobody', 'x.sta', 'x');
    assert.equal(await take!.run(), 0);
    assert.deepEqual(await list('nobody', 'in'), ['x.sta']);
  });
});

const reasonOf = async (id: string) => {
  const name = (await list(id, 'refused')).find((one) => one.endsWith('.reason.txt'));
  return name && readFile(join(root, id, 'refused', name), 'utf8');
};

describe('a file or an account that fails does not stop the ones behind it', () => {
  /** Asserts that an account whose turn comes last has its statement taken. */
  async function assertGoesOn(behind: string): Promise<void> {
    await bank.account(behind);
    await put(behind, 'good.sta', bank.write(behind, [[day, 1_000n, 'GOAT']]));
    await take!.run();
    assert.deepEqual(await list(behind, 'done'), ['good.sta']);
  }

  test('a name of 255 bytes is shortened, refused or done', async () => {
    await bank.account('long');
    const names = [`${'é'.repeat(125)}.html`, `${'n'.repeat(251)}.sta`];
    await put('long', names[0]!, 'nothing of a bank');
    await put('long', names[1]!, bank.write('long', [[day, 1_000n, 'GOAT']]));
    await assertGoesOn('long-behind');
    assert.deepEqual(await list('long', 'in'), []);
    assert.match((await list('long', 'done'))[0]!, /^n{100,}-[0-9a-f]{16}\.sta$/);
    assert.match((await list('long', 'refused'))[0]!, /^é{50,}-[0-9a-f]{16}\.html$/);
    assert.match((await reasonOf('long'))!, new RegExp(`^${names[0]}\nno profile fits`));
  });

  test('a response or a statement that is too large is refused before it is read', async () => {
    await bank.account('large');
    const answer = standardBank.ack({ messageId: 'A1', originalMessageId: 'TEFO000000000000' });
    for (const [name, text] of [
      ['answer.xml', answer],
      ['day.sta', bank.write('large', [[day, 1_000n, 'GOAT']])],
    ] as const) {
      await put('large', name, text);
      await truncate(join(root, 'large', 'in', name), 600 * 1024 ** 2);
    }
    await assertGoesOn('large-behind');
    const reason = (name: string) => readFile(join(root, 'large', 'refused', `${name}.reason.txt`), 'utf8');
    assert.match(
      await reason('answer.xml'),
      /^the file has 600 MB, and at most 48 MB are read: ask the bank/,
    );
    assert.match(await reason('day.sta'), /at most 256 MB are read.*TEFO_BANK_FILE_MB/);
  });

  test('an account whose folder cannot be used is passed over', async () => {
    await bank.account('odd', { paymentProfile: 'csv', opening: 10_000n });
    await bank.owe('odd', 1_000n);
    await bank.exportNow('odd');
    await bank.account('even', { paymentProfile: 'csv', opening: 10_000n });
    await bank.owe('even', 1_000n);
    const [made] = await bank.exportNow('even');
    await writeFile(join(root, 'odd'), 'a file where the folder should be');
    await assertGoesOn('odd-behind');
    assert.equal(await leave!.run(), 1);
    assert.deepEqual(await list('even', 'out'), [`${made!.file.messageId}.csv`]);
    await rm(join(root, 'odd'));
  });
});

describe('reading has its limits', () => {
  const many = (id: string, lines: number, format = 'mt940') =>
    bank.write(
      id,
      Array.from({ length: lines }, (_, index) => [day, 100n, `SHOP ${index}`] as const),
      { format },
    );

  test('a file beyond its time is refused with the reason, and this thread continues in the meantime', async () => {
    await bank.account('slow');
    await put('slow', 'day.sta', many('slow', 100_000));
    await using hasty = createBankFileReader({ baseMs: 200, msPerMb: 0 });
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    assert.equal(await sweeps(hasty)[0]!.run(), 1);
    clearInterval(ticking);
    assert.ok(ticks > 20, `this thread went on only ${ticks} times`);
    assert.match((await reasonOf('slow'))!, /^it takes too long to read .*request it from the bank in parts/);
    assert.deepEqual(await bank.lines('slow'), []);
  });

  test('a file beyond its memory is refused', async () => {
    await bank.account('heavy');
    await put('heavy', 'day.ofx', many('heavy', 100_000, 'ofx'));
    await using small = createBankFileReader({ memoryMb: 24 });
    assert.equal(await sweeps(small)[0]!.run(), 1);
    assert.match((await reasonOf('heavy'))!, /too much memory/);
  });

  test('a stop in the middle of a file refuses no file', async () => {
    await bank.account('stops');
    await put('stops', 'day.sta', many('stops', 50_000));
    const ended = createBankFileReader();
    const run = sweeps(ended)[0]!.run();
    await untilRead('stops');
    await ended.close();
    assert.equal(await run, 0);
    assert.deepEqual(await readdir(join(root, 'stops')), ['done', 'in', 'out', 'refused']);
    assert.deepEqual([await list('stops', 'in'), await list('stops', 'refused')], [['day.sta'], []]);
    await rm(join(root, 'stops', 'in', 'day.sta'));
  });

  /** Waits until a process reads the file of an account, by another claim than one before. Returns the claim's id. */
  async function untilRead(id: string, before = ''): Promise<string> {
    for (;;) {
      const text = await readFile(claimOf(id), 'utf8').catch(() => '');
      const claim = text === '' ? undefined : (JSON.parse(text) as { id: string; reading: string | null });
      if (claim?.reading?.startsWith('day.sta') && claim.id !== before) return claim.id;
      await pause(1);
    }
  }
  const claimOf = (id: string) => join(root, id, '.reading.json');

  test('a file whose reading ended with its process twice is refused at the next start', async () => {
    await bank.account('kills');
    await put('kills', 'day.sta', many('kills', 50_000));
    await put('kills', 'after.sta', bank.write('kills', [[day, 1_000n, 'GOAT']]));
    const program = fileURLToPath(new URL('../../../test/support/reading-folder.ts', import.meta.url));
    for (let time = 0, claim = ''; time < 2; time += 1) {
      const child = spawn(process.execPath, [program, bank.url, root, bank.clock.now().toISOString()]);
      const ended = once(child, 'exit');
      claim = await untilRead('kills', claim);
      child.kill('SIGKILL');
      assert.deepEqual(await ended, [null, 'SIGKILL']);
      // While the claim could be of a process that lives, nothing is taken.
      assert.equal(await take!.run(), 0);
      const old = Date.parse('2026-01-01');
      await utimes(claimOf('kills'), old / 1_000, old / 1_000);
    }
    assert.equal(await take!.run(), 1);
    assert.deepEqual(await list('kills', 'done'), ['after.sta']);
    assert.deepEqual(await list('kills', 'refused'), ['day.sta', 'day.sta.reason.txt']);
    assert.match((await reasonOf('kills'))!, /interrupted twice/);
    assert.deepEqual(await bank.shown('kills'), ['booked deposit 1000']);
  });
});

describe('payment files', () => {
  test('appear in `out` once they are released, whole, and are marked as sent; responses are distinguished from statements', async () => {
    await bank.account('pays', { paymentProfile: 'standardbank', opening: 10_000n, releases: 1 });
    const { bankReference, depositId } = await bank.owe('pays', 1_000n);
    const [made] = await bank.exportNow('pays');
    const { messageId } = made!.file;
    await leave!.run();
    await makeFolders(root, 'pays');
    assert.deepEqual(await list('pays', 'out'), []);
    await releaseFile(bank.ctx, messageId, 'Thabo');
    await Promise.all([leave!.run(), sweeps()[1]!.run()]);
    assert.deepEqual(await list('pays', 'out'), [`${messageId}.xml`]);
    const { file } = await getFile(bank.ctx, 'pays', messageId);
    assert.equal(file.state, 'sent');
    assert.equal(
      await readFile(join(root, 'pays', 'out', `${messageId}.xml`), 'utf8'),
      await bank.content(file),
    );
    // A bank has fetched it: it does not come again.
    await rm(join(root, 'pays', 'out', `${messageId}.xml`));
    await leave!.run();
    assert.deepEqual(await list('pays', 'out'), []);
    const ids = { messageId: 'A1', originalMessageId: messageId };
    await put('pays', 'answer', standardBank.finaud(ids, [{ bankReference }]));
    await put(
      'pays',
      'stranger.xml',
      standardBank.ack({ messageId: 'A2', originalMessageId: 'TEFO000000000000' }),
    );
    await take!.run();
    assert.deepEqual(
      [await list('pays', 'done'), await list('pays', 'refused')],
      [['answer'], ['stranger.xml', 'stranger.xml.reason.txt']],
    );
    assert.equal((await bank.deposit(depositId)).state, 'returned');
  });

  test('by a process that was killed between the writing and the mark are put there again, the same', async () => {
    await bank.account('dies', { paymentProfile: 'csv', opening: 10_000n });
    await bank.owe('dies', 1_000n);
    const [made] = await bank.exportNow('dies');
    const path = join(await makeFolders(root, 'dies'), 'out', `${made!.file.messageId}.csv`);
    await writeWhole(path, await bank.content(made!.file));
    const before = await readFile(path, 'utf8');
    await leave!.run();
    assert.deepEqual(
      [await readFile(path, 'utf8'), await list('dies', 'out')],
      [before, [`${made!.file.messageId}.csv`]],
    );
    assert.equal(
      await putOut(bank.ctx, root, (await getFile(bank.ctx, 'dies', made!.file.messageId)).file),
      path,
    );
  });
});

test('and the check finds nothing at the end', () => bank.sound());
