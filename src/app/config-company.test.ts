import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from '../../test/support/settings.ts';
import { readGrant } from '../core/users/company-groups.ts';
import { roles } from '../core/users/permissions.ts';
import { type Config, describeConfig, loadConfig } from './config.ts';

const load = (env: Record<string, string>): Config => loadConfig({ TEFO_MASTER_KEYS: masterKeys, ...env });
const masterKeys = `k1:${Buffer.from('one key'.padEnd(32, '.')).toString('base64')}`;
const production = {
  TEFO_MODE: 'production',
  TEFO_MASTER_KEYS: masterKeys,
  TEFO_PUBLIC_URL: 'https://pay.example.com',
};

test('company accounts require an issuer, over https in production, and map groups to roles', () => {
  const issuer = { TEFO_OIDC_ISSUER: 'https://accounts.example.com/', TEFO_OIDC_CLIENT_ID: 'tefo' };
  const groups = 'finance-team=operator-finance, cn=shop=support@DEM1';
  const config = load({ ...issuer, TEFO_OIDC_CLIENT_SECRET: 'a secret', TEFO_OIDC_GROUPS: groups });
  // Unchanged, because a trailing slash is part of the issuer's name.
  assert.equal(config.oidcIssuer, 'https://accounts.example.com/');
  assert.deepEqual(config.oidcGroups, ['finance-team=operator-finance', 'cn=shop=support@DEM1']);
  assert.ok(describeConfig(config).includes('TEFO_OIDC_CLIENT_SECRET=(set)'));
  assert.deepEqual(
    load({ ...issuer, TEFO_OIDC_ISSUER: 'http://127.0.0.1:9' }).oidcIssuer,
    'http://127.0.0.1:9',
  );
  for (const role of roles) {
    const place = role.startsWith('operator-') ? '' : '@DEM1';
    const { oidcGroups } = load({ ...issuer, TEFO_OIDC_GROUPS: `a=b=${role}${place}` });
    assert.deepEqual(readGrant(oidcGroups[0]!), { group: 'a=b', role, code: place.slice(1) || null });
  }
  for (const [env, wrong] of [
    [{ TEFO_OIDC_CLIENT_ID: 'tefo' }, /TEFO_OIDC_ISSUER is required/],
    [{ TEFO_OIDC_ISSUER: issuer.TEFO_OIDC_ISSUER }, /TEFO_OIDC_CLIENT_ID is required/],
    [{ ...issuer, TEFO_OIDC_ISSUER: 'http://accounts.example.com' }, /TEFO_OIDC_ISSUER must be https/],
    [{ ...issuer, TEFO_OIDC_ISSUER: 'accounts.example.com' }, /TEFO_OIDC_ISSUER must be the https address/],
    [{ TEFO_OIDC_DOMAINS: 'shop.example' }, /TEFO_OIDC_ISSUER is required/],
    ...['localhost', '@shop.example', 'SHOP.example', 'shop.example/x', '.example'].map(
      (one) => [{ ...issuer, TEFO_OIDC_DOMAINS: one }, /TEFO_OIDC_DOMAINS must be/] as const,
    ),
    ...['x', '=viewer@A', 'x=viewer', 'x=operator-admin@A', 'x=boss', 'x=viewer@', 'x=viewer@A@B'].map(
      (one) => [{ ...issuer, TEFO_OIDC_GROUPS: one }, /TEFO_OIDC_GROUPS must be/] as const,
    ),
  ] as const) {
    const problems = problemsOf({ ...production, ...env });
    assert.ok(
      problems.some((problem) => wrong.test(problem)),
      `${JSON.stringify(env)}: ${problems}`,
    );
  }
});
