// The settings of signing in with a company's own accounts: a part of config-table.ts.
import { checked, list, secret, setting } from '../kernel/process/settings.ts';
import { isDomain, isGrant, isIssuer, line } from './config-values.ts';

export const companySettings = {
  oidcIssuer: setting(
    'TEFO_OIDC_ISSUER',
    checked('the https address of an issuer', isIssuer),
    '',
    'The OpenID Connect issuer of your company’s accounts. It adds a button “Sign in with your company account” to `/console/sign-in`. The redirect address is `<TEFO_PUBLIC_URL>/console/sign-in/company/answer`. See docs/guides/console.md.',
  ),
  oidcClientId: setting(
    'TEFO_OIDC_CLIENT_ID',
    line(200),
    '',
    'The client id of this service at TEFO_OIDC_ISSUER.',
  ),
  oidcClientSecret: secret(
    'TEFO_OIDC_CLIENT_SECRET',
    line(500),
    'The client secret there. Without it the service is a public client, protected by PKCE only.',
  ),
  oidcGroups: setting(
    'TEFO_OIDC_GROUPS',
    list('`GROUP=ROLE` for operators, `GROUP=ROLE@CODE` for users of a merchant or site', isGrant),
    '',
    'The roles of company account groups, such as `finance-team=operator-finance,acme-support=support@DEM1`. Roles follow the claim `groups` at every sign-in. Of two roles at one merchant the first listed applies. A role that a user assigned stays.',
  ),
  oidcDomains: setting(
    'TEFO_OIDC_DOMAINS',
    list('domains like `example.com`', isDomain),
    '',
    'Domains whose email addresses your company issues. An address there counts as verified if the claim `email_verified` is absent (Entra ID does not send it), and never if it is false. A merchant’s admin cannot invite an address there; an operator can.',
  ),
};
