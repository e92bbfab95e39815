// A small OpenID provider for tests: it follows the standard, or breaks it as configured.
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export const client = { id: 'tefo', secret: 'of-the-tests' };

export interface TestCompany {
  issuer: string;
  /** Who signs in next: claims of the id token. */
  who: Record<string, unknown> & { sub: string };
  /** Claims that are other than they should be. */
  wrong: Record<string, unknown>;
  /** Signs with a key that it does not publish. */
  isForged: boolean;
  isDown: boolean;
  /** The requested paths, in order. */
  asked: string[];
  /** Signs in at its page as a person; returns the address of the redirect. */
  signIn(address: string): Promise<string>;
  end(): Promise<void>;
}

export async function startCompany(): Promise<TestCompany> {
  const [pair, forged] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
  const key = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  const codes = new Map<string, URLSearchParams>();

  async function answer(path: string, body: string): Promise<[status: number, body: unknown]> {
    if (company.isDown) return [503, 'down'];
    const { issuer } = company;
    if (path === '/.well-known/openid-configuration')
      return [
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256'],
          scopes_supported: ['openid', 'email', 'groups'],
        },
      ];
    if (path === '/jwks') return [200, { keys: [key] }];
    if (path !== '/token') return [404, {}];
    const given = new URLSearchParams(body);
    const code = given.get('code') ?? '';
    const asked = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      asked?.get('code_challenge') === challenge &&
      asked.get('redirect_uri') === given.get('redirect_uri') &&
      given.get('client_secret') === client.secret;
    if (!isRight) return [400, { error: 'invalid_grant' }];
    const claims = {
      iss: issuer,
      aud: client.id,
      nonce: asked.get('nonce'),
      exp: Math.floor(Date.now() / 1_000) + 300,
      ...company.who,
      ...company.wrong,
    };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setIssuedAt()
      .sign(company.isForged ? forged.privateKey : pair.privateKey);
    return [200, { access_token: 'a', token_type: 'Bearer', id_token: token }];
  }

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', async () => {
      company.asked.push(request.url!);
      const [status, content] = await answer(request.url!, body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const company: TestCompany = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ who: { sub: 'nobody' }, wrong: {}, isForged: false, isDown: false, asked: [] },
    signIn: async (address) => {
      const { searchParams: asked } = new URL(address);
      const code = randomBytes(16).toString('base64url');
      codes.set(code, asked);
      const back = new URL(asked.get('redirect_uri')!);
      back.search = new URLSearchParams({ code, state: asked.get('state')! }).toString();
      return back.href;
    },
    end: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return company;
}
