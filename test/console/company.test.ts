// Signs in with company accounts, over HTTP as browsers do, at a configurable provider.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { createCompany } from '../../src/app/company-sign-in.ts';
import { loadConfig } from '../../src/app/config.ts';
import { atCommandLine } from '../../src/core/users/signed-in-user.ts';
import { changeRole, createUser, disableUser } from '../../src/core/users/users.ts';
import { createLog } from '../../src/kernel/process/log.ts';
import { columnOf } from '../support/column.ts';
import { client, startCompany, type TestCompany } from '../support/company.ts';
import { atEnd } from '../support/ending.ts';
import { openService } from '../support/opening.ts';
import { ask, plain, type Shown } from './support.ts';

const operator = atCommandLine('test', true);
const company = await startCompany();
atEnd(() => company.end());
const env = {
  TEFO_OIDC_ISSUER: company.issuer,
  TEFO_OIDC_CLIENT_ID: client.id,
  TEFO_OIDC_CLIENT_SECRET: client.secret,
};
const plainService = await openService();
const code = plainService.merchant.merchant.code;
const groups = `finance-team=operator-finance,shop=support@${code},shop-leads=admin@${code},gone=viewer@NOWHERE`;
const service = await openService({
  env: { ...env, TEFO_OIDC_GROUPS: groups, TEFO_OIDC_DOMAINS: 'own.example' },
  over: { databaseUrl: plainService.databaseUrl, merchant: plainService.merchant },
});
beforeEach(() => {
  Object.assign(company, { wrong: {}, isForged: false, isDown: false, asked: [] });
});

const cookieIn = ({ headers }: Shown, name: string): string | undefined =>
  headers
    .getSetCookie()
    .find((one) => one.startsWith(`${name}=`))
    ?.split(';')[0];
const session = '__Host-tefo-session';
const pending = '__Host-tefo-company';

async function begin(back = ''): Promise<{ cookie: string; address: string }> {
  const begun = await ask(service, `/console/sign-in/company${back}`);
  assert.equal(begun.status, 303, begun.text);
  return { cookie: cookieIn(begun, pending)!, address: begun.to! };
}
const pathOf = (href: string) => href.slice(new URL(href).origin.length);
const answer = (href: string, cookie?: string) =>
  ask(service, pathOf(href), cookie === undefined ? {} : { cookie });

/** Signs a user in at the company, and returns. */
async function signIn(who: TestCompany['who'], back = ''): Promise<Shown> {
  company.who = who;
  const { cookie, address } = await begin(back);
  return answer(await company.signIn(address), cookie);
}
const page = (shown: Shown, path: string) => ask(service, path, { cookie: cookieIn(shown, session)! });
const person = (name: string, groups: string[], more: object = {}) => ({
  ...{ sub: `sub-${name}`, email: `${name}@shop.example`, email_verified: true, groups, ...more },
});
const userOf = async (name: string): Promise<string> =>
  (await service.db`select id from console.users where email = ${`${name}@shop.example`}`)[0]!.id;
const rolesOf = async (name: string) =>
  (
    await service.db`
      select role, is_of_company from console.held join console.users on id = user_id
      where email = ${`${name}@shop.example`} order by role`
  ).map(({ role, isOfCompany }) => `${role}${isOfCompany ? '' : ' by hand'}`);

describe('a company account', () => {
  test('has a button on the sign-in page, which keeps the return address; without settings the button is absent', async () => {
    const { text } = await ask(service, '/console/sign-in?back=/console/payments?state=complete');
    assert.match(
      plain(text),
      /<a class="[^"]*" href="\/console\/sign-in\/company\?back=%2Fconsole%2Fpayments%3Fstate%3Dcomplete">Sign in with your company account</,
    );
    const without = await ask(plainService, '/console/sign-in');
    assert.ok(!without.text.includes('company'), without.text);
    const elsewhere = await ask(plainService, '/console/sign-in/company');
    assert.equal(elsewhere.to, '/console/sign-in?back=%2Fconsole');
  });

  test('of a new user gets a login with the roles of its groups, and returns to the page', async () => {
    const shown = await signIn(
      person('naledi', ['shop', 'gone']),
      '?back=/console/payments%3Fstate=complete',
    );
    assert.deepEqual([shown.status, shown.to], [303, '/console/payments?state=complete']);
    assert.match(cookieIn(shown, pending)!, /=$/);
    assert.equal((await page(shown, '/console/payments')).status, 200);
    assert.equal((await page(shown, '/console/deposits')).status, 403);
    assert.deepEqual(await rolesOf('naledi'), ['support']);
    const reported = await service.db`
      select action, subject, after from console.audit where subject = 'naledi@shop.example' order by position`;
    assert.deepEqual(columnOf(reported, 'action'), ['user.create', 'user.role']);
    const { after } = reported[0]! as { after: object };
    assert.deepEqual(after, { email: 'naledi@shop.example', issuer: company.issuer, subject: 'sub-naledi' });
  });

  test('is identified by its subject, even when its address changes', async () => {
    const shown = await signIn({ ...person('naledi', ['shop']), email: 'naledi.new@shop.example' });
    assert.equal(shown.status, 303);
    assert.match((await page(shown, '/console/me')).text, /naledi@shop\.example/);
  });

  test('follows its groups at every sign-in, and its other sessions end; roles given by a user stay', async () => {
    const first = await signIn(person('naledi', ['shop', 'shop-leads']));
    assert.deepEqual(await rolesOf('naledi'), ['support'], 'the earlier of two counts');
    const lead = await signIn(person('naledi', ['shop-leads', 'finance-team']));
    assert.deepEqual(await rolesOf('naledi'), ['admin', 'operator-finance']);
    assert.equal((await page(first, '/console/payments')).status, 303, 'the earlier session has ended');
    assert.equal((await page(lead, '/console/deposits')).status, 200);
    const userId = await userOf('naledi');
    const merchantId = service.merchant.merchant.id;
    await changeRole(service.ctx, operator, { userId, merchantId, role: 'finance' });
    const shown = await signIn(person('naledi', ['shop']));
    assert.equal(shown.status, 303);
    assert.deepEqual(await rolesOf('naledi'), ['finance by hand']);
    await changeRole(service.ctx, operator, { userId, merchantId, role: null });
    const none = await signIn(person('naledi', []));
    assert.deepEqual([none.status, cookieIn(none, session)], [403, undefined]);
    assert.match(none.text, /has no role here/);
    assert.equal((await page(shown, '/console/payments')).status, 303);
  });

  test('of a user with a login is linked by a verified address, and by no other', async () => {
    const given = {
      email: 'thabo@shop.example',
      role: 'viewer',
      merchantId: service.merchant.merchant.id,
    } as const;
    const { userId } = await createUser(service.ctx, operator, given);
    for (const more of [
      { email_verified: false },
      { email_verified: 'true' },
      { email: 'THABO@shop.example\u0000' },
    ]) {
      const refused = await signIn(person('thabo', ['finance-team'], more));
      assert.equal(refused.status, 403);
      assert.match(refused.text, /has not verified your email address/);
    }
    assert.equal((await signIn(person('thabo', [], { email: ' Thabo@Shop.example' }))).status, 303);
    assert.deepEqual(await rolesOf('thabo'), ['viewer by hand']);
    const heir = await signIn({ ...person('thabo', ['finance-team']), sub: 'of a newcomer' });
    assert.equal(heir.status, 403);
    assert.match(heir.text, /is linked to another company account/);
    await disableUser(service.ctx, operator, userId);
    const gone = await signIn(person('thabo', ['finance-team']));
    assert.deepEqual([gone.status, cookieIn(gone, session)], [403, undefined]);
    assert.deepEqual(await rolesOf('thabo'), ['viewer by hand'], 'nothing of a disabled user changes');
  });

  test('of the company’s own domain needs no email_verified claim, unless the company sends false', async () => {
    const sipho = (email: string, more = {}) =>
      signIn({ ...{ sub: `sub-${email}`, email, groups: ['shop'] }, ...more });
    for (const email of ['sipho@shop.example', 'sipho@not-own.example', 'sipho@own.example.evil.example'])
      assert.match((await sipho(email)).text, /has not verified your email address/, email);
    for (const isVerified of [false, null, 'true'])
      assert.equal((await sipho('sipho@own.example', { email_verified: isVerified })).status, 403);
    assert.equal((await sipho('Sipho@Own.example')).status, 303);
  });

  test('with no known group, or no address, creates no user', async () => {
    assert.match((await signIn(person('stranger', ['other']))).text, /has no role here/);
    assert.equal((await signIn({ sub: 'x', groups: ['shop'] })).status, 403);
    assert.equal((await signIn({ ...person('y', ['shop']), sub: 'a\u0000b' })).status, 401);
    const { count } = await service.db`select from console.users where email ~ 'stranger|^y@'`;
    assert.equal(count, 0);
  });
});

describe('a response of the company', () => {
  const who = person('lindiwe', ['shop']);
  const refused = async (shown: Shown, status: number) => {
    assert.equal(shown.status, status, shown.text);
    assert.equal(cookieIn(shown, session), undefined);
    assert.match(shown.text, /role="alert"/);
    assert.equal((await service.db`select from console.users where email = ${who.email}`).count, 0);
  };

  test('with another state, in another browser, or without a started sign-in is refused', async () => {
    company.who = who;
    const { cookie, address } = await begin();
    const good = await company.signIn(address);
    const other = await begin();
    await refused(await answer(good.replace(/state=[^&]*/, 'state=guessed'), cookie), 400);
    await refused(await answer(good), 400);
    await refused(await answer(good, other.cookie), 400);
    await refused(await answer(good, `${pending}=${'a'.repeat(43)}`), 400);
    await refused(await answer('http://x/console/sign-in/company/answer', cookie), 400);
  });

  for (const [what, broken] of [
    ['another nonce', { wrong: { nonce: 'of somebody else' } }],
    ['no nonce', { wrong: { nonce: undefined } }],
    ['another issuer', { wrong: { iss: 'https://evil.example' } }],
    ['another audience', { wrong: { aud: 'another service' } }],
    ['an end that is past', { wrong: { exp: 1_000_000_000 } }],
    ['the signature of another key', { isForged: true }],
  ] as const)
    test(`with ${what} is refused`, async () => {
      Object.assign(company, broken);
      await refused(await signIn(who), 401);
    });

  test('that reports a declined sign-in is refused', async () => {
    const { cookie, address } = await begin();
    const state = new URL(address).searchParams.get('state');
    await refused(
      await answer(`http://x/console/sign-in/company/answer?error=access_denied&state=${state}`, cookie),
      401,
    );
  });

  test('with a code of another sign-in is refused: PKCE binds it to its own', async () => {
    company.who = who;
    const [mine, theirs] = [await begin(), await begin()];
    const stolen = new URL(await company.signIn(theirs.address)).searchParams.get('code')!;
    const own = await company.signIn(mine.address);
    await refused(await answer(own.replace(/code=[^&]*/, `code=${stolen}`), mine.cookie), 401);
  });

  test('is accepted once, and so is its code', async () => {
    company.who = person('once', ['shop']);
    const { cookie, address } = await begin();
    const good = await company.signIn(address);
    const all = await Promise.all([answer(good, cookie), answer(good, cookie)]);
    assert.deepEqual(all.map(({ status }) => status).sort(), [303, 400]);
    assert.equal((await answer(good, cookie)).status, 400);
    const again = await begin();
    const used = new URL(good).searchParams.get('code')!;
    const replayed = (await company.signIn(again.address)).replace(/code=[^&]*/, `code=${used}`);
    assert.equal((await answer(replayed, again.cookie)).status, 401);
  });

  test('is over after ten minutes', async () => {
    company.who = who;
    const { cookie, address } = await begin();
    await service.db`update console.company_requests set created_at = created_at - interval '10 minutes'`;
    await refused(await answer(await company.signIn(address), cookie), 400);
  });

  test('redirects only into the console', async () => {
    for (const back of [
      'https://evil.example',
      '//evil.example/console',
      '/console/../pay',
      '/console/sign-out',
    ]) {
      const shown = await signIn(person('once', ['shop']), `?back=${encodeURIComponent(back)}`);
      assert.deepEqual([shown.status, shown.to], [303, '/console'], back);
    }
  });

  test('that never arrives results in a page with an explanation', async () => {
    company.who = who;
    const { cookie, address } = await begin();
    const good = await company.signIn(address);
    company.isDown = true;
    const shown = await answer(good, cookie);
    await refused(shown, 503);
    assert.match(shown.text, /is not available right now/);
  });
});

test('a network can start 300 unfinished sign-ins an hour, and then no more', async () => {
  const key = 'company 127.0.0.1';
  await service.db`delete from console.attempts where key = ${key}`;
  const waiting = async () => (await service.db`select from console.company_requests`).count;
  const before = await waiting();
  const first = await begin();
  await service.db`update console.attempts set wrong = 299 where key = ${key}`;
  await begin();
  const slowed = await ask(service, '/console/sign-in/company');
  assert.equal(slowed.status, 429);
  assert.match(slowed.text, /role="alert">Too many attempts/);
  assert.ok(Number(slowed.headers.get('retry-after')) > 3_500);
  assert.equal(await waiting(), before + 2);
  company.who = person('naledi', ['shop']);
  assert.equal((await answer(await company.signIn(first.address), first.cookie)).status, 303);
  // The session has ended: there is room for another.
  await begin();
  await service.db`delete from console.attempts where key = ${key}`;
});

test('a sign-in that never got to the company is not counted', async () => {
  const tries = async () =>
    (await service.db`select wrong from console.attempts where key = 'company 127.0.0.1'`)[0]?.wrong ?? 0;
  await begin();
  const counted = await tries();
  assert.ok(counted > 0);
  const away = await openService({
    env: { TEFO_OIDC_ISSUER: 'http://127.0.0.1:9', TEFO_OIDC_CLIENT_ID: 'x' },
    over: { databaseUrl: service.databaseUrl, merchant: service.merchant },
  });
  assert.equal((await ask(away, '/console/sign-in/company')).status, 503);
  assert.equal(await tries(), counted);
});

test('with a second factor is asked to use it, unless the company has verified two factors', async () => {
  await signIn(person('zanele', ['shop']));
  const id = await userOf('zanele');
  await service.db`
    insert into console.factors (id, user_id, kind, secret_sealed, created_at, confirmed_at)
    values (gen_random_uuid(), ${id}, 'totp', 'x', now(), now())`;
  const one = await signIn(person('zanele', ['shop'], { amr: ['pwd'] }), '?back=/console/refunds');
  assert.equal(one.to, '/console/sign-in/code?back=%2Fconsole%2Frefunds');
  assert.equal((await page(one, '/console/payments')).status, 303);
  const two = await signIn(person('zanele', ['shop'], { amr: ['pwd', 'mfa'] }), '?back=/console/refunds');
  assert.equal(two.to, '/console/refunds');
  assert.equal((await page(two, '/console/refunds')).status, 200);
});

test('an unreachable company at a sign-in results in a page with an explanation, and is queried again later', async () => {
  const log = createLog('silent');
  const config = loadConfig({
    TEFO_DATA_DIR: service.config.dataDir,
    TEFO_OIDC_ISSUER: company.issuer,
    TEFO_OIDC_CLIENT_ID: 'x',
  });
  const own = createCompany(config, (url, init) => fetch(url, init), log)!;
  const given = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), back: '/console' };
  company.isDown = true;
  assert.equal(await own.addressOf(given), undefined);
  company.isDown = false;
  const { searchParams } = new URL((await own.addressOf(given))!);
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  assert.equal(searchParams.get('scope'), 'openid email profile groups');
});
