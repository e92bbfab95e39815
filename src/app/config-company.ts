// The settings of signing in with a company's own accounts: a part of config-table.ts.
import { checked, list, secret, setting } from '../kernel/process/settings.ts';
import { isDomain, isGrant, isIssuer, line } from './config-values.ts';

export const companySettings = {
  oidcIssuer: setting(
    'TEFO_OIDC_ISSUER',
    checked('the https address of an issuer', isIssuer),
    '',
    'The issuer of your company’s accounts (OpenID Connect): with it, `/console/sign-in` has a button “Sign in with your company account”. It answers to `<TEFO_PUBLIC_URL>/console/sign-in/company/answer`. See docs/guides/console.md.',
  ),
  oidcClientId: setting(
    'TEFO_OIDC_CLIENT_ID',
    line(200),
    '',
    'As what this service is known to TEFO_OIDC_ISSUER.',
  ),
  oidcClientSecret: secret(
    'TEFO_OIDC_CLIENT_SECRET',
    line(500),
    'Its secret there. Without one it is a public client, which PKCE alone protects.',
  ),
  oidcGroups: setting(
    'TEFO_OIDC_GROUPS',
    list('`GROUP=ROLE` of operators, `GROUP=ROLE@CODE` of the people of a merchant or site', isGrant),
    '',
    'Which groups of company accounts have which role, such as `finance-team=operator-finance,acme-support=support@DEM1`. The roles follow the claim `groups` at every sign-in; of two at one merchant the earlier here counts, and one that a person gave stays.',
  ),
  oidcDomains: setting(
    'TEFO_OIDC_DOMAINS',
    list('domains like `example.com`', isDomain),
    '',
    'Domains whose email addresses your company gives out itself. An address there counts as verified where the company says nothing about it (Entra ID sends no `email_verified`), and never where it says that it is not. A merchant’s admin cannot invite an address there; an operator can.',
  ),
};
