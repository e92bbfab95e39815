import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWhole, refusalOf } from '../../../../test/statements/read-whole.ts';
import { sortOf } from './index.ts';

const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="ZAR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-23</Dt></Dt></Bal>\n`;
const camt = (entries: string, closing: string, opening = '100.00') =>
  '<Document><BkToCstmrStmt><Stmt><Id>1</Id><ElctrncSeqNb>7</ElctrncSeqNb>' +
  `<Acct><Id><Othr><Id>000111222</Id></Othr></Id></Acct>\n${balance('OPBD', opening)}${balance('CLBD', closing)}${entries}` +
  '</Stmt></BkToCstmrStmt></Document>';
const entry = (amount: string, { side = 'CRDT', status = '<Sts>BOOK</Sts>', more = '' } = {}) =>
  `<Ntry><Amt Ccy="ZAR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${status}<BookgDt><Dt>2026-11-23</Dt></BookgDt>${more}</Ntry>\n`;
const detail = (amount: string, more = '') => `<TxDtls><Amt Ccy="ZAR">${amount}</Amt>${more}</TxDtls>\n`;

test('a batch is a line for each of its details only if they add up to it', async () => {
  const batch = (second: string) =>
    camt(
      entry('250.00', {
        more: `<AcctSvcrRef>K</AcctSvcrRef><NtryDtls>${detail('100.00')}${detail(second)}</NtryDtls>`,
      }),
      '350.00',
    );
  const { lines } = await readWhole(batch('150.00'));
  assert.deepEqual(
    lines.map(({ amount, bankKey, at }) => [amount, bankKey, at]),
    [
      [10_000n, 'K/1', 4],
      [15_000n, 'K/2', 5],
    ],
  );
  // Otherwise the entry is one line: its amount is the booked one.
  for (const other of [batch('150.01'), batch('150.00').replace('Ccy="ZAR">150', 'Ccy="USD">150')]) {
    const read = await readWhole(other);
    assert.deepEqual(
      read.lines.map(({ amount, bankKey, at }) => [amount, bankKey, at]),
      [[25_000n, 'K', 4]],
    );
  }
});

test('the payer has an account and a branch; a reversal has those of the reversed entry', async () => {
  const parties =
    '<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>' +
    '<RltdPties><Dbtr><Nm>A &amp; B</Nm></Dbtr><DbtrAcct><Id><Othr><Id>62000000001</Id></Othr></Id></DbtrAcct></RltdPties>' +
    '<RltdAgts><DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>250655</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt></RltdAgts>' +
    '<RmtInf><Ustrd>Hello</Ustrd><Ustrd>there</Ustrd></RmtInf></TxDtls></NtryDtls>';
  const back = entry('1.00', { side: 'DBIT', more: `<RvslInd>true</RvslInd>${parties}` });
  const { lines } = await readWhole(camt(entry('1.00', { more: parties }) + back, '100.00'));
  const payer = { branchCode: '250655', accountNumber: '62000000001', holder: 'A & B' };
  assert.deepEqual(
    lines.map((line) => line.payer),
    [payer, payer],
  );
  assert.deepEqual(
    lines.map(({ amount, isReversal }) => [amount, isReversal]),
    [
      [100n, false],
      [-100n, true],
    ],
  );
  assert.equal(lines[0]!.text, 'Hello there A & B');
  assert.equal(lines[0]!.reference, '');
});

test('an announced entry is pending, in every version, and no part of the balance', async () => {
  const pending =
    entry('9.00', { status: '<Sts><Cd>PDNG</Cd></Sts>' }) + entry('9.00', { status: '<Sts>INFO</Sts>' });
  const { lines } = await readWhole(camt(entry('1.00') + pending, '101.00'));
  assert.deepEqual(
    lines.map(({ status }) => status),
    ['booked', 'pending', 'pending'],
  );
});

test('lines are numbered by entries, and comments change nothing', async () => {
  const file = camt(`${entry('1.00')}${entry('2.00')}<!-- <Ntry> -->\n${entry('3.00')}`, '106.00');
  const plain = file.replace('<!-- <Ntry> -->', '');
  for (const one of [file, plain, plain.replace('<Ntry>', '<Ntry >')]) {
    const { lines } = await readWhole(one);
    assert.deepEqual(
      lines.map(({ amount, at }) => [amount, at]),
      [
        [100n, 4],
        [200n, 5],
        [300n, 7],
      ],
    );
  }
  const behind = plain.replace('</Stmt>', `${balance('CLBD', '107.00').replace('11-23', '11-24')}</Stmt>`);
  assert.match(await refusalOf(behind), /^8: the opening balance/);
});

test('names have any prefix, in any envelope', async () => {
  const prefixed = camt(entry('1.00'), '101.00').replaceAll(/<(\/?)(?=\w)/g, '<$1ns2:');
  const { statements } = await readWhole(
    `<?xml version="1.0"?>\n<e:Env xmlns:e="x"><e:Body>${prefixed}</e:Body></e:Env>`,
  );
  assert.equal(statements[0]!.closing, 10_100n);
});

test('an error is refused with its line', async () => {
  const good = camt(entry('1.00'), '101.00');
  await readWhole(good);
  const wrong: [from: string | RegExp, to: string, refusal: RegExp][] = [
    ['101.00', '101.10', /^3: the opening balance/],
    ['>1.00', '>1,00', /^4: the amount of the entry, "1,00", is not an amount/],
    ['>1.00', '>1.001', /is not an amount/],
    ['"ZAR">1.00', '"EUR">1.00', /^4: .* not ZAR/],
    ['<Sts>BOOK</Sts>', '', /^4: the status is ""/],
    ['</Ntry>', '', /cut off or not well-formed/],
    ['<Document>', '<!DOCTYPE a><Document>', /declaration is not allowed/],
    ['CLBD', 'XXXX', /has no closing balance/],
    ['<Id>1</Id>', '<Id>&a;</Id>', /entity/],
    ['</Ntry>', '<Ntry><Amt Ccy="ZAR">1.00</Amt></Ntry></Ntry>', /^4: Ntry is not allowed here/],
    ['<Sts>BOOK</Sts>', '<Sts>BOOK</Sts><Amt Ccy="ZAR">2.00</Amt>', /^4: there are several Amt/],
    ['BookgDt><Dt>2026-11-23', 'BookgDt><Dt>2026-11-31', /^4: .* is not a date/],
    [
      '<Stmt>',
      '<Stmt><TxsSummry><TtlCdtNtries><NbOfNtries>2</NbOfNtries></TtlCdtNtries></TxsSummry>',
      /summary/,
    ],
    ['BookgDt>', 'Book\u0000Dt>', /^4: there is a null byte/],
  ];
  for (const [from, to, refusal] of wrong)
    assert.match(await refusalOf(good.replace(from, to)), refusal, `${from} ${to}`);
  assert.match(await refusalOf(good, { today: '2026-11-22' }), /after today/);
  assert.match(await refusalOf(`<?xml version="1.0"?><a><b/></a>`), /it is no statement/);
});

test('statements and responses are distinguished by their content', () => {
  const of = (text: string, encoding: BufferEncoding = 'utf8') => sortOf(Buffer.from(text, encoding));
  const answer = '<?xml version="1.0"?><x:Document><x:CstmrPmtStsRpt><x:GrpHdr/>';
  assert.equal(of(camt('', '100.00')), 'statement');
  assert.equal(of(answer), 'answer');
  assert.equal(of(`\ufeff${answer}`), 'answer');
  assert.equal(of(`\ufeff${answer}`, 'utf16le'), 'answer');
  assert.equal(of('{1:F01}{2:O940}{4:'), 'statement');
  assert.equal(of('Date,Amount,Balance,Description'), 'statement');
  assert.equal(of('OFXHEADER:100\n'), 'statement');
  assert.equal(of('<?xml version="1.0"?><Document><CstmrCdtTrfInitn>'), undefined);
  assert.equal(of('\u0001\u0002PK'), undefined);
});
