import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { unzip } from '../../../test/support/unzip.ts';
import { type Cell, type SheetColumn, xlsx } from './xlsx.ts';

const columns: SheetColumn[] = [
  { heading: 'Reference', kind: 'text' },
  { heading: 'Amount', kind: 'amount' },
  { heading: 'Created', kind: 'time' },
  { heading: 'Day', kind: 'day' },
];

async function workbook(rows: readonly (readonly Cell[])[], rowsOfASheet?: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  const sheets = [{ name: 'payments', columns, rows: once(rows) }];
  for await (const part of xlsx(sheets, rowsOfASheet)) parts.push(part);
  return Buffer.concat(parts);
}

async function* once(rows: readonly (readonly Cell[])[]) {
  yield rows;
}

const rowsIn = (sheet: string): string[] => sheet.match(/<row .*?<\/row>/gs) ?? [];

test('an amount is a number, a time and a day are counted in days, and the headings stay in sight', async () => {
  const files = unzip(
    await workbook([
      ['ORDER-1', '-1234.50', '2026-11-21T10:30:00.000+02:00', '2026-11-21'],
      ['', null, null, null],
    ]),
  );
  const sheet = files['xl/worksheets/sheet1.xml']!;
  const [headings, row, empty] = rowsIn(sheet);
  assert.match(headings!, /Reference.*Amount.*Created.*Day/);
  assert.equal(
    row,
    '<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve">ORDER-1</t></is></c>' +
      '<c r="B2" s="2"><v>-1234.50</v></c><c r="C2" s="3"><v>46347.4375</v></c><c r="D2" s="4"><v>46347</v></c></row>',
  );
  assert.equal(empty, '<row r="3"></row>');
  assert.match(sheet, /state="frozen"/);
  for (const name of ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/styles.xml'])
    assert.ok(files[name], name);
});

test('a cell that is not a number of at most fifteen digits stays a text', async () => {
  const files = unzip(await workbook([['x', '12345678901234.00', 'never', '0001-01-01']]));
  assert.equal(rowsIn(files['xl/worksheets/sheet1.xml']!)[1]!.match(/inlineStr/g)!.length, 4);
});

test('more rows than a sheet takes go on in the next', async () => {
  const rows = Array.from({ length: 5 }, (_, index) => [`R-${index}`, null, null, null]);
  const files = unzip(await workbook(rows, 3));
  const found = [1, 2, 3].map((sheet) => rowsIn(files[`xl/worksheets/sheet${sheet}.xml`]!).length);
  assert.deepEqual(found, [3, 3, 2]);
  assert.match(files['xl/workbook.xml']!, /name="payments".*name="payments 2".*name="payments 3"/);
});

test('any text is read again unchanged, except for characters that XML cannot hold', async () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { minLength: 1, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      const files = unzip(await workbook(given.map((text) => [`x${text}`, null, null, null])));
      const [, ...rows] = rowsIn(files['xl/worksheets/sheet1.xml']!);
      assert.deepEqual(
        rows.map(readText),
        given.map((text) => `x${text.toWellFormed()}`.replace(unheld, '\ufffd')),
      );
    }),
    { numRuns: 10 },
  );
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold
const unheld = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** Returns the first text of a row as a spreadsheet shows it. */
function readText(row: string): string {
  const [, written] = /preserve">([^<]*)<\/t>/.exec(row)!;
  return written!
    .replace(/&(amp|lt|gt);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>' })[name as 'amp']!)
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
