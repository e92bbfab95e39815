// The user's settings, users and the audit log, as admins, finance and outsiders use them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { mailbox } from '../support/mailbox.ts';
import { openService } from '../support/opening.ts';
import { ask, enter, plain, strangerOf, type Visitor, visitorOf, visitorsOf } from './support.ts';

const service = await openService();
const [admin, viewer] = await visitorsOf(service, 'admin', 'viewer');
const stranger = await strangerOf(service, 'admin');

const password = 'seven quiet herons at dusk';
const codeAt = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
const entries = async () => (await admin.get('/console/audit.csv')).text.split('\n');

describe('an invitation', () => {
  test('is shown once, creates a login with the role, and is audited without its token', async () => {
    const email = 'naledi@shop.example';
    const answer = await admin.act('/console/users', '/console/users', { email, role: 'finance' });
    assert.equal(answer.status, 200);
    const [, path] = /<code>[^<]*(\/console\/invitations\/[\w-]+)<\/code>/.exec(answer.text)!;
    assert.match(answer.text, /on its way by e-mail/);
    const [mail] = await mailbox(service);
    assert.deepEqual([mail!.kind, mail!.to], ['invitation', email]);
    for (const part of [path!, admin.email, 'finance']) assert.ok(mail!.text.includes(part), part);
    assert.ok(!(await admin.get('/console/users')).text.includes(path!));
    assert.equal((await ask(service, path!)).status, 200);
    assert.equal((await ask(service, path!, { fields: { password } })).status, 303);
    const naledi = await enter(service, { userId: '', email, password });
    assert.equal((await naledi.get('/console/settlements')).status, 200);
    const [entry] = (await entries()).filter((line) => line.includes('user.invite'));
    assert.match(entry!, new RegExp(`^\\d+,\\d{4}-.*,${admin.email},user.invite,invitation `));
    assert.ok(!entry!.includes(path!.split('/').at(-1)!));
    assert.equal((await ask(service, path!, { fields: { password } })).status, 404);
    assert.equal((await ask(service, path!)).status, 404);
  });

  test('for roles that the inviter lacks, or without an address, is refused and keeps the typed values', async () => {
    const more = { email: 'x@shop.example', role: 'operator-admin' };
    assert.equal((await admin.act('/console/users', '/console/users', more)).status, 422);
    const wrong = await admin.act('/console/users', '/console/users', {
      email: 'no address',
      role: 'viewer',
    });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /value="no address"/);
    assert.equal((await viewer.get('/console/users')).status, 403);
    assert.equal((await viewer.post('/console/users', more)).status, 403);
  });
});

describe('a person', () => {
  const pathOf = ({ userId }: Visitor) => `/console/users/${userId}`;

  test('of another merchant is not found', async () => {
    assert.equal((await admin.get(pathOf(stranger))).status, 404);
    const disable = () => ({ form: crypto.randomUUID(), do: 'disable' });
    assert.equal((await admin.post(pathOf(viewer), disable())).to, pathOf(viewer));
    assert.equal((await admin.post(pathOf(stranger), disable())).status, 404);
    assert.equal((await stranger.get('/console/users')).status, 200);
    assert.ok(!(await admin.get('/console/users')).text.includes(stranger.email));
  });

  test('loses access at once when disabled', async () => {
    assert.equal((await viewer.get('/console/payments')).status, 303);
    const page = await admin.get(pathOf(viewer));
    assert.match(page.text, /disabled/i);
    assert.ok(!page.text.includes('value="disable"'));
  });

  test('gets another role once, and only as shown', async () => {
    const support = await visitorOf(service, 'support');
    const to = pathOf(support);
    const stale = await admin.get(to);
    const seen = { merchant: /name="merchant" value="([^"]*)"/.exec(stale.text)![1]!, seen: 'support' };
    const change = (role: string) => admin.post(to, { form: crypto.randomUUID(), ...seen, role });
    assert.equal((await support.post(to, { form: crypto.randomUUID(), role: 'admin' })).status, 403);
    assert.equal((await change('finance')).to, to);
    assert.match((await admin.get(pathOf(support))).text, /now has the role finance\./);
    assert.equal((await support.get('/console/payments')).status, 303);
    assert.equal((await change('admin')).status, 409, stale.text);
    const [entry] = (await entries()).filter((line) => line.includes('user.role'));
    assert.match(entry!, /role: finance \(was support\)/);
  });
});

describe('the audit log', () => {
  test('starts with the columns of the brief, and ends with a count', async () => {
    const lines = await entries();
    assert.match(lines[0]!, /^position,at,who,action,subject,/);
    assert.match(lines.at(-2)!, /^# \d+ rows?$/);
  });

  test('pages, filters, and is of one’s own merchant alone', async () => {
    const page = await admin.get('/console/audit?action=user.disable');
    assert.equal(page.status, 200);
    assert.match(page.text, /1 entry/);
    assert.match(page.text, new RegExp(`href="/console/users/${viewer.userId}"`));
    assert.match((await admin.get(`/console/audit?who=${encodeURIComponent(admin.email)}`)).text, /entries/);
    assert.match((await admin.get('/console/audit?who=nobody')).text, /No results/);
    assert.ok(!(await stranger.get('/console/audit.csv')).text.includes('user.disable'));
    assert.equal((await admin.get('/console/audit?site=DEM1')).status, 400);
  });
});

describe('you', () => {
  test('set up an app, whose code is required at sign-in, and recovery codes', async () => {
    const me = await visitorOf(service, 'developer');
    assert.equal((await me.act('/console/me', '/console/me/app')).to, '/console/me/app');
    const page = await me.get('/console/me/app');
    const [, secret] = /<code>([A-Z2-7]+)<\/code>/.exec(page.text)!;
    assert.ok(!/<[^>]* style=/.test(page.text));
    assert.match(page.text, /<svg/);
    const wrong = await me.act('/console/me/app', '/console/me/app/confirm', { code: '12' });
    assert.equal(wrong.status, 422);
    assert.ok(wrong.text.includes(secret!));
    const done = await me.act('/console/me/app', '/console/me/app/confirm', { code: codeAt(secret!) });
    assert.equal(done.status, 200, done.text);
    const codes = [...done.text.matchAll(/<li><code>([a-z2-7-]+)<\/code>/g)].map(([, code]) => code!);
    assert.equal(codes.length, 10);
    assert.equal((await me.get('/console/me/app')).to, '/console/me');
    const half = await ask(service, '/console/sign-in', {
      fields: { email: me.email, password: me.password },
    });
    assert.equal(half.to, '/console/sign-in/code');
    const cookie = half.headers.get('set-cookie')!.split(';')[0]!;
    const into = await ask(service, '/console/sign-in/code', { cookie, fields: { code: codes[0]! } });
    assert.equal(into.to, '/console');
    const lines = (await entries()).join('\n');
    assert.ok(!lines.includes(secret!) && !codes.some((code) => lines.includes(code)));
  });

  test('remove an app only with a code of it, where none was shown just now', async () => {
    const me = await visitorOf(service, 'finance');
    await me.act('/console/me', '/console/me/app');
    const [, secret] = /<code>([A-Z2-7]+)<\/code>/.exec((await me.get('/console/me/app')).text)!;
    await me.act('/console/me/app', '/console/me/app/confirm', { code: codeAt(secret!) });
    await service.db`update console.sessions set factor_at = factor_at - interval '6 minutes'`;
    const asked = await me.act('/console/me', '/console/me/app/remove');
    assert.equal(asked.status, 403);
    const [, form] = /name="form" value="([^"]+)"/.exec(asked.text)!;
    const next = codeAt(secret!, Date.now() + 30_000);
    const removed = await me.post('/console/me/app/remove', { form: form!, code: next });
    assert.equal(removed.to, '/console/me', removed.text);
    assert.match((await me.get('/console/me')).text, /Authenticator app removed/);
  });

  test('change the password with the present one, which ends the other sessions', async () => {
    const me = await visitorOf(service, 'support', stranger.userId);
    const other = await enter(service, me);
    const to = '/console/me/password';
    const wrong = await me.act('/console/me', to, { current: 'not it at all', password });
    assert.equal(wrong.status, 422);
    assert.ok(!wrong.text.includes('not it at all'));
    const [tries] =
      await service.db`select sum(wrong) as n from console.attempts where key like 'present password %'`;
    assert.equal(Number(tries!.n), 1);
    const short = await me.act('/console/me', to, { current: me.password, password: 'short' });
    assert.match(plain(short.text), /15 to 128 characters/);
    const changed = await me.act('/console/me', to, { current: me.password, password });
    assert.equal(changed.to, '/console/me', changed.text);
    assert.equal((await me.get('/console/me')).status, 200);
    assert.equal((await other.get('/console/me')).status, 303);
    await enter(service, { ...me, password });
  });

  test('end one of your other sessions, and never another user’s', async () => {
    const me = await visitorOf(service, 'viewer', stranger.userId);
    const other = await enter(service, me);
    const page = await me.get('/console/me');
    assert.match(page.text, /2 sessions/);
    const ended = await me.act('/console/me', '/console/me/sessions');
    assert.equal(ended.to, '/console/me', ended.text);
    assert.equal((await other.get('/console/me')).status, 303);
    const [foreign] = await service.db`select id from console.sessions where user_id = ${admin.userId}`;
    const form = crypto.randomUUID();
    assert.equal((await me.post('/console/me/sessions', { form, session: foreign!.id })).status, 409);
    assert.equal((await admin.get('/console/me')).status, 200);
  });
});
