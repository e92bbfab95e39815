// Password resets over HTTP: the link of "Forgot password?", in the sandbox's mailbox.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Context } from '../../src/core/context.ts';
import { judgeSameness } from '../../src/core/users/grants.ts';
import { atCommandLine } from '../../src/core/users/signed-in-user.ts';
import { sendReset } from '../../src/core/users/users.ts';
import { mailbox } from '../support/mailbox.ts';
import { openService } from '../support/opening.ts';
import { ask, enter, strangersOf, type Visitor, visitorOf, visitorsOf } from './support.ts';

const service = await openService();
const [finance, viewer] = await visitorsOf(service, 'finance', 'viewer');
beforeEach(async () => void (await service.db`delete from console.attempts`));

const password = 'seven quiet herons at dusk';

const mailsTo = async (email: string) =>
  (await mailbox(service)).filter(({ kind, to }) => kind === 'reset' && to === email);
const forgot = (email: string) => ask(service, '/console/forgot', { fields: { email } });

/** Requests a link, and returns its path. */
async function linkOf(email: string): Promise<string> {
  assert.equal((await forgot(email)).status, 303);
  await service.drain();
  const [mail] = await mailsTo(email);
  return /\/console\/reset\/[\w-]+/.exec(mail!.text)![0];
}

describe('a forgotten password', () => {
  test('is replaced by a link that works once, and ends the sessions', async () => {
    assert.match(
      (await ask(service, '/console/sign-in')).text,
      /href="\/console\/forgot">Forgot password\?</,
    );
    const link = await linkOf(finance.email);
    const [row] = await service.db`select string_agg(to_jsonb(r)::text, ' ') as text from console.resets r`;
    assert.ok(!row!.text.includes(link.split('/').at(-1)!), 'only a hash is stored');
    assert.equal((await ask(service, link)).status, 200);
    const weak = await ask(service, link, { fields: { password: 'short' } });
    assert.equal(weak.status, 422);
    assert.match(weak.text, /15 to 128 characters/);
    assert.equal((await finance.get('/console/me')).status, 200);
    const reset = await ask(service, link, { fields: { password } });
    assert.deepEqual([reset.status, reset.to], [303, '/console/sign-in?reset']);
    assert.match((await ask(service, reset.to!)).text, /Password changed/);
    assert.equal((await finance.get('/console/me')).status, 303);
    await enter(service, { ...finance, password });
    for (const fields of [undefined, { password }])
      assert.equal((await ask(service, link, fields ? { fields } : {})).status, 404);
    const [entry] =
      await service.db`select who, action, subject, after from console.audit order by position desc limit 1`;
    assert.deepEqual(entry, {
      ...{ who: finance.userId, action: 'user.reset', subject: `user ${finance.userId}` },
      after: { isReset: true, sessions: 0 },
    });
  });

  test('is chosen by one of ten requests at the same time', async () => {
    const link = await linkOf(viewer.email);
    const sent = Array.from({ length: 10 }, () => ask(service, link, { fields: { password } }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 303).length, 1, String(statuses));
    assert.ok(statuses.every((status) => status === 303 || status === 404));
  });

  test('has the same response for unknown and disabled addresses, and no e-mail', async () => {
    const known = await forgot(finance.email);
    const disabled = await visitorOf(service, 'developer');
    await service.db`update console.users set disabled_at = now() where id = ${disabled.userId}`;
    for (const email of ['nobody@shop.example', disabled.email]) {
      const { status, to, text } = await forgot(email);
      assert.deepEqual([status, to, text], [known.status, known.to, known.text]);
    }
    assert.match((await ask(service, known.to!)).text, /If the address has a login/);
    await service.drain();
    assert.deepEqual(await mailsTo(disabled.email), []);
    assert.equal((await service.db`select from emails where recipient = 'nobody@shop.example'`).count, 0);
  });

  test('is limited like a sign-in, and sends three links in an hour', async () => {
    const { email } = await visitorOf(service, 'support');
    let slowed = await forgot(email);
    for (let nth = 0; nth < 6 && slowed.status === 303; nth += 1) slowed = await forgot(email);
    assert.equal(slowed.status, 429);
    assert.ok(Number(slowed.headers.get('retry-after')) >= 1);
    assert.ok(slowed.text.includes(`value="${email}"`));
    await service.drain();
    const links = await service.db`
      select from console.resets r join console.users u on u.id = r.user_id where u.email = ${email}`;
    assert.equal(links.count, 3);
  });

  test('has a link for 30 minutes', async () => {
    const { email } = await visitorOf(service, 'admin');
    const link = await linkOf(email);
    await service.db`update console.resets set expires_at = expires_at - interval '29 minutes'`;
    assert.equal((await ask(service, link)).status, 200);
    await service.db`update console.resets set expires_at = expires_at - interval '1 minute'`;
    assert.equal((await ask(service, link)).status, 404);
    assert.equal((await ask(service, link, { fields: { password } })).status, 404);
  });

  test('refuses a form from another site, and an invalid address', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const fields = { email: finance.email };
    assert.equal((await ask(service, '/console/forgot', { fields, headers })).status, 403);
    const wrong = await forgot('no address');
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /value="no address"/);
  });
});

describe('an admin', () => {
  let admin: Visitor;
  let user: Visitor;
  let operator: Visitor;
  let page: string;
  before(async () => {
    [admin, user] = await strangersOf(service, 'admin', 'finance');
    operator = await visitorOf(service, 'operator-admin');
    page = `/console/users/${user.userId}`;
  });
  const press = (who: Visitor, pressed: string, path = page) =>
    who.post(path, { form: crypto.randomUUID(), do: pressed });
  const lastEntry = async () =>
    (
      await service.db`select who, action, subject, before, after from console.audit order by position desc limit 1`
    )[0];
  const isSame = async () =>
    (await judgeSameness(service.ctx, `user:${user.userId}`))(`user:${admin.userId}`);

  test('sends a user a link, which counts as a grant', async () => {
    const shown = await admin.get(page);
    for (const words of ['Reset password', 'Reset second factor', 'Unlock'])
      assert.ok(shown.text.includes(`>${words}</button>`), words);
    assert.equal(await isSame(), undefined);
    const { status, to } = await press(admin, 'password');
    assert.deepEqual([status, to], [303, page]);
    assert.match((await admin.get(page)).text, /A link to choose a new password is on its way/);
    assert.deepEqual(await lastEntry(), {
      ...{ who: admin.userId, action: 'user.reset', subject: `user ${user.userId}` },
      ...{ before: { resetLink: 'none' }, after: { resetLink: 'e-mailed' } },
    });
    assert.equal(await isSame(), 'granter');
    const emails = await service.db`select from emails where kind = 'reset' and recipient = ${user.email}`;
    assert.equal(emails.count, 1);
    assert.equal((await user.get('/console/me')).status, 200, 'nothing changes until the link is used');
  });

  test('resets a second factor, which ends the sessions and leaves the password', async () => {
    await service.db`
      insert into console.factors (id, user_id, kind, secret_sealed, created_at, confirmed_at)
      values (gen_random_uuid(), ${user.userId}, 'totp', 'x', now(), now())`;
    assert.equal((await press(admin, 'factor')).to, page);
    assert.deepEqual((await lastEntry())!.before, { hasFactor: true });
    assert.equal((await user.get('/console/me')).status, 303);
    user = await enter(service, user);
  });

  test('disables a user and enables the same login again, which counts as a grant', async () => {
    const [own, clerk] = await strangersOf(service, 'admin', 'finance');
    const path = `/console/users/${clerk.userId}`;
    const sameness = async () =>
      (await judgeSameness(service.ctx, `user:${clerk.userId}`))(`user:${own.userId}`);
    await press(own, 'disable', path);
    assert.equal(await sameness(), undefined);
    const disabled = (await own.get(path)).text;
    assert.match(disabled, />Enable user<\/button>/);
    assert.equal((await press(admin, 'enable', path)).status, 404, 'of another merchant');
    assert.equal((await press(own, 'enable', path)).to, path);
    assert.deepEqual((await lastEntry())!.after, { isDisabled: false });
    assert.equal((await (await enter(service, clerk)).get('/console/me')).status, 200);
    assert.equal(await sameness(), 'granter');
  });

  test('enables no user whom an operator disabled, except as an operator', async () => {
    const [own, clerk] = await strangersOf(service, 'admin', 'finance');
    const path = `/console/users/${clerk.userId}`;
    await press(own, 'disable', path);
    await press(operator, 'disable', path);
    const shown = (await own.get(path)).text;
    assert.match(shown, /only an operator can enable them/);
    assert.doesNotMatch(shown, />Enable user<\/button>/);
    const refused = await press(own, 'enable', path);
    assert.equal(refused.status, 403);
    assert.match(refused.text, /An operator disabled the user/);
    assert.equal((await clerk.get('/console/me')).status, 303);
    assert.equal((await press(operator, 'enable', path)).to, path);
    await press(own, 'disable', path);
    assert.equal((await press(own, 'enable', path)).to, path);
  });

  test('resets no user of another merchant, and an operator’s admin resets any', async () => {
    const away = `/console/users/${viewer.userId}`;
    for (const pressed of ['password', 'factor', 'unlock']) {
      assert.equal((await press(admin, pressed, away)).status, 404);
      assert.equal((await press(user, pressed)).status, 403);
      assert.equal((await press(operator, pressed, away)).to, away);
    }
    await service.db`update console.users set disabled_at = now() where id = ${user.userId}`;
    assert.equal((await press(admin, 'password')).status, 422);
    assert.ok(!(await admin.get(page)).text.includes('>Reset password<'));
  });
});

test('where e-mail is off, an admin gets the link once', async () => {
  const off: Context = { ...service.ctx, policy: { ...service.ctx.policy, mail: 'off' } };
  const { id } = service.merchant.merchant;
  const target = (
    await service.db`select user_id from console.held where merchant_id = ${id} and role = 'support'`
  )[0]!;
  const doer = { ...atCommandLine('naledi', true), email: 'naledi@operator.example' };
  const { token, isEmailed } = await sendReset(off, doer, target.userId);
  assert.equal(isEmailed, false);
  const reset = await ask(service, `/console/reset/${token}`, { fields: { password } });
  assert.equal(reset.status, 303);
});
