// A statement in a bank's format is read back unchanged: days, cents and texts; and a damaged file is refused or does
// no harm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mutate } from './statements/mutations.ts';
import { readWhole, refusalOf } from './statements/read-whole.ts';
import { statements } from './statements/samples.ts';
import {
  eitherWay,
  type Statement,
  withoutAccount,
  withoutBalances,
  writeStatement,
  written,
} from './support/bank-statements.ts';
import { budget } from './support/budget.ts';

for (const name of written) {
  test(`${name}: written statements are read back`, async () => {
    await fc.assert(
      fc.asyncProperty(
        statements,
        fc.boolean(),
        fc.constantFrom(1, 7, 1_000),
        async (statement, newest, size) => {
          const newestFirst = newest && eitherWay.includes(name);
          const read = await readWhole(writeStatement(name, statement, { newestFirst }), { size });
          assertRead(name, statement, newestFirst, read);
        },
      ),
      { numRuns: budget(10, 500) },
    );
  });

  test(`${name}: a truncated file is refused, or yields the lines before the cut`, async () => {
    const [statement] = fc.sample(statements, { numRuns: 1, seed: 3 });
    const whole = writeStatement(name, statement!);
    const full = (await readWhole(whole)).lines.map(({ amount }) => amount);
    for (let end = 1; end < whole.length - 3; end += budget(61, 1)) {
      const lines = await readWhole(whole.slice(0, end)).then(
        (read) => read.lines,
        (error) => assert.equal(error.constructor.name, 'BadStatement', String(error.stack)),
      );
      const amounts = lines?.map(({ amount }) => amount) ?? [];
      assert.deepEqual(amounts, full.slice(0, amounts.length), `${end}`);
      // Formats with an end mark are never accepted in part.
      if (end <= whole.indexOf('Total:') || /^mt|^camt|^ofx|^standardbank|^fnb-statement/.test(name))
        assert.equal(lines, undefined, `${end}`);
    }
  });
}

test('a wrong balance is refused with its line', async () => {
  const lines = [1, 2, 3, 4].map((day) => ({
    date: `2026-12-0${day}`,
    amount: 1_000n + BigInt(day * day),
    text: `PAYMENT ${day}`,
    reference: '',
  }));
  const statement = { account: '62000000001', number: 1, from: '2026-12-01', opening: 5_000n, lines };
  for (const name of ['fnb-history', 'absa', 'bankzero', 'capitec-app', 'nedbank', 'fnb-file']) {
    const whole = writeStatement(name, statement);
    const at = whole.split('\r\n').findIndex((line) => line.includes('PAYMENT 3')) + 1;
    const wrong = whole.replace('80.14', '81.14');
    assert.notEqual(wrong, whole);
    assert.match(await refusalOf(wrong), new RegExp(`^${at}: the balance 81.14 does not follow`), name);
  }
});

test('damaged files are refused or do no harm', async () => {
  const [seed, runs] = [20_261_122, budget(200, 20_000)];
  assert.deepEqual(await mutate({ seed, runs }).then(({ breaches }) => breaches), []);
});

function assertRead(
  name: string,
  statement: Statement,
  newestFirst: boolean,
  { lines, statements: [reported, ...more] }: Awaited<ReturnType<typeof readWhole>>,
): void {
  const expected = newestFirst ? statement.lines.toReversed() : statement.lines;
  assert.deepEqual(
    lines.map(({ bookedOn, amount, text, status }) => ({ bookedOn, amount, text, status })),
    expected.map(({ date, amount, text, reference }) => ({
      bookedOn: date,
      amount,
      text: `${text} ${reference}`.trim(),
      status: 'booked',
    })),
  );
  assert.equal(more.length, 0);
  assert.equal(reported!.format, name.replace('053.02', '053'));
  // Some say the account on each line only.
  const isSilent = statement.lines.length === 0 && name.startsWith('capitec');
  const account = withoutAccount.includes(name) || isSilent ? null : statement.account;
  assert.equal(reported!.account, account);
  if (withoutBalances.includes(name) || statement.lines.length === 0) return;
  assert.equal(reported!.opening, statement.opening);
  assert.equal(
    reported!.closing,
    statement.lines.reduce((sum, { amount }) => sum + amount, statement.opening),
  );
}
