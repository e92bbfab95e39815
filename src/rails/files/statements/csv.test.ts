import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWhole, refusalOf } from '../../../../test/statements/read-whole.ts';
import { BadProfile, profileFromYaml } from './index.ts';

const csv = (...lines: string[]): string => `${lines.join('\r\n')}\r\n`;
const fnb = (...lines: string[]) =>
  csv(
    'ACCOUNT TRANSACTION HISTORY',
    'FOR ACCOUNT NUMBER 62000000001',
    'Date, SERVICE FEE, Amount, DESCRIPTION, REFERENCE, Balance, CHEQUE NUMBER',
    ...lines,
  );
const amounts = async (file: string) => (await readWhole(file)).lines.map(({ amount }) => amount);

test('zero bytes between letters are left out, in amounts and as holes they are refused', async () => {
  const line = '2026/09/12,,100.00,FNB PAY,DEP1,1100.00,';
  const { lines } = await readWhole(fnb(line.replace('FNB PAY', 'F\0N\0B\0 P\0A\0Y')));
  assert.equal(lines[0]!.text, 'FNB PAY DEP1');
  assert.match(
    await refusalOf(fnb(line.replace('100.00', '1\u000000.00'))),
    /^4: there is a null byte in the amount/,
  );
  assert.match(
    await refusalOf(fnb(line.replace('2026', '20\u000026'))),
    /^4: there is a null byte in the date/,
  );
  assert.match(await refusalOf(fnb(line.replace('PAY', '\0\0\0'))), /^4: there are null bytes/);
});

test('files in UTF-16, in Latin-1 and with a mark are read', async () => {
  const file = fnb('2026/09/12,,100.00,CAFÉ,,1100.00,');
  for (const bytes of [
    Buffer.from(`\ufeff${file}`, 'utf16le'),
    Buffer.from(file, 'utf16le'),
    Buffer.from(`\ufeff${file}`),
    Buffer.from(file, 'latin1'),
  ])
    assert.equal((await readWhole(bytes)).lines[0]!.text, 'CAFÉ');
});

test('a fee in its own column is a separate charge if the balance follows from it', async () => {
  const business = (fee: string, balance: string) =>
    csv(
      'Balance brought forward:,,,,,,100.00',
      'Account,Date,Description,Reference,Amount,Fees,Balance',
      `4000000002,31/03/2025,Inward EFT Credit,DEP1,50.00,${fee},${balance}`,
      'Total:,,,,,,',
    );
  for (const fee of ['-1.00', '1.00', '(1.00)']) {
    const { lines, statements } = await readWhole(business(fee, '149.00'));
    assert.deepEqual(
      lines.map(({ amount, hint, balance }) => [amount, hint, balance]),
      [
        [5_000n, null, 15_000n],
        [-100n, 'charge', 14_900n],
      ],
    );
    assert.match(lines[1]!.text, /^fee: /);
    assert.equal(statements[0]!.closing, 14_900n);
  }
  // The fee is only mentioned.
  assert.deepEqual(
    (await readWhole(business('-1.00', '150.00'))).lines.map(({ amount }) => amount),
    [5_000n],
  );
  assert.match(await refusalOf(business('-1.00', '149.50')), /^3: the balance 149.50 does not follow/);
  assert.match(
    await refusalOf(business('-1.00', '149.00').replace(/Total.*\r\n/, '')),
    /^3: the file is cut off/,
  );
});

test('pending lines take no part in the balance', async () => {
  const header =
    'Nr,Account,Posting Date,Transaction Date,Description,Original Description,Parent Category,Category,Money In,Money Out,Fee,Balance';
  const { lines, statements } = await readWhole(
    csv(
      header,
      '1,4000000002,2026-04-14 8:20,2026-04-14,Pay,Pay,A,B,100.00,,,200.00',
      '2,4000000002,2026-04-15 18:20,2026-04-15,(Pending) Pay,X,A,B,100.00,,,',
      '3,4000000002,2026-04-15 18:20,2026-04-15,Out,Out,A,B,,-50.00,-2.00,148.00',
    ),
  );
  assert.deepEqual(lines.map(({ amount, status }) => `${amount} ${status}`).sort(), [
    '-200 booked',
    '-5000 booked',
    '10000 booked',
    '10000 pending',
  ]);
  assert.equal(statements[0]!.closing, 14_800n);
});

test('rows of balances are checked against the lines', async () => {
  const nedbank = (balance: string) =>
    csv(
      'Statement Enquiry :,',
      'Account Number :,1111222233',
      '01Mar2025,BROUGHT FORWARD,,100.00',
      '01Mar2025,PAY ME,50.00,150.00',
      ',PROVISIONAL STATEMENT,,',
      '02-Mar-25,PAY ME,50.00,200.00',
      `02Mar2025,CARRIED FORWARD,,${balance}`,
    );
  const { lines, statements } = await readWhole(nedbank('200.00'));
  assert.deepEqual(
    [lines.length, statements[0]!.account, statements[0]!.opening],
    [2, '1111222233', 10_000n],
  );
  assert.match(await refusalOf(nedbank('250.00')), /^7: the balance 250.00 does not follow/);
});

test('numbers of lines are right behind quoted line ends and empty lines', async () => {
  const file = fnb('2026/09/12,,100.00,"A\r\nB",DEP1,1100.00,', '', '2026/09/12,,1.00,C,,1102.00,');
  assert.match(await refusalOf(file), /^7: the balance 1102.00 does not follow: it should be 1101.00/);
  assert.match(await refusalOf(file.replaceAll('\r\n', '\n')), /^7: /);
  assert.match(await refusalOf(file.replaceAll('\r\n', '\r')), /^7: /);
});

test('a row that an open quotation mark has swallowed is not lost unnoticed', async () => {
  const rows = [
    '2026/09/11,,5.00,"A,,105.00,',
    '2026/09/12,,7.00,B,,112.00,',
    '2026/09/13,,9.00,C",,121.00,',
  ];
  assert.match(await refusalOf(fnb(...rows)), /a quotation mark is not closed/);
  assert.deepEqual(await amounts(fnb('2026/09/11,,5.00,"A of\r\nB, C",,105.00,')), [500n]);
});

test('brackets keep their sign', async () => {
  assert.deepEqual(await amounts(fnb('2026/09/12,,(12.00),A,,88.00,')), [-1_200n]);
});

test("FNB's statement has the year of its period, and its balances", async () => {
  const file = (closing: string) =>
    csv(
      "2,62000000001,'CHEQUE'",
      `3,12,2025-12-20,2026-01-20,100.00,${closing}`,
      '5,1,\'30 Dec\',"FNB OB Pmt","name","",70.00,170.00,',
      '5,2,\'02 Jan\',"A","B","",-20.00,150.00,',
    );
  const { lines, statements } = await readWhole(file('150.00'));
  assert.deepEqual(
    lines.map(({ bookedOn, text }) => [bookedOn, text]),
    [
      ['2025-12-30', 'FNB OB Pmt name'],
      ['2026-01-02', 'A B'],
    ],
  );
  assert.deepEqual([statements[0]!.number, statements[0]!.account], ['12', '62000000001']);
  assert.match(await refusalOf(file('150.10')), /the closing balance is not that of the lines/);
  assert.match(await refusalOf(file('150.00').replace('02 Jan', '22 Jan')), /^4: .* is not a date/);
});

test('no line ends early, has too many columns, or is of the future', async () => {
  const line = '2026/09/12,,100.00,A,,1100.00,';
  assert.match(await refusalOf(fnb(line, '2026/09/12,,100.00')), /^5: the row is cut off/);
  assert.match(await refusalOf(fnb(`${line},,extra`)), /^4: the row has more than its 7 columns/);
  assert.match(await refusalOf(fnb(line.replace('100.00', 'x'))), /^4: the amount, "x", is not an amount/);
  assert.match(await refusalOf(fnb(line), { today: '2026-09-11' }), /^4: the date 2026-09-12 is after today/);
  assert.match(await refusalOf(fnb(line.replace('A', '"A'))), /cut off: a quotation mark is not closed/);
  assert.match(await refusalOf(''), /^null: the file is empty/);
});

test('no movement comes before the titles', async () => {
  const [first, second, titles, ...lines] = fnb(
    '2026/09/11,,5.00,A,,105.00,',
    '2026/09/12,,100.00,B,,205.00,',
  ).split('\r\n');
  const moved = [first, second, lines[0], titles, ...lines.slice(1)].join('\r\n');
  assert.match(await refusalOf(moved), /^3: a movement comes before the column titles/);
  // A date and an amount in other places move nothing.
  const said = [first, second, '2026/09/11,105.00', titles, ...lines].join('\r\n');
  assert.deepEqual(await amounts(said), [500n, 10_000n]);
});

test('a file of no profile is refused with the names of those that might fit', async () => {
  assert.match(await refusalOf(csv('Date,Description,Amount', '2026-01-01,A,1.00')), /it might be .*absa/);
  assert.match(await refusalOf(csv('a,b', '1,2')), /those known are fnb-history/);
});

const yaml = `
name: mine
delimiter: ";"
decimals: ","
header: [Day, What, Ref, In, Out, Left]
columns: { date: Day, description: [What], reference: Ref, in: In, out: Out, balance: Left }
date: dd/MM/yyyy
skip: ["^notice"]
pending: ["waiting"]
charges: ["^cost"]
`;

test('a profile of one own reads its files', async () => {
  const file = csv(
    'anything',
    'DAY;what;ref;in;out;left',
    '01/02/2026;Hi;DEP1;1 234,50;;2 000,00',
    ';notice;;;;',
    '02/02/2026;waiting;;5,00;;',
    '02/02/2026;Costs;;;10,00;1.990,00',
  );
  const { lines, statements } = await readWhole(file, { profile: profileFromYaml(yaml) });
  assert.deepEqual(lines.map(({ amount, status, hint }) => `${amount} ${status} ${hint}`).sort(), [
    '-1000 booked charge',
    '123450 booked null',
    '500 pending null',
  ]);
  assert.deepEqual([statements[0]!.format, statements[0]!.opening], ['mine', 76_550n]);
  assert.match(await refusalOf(fnb(), { profile: profileFromYaml(yaml) }), /not of the profile mine/);
});

test('without balances, an amount at the end of a file must be whole', async () => {
  const profile = profileFromYaml(
    'name: x\nheader: [Dág, Text, Amount]\ncolumns: { date: Dág, description: Text, amount: Amount }\n',
  );
  const file = 'DÁG,Text,Amount\n2026-01-01,A,12.50';
  for (const whole of [file, `${file}\n`, `${file}\n2026-01-02,B,7\n`])
    assert.equal((await readWhole(whole, { profile })).lines[0]!.amount, 1_250n);
  for (let cut = 1; cut < 5; cut += 1)
    assert.match(await refusalOf(file.slice(0, -cut), { profile }), /^2: /, file.slice(0, -cut));
});

test('a mistake in a profile is refused by its field', () => {
  const wrong: [from: string, to: string, refusal: RegExp][] = [
    ['name: mine', 'name: "a b"', /^name: /],
    ['delimiter: ";"', 'delimiter: "ab"', /^delimiter: /],
    ['decimals: ","', 'decimals: ";"', /^decimals: /],
    ['Left]', 'In]', /^header: has a column title twice/],
    ['reference: Ref', 'reference: Reef', /^columns.reference: "Reef" is not in the header/],
    ['date: Day,', '', /^columns.date: is missing/],
    ['in: In, out', 'out', /^columns.amount: is missing/],
    ['in: In,', 'in: In, amount: In,', /^columns.amount: cannot be combined/],
    ['dd/MM/yyyy', 'dd/yyyy', /^date: /],
    ['"^cost"', '"(cost"', /^charges: .* is not a valid RE2 pattern/],
    ['"^cost"', '"(?=cost)"', /^charges: .* is not a valid RE2 pattern/],
    ['skip:', 'skipp:', /^skipp: is not known/],
    ['columns: {', 'columns: { what: Day,', /^columns.what: is not known/],
    ['name: mine', 'name: mine\norder: newest', /^order: must be one of/],
    ['name: mine', 'name: &a mine\nfiles: *a', /^the profile: is not valid YAML/],
    ['name: mine', 'name: [', /^the profile: is not valid YAML/],
  ];
  for (const [from, to, message] of wrong) {
    const given = yaml.replace(from, to);
    assert.notEqual(given, yaml);
    assert.throws(
      () => profileFromYaml(given),
      (error) => error instanceof BadProfile && message.test(error.message),
      `${from} ${to}`,
    );
  }
});
