// A file with statements of several accounts: each statement goes to its own account, and to no account of another owner.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { createMerchant, findSiteByCode } from '../merchants/actions.ts';
import { importFile } from './file-import.ts';
import { BadStatement } from './parsed-statement.ts';

const bank = await openBanking();
const day = '2026-11-19';

const statement = (id: string, cents: bigint, more = {}) => bank.write(id, [[day, cents, `FOR ${id}`]], more);
const divide = (text: string, home: Parameters<typeof importFile>[1] = null) =>
  importFile(bank.ctx, home, bank.fileOf(text), 'a test');
const outcome = ({ parts, skipped }: Awaited<ReturnType<typeof importFile>>) => [
  parts.map((part) => [
    part.account.id,
    'imported' in part ? part.imported.status : part.refusal.message.replace(/ \d.*/, ''),
  ]),
  skipped.map(({ account }) => account),
];

describe('a file of several accounts', () => {
  test('is divided among its accounts; an unregistered account and another currency are skipped', async () => {
    await bank.account('first');
    await bank.account('second');
    const dollars = statement('second', 5n, { number: '999', opening: 0n }).replaceAll('ZAR', 'USD');
    const text =
      statement('first', 100n) +
      dollars +
      statement('second', 200n) +
      statement('first', 1n, { number: '7777777' });
    assert.deepEqual(outcome(await divide(text)), [
      [
        ['first', 'imported'],
        ['second', 'imported'],
      ],
      ['*999', '*7777'],
    ]);
    assert.deepEqual(
      [(await bank.lines('first')).map(({ text: said }) => said), await bank.shown('second')],
      [['FOR first'], ['booked deposit 200']],
    );
    const before = await bank.counts();
    assert.deepEqual(outcome(await divide(text)), [
      [
        ['first', 'duplicate'],
        ['second', 'duplicate'],
      ],
      ['*999', '*7777'],
    ]);
    assert.deepEqual(await bank.counts(), before);
  });

  test('gives a named account its own statements only, and lists the others', async () => {
    await bank.account('named');
    await bank.account('passed');
    const { status, skipped, lines } = await bank.take(
      'named',
      statement('passed', 1n) + statement('named', 2n),
    );
    assert.deepEqual([status, lines, skipped.length], ['imported', 1, 1]);
    assert.match(skipped[0]!.reason, /another account/);
    assert.deepEqual([await bank.shown('named'), await bank.shown('passed')], [['booked deposit 2'], []]);
  });

  test('is refused by one account and taken by the others', async () => {
    await bank.account('sound');
    await bank.account('broken');
    await bank.tell('broken', [[day, 5n, 'BEFORE']]);
    const text = statement('broken', 1n, { opening: 99n }) + statement('sound', 2n);
    const [parts] = outcome(await divide(text));
    assert.deepEqual(parts, [
      ['broken', 'it begins with a balance of'],
      ['sound', 'imported'],
    ]);
    assert.deepEqual(
      [await bank.shown('sound'), (await bank.lines('broken')).length],
      [['booked deposit 2'], 1],
    );
  });

  test('is refused if none of its accounts is registered', async () => {
    const text = statement('first', 1n, { number: '11112222' });
    await assert.rejects(divide(text), (error) => {
      assert.ok(error instanceof BadStatement);
      assert.match(error.message, /^\*2222: this account is not registered/);
      return true;
    });
  });
});

describe('a file in the folder of an account', () => {
  test('reaches the accounts of its owner, and no account of another merchant or the operator', async () => {
    const [one, other] = [await merchant('Division One'), await merchant('Division Other')];
    const home = await bank.account('home', { merchantId: one });
    await bank.account('sister', { merchantId: one });
    await bank.account('stranger', { merchantId: other });
    await bank.account('operator');
    const text = ['stranger', 'home', 'operator', 'sister'].map((id) => statement(id, 3n)).join('');
    const [parts, skipped] = outcome(await divide(text, home));
    assert.deepEqual(parts, [
      ['home', 'imported'],
      ['sister', 'imported'],
    ]);
    assert.equal(skipped!.length, 2);
    for (const id of ['stranger', 'operator']) assert.deepEqual(await bank.lines(id), []);
    // Its own account is not in this file.
    const only = statement('sister', 4n, { opening: 3n });
    assert.deepEqual(outcome(await divide(only, home))[0], [['sister', 'imported']]);
    await assert.rejects(divide(statement('stranger', 4n), home), BadStatement);
    assert.deepEqual(await bank.lines('stranger'), []);
  });

  test('is of the account itself if it names none', async () => {
    const home = await bank.account('silent');
    const csv = 'Date,Description,Amount,Balance\n20261119,EFT,5.00,5.00\n';
    assert.deepEqual(outcome(await divide(csv, home))[0], [['silent', 'imported']]);
    await assert.rejects(divide(csv.replace('EFT', 'OTHER')), /does not name its account/);
  });
});

async function merchant(name: string): Promise<string> {
  const { siteCode } = await createMerchant(bank.ctx, { name });
  return (await findSiteByCode(bank.db, siteCode))!.merchantId;
}
