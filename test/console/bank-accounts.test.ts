// Bank accounts at the console: balances, uploads with a preview, matches and categories with their undo.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSingleReference } from '../../src/core/deposits/actions.ts';
import { findSiteByCode } from '../../src/core/merchants/actions.ts';
import { writeStatement } from '../support/bank-statements.ts';
import { columnOf } from '../support/column.ts';
import { openService } from '../support/opening.ts';
import { assertSound } from '../support/refunding.ts';
import type { Moved } from '../support/setup/statements.ts';
import { day, openReported, tellLines } from './reported-lines.ts';
import { hiddenOf, plain, strangerOf, type Visitor, visitorOf, visitorsOf } from './support.ts';

const service = await openService();
const { ctx, db, merchant } = service;
const merchantId = merchant.merchant.id;

const [operator, finance, admin, support] = await visitorsOf(
  service,
  'operator-finance',
  'finance',
  'admin',
  'support',
);
const stranger = await strangerOf(service, 'finance');

const sound = () => assertSound(db);
const at = (id: string, ...more: string[]) => ['/console/bank-accounts', id, ...more].join('/');
const fieldOf = (page: string, name: string) =>
  new RegExp(`data-field="${name}" data-value="([^"]*)"`).exec(page)?.[1];
const statementOf = (account: string, moved: readonly Moved[], opening = 0n, number = 1) =>
  writeStatement('mt940', {
    ...{ account, number, from: day, opening },
    lines: moved.map(([date, amount, text, reference = '']) => ({ date, amount, text, reference })),
  });
const linesOf = async (id: string) =>
  db<{ id: string; status: string; meaning: string | null; objectId: string | null }[]>`
    select id, status, meaning, object_id from statement_lines where bank_account = ${id} order by booked_on, place`;
const single = async (amount: bigint, merchantReference: string) =>
  createSingleReference(ctx, {
    site: (await findSiteByCode(db, merchant.siteCode))!,
    ...{ account: 'simulator', amount, merchantReference },
  });
const stateOf = async (id: string) => (await db`select state from payments where id = ${id}`)[0]!.state;

describe('a bank account', () => {
  test('is added by an operator’s admin, and refused with the typed values where a value is wrong', async () => {
    const adding = await visitorOf(service, 'operator-admin');
    const path = '/console/bank-accounts/new';
    for (const other of [operator, admin]) assert.equal((await other.get(path)).status, 403);
    assert.match((await adding.get('/console/bank-accounts')).text, new RegExp(`href="${path}"`));
    const right = {
      ...{ name: 'second', merchant: merchant.siteCode, bank: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80' },
      ...{ number: '5100 000 0001', branch: '', holder: 'Karoo Books', opening: '100,50' },
    };
    const wrong = { name: 'new', bank: '', number: '5100', branch: '67', holder: '', opening: 'much' };
    for (const [name, value] of Object.entries({ ...wrong, merchant: 'Nobody' })) {
      const refused = await adding.act(path, path, { ...right, [name]: value });
      assert.equal(refused.status, 422, name);
      assert.match(refused.text, /value="5100 ?/, name);
    }
    const added = await adding.act(path, path, right);
    assert.equal(added.to, at('second'), added.text);
    const page = await finance.get(at('second'));
    assert.deepEqual(
      ['books', 'open-lines'].map((name) => fieldOf(page.text, name)),
      ['100.50', '0'],
    );
    const again = await adding.act(path, path, { ...right, name: 'third' });
    assert.equal(again.status, 422);
    assert.match(again.text, /The account second has that number/);
    assert.match((await adding.get('/console/audit')).text, /Added bank account/);
    assert.ok(!(await adding.get('/console/audit.csv')).text.includes('51000000001'));
    await sound();
  });

  test('shows its balances, its last statement and its open lines, to finance and to operators alone', async () => {
    const moved: Moved[] = [
      [day, 5_000n, 'EFT GOAT'],
      [day, -70n, 'WHAT'],
    ];
    await tellLines(service, 'shown', moved, merchantId);
    for (const visitor of [finance, admin, operator]) {
      const page = await visitor.get(at('shown'));
      assert.equal(page.status, 200, page.text);
      assert.deepEqual(
        ['books', 'statement', 'difference', 'last-statement', 'open-lines'].map((name) =>
          fieldOf(page.text, name),
        ),
        ['50.00', '49.30', '-0.70', day, '1'],
      );
      assert.match(
        (await visitor.get('/console/bank-accounts')).text,
        /href="\/console\/bank-accounts\/shown"/,
      );
    }
    assert.equal((await support.get(at('shown'))).status, 403);
    assert.equal((await stranger.get(at('shown'))).status, 404);
    assert.doesNotMatch((await stranger.get('/console/bank-accounts')).text, /shown/);
    await openReported(service, 'empty');
    assert.equal(fieldOf((await operator.get(at('empty'))).text, 'statement'), '');
    assert.equal((await finance.get(at('empty'))).status, 404);
  });
});

describe('an uploaded statement', () => {
  test('is previewed without any effect, imported as shown, and imported once', async () => {
    const number = await openReported(service, 'upload', merchantId);
    const { reference, paymentId } = await single(12_345n, 'ORDER-UP-1');
    const file = statementOf(number, [
      [day, 12_345n, `EFT ${reference}`],
      [day, 999n, 'EFT A <GOAT>'],
      [day, -80n, 'WHAT IS IT'],
    ]);
    const preview = await finance.upload(at('upload', 'files'), 'a.sta', file);
    assert.equal(preview.status, 200, preview.text);
    for (const text of ['Pays ORDER-UP-1', 'Unmatched deposit', 'Open: needs a match', 'A &lt;GOAT&gt;'])
      assert.ok(preview.text.includes(text), `${text} in ${preview.text}`);
    assert.match(preview.text, /<button[^>]*>Import 3 lines<\/button>/);
    assert.deepEqual([(await linesOf('upload')).length, await stateOf(paymentId!)], [0, 'created']);
    await sound();
    const fields = hiddenOf(preview.text, at('upload', 'import'));
    // The upload of one user is not another's, nor of another account.
    assert.equal((await admin.post(at('upload', 'import'), fields)).status, 409);
    assert.equal((await stranger.post(at('upload', 'import'), fields)).status, 404);
    const done = await finance.post(at('upload', 'import'), fields);
    assert.deepEqual([done.status, done.to], [303, at('upload')], done.text);
    assert.match(
      (await finance.get(at('upload'))).text,
      /a\.sta imported\. upload: 3 new lines \(1 matched, 1 unmatched deposit, 1 open line\)/,
    );
    assert.equal(await stateOf(paymentId!), 'complete');
    const [entry] = await db`select action, after from console.audit order by position desc limit 1`;
    assert.equal(entry!.action, 'statement.import');
    const again = await admin.upload(at('upload', 'files'), 'again.sta', file);
    assert.match(again.text, /imported before/);
    const second = await admin.post(at('upload', 'import'), hiddenOf(again.text, at('upload', 'import')));
    assert.equal(second.status, 303);
    assert.equal((await linesOf('upload')).length, 3);
    await sound();
  });

  test('by two users at once is booked once', async () => {
    const number = await openReported(service, 'twice', merchantId);
    const file = statementOf(number, [
      [day, 700n, 'EFT ONE'],
      [day, -80n, 'WHAT'],
    ]);
    const previews = await Promise.all(
      [finance, admin].map((visitor) => visitor.upload(at('twice', 'files'), 'x.sta', file)),
    );
    const to = at('twice', 'import');
    const answers = await Promise.all(
      [finance, admin].map((visitor, index) => visitor.post(to, hiddenOf(previews[index]!.text, to))),
    );
    assert.deepEqual(columnOf(answers, 'status'), [303, 303]);
    assert.equal((await linesOf('twice')).length, 2);
    await sound();
  });

  test('is read one at a time, so that a flood of uploads holds one connection and no other user’s request', async () => {
    const number = await openReported(service, 'flood', merchantId);
    const many = Array.from({ length: 2_000 }, (_, n): Moved => [day, BigInt(n + 1), `EFT FLOOD ${n}`]);
    const file = statementOf(number, many);
    let mostHeld = 0;
    let isOver = false;
    const watch = (async () => {
      while (!isOver) {
        const [{ held } = { held: 0 }] = await db<{ held: number }[]>`
          select count(*)::integer as held from pg_stat_activity
          where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
            and query like '%statement%'
            -- A statement on its own holds no connection.
            and (state like 'idle in transaction%' or xact_start < query_start)`;
        mostHeld = Math.max(mostHeld, held);
      }
    })();
    const flood = await Promise.all(
      Array.from({ length: 12 }, () => finance.upload(at('flood', 'files'), 'flood.sta', file)),
    );
    isOver = true;
    await watch;
    const statuses = flood.map(({ status }) => status);
    assert.deepEqual(
      [statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 429).length],
      [1, 11],
    );
    assert.ok(mostHeld <= 1, `${mostHeld} transactions at once`);
    assert.equal((await admin.upload(at('flood', 'files'), 'flood.sta', file)).status, 200);
  });

  test('that cannot be imported is refused with its line and the reason', async () => {
    const number = await openReported(service, 'refused', merchantId);
    const good = statementOf(number, [[day, 700n, 'EFT ONE']]);
    for (const [what, content, message] of [
      ['nothing', '', /Choose a file that is not empty/],
      ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), /no statement|no text/],
      ['a wrong sum', good.replace(/:62F:C(\d{6})ZAR[\d,]+/, ':62F:C$1ZAR9,00'), /Line \d+: /],
      ['another account', statementOf('62999999999', [[day, 1n, 'X']]), /is not registered|another account/],
      ['half a file', good.slice(0, good.indexOf(':62F:')), /./],
      [
        'a response',
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt/></Document>',
        /./,
      ],
    ] as const) {
      const answer = await finance.upload(at('refused', 'files'), 'bad', content);
      assert.equal(answer.status, 422, `${what}: ${answer.status} ${answer.text}`);
      assert.match(/<p class="wrong"[^>]*>([^<]*)</.exec(plain(answer.text))![1]!, message, what);
    }
    assert.equal(
      (await finance.upload(at('refused', 'files'), 'big', Buffer.alloc(17 * 1024 * 1024))).status,
      413,
    );
    assert.equal((await support.upload(at('refused', 'files'), 'x', good)).status, 403);
    assert.equal((await stranger.upload(at('refused', 'files'), 'x', good)).status, 404);
    const expired = { form: crypto.randomUUID(), upload: crypto.randomUUID() };
    assert.equal((await finance.post(at('refused', 'import'), expired)).status, 409);
    assert.equal((await linesOf('refused')).length, 0);
  });

  test('with real banks, is imported by a merchant only where the merchant’s own account pays its settlements', async () => {
    const number = await openReported(service, 'trusted', merchantId);
    const file = statementOf(number, [[day, 100n, 'EFT X']]);
    const sendAs = async (visitor: Visitor) => {
      const preview = await visitor.upload(at('trusted', 'files'), 'a.sta', file);
      return visitor.post(at('trusted', 'import'), hiddenOf(preview.text, at('trusted', 'import')));
    };
    const withBanks = ctx.policy;
    try {
      ctx.policy = { ...withBanks, hasBanks: false };
      assert.equal((await sendAs(finance)).status, 403);
      assert.equal((await linesOf('trusted')).length, 0);
      await db`update bank_accounts set abilities = '{deposits,transfers}' where id = 'trusted'`;
      assert.equal((await sendAs(finance)).status, 303);
      assert.equal((await linesOf('trusted')).length, 1);
    } finally {
      ctx.policy = withBanks;
      await db`update bank_accounts set abilities = '{deposits}' where id = 'trusted'`;
    }
  });
});

/** The ids in the suggestions of a page, in order. */
const suggested = (page: string) => [...page.matchAll(/data-suggestion="([^"]+)"/g)].map(([, id]) => id);

async function press(visitor: Visitor, page: string, to: string, fields: Record<string, string> = {}) {
  const answer = await visitor.act(page, to, fields);
  assert.equal(answer.status, 303, answer.text);
  return visitor.get(answer.to!);
}

describe('a deposit on a merchant’s own account', () => {
  test('with the reference and the amount of an open payment is suggested it first, matched, undone and matched again', async () => {
    const { paymentId } = await single(45_678n, 'INV-2026/117');
    await single(45_678n, 'INV-2026/999');
    const moved: Moved[] = [[day, 45_678n, 'FNB APP PAYMENT INV 2026 117 N DLAMINI']];
    const [line] = await tellLines(service, 'own', moved, merchantId);
    const deposit = `/console/deposits/${(await linesOf('own'))[0]!.objectId}`;
    const page = await finance.get(deposit);
    assert.equal(page.status, 200, page.text);
    assert.equal(suggested(page.text)[0], paymentId);
    assert.match(page.text, /the merchant’s reference is in the text, the amount is equal/);
    assert.match(page.text, /<button[^>]*>Match<\/button>/);
    const matched = await press(finance, deposit, `${deposit}/match`);
    assert.match(matched.text, /<button[^>]*>Undo<\/button>/);
    assert.equal(await stateOf(paymentId!), 'complete');
    const undone = await press(finance, deposit, `${deposit}/undo`, { reason: 'wrong customer' });
    assert.equal(suggested(undone.text)[0], paymentId);
    assert.equal(await stateOf(paymentId!), 'created');
    await sound();
    // The same on the page of the line.
    const linePath = `/console/reconcile/lines/${line}`;
    assert.equal(suggested((await finance.get(linePath)).text)[0], paymentId);
    const again = await press(finance, linePath, `${linePath}/match`);
    assert.match(again.text, /<button[^>]*>Undo<\/button>/);
    await press(finance, linePath, `${linePath}/undo`);
    assert.equal(await stateOf(paymentId!), 'created');
    assert.equal((await support.get(deposit)).status, 403);
    assert.equal((await stranger.get(deposit)).status, 404);
    const forged = hiddenOf((await finance.get(deposit)).text, `${deposit}/match`);
    assert.equal((await stranger.post(`${deposit}/match`, forged)).status, 404);
    const list = '/console/deposits?state=waiting&from=2020-01-01';
    assert.match((await finance.get(list)).text, /INV 2026 117/);
    assert.doesNotMatch((await stranger.get(list)).text, /INV 2026/);
    await sound();
  });

  test('is found by a search, and takes a merchant’s reference', async () => {
    const { paymentId } = await single(1_500n, 'Rent Unit 7');
    await tellLines(service, 'search', [[day, 1_499n, 'EFT FROM A STRANGER']], merchantId);
    const deposit = `/console/deposits/${(await linesOf('search'))[0]!.objectId}`;
    assert.ok(!suggested((await finance.get(deposit)).text).includes(paymentId!));
    const found = await finance.get(`${deposit}?q=Rent%20Unit%207`);
    assert.ok(suggested(found.text).includes(paymentId!), found.text);
    const unknown = await finance.act(deposit, deposit, { to: 'NO SUCH', note: '', do: 'allocate' });
    assert.equal(unknown.status, 422);
    assert.match(unknown.text, /no payment with this reference/);
    assert.equal(
      (await finance.act(deposit, deposit, { to: 'rent unit-7', note: '', do: 'allocate' })).status,
      303,
    );
    assert.equal(await stateOf(paymentId!), 'complete');
    await sound();
  });
});

describe('a line', () => {
  test('takes a category, also one that its owner has added, and the undo of it', async () => {
    const [line] = await tellLines(service, 'cat', [[day, -9_900n, 'DEBIT ORDER LANDLORD']], merchantId);
    const path = `/console/reconcile/lines/${line}`;
    await press(finance, at('cat'), at('cat', 'categories'), { name: 'Rent', kind: 'supplier' });
    assert.equal(
      (await finance.act(at('cat'), at('cat', 'categories'), { name: 'rent', kind: 'tax' })).status,
      422,
    );
    assert.match((await finance.get(path)).text, /<option value="Rent">Rent \(supplier\)<\/option>/);
    const kinds = 'supplier salary tax charge interest loan other Rent'.split(' ');
    for (const category of [...kinds, 'own transfer']) {
      const done = await press(finance, path, path, { category, note: 'November' });
      assert.match(done.text, /<button[^>]*>Undo<\/button>/);
      assert.equal(fieldOf((await finance.get(at('cat'))).text, 'difference'), '0.00');
      await press(finance, path, `${path}/undo`);
    }
    assert.equal(fieldOf((await finance.get(at('cat'))).text, 'difference'), '-99.00');
    assert.equal((await finance.act(path, path, { category: '' })).status, 422);
    assert.equal((await finance.act(path, path, { category: 'goat' })).status, 422);
    await press(finance, path, path, { category: 'Rent' });
    assert.match((await finance.get(path)).text, /<dd>Rent<\/dd>/);
    const csv = (await finance.get(at('cat', 'lines.csv'))).text.split('\n');
    assert.match(csv[1]!, /,-99\.00,DEBIT ORDER LANDLORD,.*,booked,supplier,Rent,/);
    assert.match(csv[2]!, /^# 1 row, /);
    assert.equal((await stranger.get(at('cat', 'lines.csv'))).status, 404);
    await sound();
  });

  test('is matched, categorised and undone fifty times at once, and the money is counted', async () => {
    const { paymentId } = await single(31_313n, 'FIFTY-1');
    const [line] = await tellLines(service, 'fifty', [[day, 31_313n, 'EFT FIFTY-1']], merchantId);
    const path = `/console/reconcile/lines/${line}`;
    const open = (await finance.get(path)).text;
    const { form: _one, ...match } = hiddenOf(open, `${path}/match`);
    const { form: _other, ...categorise } = hiddenOf(open, path);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const form = crypto.randomUUID();
        if (index % 3 === 0) return finance.post(`${path}/match`, { ...match, form });
        if (index % 3 === 1) return admin.post(`${path}/undo`, { form, reason: '' });
        return operator.post(path, { ...categorise, form, category: 'loan', note: '' });
      }),
    );
    for (const { status, text } of answers)
      assert.ok([303, 409, 422, 429].includes(status), `${status} ${text}`);
    assert.ok(answers.some(({ status }) => status === 303));
    const paid = (await stateOf(paymentId!)) === 'complete';
    const [now] = await linesOf('fifty');
    if (paid) assert.deepEqual([now!.status, now!.meaning], ['booked', 'deposit']);
    await sound();
  });
});
