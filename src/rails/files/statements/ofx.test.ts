// OFX: movements whose type contradicts their sign, and texts of a payer. The corpus (test/statement-corpus.test.ts)
// tests the contents of files, test/hostile/linear.test.ts the time that they take.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWhole, refusalOf } from '../../../../test/statements/read-whole.ts';

const begin =
  'OFXHEADER:100\n<OFX><STMTRS><CURDEF>ZAR<BANKACCTFROM><ACCTID>4000000301</BANKACCTFROM><BANKTRANLIST>';
const end = '</BANKTRANLIST><LEDGERBAL><BALAMT>10.00<DTASOF>20261125</LEDGERBAL></STMTRS></OFX>';
const movement = (type: string, amount: string) =>
  `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261124<TRNAMT>${amount}<FITID>1<NAME>A</STMTTRN>`;

test('a movement out of the account is never read as money in', async () => {
  for (const type of [
    ...['DEBIT', 'FEE', 'SRVCHG', 'PAYMENT', 'CHECK', 'ATM', 'POS', 'CASH', 'DIRECTDEBIT', 'REPEATPMT'],
    ...['debit', ' Debit '],
  ])
    assert.match(await refusalOf(begin + movement(type, '10.00') + end), /contradict each other/, type);
  for (const type of ['CREDIT', 'DEP', 'DIRECTDEP'])
    assert.match(await refusalOf(begin + movement(type, '-10.00') + end), /contradict each other/, type);
  for (const [type, amount] of [
    ['DEBIT', '-10'],
    ['CREDIT', '10'],
    ['INT', '-10'],
    ['XFER', '10'],
    ['DEBIT', '0.00'],
  ])
    await readWhole(begin + movement(type!, amount!) + end);
});

test('a payer cannot add a movement or move its end', async () => {
  const typed = [
    ...['</STMTTRN>x', '<STMTTRN>', '</OFX>', '<TRNAMT>99999.00', '<MEMO>', '<NAME>B', '<!--', '<![CDATA['],
    ...[']]>', '-->', '<?xml?>', '</NAME>', '<', '</', '<a', '&', '&#0;', '</STMTTRN></STMTTRN>'],
  ];
  for (const text of typed) {
    for (const feed of ['', '\n']) {
      const first = movement('CREDIT', '4.00').replace('>A<', `>A${text}<`);
      const file = begin + feed + first + feed + movement('DEBIT', '-1.00') + feed + end;
      const { lines } = await readWhole(file);
      assert.deepEqual(
        lines.map(({ amount }) => amount),
        [400n, -100n],
        text,
      );
    }
  }
});
