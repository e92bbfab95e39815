// Passkeys in a real browser, with a device that its developer tools pretend.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openBrowser } from '../support/browser.ts';
import { columnOf } from '../support/column.ts';
import { openService } from '../support/opening.ts';
import { ask, type Visitor, visitorsOf } from './support.ts';

const service = await openService();
const browser = await openBrowser();
const [admin, other] = await visitorsOf(service, 'admin', 'support');
const page = await browser.newPage();
page.setDefaultTimeout(60_000);
const device = await page.context().newCDPSession(page);
await device.send('WebAuthn.enable');
const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
  options: {
    ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
    ...{ isUserVerified: true, automaticPresenceSimulation: true },
  },
});
after(() => browser.close());

const at = (path: string) => new URL(path, service.base).href;
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const pathNow = () => new URL(page.url()).pathname;

async function signIn({ email, password }: Visitor): Promise<void> {
  await page.context().clearCookies();
  await page.goto(at('/console/sign-in'));
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await press('Sign in');
}

/** Requests a device, and returns the browser's message. */
async function show(): Promise<string> {
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  // The page before may still be loading: what counts is the next one.
  const shown = page.waitForEvent('framenavigated');
  await press('Use a passkey');
  const body = (await sent).postData()!;
  await shown;
  await page.waitForLoadState('domcontentloaded');
  return new URLSearchParams(body).get('passkey')!;
}

/** A session that waits for a second factor: sends it a device's response, and returns the status. */
async function answer({ email, password }: Visitor, passkey: string, asks = true): Promise<number> {
  const begun = await ask(service, '/console/sign-in', { fields: { email, password } });
  assert.equal(begun.to, '/console/sign-in/code');
  const cookie = begun.headers.get('set-cookie')!.split(';')[0]!;
  if (asks) await ask(service, '/console/sign-in/code', { cookie });
  return (await ask(service, '/console/sign-in/code', { cookie, fields: { passkey } })).status;
}

const asked = () =>
  page
    .locator('form[data-passkey]')
    .getAttribute('data-options')
    .then((text) => JSON.parse(text!));
const refusedHere = async () => {
  assert.match(
    (await page.locator('[role=alert]').textContent())!,
    /not valid, or the response came too late/,
  );
  assert.equal(pathNow(), '/console/sign-in/code');
};

describe('a passkey', () => {
  test('is added at "You" with a name, and gives recovery codes', async () => {
    await signIn(admin);
    assert.equal(pathNow(), '/console');
    await page.goto(at('/console/me'));
    await page.getByRole('link', { name: 'Add a passkey' }).click();
    await page.fill('[name=name]', 'Work laptop');
    await press('Add passkey');
    await page.getByText('Your recovery codes').waitFor();
    assert.equal(await page.locator('.codes li').count(), 10);
    await page.goto(at('/console/me'));
    assert.match((await page.locator('main').textContent())!, /1 passkey.*Work laptop/s);
    const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId });
    assert.equal(credentials.length, 1);
    const kept = await service.db`select to_jsonb(p)::text as text from console.passkeys p`;
    assert.ok(!kept[0]!.text.includes(credentials[0]!.privateKey));
  });

  test('is requested at sign-in, and a response is accepted once', async () => {
    await signIn(admin);
    assert.equal(pathNow(), '/console/sign-in/code');
    assert.equal((await ask(service, '/console/payments', { cookie: '' })).status, 303);
    const sent = await show();
    assert.equal(pathNow(), '/console');
    assert.equal(await answer(admin, sent), 401);
  });

  test('confirms sensitive actions for five minutes', async () => {
    const invite = async (email: string) => {
      await page.goto(at('/console/users'));
      await page.fill('form[action="/console/users"] [name=email]', email);
      await press('Invite');
    };
    await invite('a@shop.example');
    assert.match((await page.locator('main').textContent())!, /invitations\//, 'fresh by the sign-in');
    await service.db`update console.sessions set factor_at = factor_at - interval '5 minutes'`;
    await invite('b@shop.example');
    assert.equal(await page.title().then((title) => title.split(' – ')[0]), 'Confirm your identity');
    await show();
    assert.match((await page.locator('main').textContent())!, /invitations\//);
    const { count } = await service.db`select from console.invitations where email = 'b@shop.example'`;
    assert.equal(count, 1);
  });
});

describe('a response', () => {
  test('from another user’s device is refused', async () => {
    // A user with a passkey changes the page to request the admin's.
    const [mine] = await service.db`select * from console.passkeys`;
    await service.db`
      insert into console.passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
      values (gen_random_uuid(), ${other.userId}, 'theirs', 'dGhlaXJz', ${mine!.publicKey}, 0, '{}', now())`;
    await signIn(other);
    assert.deepEqual(columnOf((await asked()).allowCredentials, 'id'), ['dGhlaXJz']);
    const changed = {
      ...(await asked()),
      allowCredentials: [{ id: mine!.credentialId, type: 'public-key' }],
    };
    await page
      .locator('form[data-passkey]')
      .evaluate((form, text) => form.setAttribute('data-options', text), JSON.stringify(changed));
    const sent = await show();
    await refusedHere();
    // Their own name over it changes nothing: the signature is of another key's challenge.
    assert.equal(
      await answer(other, JSON.stringify({ ...JSON.parse(sent), id: 'dGhlaXJz', rawId: 'dGhlaXJz' })),
      401,
    );
  });

  test('with a decreasing counter is refused: the device is a copy', async () => {
    await service.db`update console.passkeys set counter = 1000 where name = 'Work laptop'`;
    await signIn(admin);
    await show();
    await refusedHere();
    await service.db`update console.passkeys set counter = 0`;
    await show();
    assert.equal(pathNow(), '/console');
  });
});

test('is removed by its owner alone, and with the last factor the recovery codes go', async () => {
  await page.goto(at('/console/me'));
  const [theirs] = await service.db`select id from console.passkeys where name = 'theirs'`;
  await page.locator('[name=which]').evaluate((field, id) => field.setAttribute('value', id), theirs!.id);
  await press('Remove');
  assert.match((await page.locator('[role=alert]').textContent())!, /already been removed/);
  await page.goto(at('/console/me'));
  await press('Remove');
  assert.match((await page.locator('main').textContent())!, /Passkey removed/);
  const left = await service.db`select name from console.passkeys`;
  assert.deepEqual(columnOf(left, 'name'), ['theirs']);
  assert.equal((await service.db`select from console.factors`).count, 0);
  await signIn(admin);
  assert.equal(pathNow(), '/console');
});
