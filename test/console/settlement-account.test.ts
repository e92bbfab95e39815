// Another settlement account: a day's delay, shown to every admin, and each of them can stop it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openService } from '../support/opening.ts';
import { hiddenOf, strangerOf, visitorsOf } from './support.ts';

const service = await openService();
const { db, clock, merchant } = service;
const tyme = 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80';
const fnb = '4816019c-3314-4c80-8b6b-b2cd16dcc4ec';
const page = `/console/settings/${merchant.siteCode}`;
const path = `${page}/account`;
const dayMs = 86_400_000;

const [admin, operator, finance] = await visitorsOf(service, 'admin', 'operator-admin', 'finance');
const stranger = await strangerOf(service, 'admin');

const present = async (): Promise<string | undefined> =>
  (await db`select settlement_account from sites where code = ${merchant.siteCode}`)[0]!.settlementAccount
    ?.accountNumber;
const typed = (account: string) => ({ bank: tyme, account, branch: '', holder: 'Karoo Books' });
const ask = (account: string, who = admin) => who.act(page, path, typed(account));

test('the first is used at once, where its check digit, its branch and its form are right', async () => {
  for (const [fields, words] of [
    [{ bank: fnb, account: '62001234568' }, /fails its check digit/],
    [{ bank: '' }, /choose the bank/i],
    [{ account: '12' }, /5 to 20 digits/],
    [{ branch: '250655' }, /branch does not belong to that bank/],
    [{ holder: '' }, /holder must have 1 to 50/],
  ] as const) {
    const answer = await admin.act(page, path, { ...typed('51000000001'), holder: 'KEPT', ...fields });
    assert.equal(answer.status, 422, JSON.stringify(fields));
    assert.match(answer.text, words);
    if (!('holder' in fields)) assert.match(answer.text, /value="KEPT"/);
  }
  assert.equal(await present(), undefined);
  assert.equal((await ask('51000000001')).to, page);
  assert.equal(await present(), '51000000001');
});

test('another is used a day later, and every admin is shown it until then', async () => {
  const form = hiddenOf((await admin.get(page)).text, path);
  const done = await admin.post(path, { ...form, ...typed('51000000002') });
  assert.equal(done.status, 303, done.text);
  assert.equal((await admin.post(path, { ...form, ...typed('51000000003') })).status, 409);
  for (const who of [admin, operator]) {
    const home = (await who.get('/console')).text;
    assert.match(home, /Settlement account change pending/);
    assert.match(home, /0002/);
    assert.doesNotMatch(home, /51000000002/);
  }
  for (const who of [finance, stranger])
    assert.doesNotMatch((await who.get('/console')).text, /account change pending/);
  clock.advance(dayMs - 1_000);
  await service.drain();
  assert.equal(await present(), '51000000001');
  clock.advance(1_000);
  await service.drain();
  assert.equal(await present(), '51000000002');
  assert.doesNotMatch((await admin.get('/console')).text, /account change pending/);
  const entries = await db<{ after: unknown }[]>`
    select after from console.audit where action = 'settings.change' order by position`;
  assert.equal(entries.length, 2);
  assert.doesNotMatch(JSON.stringify(entries), /5100000000/);
});

test('any of them can stop the change once, and it is not used', async () => {
  assert.equal((await ask('51000000004')).status, 303);
  const stop = `${path}/stop`;
  const form = hiddenOf((await operator.get(page)).text, stop);
  const foreign = hiddenOf((await stranger.get('/console/me')).text, '/console/me/password').form!;
  assert.equal((await stranger.post(stop, { ...form, form: foreign })).status, 404);
  assert.equal((await finance.post(stop, form)).status, 403);
  assert.equal((await operator.post(stop, form)).to, page);
  assert.equal((await operator.post(stop, form)).status, 409);
  clock.advance(2 * dayMs);
  await service.drain();
  assert.equal(await present(), '51000000002');
});

test('a page older than the current account changes nothing', async () => {
  const form = hiddenOf((await admin.get(page)).text, path);
  const answer = await admin.post(path, { ...form, seenAccount: '*******0001', ...typed('51000000005') });
  assert.equal(answer.status, 409);
  // Two at once: one waits, the other is refused.
  const answers = await Promise.all(['51000000006', '51000000007'].map((one) => ask(one)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 409]);
});

test('the account belongs only to its merchant', async () => {
  assert.equal((await finance.post(path, typed('51000000008'))).status, 403);
  const form = hiddenOf((await stranger.get('/console/me')).text, '/console/me/password').form!;
  assert.equal((await stranger.post(path, { form, ...typed('51000000008') })).status, 404);
  assert.doesNotMatch((await finance.get(page)).text, /Change account/);
});
