import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWhole, refusalOf } from '../../../../test/statements/read-whole.ts';

const head = ':20:X1\n:25:000111222\n:28C:5/1\n';
const mt940 = (movements: string, opening: string, closing: string): string =>
  `{1:F01TESTZAJJAXXX0000000000}{2:O940}{4:\n${head}:60F:${opening}\n${movements}:62F:${closing}\n-}\n`;
const deposit =
  ':61:2611231123CR249,99NDEPDEP1234567890921//NONREF\nDEP1234567890921 WHOLE\n:86:/PREF/IB PAYMENT FROM\n';

test('CR is a credit in rand, RC takes a credit back', async () => {
  const movements = `${deposit}:61:261123RC49,99NTRFTOPUP12345678909//NONREF\n:61:261123RDR0,01NCHGNONREF\n:61:261123DR1,NINTX\n`;
  const { lines } = await readWhole(mt940(movements, 'C261122ZAR100,00', 'C261123ZAR299,01'));
  assert.deepEqual(
    lines.map(({ amount, isReversal, type, hint, at }) => ({ amount, isReversal, type, hint, at })),
    [
      { amount: 24_999n, isReversal: false, type: 'NDEP', hint: null, at: 6 },
      { amount: -4_999n, isReversal: true, type: 'NTRF', hint: null, at: 9 },
      { amount: 1n, isReversal: true, type: 'NCHG', hint: 'charge', at: 10 },
      { amount: -100n, isReversal: false, type: 'NINT', hint: 'interest', at: 11 },
    ],
  );
});

test('the reference is whole on the line below, and NONREF means no reference', async () => {
  const { lines } = await readWhole(
    mt940(`${deposit}:61:261123CR0,01NDEPNONREF//NONREF\n`, 'C261122ZAR0,00', 'C261123ZAR250,00'),
  );
  assert.equal(lines[0]!.reference, 'DEP1234567890921 WHOLE');
  assert.equal(lines[0]!.text, '/PREF/IB PAYMENT FROM DEP1234567890921 WHOLE');
  assert.equal(lines[1]!.reference, '');
  assert.equal(lines[1]!.text, '');
});

test('a full line of field 86 continues in the next without a space', async () => {
  const full = 'A'.repeat(65);
  const { lines } = await readWhole(
    mt940(`:61:261123C1,00NDEPX\n:86:${full}\nB\nC\n`, 'C261122ZAR0,00', 'C261123ZAR1,00'),
  );
  assert.equal(lines[0]!.text, `${full}B C X`);
});

test('pages are one statement', async () => {
  const page = (fields: string) => `{4:\n${head}${fields}-}\n`;
  const first = page(':60F:C261122ZAR0,00\n:61:261123C1,00NDEPX\n:62M:C261123ZAR1,00\n');
  const second = page(':60M:C261123ZAR1,00\n:61:261123C1,00NDEPX\n:62F:C261123ZAR2,00\n');
  const { statements } = await readWhole(first + second);
  assert.equal(statements.length, 1);
  assert.deepEqual(
    [statements[0]!.opening, statements[0]!.closing, statements[0]!.lines.length],
    [0n, 200n, 2],
  );
  // Pages can come in files of their own.
  for (const [file, opening, closing] of [
    [first, 0n, 100n],
    [second, 100n, 200n],
  ] as const) {
    const [alone, ...more] = (await readWhole(file)).statements;
    assert.deepEqual(
      [alone!.opening, alone!.closing, alone!.lines.length, more.length],
      [opening, closing, 1, 0],
    );
  }
  assert.match(
    await refusalOf(first + second.replace('60M:C261123ZAR1', '60M:C261123ZAR2')),
    /page does not begin/,
  );
});

test('messages without an envelope end with a dash, or with the next one', async () => {
  const one = `${head}:60F:C261122ZAR0,00\n${deposit}:62F:C261123ZAR249,99\n`;
  for (const between of ['-\n', '-}\n', '', '\n\n']) {
    const { statements } = await readWhole(one + between + one.replace('000111222', '000333444'));
    assert.deepEqual(
      statements.map(({ account, lines }) => [account, lines.length]),
      [
        ['000111222', 1],
        ['000333444', 1],
      ],
    );
  }
});

test('MT942 counts its lines, and is cut off without', async () => {
  const mt942 = (count: string) =>
    `${head.replace('5/1', '0/0')}:34F:ZARC2526,58\n:13D:2611231200+0200\n${deposit}${count}`;
  const { statements } = await readWhole(mt942(':90D:0ZAR0,00\n:90C:1ZAR249,99\n'));
  assert.equal(statements[0]!.kind, 'intraday');
  assert.equal(statements[0]!.number, null);
  assert.equal(statements[0]!.opening, null);
  assert.match(await refusalOf(mt942(':90D:0ZAR0,00\n:90C:1ZAR249,98\n')), /do not make what field 90C says/);
  assert.match(await refusalOf(mt942('')), /cut off/);
  assert.match(await refusalOf(mt942(':90D:0ZAR0,00\n')), /cut off/);
});

test('an error is refused with its line', async () => {
  const good = mt940(deposit, 'C261122ZAR100,00', 'C261123ZAR349,99');
  await readWhole(good);
  const wrong: [from: string, to: string, refusal: RegExp][] = [
    ['349,99', '349,98', /^9: the opening balance 100.00 and the lines/],
    ['CR249,99', 'CR249.99', /^6: /],
    ['CR249,99', 'RR249,99', /^6: .* is not a movement/],
    ['CR249,99', 'CR24\u00009,99', /^6: there is a null byte in field 61/],
    ['1123CR', '1131CR', /^6: "1131" is not a day/],
    ['2611231123CR', '261131CR', /^6: .* is not a date/],
    ['100,00', '100', /^5: .* is not an amount/],
    ['C261122ZAR', 'C261122USD', /^9: the statement is in USD, and a field of it in ZAR/],
    [':62F:C261123ZAR349,99\n', '', /^9: the file is cut off: there is no closing balance/],
    ['-}\n', '', /cut off/],
    [':25:000111222\n', '', /no account/],
    [':61:', ':6\u00001:', /^6: .* belongs to no field/],
    ['IB PAYMENT', 'IB\u0000\u0000PAYMENT', /^6: there are null bytes/],
  ];
  for (const [from, to, refusal] of wrong) {
    assert.match(await refusalOf(good.replace(from, to)), refusal, `${from} ${to}`);
  }
  assert.match(await refusalOf(good, { today: '2026-11-22' }), /^6: the date 2026-11-23 is after today/);
  // A zero byte between letters is left out.
  const { lines } = await readWhole(good.replace('IB PAYMENT', 'IB P\u0000A\u0000Y\u0000MENT'));
  assert.match(lines[0]!.text, /IB PAYMENT/);
});

test('a booking day of another year than the value date is the nearest', async () => {
  const movement = ':61:2701021231CR1,00NDEPX\n';
  const { lines } = await readWhole(mt940(movement, 'C261230ZAR0,00', 'C261231ZAR1,00'));
  assert.deepEqual([lines[0]!.bookedOn, lines[0]!.valueOn], ['2026-12-31', '2027-01-02']);
});
