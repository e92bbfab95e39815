// Features of every console list: saved views, two exports at once, and filters to narrow a slow list.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openService } from '../support/opening.ts';
import { ask, plain, strangerOf, type Visitor, visitorsOf } from './support.ts';

const service = await openService();
const [finance, colleague, admin, operator] = await visitorsOf(
  service,
  'finance',
  'support',
  'admin',
  'operator-finance',
);
const stranger = await strangerOf(service, 'finance');

const yesterday = '/console/payments?from=yesterday&to=yesterday';
const team = () => service.merchant.merchant.code;

const save = (
  who: Visitor,
  name: string,
  given: Record<string, string> = {},
  page = `/console/payments?reference=${name}`,
) => who.act(page, '/console/views', { name, ...given });
const namesSeen = async (who: Visitor, path = '/console/payments') => {
  const { text } = await who.get(path);
  const [, views = ''] = /<nav class="saved-views"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
  return [...views.matchAll(/<a class="chip"[^>]*>([^<]*?)(?: <span|<\/a)/g)].map(([, name]) => name);
};

describe('a saved view', () => {
  test('keeps relative dates: the same address shows another yesterday tomorrow', async () => {
    const day = async (at: string) => {
      await service.db`
        insert into payments (id, merchant_id, site_id, contract, state, amount_cents, currency, merchant_reference,
          bank_reference, is_test, details, correlation_id, created_at, expires_at)
        select gen_random_uuid(), merchant_id, id, 'one', 'created', 100, 'ZAR', ${`ON-${at.slice(0, 10)}`}, 'X', false, '{}',
          'x', ${at}, ${at} from sites limit 1`;
    };
    await day('2026-11-19T12:00:00Z');
    await day('2026-11-20T09:00:00Z');
    const saved = await save(finance, 'The day before', {}, yesterday);
    assert.equal(saved.status, 303);
    assert.equal(saved.to, yesterday);
    const address = async () => {
      const { text } = await finance.get('/console/payments');
      return plain(/<a class="chip" href="([^"]+)"[^>]*>The day before</.exec(text)![1]!);
    };
    const shown = (await finance.get(await address())).text;
    assert.match(shown, /ON-2026-11-19/);
    assert.doesNotMatch(shown, /ON-2026-11-20/);
    service.clock.set(new Date('2026-11-21T10:00:00Z'));
    const later = (await finance.get(await address())).text;
    assert.match(later, /ON-2026-11-20/);
    assert.doesNotMatch(later, /ON-2026-11-19/);
  });

  test('belongs to its user, or to the team', async () => {
    await save(finance, 'Mine');
    await save(finance, 'Ours', { team: team() });
    assert.ok((await namesSeen(finance)).includes('Mine'));
    assert.deepEqual(await namesSeen(colleague), ['Ours']);
    assert.deepEqual(await namesSeen(stranger), []);
    assert.deepEqual(await namesSeen(operator), []);
    assert.deepEqual(await namesSeen(finance, '/console/refunds'), []);
  });

  test('is refused without a name, with a used name, and for another user’s team', async () => {
    await save(finance, 'Taken');
    const again = await save(finance, 'taken');
    assert.equal(again.status, 422);
    assert.match(again.text, /the view taken already exists/i);
    assert.match(again.text, /value="taken"/);
    assert.equal((await save(finance, ' ', {}, '/console/payments?min=1')).status, 422);
    assert.equal((await save(finance, 'Foreign', { team: 'NOBODY' })).status, 422);
    assert.equal((await save(operator, 'Foreign', { team: team() })).status, 422);
    assert.equal((await save(finance, 'Nowhere', { room: 'nowhere' })).status, 422);
    assert.equal((await save(finance, 'Nothing', { query: 'after=x&other=1' })).status, 422);
  });

  test('is removed by its owner, or an admin if it belongs to the team, and each act is in the audit log', async () => {
    const path = '/console/payments?state=expired';
    await save(finance, 'Late', { team: team() }, path);
    const { text } = await finance.get(path);
    const to = plain(/action="([^"]+\/remove)"/.exec(text)![1]!);
    assert.doesNotMatch((await colleague.get(path)).text, /\/remove"/);
    const form = { form: '01930000-0000-4000-8000-000000000001' };
    assert.equal((await colleague.post(to, form)).status, 404);
    assert.equal((await stranger.post(to, form)).status, 404);
    assert.equal((await admin.act(path, to)).status, 303);
    assert.ok(!(await namesSeen(finance)).includes('Late'));
    const deeds = await service.db`
      select who, before->>'name' as before, after->>'name' as after from console.audit
      where action = 'view.save' and 'Late' in (before->>'name', after->>'name') order by position`;
    assert.deepEqual(
      deeds.map((deed) => ({ ...deed })),
      [
        { who: finance.userId, before: null, after: 'Late' },
        { who: admin.userId, before: 'Late', after: null },
      ],
    );
  });
});

describe('filters that are wrong', () => {
  const wrong: [query: string, status: number, field: string, kept: RegExp][] = [
    ['min=abc&state=complete', 422, 'min', /<option value="complete" selected>.*value="abc"/s],
    ['from=2026-02-30', 422, 'from', /value="2026-02-30"/],
    ['min=200&max=100', 422, 'max', /value="200".*value="100"/s],
    ['state=nope', 422, 'state', /<option value="nope" selected>/],
    ['site=NOBODYS', 400, 'site', /NOBODYS/],
  ];
  for (const [query, status, field, kept] of wrong) {
    test(`are kept, and the page says which: ${query}`, async () => {
      const shown = await finance.get(`/console/payments?${query}`);
      assert.equal(shown.status, status);
      assert.match(shown.text, /<form class="filters"/);
      assert.match(shown.text, kept);
      assert.match(shown.text, new RegExp(`name="${field}"[^>]* aria-invalid="true"`));
      assert.match(shown.text, /<p class="wrong" role="alert"/);
      assert.doesNotMatch(shown.text, /<caption>/);
    });
  }

  test('stop an export', async () => {
    assert.equal((await finance.get('/console/payments.csv?min=abc')).status, 422);
  });
});

test('a list without rows has its count, and the bank of the sandbox can be chosen', async () => {
  const { text } = await finance.get('/console/payments?reference=NO-SUCH-ORDER');
  assert.match(text, /<caption>0 payments · last 30 days<\/caption>/);
  assert.match(text, /<th scope="col" aria-sort="descending"><a [^>]*>Created<\/a><\/th>/);
  assert.match(text, /<option value="[0-9a-f-]{36}">Demo Bank<\/option>/);
});

test('the address of a form leads to the page that contains it', async () => {
  const thing = `/console/payments/${crypto.randomUUID()}`;
  assert.equal((await finance.get(`${thing}/refund`)).to, thing);
  assert.equal((await finance.get(thing)).status, 404);
});

test('an export for a spreadsheet has the rows of the one as CSV, with amounts that are numbers', async () => {
  const csv = (await finance.get('/console/payments.csv')).text.trim().split('\n');
  const { text, headers } = await finance.get('/console/payments.xlsx');
  assert.match(headers.get('content-disposition')!, /filename="payments\.xlsx"/);
  const [sheet, summary] = text.split('<?xml').filter((part) => part.includes('<sheetData>'));
  // The last line of a CSV says how many there are.
  assert.equal(sheet!.match(/<row /g)!.length, csv.length - 1);
  for (const line of csv.slice(1, -1)) assert.ok(sheet!.includes(line.split(',')[0]!), line);
  assert.match(sheet!, /<c r="E2" s="2"><v>\d+\.\d\d<\/v><\/c>/);
  assert.match(summary!, new RegExp(`Rows.*>${csv.length - 2}<.*Sum.*>R `));
  assert.equal((await ask(service, '/console/payments.xlsx')).status, 401);
  const entries =
    await service.db`select from console.audit where action = 'export' and who = ${finance.userId}`;
  assert.equal(entries.count, 2);
});

test('two exports at once, and no third until one has ended', async () => {
  const lock = await service.db.reserve();
  await lock`begin`;
  await lock`lock table payments in access exclusive mode`;
  const take = (who: Visitor) =>
    fetch(`${service.base}/console/payments.csv`, { headers: { cookie: who.cookie } });
  // The export sends the column names before it reads any row.
  const [first, second] = await Promise.all([take(finance), take(finance)]);
  assert.deepEqual([first.status, second.status], [200, 200]);
  const third = await take(finance);
  assert.equal(third.status, 429);
  await third.text();
  const other = await take(colleague);
  assert.equal(other.status, 200);
  await lock`rollback`;
  lock.release();
  for (const { text } of [first, second, other].map((answer) => ({ text: answer.text() })))
    assert.match(await text, /\n# \d+ rows?, R /);
  const after = await take(finance);
  assert.equal(after.status, 200);
  await after.text();
});

test('a list that takes too long suggests filters, and keeps the query', async () => {
  const lock = await service.db.reserve();
  await lock`begin`;
  await lock`lock table subscriptions in access exclusive mode`;
  const { status, text } = await finance.get('/console/subscriptions?state=active');
  await lock`rollback`;
  lock.release();
  assert.equal(status, 422);
  assert.match(text, /role="alert">This search takes too long\. Narrow it with Reference or Site\./);
  assert.match(text, /<option value="active" selected>/);
});

test('the totals of a list are those of its filter, on every page and in its export', async () => {
  await service.db`
    insert into payments (id, merchant_id, site_id, contract, state, amount_cents, currency, merchant_reference,
      bank_reference, is_test, details, correlation_id, created_at, expires_at)
    select gen_random_uuid(), merchant_id, site.id, 'one', 'created', 100 + n, 'ZAR', 'SUM-' || n, 'X', false, '{}', 'x', now(), now()
    from (select * from sites where merchant_id = ${service.merchant.merchant.id} limit 1) site, generate_series(1, 60) n`;
  const filter = 'from=2020-01-01&reference=SUM-';
  const first = (await finance.get(`/console/payments?${filter}`)).text;
  const next = plain(/rel="next" href="([^"]+)"/.exec(first)![1]!);
  const pages = [first, (await finance.get(next)).text];
  for (const text of pages) {
    assert.match(text, /data-total="count" data-value="60">60 payments</);
    assert.match(text, /data-total="amount" data-value="78.30">[^<]*78,30</);
  }
  assert.match((await finance.get(`/console/payments.csv?${filter}`)).text, /# 60 rows, R.78,30\n$/);
  const none = (await stranger.get(`/console/payments?${filter}`)).text;
  assert.match(none, /data-total="count" data-value="0"/);
  assert.match(none, /data-total="amount" data-value="0.00"/);
});
