// Open lines of statements at the console: the possible explanations of each, and one explanation, given as
// shown.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openService } from '../support/opening.ts';
import type { Moved } from '../support/setup/statements.ts';
import { day, tellLines } from './reported-lines.ts';
import { hiddenOf, strangerOf, visitorsOf } from './support.ts';

const service = await openService();
const { db, merchant } = service;

const [operator, own, viewer] = await visitorsOf(service, 'operator-finance', 'finance', 'viewer');
const stranger = await strangerOf(service, 'finance');

const account = (id: string, moved: readonly Moved[], merchantId: string | null = null) =>
  tellLines(service, id, moved, merchantId);

const pathOf = (line: string | undefined) => `/console/reconcile/lines/${line}`;
const lineOf = async (id: string | undefined) =>
  (await db`select status, meaning, object_id, rule, note from statement_lines where id = ${id!}`)[0]!;

describe('an open line', () => {
  test('is reached from its day, shows its possible explanations, and is explained once', async () => {
    const [deposit, line] = await account('ours', [
      [day, 5_000n, 'EFT GOAT'],
      [day, -5_000n, 'SOMETHING <b>ELSE</b>'],
    ]);
    const reconciliation = await operator.get(`/console/reconcile/${day}`);
    assert.ok(reconciliation.text.includes(`<a href="${pathOf(line)}">Match</a>`));
    const page = await operator.get(pathOf(line));
    assert.equal(page.status, 200);
    assert.match(page.text, /SOMETHING &lt;B&gt;ELSE|SOMETHING &lt;b&gt;ELSE/);
    const { objectId } = await lineOf(deposit);
    assert.ok(page.text.includes(`data-suggestion="${objectId}"`));
    const fields: Record<string, string> = {
      ...hiddenOf(page.text, pathOf(line)),
      as: 'reversal',
      object: objectId,
      note: 'asked the bank',
    };
    const done = await operator.post(pathOf(line), fields);
    assert.deepEqual([done.status, done.to], [303, pathOf(line)], done.text);
    assert.deepEqual(await lineOf(line), {
      ...{ status: 'booked', meaning: 'reversal', objectId, note: 'asked the bank' },
      rule: `explained by ${operator.email}`,
    });
    assert.match((await operator.get(pathOf(line))).text, /posted as deposit reversed by the bank/);
    // Sent twice, and sent again from a page that is older than the explanation.
    const other = hiddenOf((await operator.get('/console/me')).text, '/console/me/password').form!;
    for (const form of [fields.form!, other])
      assert.equal((await operator.post(pathOf(line), { ...fields, form })).status, 409);
    const [entry] =
      await db`select action, subject, why, after from console.audit where subject = ${`statement line ${line}`}`;
    assert.deepEqual([entry!.action, entry!.why], ['reconcile.explain', 'asked the bank']);
    assert.equal((await db`select from console.audit where subject = ${`statement line ${line}`}`).count, 1);
    assert.doesNotMatch((await operator.get(`/console/reconcile/${day}`)).text, />Match</);
  });

  test('keeps the typed values where the explanation is impossible, and names the field', async () => {
    const [line] = await account('wrong', [[day, -300n, 'WHAT IS IT']]);
    for (const [given, message] of [
      [{ as: '' }, /Choose a category/],
      [{ as: 'goat' }, /Choose a category/],
      [{ as: 'deposit' }, /a debit, so it cannot be a deposit/],
      [{ as: 'payment' }, /requires the id/],
      [{ as: 'payment', object: 'x' }, /must be the id/],
      [{ as: 'reversal', object: '018f0000-0000-7000-8000-000000000000' }, /./],
      [{ as: 'charge', note: 'n'.repeat(501) }, /at most 500/],
    ] as const) {
      const answer = await operator.act(pathOf(line), pathOf(line), {
        object: '',
        note: 'my note',
        ...given,
      });
      assert.ok([404, 409, 422].includes(answer.status), `${given.as}: ${answer.status}`);
      if (answer.status === 422) assert.match(answer.text, message);
      if (answer.status === 422 && !('note' in given)) assert.match(answer.text, /my note/);
    }
    assert.equal((await lineOf(line)).status, 'open');
  });

  test('is explained only as shown', async () => {
    const [line] = await account('stale', [[day, -300n, 'WHAT IS IT']]);
    const stale = await operator.act(pathOf(line), pathOf(line), { as: 'charge', seenAmount: '-301.00' });
    assert.equal(stale.status, 409);
    assert.equal((await lineOf(line)).status, 'open');
    const pages = await Promise.all([1, 2, 3].map(() => operator.get(pathOf(line))));
    const answers = await Promise.all(
      pages.map(({ text }, index) =>
        operator.post(pathOf(line), {
          ...hiddenOf(text, pathOf(line)),
          as: ['charge', 'own', 'interest'][index]!,
        }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 409, 409]);
  });

  test('of a merchant’s account belongs to its finance role, and of the operator’s account to the operator’s', async () => {
    const [theirs] = await account('theirs', [[day, -300n, 'FEE']], merchant.merchant.id);
    const [ours, other] = await account('operators', [
      [day, -300n, 'FEE'],
      [day, 700n, 'A GOAT'],
    ]);
    assert.equal((await viewer.get(pathOf(theirs))).status, 403);
    assert.equal((await viewer.post(pathOf(theirs), { as: 'charge' })).status, 403);
    assert.equal((await stranger.get(pathOf(theirs))).status, 404);
    assert.equal((await own.get(pathOf(ours))).status, 404);
    const page = (await own.get(pathOf(theirs))).text;
    const forged = { ...hiddenOf(page, pathOf(theirs)), as: 'charge' };
    assert.equal((await own.post(pathOf(ours), forged)).status, 404);
    assert.equal((await stranger.post(pathOf(theirs), forged)).status, 404);
    // A deposit on another account is as if it was not there.
    const { objectId } = await lineOf(other);
    const foreign = await own.act(pathOf(theirs), pathOf(theirs), { as: 'reversal', object: objectId });
    assert.equal(foreign.status, 404);
    assert.equal((await own.act(pathOf(theirs), pathOf(theirs), { as: 'charge' })).status, 303);
    assert.equal((await lineOf(theirs)).meaning, 'charge');
    assert.equal((await lineOf(ours)).status, 'open');
  });
});

test('a day’s reconciliation is exported: balances, the rows that differ, and their sum', async () => {
  const [, line] = await account('exported', [
    [day, 5_000n, 'EFT GOAT'],
    [day, -70n, '=WHAT'],
  ]);
  const csv = await operator.get(`/console/reconcile/${day}.csv`);
  assert.equal(csv.status, 200, csv.text);
  assert.match(csv.headers.get('content-type')!, /text\/csv/);
  const rows = csv.text.split('\n');
  assert.equal(rows[0], 'account,day,kind,amount,text,line');
  assert.ok(rows.includes(`exported,${day},opening,0.00,,`), csv.text);
  assert.ok(rows.includes(`exported,${day},statement,49.30,,`));
  assert.ok(rows.includes(`exported,${day},books,50.00,,`));
  assert.ok(rows.includes(`exported,${day},difference,-0.70,,`));
  assert.ok(rows.includes(`exported,${day},open,-0.70,'=WHAT,${line}`), csv.text);
  assert.match(rows.at(-2)!, /^# \d+ rows, difference -?\d+\.\d\d$/);
  assert.doesNotMatch((await stranger.get(`/console/reconcile/${day}.csv`)).text, /exported/);
  assert.equal((await viewer.get(`/console/reconcile/${day}.csv`)).status, 403);
});
