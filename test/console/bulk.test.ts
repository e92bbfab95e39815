// A user uploads a sheet of payments: a preview, one creation, and the refused lines as a sheet to correct.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'csv/sync';
import { openService } from '../support/opening.ts';
import { ask, hiddenOf, plain, strangerOf, visitorsOf } from './support.ts';

const service = await openService();
const { db, merchant } = service;
const path = '/console/bulk/new';
const urls = 'https://shop.example/a';

const [finance, developer, viewer] = await visitorsOf(service, 'finance', 'developer', 'viewer');
const stranger = await strangerOf(service, 'finance');

const head = 'amount;transactionReference;bankReference;notifyUrl;successUrl;cancelUrl;errorUrl';
const row = (amount: string, reference: string, more = '') =>
  `${amount};${reference};KAROO;${urls};${urls};${urls};${urls}${more}`;
const given = (reference: string, sheet: string) => ({
  site: merchant.siteCode,
  reference,
  notifyUrl: urls,
  sheet,
});
const jobs = async (reference: string) =>
  db<
    { id: string; itemCount: number }[]
  >`select id, item_count from bulk_jobs where reference = ${reference}`;

describe('a sheet of payments', () => {
  test('is previewed, created once when its sum is typed, and returns its refused lines as a sheet to correct', async () => {
    const sheet = [
      head,
      row('150,00', 'A-1'),
      row('R 1 250.5', 'A-2'),
      row('0', 'A-3'),
      row('10', '<b>A-4</b>', ';x'),
    ];
    const typed = given('NOVEMBER', sheet.join('\r\n'));
    const looked = await finance.act(path, path, typed);
    assert.equal(looked.status, 200, looked.text);
    assert.match(plain(looked.text), /<strong>2<\/strong> of 4 rows are valid\. Total: <strong>R\s1\s400,50/);
    assert.match(looked.text, /amount must be a number above 0/);
    assert.match(looked.text, /the row has 8 cells, and the head 7/);
    assert.equal((await jobs('NOVEMBER')).length, 0);
    assert.equal((await db`select from console.audit where action = 'bulk.upload'`).count, 0);

    const fields = hiddenOf(looked.text, path);
    const wrong = await finance.post(path, { ...fields, amount: '1400,51' });
    assert.equal(wrong.status, 422);
    assert.match(plain(wrong.text), /The total is R\s1\s400,50/);
    const stale = await finance.post(path, {
      ...hiddenOf(wrong.text, path),
      seenGood: '3',
      amount: '1400,50',
    });
    assert.equal(stale.status, 409);
    const again = { ...hiddenOf(wrong.text, path), amount: '1400,50' };
    const done = await finance.post(path, again);
    assert.equal(done.status, 303, done.text);
    assert.equal((await finance.post(path, again)).status, 409);
    const [job, ...others] = await jobs('NOVEMBER');
    assert.deepEqual([job!.itemCount, others.length, done.to], [4, 0, `/console/bulk/${job!.id}`]);

    await service.drain();
    const page = await finance.get(done.to!);
    assert.match(page.text, /complete with errors/);
    const made =
      await db`select merchant_reference, amount_cents from payments where merchant_reference like 'A-%' order by 1`;
    assert.deepEqual(
      made.map((one) => [one.merchantReference, one.amountCents]),
      [
        ['A-1', 15_000n],
        ['A-2', 125_050n],
      ],
    );
    const csv = await finance.get(`${done.to}/refused.csv`);
    assert.match(csv.headers.get('content-disposition')!, /refused_NOVEMBER\.csv/);
    const refused = parse(csv.text, { columns: true }) as Record<string, string>[];
    assert.deepEqual(
      refused.map(({ transactionReference, error }) => [transactionReference, error?.slice(0, 20)]),
      [
        ['A-3', 'amount must be a num'],
        ['<b>A-4</b>', 'the row has 8 cells,'],
      ],
    );
    // The refused lines are a sheet again.
    const fixed = csv.text.replace(',ZAR,0,A-3', ',ZAR,20,A-3');
    const second = await developer.act(path, path, given('MENDED', fixed));
    assert.match(second.text, /<strong>2<\/strong> of 2 rows are valid/, second.text);
    const [entry] = await db`select after, merchant_id from console.audit where action = 'bulk.upload'`;
    assert.equal(entry!.merchantId, merchant.merchant.id);
  });

  for (const [what, sheet, message] of [
    ['nothing', '', /needs a line of column names/],
    ['a head alone', head, /needs a line of column names/],
    ['an unknown column', `${head};colour\n${row('1', 'B')};red`, /no field colour/],
    ['a column twice', `${head};amount\n${row('1', 'B')};2`, /twice/],
    ['no amounts', 'transactionReference,bankReference\nA,B', /no column amount/],
    ['an open quote', `${head}\n"1;2`, /CSV is not valid, in line 2/],
    [
      'too many',
      [head, ...Array.from({ length: 5_001 }, (_, index) => row('1', `C-${index}`))].join('\n'),
      /at most 5 000/,
    ],
  ] as const) {
    test(`of ${what} is refused, and stored`, async () => {
      const answer = await finance.act(path, path, given('BAD', sheet));
      assert.equal(answer.status, 422);
      assert.match(answer.text, message);
      if (sheet !== '') assert.ok(plain(answer.text).includes(sheet.slice(0, 200)));
      assert.equal((await jobs('BAD')).length, 0);
    });
  }

  test('of 5 000 lines is created in one job', async () => {
    const sheet = [head, ...Array.from({ length: 5_000 }, (_, index) => row('1.00', `MANY-${index}`))].join(
      '\n',
    );
    const looked = await finance.act(path, path, given('MANY', sheet));
    assert.match(looked.text, /<strong>5 000<\/strong> of 5 000/);
    const done = await finance.post(path, { ...hiddenOf(looked.text, path), amount: '5000' });
    assert.equal(done.status, 303, done.text.slice(0, 500));
    assert.equal((await jobs('MANY'))[0]!.itemCount, 5_000);
  });

  test('is finance’s, developers’ and admins’ alone, for their own sites', async () => {
    assert.equal((await viewer.get(path)).status, 403);
    assert.equal((await viewer.post(path, {})).status, 403);
    assert.equal((await ask(service, path, { fields: {} })).status, 401);
    const sheet = [head, row('1', 'FOREIGN')].join('\n');
    const foreign = await stranger.act(path, path, given('FOREIGN', sheet));
    assert.equal(foreign.status, 400);
    const looked = await finance.act(path, path, given('FOREIGN', sheet));
    const stolen = await stranger.post(path, { ...hiddenOf(looked.text, path), amount: '1' });
    assert.equal(stolen.status, 400);
    assert.equal((await jobs('FOREIGN')).length, 0);
    const { id } = (await jobs('NOVEMBER'))[0]!;
    assert.equal((await stranger.get(`/console/bulk/${id}/refused.csv`)).status, 404);
  });

  test('for another site of the same merchant is refused line by line', async () => {
    const sheet = `siteCode,amount,transactionReference,bankReference,notifyUrl,successUrl,cancelUrl,errorUrl\nNOPE,1,D,E,${urls},${urls},${urls},${urls}`;
    const looked = await finance.act(path, path, given('ELSE', sheet));
    assert.match(looked.text, /siteCode is not/);
    assert.doesNotMatch(looked.text, /<h2 id="make">/);
  });

  test('without a URL that the site does not have either names the setting of the site', async () => {
    const sheet = 'amount;transactionReference;bankReference\n1,00;G;KAROO';
    const looked = await finance.act(path, path, given('URLS', sheet));
    assert.match(looked.text, /Url is required/);
    assert.match(looked.text, new RegExp(`href="/console/settings/${merchant.siteCode}">site settings`));
  });

  test('whose result has no valid destination is refused', async () => {
    const sheet = [head, row('1', 'F')].join('\n');
    const answer = await finance.act(path, path, { ...given('NOWHERE', sheet), notifyUrl: 'ftp://x' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /cannot be sent to this URL/);
  });
});
