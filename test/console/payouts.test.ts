// Payouts at the console: one user creates, another decides, once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changeSite } from '../../src/core/merchants/actions.ts';
import { openService } from '../support/opening.ts';
import {
  ask,
  enter,
  fillFloat,
  hiddenOf,
  type Shown,
  strangerOf,
  type Visitor,
  visitorOf,
  visitorsOf,
} from './support.ts';

const service = await openService();
const { ctx, db, merchant } = service;
const fnb = '4816019c-3314-4c80-8b6b-b2cd16dcc4ec';
const tyme = 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80';

await fillFloat(service, 1_000_000n);
const [maker, checker, viewer] = await visitorsOf(service, 'finance', 'admin', 'viewer');
const stranger = await strangerOf(service, 'finance');

let made = 0;
const typed = (more: Record<string, string> = {}) => ({
  site: merchant.siteCode,
  amount: '600,25',
  reference: `TYPED-${++made}`,
  bankReference: 'KAROO 17',
  bank: tyme,
  account: '5100 0000 001',
  branch: '',
  ...more,
});

const create = (who: Visitor, more?: Record<string, string>): Promise<Shown> =>
  who.act('/console/payouts/new', '/console/payouts/new', typed(more));

async function waiting(): Promise<string> {
  const answer = await create(maker);
  assert.equal(answer.status, 303, answer.text);
  await service.drain();
  return answer.to!;
}

const stateOf = async (path: string) =>
  (await db`select state, approved_by from payouts where id = ${path.split('/').at(-1)!}`)[0]!;
const transfersOf = async (path: string) =>
  (await db`select from transfers where object_id = ${path.split('/').at(-1)!}`).count;

describe('a payout that is typed', () => {
  test('reserves the float, shows that, and waits for a second user', async () => {
    const path = await waiting();
    assert.equal((await stateOf(path)).state, 'approval');
    const page = await maker.get(path);
    assert.match(page.text, /role="status">Payout of R\s600,25 created/);
    const list = await checker.get('/console/payouts');
    assert.match(list.text, /Awaiting approval/);
    assert.match(list.text, /available in the float of/);
  });

  for (const [what, more, status, words] of [
    ['a wrong check digit', { bank: fnb, account: '62001234568' }, 422, /fails its check digit/],
    ['no account', { account: 'x' }, 422, /4 to 20 digits/],
    ['a foreign branch', { branch: '250655' }, 422, /branch code does not belong to the bank/],
    ['a foreign site', { site: 'NOPE' }, 400, /No site with code &quot;NOPE&quot;/],
    ['more than the float', { amount: '99999.00' }, 409, /Insufficient float/],
    ['no amount', { amount: 'much' }, 422, /Enter an amount such as/],
  ] as const) {
    test(`is refused with ${what}, and the typed values stay`, async () => {
      const answer = await create(maker, { bankReference: 'KEEP ME', ...more });
      assert.equal(answer.status, status);
      assert.match(answer.text, words);
      assert.match(answer.text, /value="KEEP ME"/);
      assert.equal((await db`select from payouts where customer_bank_reference = 'KEEP ME'`).count, 0);
    });
  }

  test('is refused with a reference that was used', async () => {
    await create(maker, { reference: 'TWICE' });
    assert.equal((await create(maker, { reference: 'TWICE' })).status, 409);
  });

  test('is invisible to a viewer: no link, no form, no post', async () => {
    assert.doesNotMatch((await viewer.get('/console/payouts')).text, /payouts\/new/);
    assert.equal((await viewer.get('/console/payouts/new')).status, 403);
    assert.equal((await viewer.post('/console/payouts/new', typed())).status, 403);
  });

  test('leaves its account out of the audit log', async () => {
    await create(maker);
    const kept = await db<
      { after: string }[]
    >`select after from console.audit where action = 'payout.create'`;
    assert.ok(kept.length > 0);
    assert.ok(kept.every(({ after: text }) => !JSON.stringify(text).includes('51000000001')));
  });
});

describe('the approver', () => {
  test('is never the maker: no form for them, and their post is refused', async () => {
    const path = await waiting();
    const page = await maker.get(path);
    assert.doesNotMatch(page.text, />Approve /);
    const { form } = hiddenOf((await maker.get('/console/payouts/new')).text, '/console/payouts/new');
    const answer = await maker.post(path, { form: form!, amount: '600.25', do: 'approve' });
    assert.equal(answer.status, 403);
    assert.match(answer.text, /The creator of a payout cannot approve it/);
    assert.deepEqual([(await stateOf(path)).state, await transfersOf(path)], ['approval', 0]);
  });

  test('is not a user whose permission the creator granted: not one by one, and not several at once', async () => {
    const email = 'alias@shop.example';
    const shown = await checker.act('/console/users', '/console/users', { email, role: 'finance' });
    const [, invitation] = /<code>[^<]*(\/console\/invitations\/[\w-]+)<\/code>/.exec(shown.text)!;
    const password = 'seven quiet herons at dusk';
    assert.equal((await ask(service, invitation!, { fields: { password } })).status, 303);
    const alias = await enter(service, { userId: '', email, password });
    const created = await create(checker);
    assert.equal(created.status, 303, created.text);
    await service.drain();
    const path = created.to!;
    const page = (await alias.get(path)).text;
    assert.match(
      page,
      /Your permission to approve was granted by the creator of this payout; an operator, or a user/,
    );
    assert.doesNotMatch(page, />Approve /);
    const { form } = hiddenOf((await alias.get('/console/payouts/new')).text, '/console/payouts/new');
    for (const verb of ['approve', 'decline']) {
      const answer = await alias.post(path, { form: form!, amount: '600.25', reason: 'x', do: verb });
      assert.deepEqual([answer.status, /granted by the creator/.test(answer.text)], [403, true]);
    }
    const id = path.split('/').at(-1)!;
    assert.ok(!(await alias.get('/console/payouts/approve')).text.includes(id));
    const several = { form: form!, [`pay:${id}`]: '600.25 ', amount: '600,25' };
    assert.equal((await alias.post('/console/payouts/approve', several)).status, 409);
    assert.deepEqual([(await stateOf(path)).state, await transfersOf(path)], ['approval', 0]);
    // They can approve another user's payout, and another user this one.
    const other = await waiting();
    assert.equal((await alias.act(other, other, { amount: '600,25', do: 'approve' })).status, 303);
    assert.equal((await maker.act(path, path, { amount: '600,25', do: 'approve' })).status, 303);
  });

  test('cannot be a user of another merchant, or a viewer', async () => {
    const path = await waiting();
    assert.equal((await stranger.get(path)).status, 404);
    const { form } = hiddenOf((await stranger.get('/console/payouts/new')).text, '/console/payouts/new');
    assert.equal((await stranger.post(path, { form: form!, amount: '600.25', do: 'approve' })).status, 404);
    assert.doesNotMatch((await viewer.get(path)).text, />Approve /);
    assert.equal((await viewer.post(path, { amount: '600.25', do: 'approve' })).status, 403);
    assert.equal((await stateOf(path)).state, 'approval');
  });

  test('types the amount, or nothing happens', async () => {
    const path = await waiting();
    for (const amount of ['', '600,24']) {
      const answer = await checker.act(path, path, { amount, do: 'approve', reason: 'kept words' });
      assert.equal(answer.status, 422);
      assert.match(answer.text, /value="kept words"/);
    }
    assert.deepEqual([(await stateOf(path)).state, await transfersOf(path)], ['approval', 0]);
  });

  test('approves it once with twenty clicks at once, in one tab and in two', async () => {
    const path = await waiting();
    const [one, two] = [
      hiddenOf((await checker.get(path)).text, path),
      hiddenOf((await checker.get(path)).text, path),
    ];
    const clicks = Array.from({ length: 20 }, (_, index) =>
      checker.post(path, { ...(index % 2 ? one : two), amount: '600.25', do: 'approve' }),
    );
    const statuses = (await Promise.all(clicks)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [303, ...Array(19).fill(409)]);
    const { state, approvedBy } = await stateOf(path);
    assert.deepEqual(
      [state, approvedBy, await transfersOf(path)],
      ['submitted', `user:${checker.userId}`, 1],
    );
    const entries = await db`
      select from console.audit where action = 'payout.approve' and subject = ${`payout ${path.split('/').at(-1)}`}`;
    assert.equal(entries.count, 1);
  });

  test('declines it, and the second approver sees that', async () => {
    const path = await waiting();
    const late = hiddenOf((await checker.get(path)).text, path);
    const answer = await checker.act(path, path, { reason: 'unknown supplier', do: 'decline' });
    assert.deepEqual([answer.status, answer.to], [303, path]);
    const again = await checker.post(path, { ...late, amount: '600.25', do: 'approve' });
    assert.equal(again.status, 409);
    assert.match(again.text, /unknown supplier/);
    const entries = await db`
      select action from console.audit where subject = ${`payout ${path.split('/').at(-1)}`} and why = 'unknown supplier'`;
    assert.deepEqual([...entries], [{ action: 'payout.decline' }]);
    assert.equal(await transfersOf(path), 0);
  });

  test('sees a changed account before the money moves', async () => {
    const path = await waiting();
    const seen = { ...hiddenOf((await checker.get(path)).text, path), seenAccount: '*******9999' };
    const answer = await checker.post(path, { ...seen, amount: '600.25', do: 'approve' });
    assert.equal(answer.status, 409);
    assert.match(answer.text, /was \*+9999/);
    assert.match(answer.text, /value="600.25"/);
  });
});

describe('several that wait', () => {
  const approve = '/console/payouts/approve';
  const idOf = (path: string) => path.split('/').at(-1)!;
  /** Chooses some, and returns the page that adds them up. */
  async function added(who: Visitor, paths: readonly string[]): Promise<Shown> {
    const page = (await who.get(approve)).text;
    const { form } = hiddenOf(page, approve);
    const chosen = paths.map((path) => [`pay:${idOf(path)}`, '600.25 *******0001'] as const);
    const shown = page.match(/name="pay:[^"]*" value="([^"]*)"/)![1]!;
    return who.post(approve, {
      form: form!,
      ...Object.fromEntries(chosen.map(([name]) => [name, shown])),
    });
  }

  test('are approved together when their sum is typed, each with its entry, once', async () => {
    const paths = [await waiting(), await waiting(), await waiting()];
    const page = await added(checker, paths.slice(0, 2));
    assert.equal(page.status, 200, page.text);
    assert.match(page.text, /<strong>2 payouts<\/strong>, total <strong>R\s1\s200,50/);
    const fields = hiddenOf(page.text, approve);
    const wrong = await checker.post(approve, { ...fields, amount: '1200,51' });
    assert.equal(wrong.status, 422);
    assert.equal((await stateOf(paths[0]!)).state, 'approval');
    const typedSum = { ...hiddenOf(wrong.text, approve), amount: '1200,50' };
    const done = await checker.post(approve, typedSum);
    assert.deepEqual([done.status, done.to], [303, '/console/payouts'], done.text);
    assert.equal((await checker.post(approve, typedSum)).status, 409);
    for (const path of paths.slice(0, 2)) {
      assert.deepEqual(await stateOf(path), { state: 'submitted', approvedBy: `user:${checker.userId}` });
      assert.equal(await transfersOf(path), 1);
      const entries = await db`
        select from console.audit where action = 'payout.approve' and subject = ${`payout ${idOf(path)}`}`;
      assert.equal(entries.count, 1);
    }
    assert.equal((await stateOf(paths[2]!)).state, 'approval');
  });

  test('are approved all or none: one that is decided meanwhile stops the others', async () => {
    const paths = [await waiting(), await waiting()];
    const fields = hiddenOf((await added(checker, paths)).text, approve);
    assert.equal((await checker.act(paths[1]!, paths[1]!, { do: 'decline', reason: 'no' })).status, 303);
    const answer = await checker.post(approve, { ...fields, amount: '1200,50' });
    assert.equal(answer.status, 409, answer.text);
    assert.match(answer.text, /No payout was approved/);
    assert.deepEqual([(await stateOf(paths[0]!)).state, await transfersOf(paths[0]!)], ['approval', 0]);
  });

  test('are not offered to their creator, whose post is refused', async () => {
    const path = await waiting();
    assert.doesNotMatch((await maker.get(approve)).text, new RegExp(idOf(path)));
    const { form } = hiddenOf((await maker.get('/console/payouts/new')).text, '/console/payouts/new');
    const answer = await maker.post(approve, {
      form: form!,
      [`pay:${idOf(path)}`]: '600.25 ',
      amount: '600,25',
    });
    assert.ok([403, 409].includes(answer.status), String(answer.status));
    assert.equal((await stateOf(path)).state, 'approval');
    assert.equal((await viewer.get(approve)).status, 403);
    const foreign = hiddenOf((await stranger.get('/console/payouts/new')).text, '/console/payouts/new');
    const theirs = { form: foreign.form!, [`pay:${idOf(path)}`]: '600.25 ', amount: '600,25' };
    assert.equal((await stranger.post(approve, theirs)).status, 404);
  });
});

describe('the operator’s finance', () => {
  test('decides only where the site allows it', async () => {
    const operator = await visitorOf(service, 'operator-finance');
    const path = await waiting();
    await changeSite(ctx, merchant.siteCode, { operatorMayApprovePayouts: false });
    assert.doesNotMatch((await operator.get(path)).text, />Approve /);
    assert.match((await operator.get(path)).text, /does not allow operators to approve payouts/);
    const { form } = hiddenOf((await operator.get('/console/me')).text, '/console/me/password');
    const refused = await operator.post(path, { form: form!, amount: '600,25', do: 'approve' });
    assert.equal(refused.status, 403, refused.text);
    assert.equal((await stateOf(path)).state, 'approval');
    assert.match((await operator.get('/console/payouts/approve')).text, /No payouts await your approval/);
    await changeSite(ctx, merchant.siteCode, { operatorMayApprovePayouts: true });
    assert.equal((await operator.act(path, path, { amount: '600,25', do: 'approve' })).status, 303);
    assert.equal((await stateOf(path)).approvedBy, `user:${operator.userId}`);
  });
});
