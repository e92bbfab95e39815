import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { assertText, openSurface } from '../../../test/support/setup/payments-api.ts';
import { createMerchant } from '../../core/merchants/actions.ts';

type Surface = Awaited<ReturnType<typeof openSurface>>;

describe('a token', () => {
  let surface: Surface;
  before(async () => {
    surface = await openSurface();
  });
  const ask = (form: Record<string, string> | string, headers: Record<string, string> = {}) =>
    surface.server.inject({
      method: 'POST',
      url: '/payments/token',
      headers: {
        apikey: surface.merchant.apiKey,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      payload: String(new URLSearchParams(form)),
    });

  test('is given for an hour to the ApiKey of the site, as a bearer', async () => {
    const { siteCode } = surface.merchant;
    for (const grant of ['Password', 'password', 'PASSWORD']) {
      const answer = await ask({ grant_type: grant, SiteCode: siteCode });
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['cache-control'], 'no-store');
      const { access_token: token, ...rest } = answer.json<{ access_token: string }>();
      assert.deepEqual(rest, { token_type: 'bearer', expires_in: '3600' });
      assert.ok(token.length <= 500);
      const site = (await surface.directory.siteByCode(siteCode))!;
      const said = (await surface.tokens.verify(token, 'payments'))!;
      assert.equal(said.subject, site.id);
      assert.equal(said.claims.merchantId, site.merchantId);
      assert.equal(await surface.tokens.verify(token, 'http://localhost:8420/one/v1'), undefined);
    }
  });

  test('ends after the hour', async () => {
    const own = await openSurface();
    const headers = { apikey: own.merchant.apiKey, 'content-type': 'application/x-www-form-urlencoded' };
    const payload = `grant_type=password&sitecode=${own.merchant.siteCode}`;
    const answer = await own.server.inject({ method: 'POST', url: '/payments/token', headers, payload });
    const { access_token: token } = answer.json<{ access_token: string }>();
    own.clock.advance(3_599_000);
    assert.ok(await own.tokens.verify(token, 'payments'));
    own.clock.advance(1_000);
    assert.equal(await own.tokens.verify(token, 'payments'), undefined);
  });

  test('is XML on request', async () => {
    const answer = await ask(
      { grant_type: 'password', SiteCode: surface.merchant.siteCode },
      { accept: 'application/xml' },
    );
    assert.match(String(answer.headers['content-type']), /^application\/xml/);
    assert.match(
      answer.body,
      /<Token><AccessToken>[\w.-]+<\/AccessToken><TokenType>bearer<\/TokenType><ExpiresIn>3600<\/ExpiresIn><\/Token>$/,
    );
  });

  const refused = (answer: Awaited<ReturnType<typeof ask>>) =>
    assertText(answer, 401, undefined, { isQuiet: true });

  test('is refused with a 401 to everything else', async () => {
    const { siteCode } = surface.merchant;
    const other = await createMerchant(surface.ctx, { name: 'Naledi' });
    const good = { grant_type: 'password', SiteCode: siteCode };
    refused(await ask({ ...good, grant_type: 'client_credentials' }));
    refused(await ask({ SiteCode: siteCode }));
    refused(await ask({ grant_type: 'password' }));
    refused(await ask({ ...good, SiteCode: other.siteCode }));
    refused(await ask({ ...good, SiteCode: 'NOBODY0001' }));
    refused(await ask({ ...good, sitecode: siteCode }));
    refused(await ask(`grant_type=password&SiteCode=${siteCode}&SiteCode=${siteCode}`));
    refused(await ask(''));
    for (const apikey of ['', 'x', other.apiKey]) refused(await ask(good, { apikey }));
    for (const type of ['application/json', 'application/xml', 'text/plain', 'strange']) {
      refused(await ask(good, { 'content-type': type }));
    }
    refused(
      await surface.server.inject({
        method: 'POST',
        url: '/payments/token',
        headers: { apikey: surface.merchant.apiKey },
      }),
    );
  });

  test('returns WWW-Authenticate for the ApiKey only after HTTP Basic', async () => {
    const form = { grant_type: 'password', SiteCode: surface.merchant.siteCode };
    const challengeOf = async (authorization: string) => {
      const { statusCode, headers } = await ask(form, { apikey: 'x', authorization });
      return [statusCode, headers['www-authenticate']];
    };
    assert.deepEqual(await challengeOf('Basic YTpi'), [401, 'ApiKey']);
    assert.deepEqual(await challengeOf('Bearer abc'), [401, undefined]);
  });
});
