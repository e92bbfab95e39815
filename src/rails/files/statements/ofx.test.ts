// OFX: time that is linear in the file, and movements whose type contradicts their sign. What files say is tested by the
// corpus (test/statement-corpus.test.ts).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWhole, refusalOf } from '../../../../test/statements/read-whole.ts';

const begin =
  'OFXHEADER:100\n<OFX><STMTRS><CURDEF>ZAR<BANKACCTFROM><ACCTID>4000000301</BANKACCTFROM><BANKTRANLIST>';
const end = '</BANKTRANLIST><LEDGERBAL><BALAMT>10.00<DTASOF>20261125</LEDGERBAL></STMTRS></OFX>';
const movement = (type: string, amount: string) =>
  `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261124<TRNAMT>${amount}<FITID>1<NAME>A</STMTTRN>`;

/** What each file begins with, and what is repeated after it. */
const shapes: Record<string, [begin: string, repeated: string]> = {
  'tags without a new line': ['<OFX>', '<A>'],
  'tags on lines of their own': ['<OFX>', '<A>\n'],
  movements: [begin, movement('CREDIT', '1')],
  'texts that begin': [`${begin}<STMTTRN>`, '<MEMO>'],
  'texts that begin and end': [`${begin}<STMTTRN>`, '<NAME>a</NAME>'],
  'names in all letter cases': [`${begin}<STMTTRN>`, '<MEMO><memo><Memo><mEmo><NAME><name><Name>'],
  'comments that do not end': [`${begin}<STMTTRN><MEMO>`, '<!--'],
  'sections that do not end': [`${begin}<STMTTRN><MEMO>`, '<![CDATA['],
  'sections in XML': ['<?xml?><OFX><STMTTRN><MEMO>', '<![CDATA[<STMTTRN'],
  'instructions that do not end': [`${begin}<STMTTRN><MEMO>`, '<?a'],
  'ends of groups': [begin, '</STMTTRN>'],
  'ends of groups in a text': [`${begin}<STMTTRN><MEMO>`, '</STMTTRN> '],
  entities: [`${begin}<STMTTRN><MEMO>`, '&amp;'],
  'one long text': [`${begin}<STMTTRN><MEMO>`, 'x'],
};

/** Processor time in microseconds; the smaller of two runs. */
async function timeOf([first, repeated]: [string, string], megabytes: number): Promise<number> {
  const file = Buffer.from(first + repeated.repeat(Math.floor((megabytes * 1_000_000) / repeated.length)));
  const times: number[] = [];
  for (let run = 0; run < 2; run += 1) {
    const before = process.cpuUsage();
    await readWhole(file).catch(() => {});
    const { user, system } = process.cpuUsage(before);
    times.push(user + system);
  }
  return Math.min(...times);
}

test('twice as long an OFX file takes at most 2.5 times as long, whatever it holds', async () => {
  // Very short times vary more than they grow.
  const ordinary = await timeOf(shapes.movements!, 1);
  for (const [name, shape] of Object.entries(shapes)) {
    let before = await timeOf(shape, 1);
    for (const megabytes of [2, 4]) {
      const time = await timeOf(shape, megabytes);
      assert.ok(
        time + ordinary <= 2.5 * (before + ordinary),
        `${name}: ${before} becomes ${time} at ${megabytes} MB`,
      );
      before = time;
    }
  }
});

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
