// Proof 7, in a real browser: every text column that reaches a page holds hostile text. No script runs, the policy has
// nothing to refuse, no page is wider than the window, and no export has a formula.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { parse } from 'csv/sync';
import { openBrowser } from '../../support/browser.ts';
import { type Visitor, visitorsOf } from '../support.ts';
import { enterBrowser, judge, listen } from './browsing.ts';
import { plant } from './planting.ts';
import { addressesOf, openWorld } from './world.ts';

const world = await openWorld();

const hostile: ((number: number) => string)[] = [
  () => `"><script>alert(1)</script><img src=x onerror=alert(2)>`,
  () => `'--></title></textarea></script><svg onload=alert(3)><style>*{display:none}</style>`,
  () => `javascript:alert(4)//"onfocus=alert(5) autofocus x="`,
  () => `\u202e\u2066${'מלך'.repeat(9)}\u202d RTL \u200f\u061c`,
  (number) => `${number}${'W'.repeat(5_000)}`,
  () => `=cmd|' /C calc'!A0`,
  () => `@SUM(1+1)*cmd|'/C calc'!A0`,
  () => `\t=1+1\r\n+1`,
  () => `-2+3+cmd|'/C calc'!A0`,
  () => `👩‍👩‍👧‍👦${'é\u0301\u0302\u0303'.repeat(60)}${'𝕏'.repeat(200)}`,
  () => `\u0001\u001b[31m\u007f\u2028\u2029\ufeff\ufffe\u2400`,
  () => `\${alert(6)} {{7*7}} <%= 7 %> %0d%0aset-cookie: a=b`,
];

const browser = await openBrowser();
const visitors = await visitorsOf(world, 'admin', 'operator-finance', 'operator-admin');
const addresses = await addressesOf(world.db, 6);
after(() => browser.close());

for (const shift of [0, 5])
  test(`no script runs and no page breaks, with texts moved by ${shift}`, async (t) => {
    const texts = [...hostile.slice(shift), ...hostile.slice(0, shift)];
    const planted = await plant(world.db, texts);
    assert.ok(planted.columns.length > 50, `${planted.columns}`);
    const wrong: string[] = [];
    let judged = 0;
    for (const visitor of visitors) {
      const context = await enterBrowser(browser, world.base, visitor, { width: 360 });
      const page = await context.newPage();
      const { received } = listen(page);
      for (const { address } of addresses.filter(({ isExport }) => !isExport)) {
        await page.setViewportSize({ width: 360, height: 800 });
        const answer = await page.goto(world.base + address);
        const status = answer!.status();
        if (status === 403) continue;
        judged += 1;
        if (status >= 500) wrong.push(`${address}: ${status}`);
        for (const width of [360, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          const found = await judge(page, { withAxe: false });
          wrong.push(...found.map((one) => `${address}, ${width} px: ${one}`));
        }
        wrong.push(...received.splice(0).map((one) => `${address}: the browser says ${one}`));
      }
      await context.close();
    }
    t.diagnostic(
      `${judged} pages at two widths, ${planted.columns.length} columns planted, ${planted.refused.length} kept by rules of the database (${planted.refused.join(' ')})`,
    );
    assert.deepEqual(wrong, []);
  });

test('no export has a formula, and each has as many cells as its first line', async (t) => {
  const wrong: string[] = [];
  let cells = 0;
  for (const visitor of visitors)
    for (const { address } of addresses.filter(({ isExport }) => isExport)) {
      const found = await judgeExport(visitor, address);
      cells += found.cells;
      wrong.push(...found.wrong.map((one) => `${address}: ${one}`));
    }
  t.diagnostic(`${cells} cells`);
  assert.deepEqual(wrong, []);
});

async function judgeExport(visitor: Visitor, address: string): Promise<{ cells: number; wrong: string[] }> {
  const { status, text, headers } = await visitor.get(address);
  if (status === 403) return { cells: 0, wrong: [] };
  if (status !== 200) return { cells: 0, wrong: [`${status}`] };
  assert.doesNotMatch(headers.get('content-disposition') ?? '', /[^\x20-\x7e]/);
  // The cells of a workbook have types, and the service writes no formula.
  if (address.includes('.xlsx')) return { cells: 0, wrong: text.includes('<f>') ? ['a formula'] : [] };
  // Nor have PDFs, pictures and uploaded documents.
  if (!headers.get('content-type')!.startsWith('text/csv')) return { cells: 0, wrong: [] };
  const rows: string[][] = parse(text, { relax_column_count: true });
  // A statement is no list, and a scheduled report ends with a row of totals.
  const wrong = /\/reports\.csv$|\/scheduled-reports\//.test(address) ? [] : judgeRows(address, rows);
  const formulas = rows
    .slice(1)
    .filter(([first]) => !first!.startsWith('# '))
    .flat()
    .filter((cell) => /^\s*[=+@\t\r-]/.test(cell) && !/^-?\d+(?:\.\d+)?$/.test(cell));
  wrong.push(...formulas.map((cell) => JSON.stringify(cell.slice(0, 60))));
  return { cells: rows.flat().length, wrong };
}

/** Of the export of a list: every row has the cells of the first, and the last line says how many there are. */
function judgeRows(address: string, [head, ...body]: string[][]): string[] {
  // A sheet to correct and resend has no final line.
  const last = address.endsWith('/refused.csv') ? '# ' : body.pop()!.join(',');
  const wrong = last.startsWith('# ') ? [] : [`ends with ${last.slice(0, 60)}`];
  const uneven = body.filter((row) => row.length !== head!.length);
  return [...wrong, ...uneven.map((row) => `a row of ${row.length} cells`)];
}
